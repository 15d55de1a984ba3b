/* Small sounds, made on the spot from noise and a few tones. Off with one tap, remembered on this device.

   play("slide"); a game's module may also send `sound:play` {name}. Browsers let a page sound only after the
   first press on it, so the context is made then. */

import { on, recall, remember } from "./ui.js";
import { gettext } from "./words.js";

let context = null;
let noise = null;

export const soundOn = () => (recall("sound") ?? (document.documentElement.dataset.sounds === "off" ? "off" : "on")) === "on";

function wakeUp() {
  if (!soundOn() || !globalThis.AudioContext) return;
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
}

/** A tone that starts at once and dies away: Hz, start and length in s, loudness 0–1. */
function tone(hz, at, length, loud, { type = "sine", to = hz } = {}) {
  const start = context.currentTime + at;
  const source = new OscillatorNode(context, { type, frequency: hz });
  source.frequency.exponentialRampToValueAtTime(to, start + length);
  const level = new GainNode(context, { gain: 0 });
  level.gain.setValueAtTime(0, start);
  level.gain.linearRampToValueAtTime(loud, start + 0.008);
  level.gain.exponentialRampToValueAtTime(0.0001, start + length);
  source.connect(level).connect(context.destination);
  source.start(start);
  source.stop(start + length + 0.02);
}

function noiseBuffer() {
  if (noise) return noise;
  noise = new AudioBuffer({ length: context.sampleRate / 2, sampleRate: context.sampleRate });
  const data = noise.getChannelData(0);
  for (let i = 0; i < data.length; i += 1) data[i] = Math.random() * 2 - 1;
  return noise;
}

/** A knock or a rustle: noise through a band at `hz`, moving to `to`. */
function rustle(hz, at, length, loud, { to = hz, q = 4 } = {}) {
  const start = context.currentTime + at;
  const source = new AudioBufferSourceNode(context, { buffer: noiseBuffer() });
  const band = new BiquadFilterNode(context, { type: "bandpass", frequency: hz, Q: q });
  band.frequency.exponentialRampToValueAtTime(to, start + length);
  const level = new GainNode(context, { gain: 0 });
  level.gain.setValueAtTime(loud, start);
  level.gain.exponentialRampToValueAtTime(0.0001, start + length);
  source.connect(band).connect(level).connect(context.destination);
  source.start(start, Math.random() * 0.2, length + 0.02);
}

const chord = (notes, step, length, loud, type) => notes.forEach((hz, i) => tone(hz, i * step, length, loud, { type }));

const SOUNDS = {
  dice() {
    for (let i = 0; i < 7; i += 1) rustle(900 + Math.random() * 1500, i * 0.055 + Math.random() * 0.03, 0.05, 0.5, { q: 6 });
    rustle(420, 0.46, 0.09, 0.7, { q: 3 });
  },
  slide() {
    rustle(700, 0, 0.2, 0.25, { to: 1700, q: 2 });
    rustle(320, 0.2, 0.06, 0.6, { q: 3 });
  },
  take: () => rustle(520, 0, 0.06, 0.7, { q: 3 }),
  freeze: () => chord([1568, 2093, 2637], 0.05, 0.5, 0.06, "sine"),
  turn: () => chord([587.3, 880], 0.13, 0.42, 0.14, "triangle"),
  tick: () => rustle(2400, 0, 0.03, 0.35, { q: 9 }),
  no: () => tone(196, 0, 0.18, 0.12, { type: "triangle", to: 150 }),
  sit: () => {
    rustle(240, 0, 0.09, 0.9, { q: 2 });
    rustle(180, 0.12, 0.12, 0.7, { q: 2 });
  },
  start: () => chord([392, 523.3, 659.3, 784], 0.1, 0.38, 0.12, "triangle"),
  win: () => chord([523.3, 659.3, 784, 1046.5, 1318.5], 0.12, 0.7, 0.12, "triangle"),
  end: () => chord([784, 659.3, 523.3], 0.15, 0.5, 0.1, "triangle"),
  count: () => rustle(1400, 0, 0.03, 0.2, { q: 8 }),
};

/** Plays a sound by name, if the player wants sound and the browser lets us. */
export function play(name) {
  if (!soundOn() || context?.state !== "running") return;
  SOUNDS[name]?.();
}

/** What events sound like in any game that has them; others send `sound:play`. */
const OF_EVENTS = { thrown: "dice", taken: "slide", frozen: "freeze" };
const APART_MS = 170;

function playEvents({ events, full }) {
  if (full || document.hidden) return;
  const names = events.map((event) => OF_EVENTS[event.type]).filter(Boolean);
  names.forEach((name, i) => setTimeout(play, i * APART_MS, name));
}

// --- the switch --------------------------------------------------------------------------------

function showSwitch() {
  const wanted = soundOn();
  document.documentElement.dataset.sound = wanted ? "on" : "off";
  for (const button of document.querySelectorAll("[data-sound-toggle]:not([data-words])")) {
    button.setAttribute("aria-label", wanted ? gettext("Ton ausschalten") : gettext("Ton einschalten"));
  }
}

function toggle(event) {
  if (!event.target.closest?.("[data-sound-toggle]")) return;
  remember("sound", soundOn() ? "off" : "on");
  showSwitch();
  wakeUp();
  if (soundOn()) setTimeout(() => play("take"), 60);
}

export function start() {
  showSwitch();
  document.addEventListener("click", toggle);
  for (const gesture of ["pointerdown", "keydown"]) document.addEventListener(gesture, wakeUp, { capture: true, passive: true });
  on("sound:play", ({ name }) => play(name));
  on("live:no", () => play("no"));
  on("live:events", playEvents);
}
