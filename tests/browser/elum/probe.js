/* What the tests of the sound measure with, in the page: renders offline, and looks at the samples. */

import { EFFECTS } from "/static/games/elum/sound/effects.js";
import { createEngine } from "/static/games/elum/sound/engine.js";
import { modern } from "/static/games/elum/sound/modern.js";
import { createPlayer, lengthOf, stepsOf } from "/static/games/elum/sound/player.js";
import { retro } from "/static/games/elum/sound/retro.js";
import { PIECES } from "/static/games/elum/sound/score.js";

const SKINS = { retro, modern };
const RATE = 44100;
const SLOW_RATE = 22050; // enough for long pieces
const AT_S = 0.05;

export const names = () => ({ effects: Object.keys(EFFECTS), pieces: Object.keys(PIECES), once: Object.keys(PIECES).filter((name) => PIECES[name].once) });
export const instruments = () => Object.values(SKINS).map((skin) => Object.keys(bench(skin, 0.1).kit).sort());
export const words = (name) => stepsOf(name).flat();

function bench(skin, length, { rate = RATE, limited = false, group = "effects" } = {}) {
  const context = new OfflineAudioContext(1, Math.ceil(length * rate), rate);
  const engine = createEngine(context, { limited });
  const kit = skin(engine, engine.fader(group, { echo: skin.echo }));
  return { context, engine, kit };
}

const samples = async (context) => (await context.startRendering()).getChannelData(0);

/** Does `work` every `every` seconds of the rendered time, as a timer would. */
function during(context, length, every, work) {
  const next = (at) => {
    if (at >= length) return;
    context.suspend(at).then(async () => {
      await new Promise((resolve) => setTimeout(resolve)); // voices that have ended say so
      work(at);
      next(at + every);
      context.resume();
    });
  };
  work(0);
  next(every);
}

// --- looking ---------------------------------------------------------------------------------------

function look(data, rate) {
  let peak = 0;
  let sum = 0;
  let bad = 0;
  for (const x of data) {
    if (!Number.isFinite(x)) bad += 1;
    peak = Math.max(peak, Math.abs(x));
    sum += x * x;
  }
  const first = data.findIndex((x) => Math.abs(x) > peak / 50);
  let last = data.length - 1;
  while (last > 0 && Math.abs(data[last]) < 0.001) last -= 1;
  return { peak, rms: Math.sqrt(sum / data.length), bad, first: first / rate, last: last / rate };
}

/** Hz of a stretch, by autocorrelation: the first of the high tops, placed between samples. */
function fundamental(data, rate, from, to) {
  const part = data.subarray(Math.floor(from * rate), Math.floor(to * rate));
  const count = Math.floor(part.length / 2);
  const likeness = (lag) => {
    let [product, own, other] = [0, 0, 0];
    for (let i = 0; i < count; i += 1) {
      product += part[i] * part[i + lag];
      own += part[i] ** 2;
      other += part[i + lag] ** 2;
    }
    return product / Math.sqrt(own * other || 1);
  };
  const [low, high] = [Math.floor(rate / 3000), Math.min(count, Math.floor(rate / 60))];
  const all = Array.from({ length: high + 1 }, (_, lag) => (lag < low ? 0 : likeness(lag)));
  const best = Math.max(...all);
  const lag = all.findIndex((x, i) => i > low && x > 0.93 * best && x >= all[i - 1] && x >= (all[i + 1] ?? 0));
  const [a, b, c] = [all[lag - 1], all[lag], all[lag + 1]];
  return rate / (lag + (a - c) / (2 * (a - 2 * b + c) || 1));
}

/** How much of a frequency is in a stretch (Goertzel, behind a Hann window). */
function share(part, rate, hz) {
  const turn = (2 * Math.PI * hz) / rate;
  const twice = 2 * Math.cos(turn);
  const hann = (2 * Math.PI) / part.length;
  const step = 2 * Math.cos(hann);
  let [before, last] = [0, 0];
  let [cosine, next] = [1, Math.cos(hann)]; // cos(hann · i), from the two before it
  for (let i = 0; i < part.length; i += 1) {
    const now = (0.5 - 0.5 * cosine) * part[i] + twice * last - before;
    [before, last] = [last, now];
    [cosine, next] = [next, step * next - cosine];
  }
  return (2 * Math.hypot(last - before * Math.cos(turn), before * Math.sin(turn))) / (0.5 * part.length);
}

// --- what is asked -----------------------------------------------------------------------------------

export async function effect(skin, name, params = {}, length = 9) {
  const { context, kit } = bench(SKINS[skin], length);
  EFFECTS[name](kit, AT_S, params);
  return look(await samples(context), RATE);
}

/** Hz of an effect between two times after its begin. */
export async function pitch(skin, name, params, from, to) {
  const { context, kit } = bench(SKINS[skin], AT_S + to + 0.1);
  EFFECTS[name](kit, AT_S, params);
  return fundamental(await samples(context), RATE, AT_S + from, AT_S + to);
}

/** Amplitudes of harmonics 1 to `count` of an instrument's note, that of the first being 1. */
export async function harmonics(skin, instrument, hz, count = 12) {
  const { context, kit } = bench(SKINS[skin], 1);
  kit[instrument](hz, AT_S, 0.6, 0.5);
  const data = await samples(context);
  const part = data.subarray(Math.floor((AT_S + 0.02) * RATE), Math.floor((AT_S + 0.1) * RATE)); // before its vibrato
  const found = Array.from({ length: count }, (_, i) => share(part, RATE, hz * (i + 1)));
  return found.map((x) => x / found[0]);
}

/** How a skin's noise is spread: the share of its samples that lie near one of two levels. */
export async function twoLevels(skin) {
  const { context, kit } = bench(SKINS[skin], 1);
  kit.noise(600, AT_S, 0.8, 0.5);
  const data = (await samples(context)).subarray(Math.floor(0.2 * RATE), Math.floor(0.8 * RATE));
  const top = Math.max(...data.map(Math.abs));
  return data.filter((x) => Math.abs(x) > 0.9 * top).length / data.length;
}

/** Amplitudes in bands of a sixth of an octave from 60 Hz to 9 kHz, over the whole sound. */
function bands(data, rate) {
  const size = 2048;
  const found = [];
  for (let hz = 60; hz < 9000; hz *= 2 ** (1 / 6)) found.push([hz, 0]);
  for (let from = 0; from + size < data.length; from += Math.max(size, Math.floor(data.length / 40))) {
    const part = data.subarray(from, from + size);
    for (const band of found) band[1] += share(part, rate, band[0]);
  }
  return found;
}

/** By how many dB the bands of an effect differ between the skins, on average over those within 50 dB of the loudest. */
export async function apart(name, params = {}) {
  const [a, b] = await Promise.all(
    Object.values(SKINS).map(async (skin) => {
      const { context, kit } = bench(skin, 1.6);
      EFFECTS[name](kit, AT_S, params);
      const levels = bands(await samples(context), RATE).map(([, x]) => 20 * Math.log10(x + 1e-9));
      const top = Math.max(...levels);
      return levels.map((x) => Math.max(-50, x - top));
    }),
  );
  const heard = a.map((x, i) => [x, b[i]]).filter(([x, y]) => Math.max(x, y) > -50);
  return heard.reduce((sum, [x, y]) => sum + Math.abs(x - y), 0) / heard.length;
}

/** The share of the amplitude that lies above 1.5 kHz. */
function high(data, rate) {
  const found = bands(data, rate);
  const sum = (list) => list.reduce((total, [, x]) => total + x, 0);
  return sum(found.filter(([hz]) => hz > 1500)) / sum(found);
}

/** How an instrument's note begins and ends: the first and the last sample, the peak being 1. */
export async function edges(skin, instrument) {
  const { context, engine } = bench(SKINS[skin], 3, { rate: 48000 });
  const kit = SKINS[skin](engine, engine.fader("effects"));
  const at = 0.5;
  if (instrument === "drum") kit.drum("k", at, 0.5);
  else if (instrument === "chord") kit.chord([220, 330, 440], at, 0.4, 0.5);
  else if (instrument === "run") kit.run([220, 330, 440], at, 0.1, 0.3, 0.5);
  else kit[instrument](440, at, 0.4, 0.5);
  const data = await samples(context);
  const { peak } = look(data, 48000);
  let last = data.length - 1;
  while (last > 0 && data[last] === 0) last -= 1;
  return { before: look(data.subarray(0, 0.49 * 48000), 48000).peak, first: Math.abs(data[0.5 * 48000]) / peak, last: Math.abs(data[last]) / peak };
}

/** A piece once through and two bars more: its levels, its colour, and when its steps come. */
export async function music(skin, name, { urgency = 0 } = {}) {
  const { bpm, beats = 4, once } = PIECES[name];
  const bar = (60 / bpm) * beats;
  const length = lengthOf(name) + (once ? 3 : 2 * bar);
  const { context, engine } = bench(SKINS[skin], length, { rate: SLOW_RATE, group: "music" });
  const player = createPlayer(engine, name, SKINS[skin]);
  player.urgency(urgency);
  engine.add(player);
  const begun = [];
  during(context, length, 0.08, () => {
    engine.tick();
    const { step, nextAt } = player.at();
    begun.push([step, nextAt]);
  });
  const data = await samples(context);
  const seconds = Array.from({ length: Math.floor(length) }, (_, i) => look(data.subarray(i * SLOW_RATE, (i + 1) * SLOW_RATE), SLOW_RATE).rms);
  const bars = Math.round(lengthOf(name) / bar);
  return { ...look(data, SLOW_RATE), length: lengthOf(name), bars, loudest: Math.max(...seconds), begun, cuts: engine.live().cuts, high: high(data, SLOW_RATE) };
}

/** How far the music across its seam (two bars before and after) is from what its end and its begin, rendered apart,
    make together: the largest difference between samples. Anything cut, late or doubled at the seam is in it. */
export async function seam(skin, name) {
  const { bpm, beats = 4 } = PIECES[name];
  const steps = 2 * beats * 4;
  const bars = (60 / bpm) * beats * 2;
  const length = 2 * bars;
  const render = async (parts) => {
    const { context, engine } = bench(SKINS[skin], length, { group: "music" });
    for (const { from, at, gate } of parts) {
      const player = createPlayer(engine, name, SKINS[skin], { from, at });
      engine.add({ fill: (time) => player.fill(gate(time)) });
    }
    during(context, length, 0.08, engine.tick);
    return samples(context);
  };
  const begin = 0.1;
  const last = stepsOf(name).length - steps;
  let at = begin;
  for (let i = 0; i < steps; i += 1) at += 60 / bpm / 4; // added up as the player does
  const end = { from: last, at: begin, gate: (time) => Math.min(time, at - 1e-6) };
  const whole = await render([{ from: last, at: begin, gate: (time) => time }]);
  const halves = [await render([end]), await render([{ from: 0, at, gate: (time) => time }])];
  return { most: Math.max(...whole.map((x, i) => Math.abs(x - halves[0][i] - halves[1][i]))), peak: look(whole, RATE).peak };
}

/** The timer stands still for three seconds: voices of the music right before and after it goes on. */
export async function heldUp(skin) {
  const { context, engine } = bench(SKINS[skin], 5, { group: "music" });
  engine.add(createPlayer(engine, "turn", SKINS[skin]));
  const seen = [];
  during(context, 5, 0.1, (at) => {
    if (at > 1 && at < 4) return;
    const before = engine.live().music;
    engine.tick();
    seen.push(engine.live().music - before);
  });
  await samples(context);
  return Math.max(...seen);
}

/** What is left of music, and of effects, while music steps back. */
export async function ducked() {
  const level = async (group, duck) => {
    const { context, engine, kit } = bench(retro, 1.5, { group });
    kit.tone(440, 0.1, 1.2, 0.5);
    if (duck) engine.duck(1);
    return look((await samples(context)).subarray(0.4 * RATE, 0.8 * RATE), RATE).rms;
  };
  const left = async (group) => (await level(group, true)) / (await level(group, false));
  return { music: await left("music"), effects: await left("effects") };
}

/** Music and effects together through the soft edge, all at once. */
export async function everything(skin) {
  const length = 4;
  const { context, engine, kit } = bench(SKINS[skin], length, { limited: true });
  engine.add(createPlayer(engine, "turn", SKINS[skin]));
  during(context, length, 0.08, () => engine.tick());
  for (const [i, play] of Object.values(EFFECTS).entries()) play(kit, 0.5 + i * 0.01, {});
  return look(await samples(context), RATE);
}

/** What is left when one of the two is turned down: {music, effects} as loudness 0–1. */
export async function turnedDown(volumes) {
  const { context, engine, kit } = bench(modern, 3);
  for (const [group, x] of Object.entries(volumes)) engine.volume(group, x);
  engine.add(createPlayer(engine, "turn", modern));
  during(context, 3, 0.08, (at) => {
    engine.tick();
    if (at > 1) EFFECTS.unit(kit, at + 0.01, {});
  });
  return look((await samples(context)).subarray(RATE), RATE);
}

/** A long evening: pieces, skins, urgency and effects change all the time. Counts the nodes that are still joined
    to something, by watching AudioNode itself, and the engine's own count. */
export async function evening(minutes) {
  const length = minutes * 60;
  const joined = new Set();
  const { connect, disconnect } = AudioNode.prototype;
  AudioNode.prototype.connect = function (...all) {
    joined.add(this);
    return connect.apply(this, all);
  };
  AudioNode.prototype.disconnect = function (...all) {
    joined.delete(this);
    return disconnect.apply(this, all);
  };
  try {
    const context = new OfflineAudioContext(1, length * SLOW_RATE, SLOW_RATE);
    const engine = createEngine(context);
    const kits = Object.values(SKINS).map((skin) => skin(engine, engine.fader("effects", { echo: skin.echo })));
    const loops = Object.keys(PIECES);
    const effects = Object.values(EFFECTS);
    const counts = [];
    let player = null;
    let turns = 0;
    during(context, length, 0.1, (at) => {
      if (turns % 170 === 0) {
        player?.stop();
        player = createPlayer(engine, loops[(turns / 170) % loops.length], SKINS[turns % 340 ? "retro" : "modern"], { fadeIn: 0.6 });
        engine.add(player);
      }
      if (turns % 90 === 45) player.restyle(SKINS[turns % 180 === 45 ? "modern" : "retro"]);
      player.urgency((turns % 100) / 100);
      engine.tick();
      if (turns % 4 === 0) effects[(turns / 4) % effects.length](kits[turns % 8 ? 0 : 1], at + 0.01, {});
      if (turns % 300 === 299) for (let i = 0; i < 60; i += 1) effects[i % effects.length](kits[0], at + 0.01, {});
      counts.push({ at, calm: turns % 300 === 290 ? joined.size : 0, joined: joined.size, ...engine.live() });
      turns += 1;
    });
    await context.startRendering();
    const most = (key, from, to) => Math.max(...counts.filter(({ at }) => at >= from && at < to).map((count) => count[key]));
    const half = length / 2;
    return {
      calm: [most("calm", 0, half), most("calm", half, length)], // well after a burst
      joined: [most("joined", 0, half), most("joined", half, length)],
      ...Object.fromEntries(["music", "effects", "players", "cuts"].map((key) => [key, most(key, 0, length)])),
    };
  } finally {
    Object.assign(AudioNode.prototype, { connect, disconnect });
  }
}
