/* Which sound a thing has: music by phase, effects by event. The sounds themselves are in `sound/`. */

import { on } from "../../js/ui.js";
import { me } from "./dom.js";
import * as sound from "./sound/index.js";
import { clockAt } from "./time.js";

const LATE_S = 10; // so many seconds before the end the music presses
const LAST_BEATS = 5;
const ROLLS = 12;
const ROLL_MS = 120;

let lastBeat = null;
let lastCursor = -1;
let shownBlocks = 0;

/** The piece that belongs to the phase. */
function pieceOf({ phase }) {
  const { phase: name, stage } = phase;
  if (name === "over") return phase.level >= 3 && !phase.collapsed ? "verdict-good" : "verdict-bad";
  if (name === "office") return stage === "blink" ? "grant" : "office";
  return { landing: "landing", grant: "grant", turn: "turn", harvest: "harvest", trade: "auction", summary: "ranking" }[name];
}

const mine = (seat) => seat === me();

/** How far up the ladder a price is. */
function share(now, price) {
  const { ladder } = now.phase;
  return ladder ? Math.min(1, Math.max(0, (price - ladder.low) / (ladder.end * ladder.step))) : 0.5;
}

const EFFECTS = {
  grabbed: ({ seat }) => [mine(seat) ? "grab" : "grab-other"],
  grab_missed: () => ["refused"],
  sold: () => ["auction-end"],
  lot: () => ["offer"],
  turn: ({ happened }) => (happened ? [["E14", "E15", "E16", "E17", "E18", "E19", "E20", "E21", "E22"].includes(happened.id) ? "event-bad" : "event-good"] : ["bell"]),
  bought: () => ["elum-buy"],
  outfitted: () => ["outfit"],
  placed: () => ["place"],
  fetched: () => ["fetch"],
  ran_away: () => ["runaway"],
  started: ({ kind }) => (kind === "assay" ? ["assay"] : kind === "outfit" ? [] : ["elum-walk"]),
  assayed: ({ level }) => (level === undefined || level === null ? [] : ["assay-found", { level }]),
  offered: () => ["offer"],
  wampus: ({ plot }) => ["wampus-call", { row: Number(plot[1]) - 1 }],
  caught: () => ["wampus-caught"],
  pub: () => roll(),
  turn_over: ({ seat }, { phase }) => (mine(seat) && phase.winnings === null ? ["time-up"] : []),
  colony: ({ event }) => [event.kind],
  balance: ({ refined, bonuses }) => (refined?.length ? ["refined"] : Object.values(bonuses[me()] ?? {}).some(Boolean) ? ["bonus"] : []),
  ready: () => ["weiter"],
  side: ({ side }) => ["side-chosen", { side }],
  deal: () => ["deal-stand"],
  auction_over: () => ["auction-end"],
  round_over: () => ["walk-in"],
  landed: () => ["walk-in"],
};

/** The reels tick for as long as they roll, then it pays. */
function roll() {
  for (let n = 0; n < ROLLS; n += 1) setTimeout(() => sound.effect("pub-roll", { n }), n * ROLL_MS);
  setTimeout(() => sound.effect("pub-win"), ROLLS * ROLL_MS);
  return [];
}

export function happened(event, now) {
  if (event.type === "unit") {
    sound.effect("unit", { share: share(now, event.price) });
    if (mine(event.seller) && now.phase.phase === "trade" && now.stock[me()] < now.phase.target[me()]) sound.effect("below-target");
    return;
  }
  const [name, params] = EFFECTS[event.type]?.(event, now) ?? [];
  if (name) sound.effect(name, params);
}

export function changed(now, before) {
  sound.music(pieceOf(now) ?? null);
  const late = now.phase.ladder && before?.phase.ladder && now.phase.phase === "office" && now.phase.ladder.left > before.phase.ladder.left;
  if (late) sound.effect("late-bid");
  if (now.phase.phase === "landing" && !before) sound.effect("ship-thrust", { up: false });
  if (now.phase.phase === "over" && before && before.phase.phase !== "over" && now.phase.founders.length) sound.effect("founder");
  if (now.phase.phase !== "harvest" || now.phase.stage !== "blocks") shownBlocks = 0;
  if (now.phase.phase !== "grant" || now.phase.stage !== "run") lastCursor = -1;
}

export function frame(now, t) {
  const { seconds } = clockAt(now, t);
  const ticking = now.phase.stage === "ladder" || (now.phase.phase === "turn" && now.phase.stage === "run");
  sound.urgency(ticking && seconds !== null ? Math.max(0, 1 - seconds / LATE_S) : 0);
  if (ticking && seconds !== lastBeat && seconds !== null && seconds > 0 && seconds <= LAST_BEATS) sound.effect("clock-tick");
  const own = now.phase.phase === "turn" && mine(now.phase.seat) && ticking;
  if (own && lastBeat > LATE_S && seconds <= LATE_S) sound.effect("time-low");
  lastBeat = seconds;
  cursor(now, t);
  blocks(now, t);
}

/** The cursor clicks from plot to plot. */
function cursor({ phase }, t) {
  if (phase.phase !== "grant" || phase.stage !== "run") return;
  const at = phase.index + Math.max(0, Math.floor((t - phase.since) / phase.step_ms));
  if (at !== lastCursor && lastCursor >= 0 && at < phase.path.length) sound.effect("cursor-step");
  lastCursor = at;
}

/** The harvest pops up block by block. */
function blocks({ phase }, t) {
  if (phase.phase !== "harvest" || phase.stage !== "blocks" || !phase.block_ms) return;
  const shown = Math.floor((t - phase.began) / phase.block_ms);
  if (shown <= shownBlocks || t - phase.began < 0) return;
  const goods = phase.crops.flatMap((crop) => Array.from({ length: crop.units }, (_each, n) => [crop.good, n]));
  const [good, n] = goods[Math.min(shown, goods.length) - 1] ?? [];
  if (good && shown <= goods.length && shown - shownBlocks < 4) sound.effect("block", { good, count: n });
  shownBlocks = shown;
}

/** The sliders in the menu. */
function volumes() {
  const set = sound.settings();
  for (const group of ["music", "effects"]) {
    const slider = document.querySelector(`[data-elum-${group}]`);
    if (!slider) continue;
    slider.value = Math.round(set[group] * 100);
    slider.addEventListener("input", () => sound.set({ [group]: Number(slider.value) / 100 }));
  }
}

export function start() {
  sound.start();
  volumes();
  on("elum:skin", ({ name }) => sound.skin(name));
  on("elum:price", ({ up, part }) => sound.effect("price-step", { up, share: part }));
}
