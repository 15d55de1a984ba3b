/* The small sounds, by name, on any skin's instruments: (kit, at, params). Most last less than half a second. */

import { WORLD } from "./world.js";
import { all, hz, tone } from "./notes.js";

const GOODS = ["food", "energy", "ore", "crystal"]; // from the lowest
const share = (x) => Math.min(1, Math.max(0, Number(x) || 0));

const LADDER = 4; // two octaves from its foot to its top
const WAMPUS_TOP = 9; // c6, that of row 0

const atTable = {
  weiter: (k, at) => k.run(all("d5 g5"), at, 0.06, 0.12, 0.24),
  refused: (k, at) => k.tone(196, at, 0.16, 0.3, { to: 147 }),
  bell(k, at) {
    k.bell(hz("a5"), at, 1.2, 0.3);
    k.bell(hz("d6"), at + 0.16, 1.4, 0.26);
  },
  "clock-tick"(k, at) {
    k.noise(2600, at, 0.015, 0.3, { metal: true });
    k.pluck(hz("a5"), at, 0.05, 0.24);
  },
  "time-low": (k, at) => [0, 0.16, 0.32].forEach((late) => k.tone(hz("a5"), at + late, 0.08, 0.22)),
  "time-up"(k, at) {
    k.tone(hz("a4"), at, 0.2, 0.3);
    k.tone(hz("d4"), at + 0.22, 0.45, 0.34, { to: hz("c4") });
  },
};

const land = {
  "cursor-step": (k, at) => k.pluck(hz("a5"), at, 0.04, 0.17),
  grab(k, at) {
    k.run(all("d5 a5 d6"), at, 0.055, 0.25, 0.34);
    k.drum("k", at, 0.3);
  },
  "grab-other": (k, at) => k.run(all("d5 a4"), at, 0.08, 0.2, 0.24),
};

const turn = {
  "elum-buy"(k, at) {
    k.noise(3000, at, 0.03, 0.3, { metal: true });
    k.run(all("g4 c5 d5 g5"), at + 0.03, 0.06, 0.22, 0.3);
  },
  outfit(k, at) {
    [0, 0.09, 0.18].forEach((late) => k.noise(1500, at + late, 0.03, 0.4, { metal: true }));
    k.run(all("a4 d5"), at + 0.27, 0.06, 0.18, 0.28);
  },
  /** Two feet: `foot` 0 or 1. */
  "elum-walk"(k, at, { foot = 0 }) {
    k.noise(foot % 2 ? 700 : 900, at, 0.025, 0.2);
    k.pluck(hz(foot % 2 ? "f3" : "g3"), at, 0.05, 0.2);
  },
  place(k, at) {
    k.tone(200, at, 0.12, 0.4, { to: 70 });
    k.noise(500, at, 0.08, 0.35);
    k.run(all("d5 f5"), at + 0.1, 0.06, 0.16, 0.24);
  },
  fetch(k, at) {
    k.tone(90, at, 0.14, 0.36, { to: 260 });
    k.run(all("f5 d5"), at + 0.1, 0.06, 0.16, 0.24);
  },
  runaway(k, at) {
    k.tone(hz("a5"), at, 0.18, 0.26, { to: hz("d6"), vibrato: 60 });
    for (let i = 0; i < 9; i += 1) {
      k.noise(i % 2 ? 700 : 950, at + 0.2 + i * 0.075, 0.025, 0.34 - i * 0.03);
      k.pluck(tone(7 - (i % 2) - Math.floor(i / 3)), at + 0.2 + i * 0.075, 0.05, 0.26 - i * 0.022);
    }
  },
  assay(k, at) {
    k.noise(350, at, 1.1, 0.22, { to: 2200, attack: 0.1 });
    for (let i = 0; i < 4; i += 1) k.pluck(tone(i), at + i * 0.28, 0.1, 0.26);
  },
  /** The richer the ground, the more it answers; 0 is a dull knock. */
  "assay-found"(k, at, { level = 0 }) {
    if (level <= 0) return k.tone(hz("f3"), at, 0.22, 0.34, { to: hz("d3") });
    for (let i = 0; i <= Math.min(4, level); i += 1) k.bell(tone(4 + 2 * i), at + i * 0.11, 0.5 + 0.1 * level, 0.3);
  },
  offer(k, at) {
    k.noise(2400, at, 0.06, 0.22);
    k.run(all("g4 d5"), at + 0.05, 0.08, 0.2, 0.26);
  },
  /** Row 0 is the top of the map and the highest, each row below it one of the five tones lower. */
  "wampus-call"(k, at, { row = 0 }) {
    const cry = tone(WAMPUS_TOP - Math.min(4, Math.max(0, Math.round(row))));
    k.tone(cry * 0.8, at, 0.07, 0.2, { to: cry });
    k.tone(cry, at + 0.08, 0.42, 0.36, { vibrato: 18 });
  },
  "wampus-caught"(k, at) {
    k.run(all("d5 f5 a5 d6"), at, 0.05, 0.2, 0.34);
    [0, 1, 2, 3].forEach((i) => k.bell(hz(i % 2 ? "a6" : "d6"), at + 0.28 + i * 0.08, 0.35, 0.22));
  },
  /** `n` counts the ticks, so that the reels clatter. */
  "pub-roll"(k, at, { n = 0 }) {
    k.noise(1800, at, 0.02, 0.3, { metal: true });
    k.pluck(tone(3 + (n % 3)), at, 0.04, 0.16);
  },
  "pub-win"(k, at) {
    k.run(all("g4 c5 d5 g5 c6 d6"), at, 0.07, 0.4, 0.34);
    k.chord(all("g4 c5 d5"), at + 0.42, 0.6, 0.3, { step: 0.05 });
  },
  "event-good"(k, at) {
    k.lead(hz("c5"), at, 0.14, 0.4);
    k.lead(hz("f5"), at + 0.16, 0.14, 0.4);
    k.lead(hz("a5"), at + 0.32, 0.5, 0.42);
    k.chord(all("f4 a4 c5"), at + 0.32, 0.6, 0.3, { step: 0.05 });
  },
  "event-bad"(k, at) {
    k.lead(hz("d5"), at, 0.16, 0.4);
    k.lead(hz("bb4"), at + 0.18, 0.16, 0.4);
    k.lead(hz("e4"), at + 0.36, 0.55, 0.42);
    k.tone(hz("d3"), at + 0.36, 0.6, 0.34, { to: hz("bb2") });
  },
};

const harvest = {
  /** A unit pops up: each good has its tone, and each one more in the field is a step higher. */
  block(k, at, { good, count = 1 }) {
    const base = 2 * Math.max(0, GOODS.indexOf(good));
    k.pluck(tone(base + Math.min(8, count)), at, 0.09, 0.34);
    k.noise(1200 + 300 * base, at, 0.015, 0.16);
  },
  bonus(k, at) {
    all("c5 f5 a5 c6").forEach((note, i) => k.bell(note, at + i * 0.09, 0.6, 0.3));
  },
  refined(k, at) {
    all("g5 c6 d6 g6 c7").forEach((note, i) => k.bell(note, at + i * 0.06, 0.9, 0.22));
    k.chord(all("g4 c5 e5"), at + 0.1, 0.9, 0.24, { step: 0.06 });
  },
  "count-up": (k, at, { share: x }) => k.pluck(tone(5 + Math.round(share(x) * 7)), at, 0.04, 0.17),
};

const auction = {
  "side-chosen": (k, at, { side }) => k.run(all(side === "sell" ? "a4 d5" : side === "buy" ? "d5 a4" : "a4 a4"), at, 0.07, 0.14, 0.26),
  /** `up` or down, and `share` 0–1: where the figure stands between the ends of the ladder. */
  "price-step"(k, at, { up = true, share: x = 0 }) {
    const here = hz("d4") * LADDER ** share(x);
    k.tone(here, at, 0.05, 0.26, { to: here * (up ? 1.06 : 0.94) });
  },
  "deal-stand"(k, at) {
    k.tone(hz("d5"), at, 0.2, 0.24, { to: hz("a5") });
    k.tone(hz("d6"), at, 0.2, 0.24, { to: hz("a5") });
    k.bell(hz("a5"), at + 0.22, 0.8, 0.3);
  },
  unit(k, at) {
    k.bell(hz("d6"), at, 0.18, 0.26);
    k.bell(hz("g6"), at + 0.05, 0.22, 0.18);
  },
  "below-target"(k, at) {
    k.second(hz("f4"), at, 0.16, 0.4);
    k.second(hz("d4"), at + 0.2, 0.26, 0.4);
  },
  "late-bid"(k, at) {
    k.drum("s", at, 0.5);
    k.run(all("a5 d6"), at, 0.07, 0.2, 0.34);
  },
  "auction-end"(k, at) {
    for (const late of [0, 0.2]) {
      k.noise(900, at + late, 0.04, 0.5);
      k.tone(190, at + late, 0.09, 0.4, { to: 110 });
    }
    k.chord(all("d4 g4 c5"), at + 0.42, 0.5, 0.28, { step: 0.05 });
  },
};

const ranking = {
  "walk-in"(k, at) {
    [0, 0.2, 0.4].forEach((late, i) => k.drum(i === 2 ? "s" : "k", at + late, 0.5));
    k.lead(hz("a4"), at + 0.4, 0.12, 0.32);
    k.lead(hz("d5"), at + 0.55, 0.3, 0.34);
  },
  founder(k, at) {
    const beat = 0.3;
    let from = 0;
    for (const [note, long] of [["a4", 1], ["d5", 0.5], ["c5", 0.5], ["g4", 1], ["a4", 0.5], ["d5", 0.5], ["e5", 0.5], ["a5", 3]]) {
      k.lead(hz(note), at + from * beat, long * beat * 0.9, 0.42);
      from += long;
    }
    k.chord(all("f4 a4 d5"), at, 0.55, 0.26, { step: 0.08 });
    k.chord(all("g4 b4 d5"), at + 2 * beat, 0.8, 0.26, { step: 0.08 });
    k.chord(all("e4 a4 c5"), at + 4.5 * beat, 1.1, 0.3, { step: 0.08 });
    [0, 2, 3, 4, 4.5].forEach((on) => k.drum("s", at + on * beat, 0.4));
    k.bell(hz("a6"), at + 6 * beat, 1, 0.2);
  },
};

/** name: (kit, at, params). */
export const EFFECTS = { ...atTable, ...land, ...turn, ...WORLD, ...harvest, ...auction, ...ranking };

/** Music steps back for these, for so many seconds. */
export const DUCKS = {
  "event-good": 1,
  "event-bad": 1,
  "wampus-call": 0.6,
  "pub-win": 1.1,
  "time-up": 0.7,
  bell: 1,
  founder: 2.6,
  rain: 1.6,
  sun: 1.6,
  pest: 1.4,
  quake: 1.9,
  pirates: 1.8,
  meteor: 1.9,
  radiation: 1.7,
  fire: 1.7,
};
