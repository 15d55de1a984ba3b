/* What befalls the colony, one to two seconds each, and the ship. (kit, at, params), as in effects.js. */

import { all, hz, tone } from "./notes.js";

/** Places 0–1 that look thrown but are the same each time. */
const scattered = (count) => Array.from({ length: count }, (_, i) => (i * 0.618034 + 0.1) % 1).sort((a, b) => a - b);

export const WORLD = {
  rain(k, at) {
    k.noise(2600, at, 1.5, 0.14, { to: 1700, attack: 0.2 });
    scattered(14).forEach((x, i) => k.pluck(tone(9 - (i % 6)), at + x * 1.4, 0.05, 0.24));
  },
  sun(k, at) {
    k.tone(hz("d4"), at, 1.5, 0.26, { to: hz("a5"), attack: 0.3, vibrato: 40 });
    scattered(10).forEach((x) => k.noise(5000, at + 0.2 + x * 1.2, 0.03, 0.26, { metal: true }));
  },
  pest(k, at) {
    k.tone(118, at, 1.2, 0.3, { to: 150, attack: 0.2, vibrato: 120 });
    k.tone(176, at, 1.2, 0.22, { to: 140, attack: 0.3, vibrato: 90 });
    for (let i = 0; i < 16; i += 1) k.noise(4200, at + 0.1 + i * 0.065, 0.025, 0.08 + 0.16 * Math.sin((Math.PI * i) / 15), { metal: true });
  },
  quake(k, at) {
    k.noise(180, at, 1.7, 0.6, { to: 90, attack: 0.15 });
    scattered(9).forEach((x, i) => k.tone(95 + 12 * (i % 3), at + x * 1.5, 0.12, 0.34, { to: 45 }));
  },
  pirates(k, at) {
    [["d4", 0], ["d4", 0.22], ["f4", 0.44], ["e4", 0.66], ["bb3", 1.1]].forEach(([note, late], i) =>
      k.lead(hz(note), at + late, i === 4 ? 0.5 : 0.16, 0.42),
    );
    [0, 0.44, 0.88, 1.1].forEach((late) => k.drum("s", at + late, 0.4));
  },
  meteor(k, at) {
    k.tone(2200, at, 1, 0.24, { to: 160, attack: 0.1 });
    k.noise(4000, at, 1, 0.16, { to: 700, attack: 0.3 });
    k.noise(420, at + 1, 0.6, 0.6, { to: 110 });
    k.tone(110, at + 1, 0.3, 0.4, { to: 42 });
    all("c6 d6 g6").forEach((note, i) => k.bell(note, at + 1.3 + i * 0.1, 0.6, 0.2));
  },
  radiation(k, at) {
    scattered(22).forEach((x) => k.noise(3400, at + x * x * 1.5, 0.012, 0.4, { metal: true }));
    k.tone(hz("bb3"), at, 1.5, 0.18, { attack: 0.4, vibrato: 30 });
    k.tone(hz("e4"), at, 1.5, 0.16, { attack: 0.4, vibrato: 30 });
  },
  fire(k, at) {
    k.noise(500, at, 1.5, 0.26, { to: 800, attack: 0.3 });
    scattered(18).forEach((x, i) => k.noise(1800 + 500 * (i % 4), at + x * 1.4, 0.018, 0.34));
    k.run(all("a4 bb4"), at, 0.25, 0.25, 0.22);
  },
  /** Engines of the colony ship; `up`: it leaves. */
  "ship-thrust"(k, at, { up = false, loud = 1 }) {
    const length = up ? 5.5 : 5;
    const [from, to] = up ? [140, 1500] : [1300, 120];
    k.noise(from, at, length, 0.34 * loud, { to, attack: up ? 0.4 : 1.5 });
    k.tone(up ? 55 : 150, at, length, 0.22 * loud, { to: up ? 220 : 55, attack: up ? 0.3 : 1.2 });
    if (!up) k.noise(300, at + length, 0.35, 0.4 * loud, { to: 90 });
  },
};
