/* The sound of Speed-E.L.U.M., as the game's other modules use it.

   start() once; then skin(), music(), urgency(), effect() at any time: what the page may not sound yet, or the player
   doesn't want, is left out. No context is made before the first press (the browser's rule), none while the portal's
   own switch is off. A hidden page rests: music goes on where it was, effects that were missed stay missed. */

import { soundOn } from "../../../js/sound.js";
import { recall, remember } from "../../../js/ui.js";
import { DUCKS, EFFECTS } from "./effects.js";
import { createEngine } from "./engine.js";
import { modern } from "./modern.js";
import { createPlayer, lengthOf, stepsOf } from "./player.js";
import { retro } from "./retro.js";
import { PIECES } from "./score.js";

const SKINS = { retro, modern };
const USUAL = { music: 0.6, effects: 0.8 };
const AT_ONCE_S = 0.01;
const SAME_MS = 30; // the same effect again within this is heard as one
const WAKING_MS = 400; // a fresh context runs a moment later: what the first press means is not lost
const FADE_IN_S = 0.6;
const REST_MS = 120;

let engine = null;
let kit = null; // the effects' instruments
let fader = null;
let player = null;
let dress = modern;
let wanted = { name: null, since: 0 };
let wokenAt = -Infinity;
let resting = null;
let started = false;
let pressing = 0;
let rested = false;
const levels = {}; // music and effects, 0–1
const lately = new Map(); // an effect with its params: when it sounded last

const share = (x) => Math.min(1, Math.max(0, Number(x) || 0));

/** 0–1, as remembered on this device. */
function volume(group) {
  levels[group] ??= share(recall(`elum-${group}`) ?? USUAL[group]);
  return levels[group];
}

const mayMake = () => soundOn() && !document.hidden;
const sounding = () =>
  engine && mayMake() && (engine.context.state === "running" || performance.now() - wokenAt < WAKING_MS);

// --- waking and resting --------------------------------------------------------------------------

function wear() {
  if (fader) {
    fader.fade(0, 0.05);
    engine.later(1, fader.close);
  }
  fader = engine.fader("effects", { echo: dress.echo });
  kit = dress(engine, fader);
}

/** Makes sound or rest what the page, the portal's switch and the first press allow. */
function settle() {
  clearTimeout(resting);
  if (!mayMake()) {
    rested = true;
    engine?.rest();
    resting = setTimeout(() => engine?.context.suspend(), REST_MS);
    return;
  }
  if (!engine) {
    if (!globalThis.AudioContext || navigator.userActivation?.hasBeenActive === false) return;
    engine = createEngine(new AudioContext({ latencyHint: "interactive" }));
    for (const group of Object.keys(USUAL)) engine.volume(group, volume(group));
    wear();
  }
  if (engine.context.state !== "running") {
    wokenAt = performance.now();
    engine.context.resume().catch(() => {}); // the next press tries again
  }
  engine.run();
  if (rested) dropLate();
  rested = false;
  follow();
}

function press() {
  if (engine?.context.state !== "running") settle();
}

// --- music -----------------------------------------------------------------------------------------

/** Brings the music to what is wanted. What is played once belongs to a scene: coming late, it begins in the middle. */
function follow() {
  if (!engine || player?.name === wanted.name) return;
  player?.stop();
  player = null;
  const piece = PIECES[wanted.name];
  if (!piece) return;
  const late = piece.once ? (performance.now() - wanted.since) / 1000 / lengthOf(wanted.name) : 0;
  if (late >= 1) return;
  const from = late < 0.05 ? 0 : Math.ceil(late * stepsOf(wanted.name).length);
  player = createPlayer(engine, wanted.name, dress, { from, fadeIn: piece.once && !from ? 0 : FADE_IN_S });
  player.urgency(pressing);
  engine.add(player);
}

/** Lets go of a scene's music whose time has passed while nobody could hear it. */
function dropLate() {
  if (!player || !PIECES[player.name].once) return;
  player.stop();
  player = null;
}

// --- what the game calls ---------------------------------------------------------------------------

/** "retro" or "modern", also in the middle of a piece. */
export function skin(name) {
  if (!SKINS[name] || SKINS[name] === dress) return;
  dress = SKINS[name];
  if (!engine) return;
  wear();
  player?.restyle(dress);
}

/** A piece of score.js, or null for silence. The same name again changes nothing, so call it with every phase. */
export function music(name) {
  if (name === wanted.name) return;
  wanted = { name, since: performance.now() };
  pressing = 0;
  if (mayMake()) follow();
}

/** 0–1: how pressing it is. The music gets faster and a ticking comes to it; a new piece begins at 0. */
export function urgency(x) {
  pressing = share(x);
  player?.urgency(pressing);
}

/** An effect of effects.js, now or not at all. */
export function effect(name, params = {}) {
  if (!sounding() || !EFFECTS[name] || volume("effects") === 0) return;
  const key = `${name} ${JSON.stringify(params)}`;
  if (performance.now() - (lately.get(key) ?? -Infinity) < SAME_MS) return;
  if (lately.size > 200) lately.clear();
  lately.set(key, performance.now());
  EFFECTS[name](kit, engine.now() + AT_ONCE_S, params);
  if (DUCKS[name]) engine.duck(DUCKS[name]);
}

/** {on: the portal's switch, music: 0–1, effects: 0–1}. */
export const settings = () => ({ on: soundOn(), music: volume("music"), effects: volume("effects") });

/** Changes any of the settings, at once and for the next visit. */
export function set({ on, ...volumes }) {
  for (const group of Object.keys(USUAL)) {
    if (volumes[group] === undefined) continue;
    levels[group] = share(volumes[group]);
    remember(`elum-${group}`, levels[group]);
    engine?.volume(group, levels[group]);
  }
  if (on === undefined || on === soundOn()) return;
  const button = document.querySelector("[data-sound-toggle]");
  if (button) return button.click(); // the portal's module answers, and its button says so
  remember("sound", on ? "on" : "off");
  settle();
}

export function start() {
  if (started) return;
  started = true;
  for (const gesture of ["pointerdown", "pointerup", "keydown"]) {
    document.addEventListener(gesture, press, { capture: true, passive: true });
  }
  document.addEventListener("visibilitychange", settle);
  // The portal's module shows its switch on the root element: whoever turned it, and however.
  new MutationObserver(settle).observe(document.documentElement, { attributeFilter: ["data-sound"] });
  settle();
}
