/* What the tests of the sound ask, in the page: renders offline and says what measure.js finds in the samples. */

import { EFFECTS } from "/static/games/elum/sound/effects.js";
import { createEngine } from "/static/games/elum/sound/engine.js";
import { modern } from "/static/games/elum/sound/modern.js";
import { createPlayer, lengthOf, stepsOf } from "/static/games/elum/sound/player.js";
import { retro } from "/static/games/elum/sound/retro.js";
import { PIECES } from "/static/games/elum/sound/score.js";
import { bands, fundamental, high, look, share } from "/measure.js";

const SKINS = { retro, modern };
const RATE = 44100;
const SLOW_RATE = 22050; // enough for long pieces
const AT_S = 0.05;

const once = () => Object.keys(PIECES).filter((name) => PIECES[name].once);

export const names = () => ({ effects: Object.keys(EFFECTS), pieces: Object.keys(PIECES), once: once() });
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
  const top = look(data, RATE).peak;
  return data.filter((x) => Math.abs(x) > 0.9 * top).length / data.length;
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

/** How far the music across its seam (two bars before and after) is from the same bars in a piece whose form is turned
    by one section, so that they lie in its middle: the largest difference between samples. */
export async function seam(skin, name) {
  const piece = PIECES[name];
  const around = 2 * (piece.beats ?? 4) * 4;
  const letters = piece.form.split(" ");
  const turned = `${name} turned`;
  PIECES[turned] = { ...piece, form: [letters.at(-1), ...letters.slice(0, -1)].join(" ") };
  PIECES[`${name} last`] = { ...piece, form: letters.at(-1) };
  const length = (2 * around * 60) / piece.bpm / 4;
  const render = async (which, middle) => {
    const { context, engine } = bench(SKINS[skin], length, { group: "music" });
    engine.add(createPlayer(engine, which, SKINS[skin], { from: middle - around }));
    during(context, length, 0.08, engine.tick);
    return samples(context);
  };
  const across = await render(name, stepsOf(name).length);
  const inside = await render(turned, stepsOf(`${name} last`).length);
  for (const extra of [turned, `${name} last`]) delete PIECES[extra];
  const apart = across.map((x, i) => x - inside[i]);
  return { most: look(apart, RATE).peak, peak: look(across, RATE).peak };
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
    const pieces = Object.keys(PIECES);
    const effects = Object.values(EFFECTS);
    const counts = [];
    let player = null;
    let turns = 0;
    during(context, length, 0.1, (at) => {
      if (turns % 170 === 0) {
        player?.stop();
        const skin = turns % 340 ? retro : modern;
        player = createPlayer(engine, pieces[(turns / 170) % pieces.length], skin, { fadeIn: 0.6 });
        engine.add(player);
      }
      if (turns % 90 === 45) player.restyle(turns % 180 === 45 ? modern : retro);
      player.urgency((turns % 100) / 100);
      engine.tick();
      if (turns % 4 === 0) effects[(turns / 4) % effects.length](kits[turns % 8 ? 0 : 1], at + 0.01, {});
      if (turns % 300 === 299) for (let i = 0; i < 60; i += 1) effects[i % effects.length](kits[0], at + 0.01, {});
      counts.push({ at, joined: joined.size, ...engine.live() });
      turns += 1;
    });
    await context.startRendering();
    const most = (key, from, to) => Math.max(...counts.filter(({ at }) => at >= from && at < to).map((count) => count[key]));
    const half = length / 2;
    const mean = (list) => list.reduce((sum, { joined: count }) => sum + count, 0) / list.length;
    const calm = counts.filter((_, i) => i % 300 === 290); // well after a burst
    return {
      calm: [mean(calm.filter(({ at }) => at < half)), mean(calm.filter(({ at }) => at >= half))],
      joined: [most("joined", 0, half), most("joined", half, length)],
      ...Object.fromEntries(["music", "effects", "players", "cuts"].map((key) => [key, most(key, 0, length)])),
    };
  } finally {
    Object.assign(AudioNode.prototype, { connect, disconnect });
  }
}
