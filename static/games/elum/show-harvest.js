/* The harvest on the map: blocks come up in the fields one by one, on plots with two ELUMs in two columns; then a
   mountain may walk. All of it is a function of match time; what is drawn lies in a layer of its own. */

import { byId, put, svg, use, write } from "./dom.js";
import { part } from "./show-base.js";

const UNIT = 32;
const BLOCK = 8;
const LOW = 22; // of the lowest block
const STEP = 6;
const ROOM = 20; // for the blocks above it
const FRESH_MS = 400;
const SHAKE_MS = 2000;
const COLUMNS = "ABCDEFGHI";

let layer = null;
let key = ""; // of the harvest that the layer shows
let show = null; // its blocks and marks in their order
let drawn = 0;
let stale = true; // plots or tally were swapped

const corner = (plot) => [COLUMNS.indexOf(plot[0]) * UNIT, (Number(plot[1]) - 1) * UNIT];

/** Where the blocks of a plot's crops stand: a good alone fills two columns in turn, of two each has its own. */
function places(crops) {
  const found = [];
  const [left, top] = corner(crops[0].plot);
  crops.forEach((crop, column) => {
    const alone = crops.length === 1;
    const high = alone ? Math.ceil(crop.units / 2) : crop.units;
    const step = Math.min(STEP, ROOM / Math.max(1, high - 1));
    for (let n = 0; n < crop.units; n += 1) {
      const x = (alone ? n % 2 : column) ? 16 : 6;
      const row = alone ? Math.floor(n / 2) : n;
      found.push({ crop, x: left + x, y: top + LOW - row * step });
    }
  });
  return found;
}

/** Everything in order with its instant: [{at, crop, x, y}] for a block, [{at, crop, mark}] for an ELUM without yield. */
function plan(phase) {
  const plots = new Map();
  for (const crop of phase.crops) plots.set(crop.plot, [...(plots.get(crop.plot) ?? []), crop]);
  const items = [];
  let at = 0;
  for (const crops of plots.values()) {
    for (const crop of crops) {
      if (!crop.units && (crop.idle || crop.spoilt)) items.push({ at, crop, mark: crop.spoilt ? "spoilt" : "idle" });
    }
    for (const place of places(crops)) {
      items.push({ ...place, at });
      at += phase.block_ms;
    }
  }
  return items;
}

function draw(item, fresh) {
  const [left, top] = corner(item.crop.plot);
  if (!item.mark) {
    return svg("g", { class: fresh ? "e-block" : "e-block is-there" }, use(`block-${item.crop.good}`, item.x, item.y, BLOCK, BLOCK));
  }
  const what = item.mark === "idle" ? [use("good-energy", left + 5, top + 7, 11, 11)] : [];
  return svg("g", { class: `e-noyield e-noyield--${item.mark}` }, ...what, use("no", left + 16, top + 6, 12, 14));
}

/** What the event struck: a row, or a plot. */
function struck(event) {
  if (!event) return [];
  if (event.kind === "rain") {
    return [svg("rect", { class: "e-rainrow", x: 0, y: (Number(event.row) - 1) * UNIT, width: 288, height: UNIT })];
  }
  if (!event.plot || event.kind === "quake") return [];
  const [x, y] = corner(event.plot);
  return [svg("g", { class: "e-struckplot" }, use("cursor", x, y, UNIT, UNIT))];
}

function open(root, phase, round) {
  const wanted = `${round}/${phase.crops.length}/${phase.block_ms}`;
  if (layer?.isConnected && key === wanted) return;
  close(root);
  layer = svg("svg", { class: "e-blocks", viewBox: "0 0 288 160", "aria-hidden": "true" }, ...struck(phase.event));
  root.querySelector(".e-map")?.append(layer);
  key = wanted;
  show = plan(phase);
  drawn = 0;
}

/** The harvest is over: the ELUMs stand in the fields again. */
export function close(root) {
  arrive(root);
  layer?.remove();
  layer = null;
  for (const plot of root.querySelectorAll(".is-reaped, .is-idle")) plot.classList.remove("is-reaped", "is-idle");
  root.querySelector(".e-stage")?.classList.remove("is-shaking");
}

/** Something was swapped: what stands on plots and in the tally is to be said anew. */
export const swapped = () => (stale = true);

/** Draws what is due after `ms` of the blocks (Infinity: everything); plots may have been swapped meanwhile. */
function blocks(root, ms) {
  while (drawn < show.length && show[drawn].at <= ms) {
    stale = true;
    layer.append(draw(show[drawn], ms - show[drawn].at < FRESH_MS));
    drawn += 1;
  }
  if (!stale) return;
  stale = false;
  const sums = new Map();
  for (const item of show.slice(0, drawn)) {
    const plot = byId(`p-${item.crop.plot}`);
    plot?.classList.add(item.mark ? "is-idle" : "is-reaped");
    if (!item.mark) sums.set(item.crop.seat, (sums.get(item.crop.seat) ?? 0) + 1);
  }
  for (const cell of root.querySelectorAll("[data-tally]")) write(cell, String(sums.get(Number(cell.dataset.tally) - 1) ?? 0));
}

/** No mountain is on its way any more. */
function arrive(root) {
  layer?.querySelector(".e-walker--mountain")?.remove();
  for (const peak of root.querySelectorAll("#e-peaks .is-gone")) peak.classList.remove("is-gone");
}

/** The mountain walks from where it stood to where the map already has it. */
function wander(root, event, ms, length) {
  const p = part(ms, 0, length);
  const [x, y] = corner(event.to);
  const peak = root.querySelector(`#e-peaks use[x="${x}"][y="${y}"]`);
  peak?.classList.toggle("is-gone", p < 1);
  let walker = layer.querySelector(".e-walker--mountain");
  if (p >= 1 || !peak) return walker?.remove();
  if (!walker) {
    const name = peak.getAttribute("href").replace("#mountain-", "mountain-walk-");
    walker = svg("g", { class: "e-walker e-walker--mountain is-walking" });
    for (const frame of [1, 2]) walker.append(use(`${name}-${frame}`, 0, 0, UNIT, UNIT, `e-f${frame}`));
    layer.append(walker);
  }
  const [fromX, fromY] = corner(event.plot);
  const y1 = fromY + (y - fromY) * p - Math.abs(Math.sin(p * 30)) * 1.5;
  put(walker, { x: (fromX + (x - fromX) * p).toFixed(2), y: y1.toFixed(2) });
}

/** The harvest's picture after `ms` of its stage. */
export function harvest(root, now, ms) {
  const { phase, round } = now;
  const quake = phase.event?.kind === "quake" && ms < SHAKE_MS && (phase.stage === "event" || phase.stage === "mountain");
  root.querySelector(".e-stage")?.classList.toggle("is-shaking", quake);
  if (phase.stage === "event") return;
  open(root, phase, round);
  blocks(root, phase.stage === "blocks" ? ms : Infinity);
  if (phase.stage === "mountain") wander(root, phase.event, ms, phase.until - phase.began);
  else arrive(root);
}
