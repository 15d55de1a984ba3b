/* Stock columns: first old stock, use, spoilage, harvest one after the other, then the running stock. */

import { html, put, svg, toggle, use, write } from "./dom.js";

/** Parts of the six seconds in which each step is shown. */
const STEPS = [0.2, 0.4, 0.6, 0.9];
const LEAST = 8;

function capacity(now) {
  const { books, target } = now.phase;
  const highest = books.map((book) => Math.max(book.old, book.old - book.used - book.rotten - book.stolen + book.made));
  return Math.max(LEAST, ...highest, ...target, ...now.stock) + 1;
}

/** Units shown at `share` of the columns' time: up to the old stock, down by use and spoilage, up by the harvest. */
function unitsAt(book, share) {
  const after = [book.old, book.old - book.used, book.old - book.used - book.rotten - book.stolen];
  const end = after[2] + book.made;
  const part = (from, to, a, b) => Math.round(from + (to - from) * Math.min(1, Math.max(0, (share - a) / (b - a))));
  if (share < STEPS[0]) return part(0, after[0], 0, STEPS[0]);
  if (share < STEPS[1]) return part(after[0], after[1], STEPS[0], STEPS[1]);
  if (share < STEPS[2]) return part(after[1], after[2], STEPS[1], STEPS[2]);
  return part(after[2], end, STEPS[2], STEPS[3]);
}

function fill(bar, units, good) {
  const shown = bar.querySelectorAll(".e-unit");
  if (shown.length === units) return;
  for (let n = shown.length; n < units; n += 1) {
    const picture = svg("svg", { class: "e-unit__pic", viewBox: "0 0 8 8", "aria-hidden": "true" }, use(`block-${good}`, 0, 0, 8, 8));
    bar.insertBefore(html("i", { class: "e-unit is-new" }, picture), bar.querySelector(".e-bar__need"));
  }
  for (let n = units; n < shown.length; n += 1) shown[n].remove();
}

function draw(node, now, units) {
  const { phase } = now;
  node.querySelectorAll(".e-foot[data-seat] .e-bar").forEach((bar, seat) => {
    const need = phase.target[seat];
    fill(bar, units[seat], phase.good);
    put(bar.querySelector(".e-bar__need"), { need });
    toggle(bar, "is-short", units[seat] < need);
    const words = `Vorrat ${units[seat]}, Soll ${need}`;
    if (bar.getAttribute("aria-label") !== words) bar.setAttribute("aria-label", words);
    write(bar.parentElement.querySelector(".e-foot__have b"), String(units[seat]));
  });
  const store = node.querySelector(".e-foot--store .e-bar");
  if (store) fill(store, Math.min(now.stock.at(-1), 40), phase.good);
}

export function changed(now, node) {
  const { phase } = now;
  if (phase.phase !== "trade") return;
  const cap = capacity(now);
  for (const bar of node.querySelectorAll(".e-bar")) {
    put(bar, { cap });
    bar.toggleAttribute("data-dense", cap > 24);
  }
  const steps = node.querySelector(".e-steps");
  steps.hidden = phase.stage !== "columns";
  if (phase.stage !== "columns") draw(node, now, now.stock);
}

export function frame(now, t, node) {
  const { phase } = now;
  if (phase.phase !== "trade" || phase.stage !== "columns") return;
  const share = Math.min(1, Math.max(0, (t - phase.began) / (phase.until - phase.began)));
  draw(node, now, phase.books.map((book) => unitsAt(book, share)));
  const robbed = phase.books.some(({ stolen }) => stolen);
  write(node.querySelectorAll(".e-steps li")[2], robbed ? "Verderb und Piraten" : "Verderb");
  const at = STEPS.findIndex((end) => share < end);
  node.querySelectorAll(".e-steps li").forEach((step, index) => {
    toggle(step, "is-now", index === (at < 0 ? 3 : at));
    toggle(step, "is-done", at < 0 ? index < 3 : index < at);
  });
}
