/* What moves the own figure: buttons held or tapped, arrow keys, dragging. A wish is a step of the ladder (null: the
   start place); it is sent as a price, a few times a second, and shown at once. */

import { refuse } from "../../js/announce.js";
import { emit, on } from "../../js/ui.js";
import { find, findAll, me, number, write } from "./dom.js";


const SLOW_MS = 200; // held: 5 steps a second …
const FAST_AFTER_MS = 700;
const FAST_MS = 1000 / 12; // … and after a while 12
const SEND_MS = 130;
const TRUST_MS = 700; // so long an answered wish is shown before the server's word counts alone

let now = null;
let wished; // a step, null for the start place, undefined: nothing is wanted
let wishedAt = 0;
let sent; // what was sent last
let sentAt = 0;
let held = null; // {by, since, last}
let dragging = false;

/** Where the own figure is wanted; undefined while the server's word counts. */
export const wish = () => wished;

const ladder = () => now?.phase.ladder ?? null;
const figure = () => ladder()?.figures[me()] ?? null;
const trading = () => now && ["trade", "office"].includes(now.phase.phase) && now.phase.stage === "ladder";

/** The step from which the next one is made. */
function here() {
  if (wished !== undefined) return wished;
  const own = figure();
  if (!own || own.at === null) return null;
  return own.to;
}

function bounds() {
  const { low, step, end, top, selling, most } = ladder();
  if (figure().side === "sell") return [0, Math.max(end, top)];
  const cash = Math.floor((now.money[me()] - low) / step);
  return [0, Math.min(cash, selling ? end : (most ?? cash))];
}

const POOR = "Dafür reicht dein Geld nicht.";

/** Why a bid goes no further than step `high`. */
function ceiling(high) {
  const { selling, end, most, low, step } = ladder();
  if (selling && high === end) return "Höher geht es nicht: Zu diesem Preis verkauft der Laden.";
  return high === most ? `Höher geht es nicht: Über ${number(low + most * step)} bietet hier niemand.` : POOR;
}

function want(step) {
  if (!trading() || !figure() || figure().side === "out") return;
  const before = here();
  if (step !== null && step !== before) {
    emit("elum:price", { up: before === null ? figure().side === "buy" : step > before, part: Math.min(1, step / Math.max(1, ladder().top)) });
  }
  wished = step;
  wishedAt = performance.now();
  showPrice();
  push();
}

/** Why it goes no further, once for each press; holding it down until the end is no mistake. */
function no(words, fresh) {
  held = null;
  if (fresh) refuse(words);
}

/** One step up (+1) or down (-1), from and to the start place too. `fresh`: a new press, not one held down. */
function move(by, fresh = false) {
  if (now?.phase.phase === "trade" && now.phase.stage === "sides") return choose(by > 0 ? "sell" : "buy");
  if (!trading()) return;
  const own = figure();
  if (!own || own.side === "out") return no(now.phase.phase === "office" ? "Auf dein eigenes Feld bietest du nicht mit." : "Du bist nicht dabei. Wähle erst eine Seite.", fresh);
  const [low, high] = bounds();
  const at = here();
  if (own.side === "buy") {
    if (at === null) return by > 0 && (high >= 0 ? want(0) : no(POOR, fresh));
    if (at + by < low) return want(null);
    if (at + by > high) return no(ceiling(high), fresh);
  } else {
    if (at === null) return by < 0 && want(high);
    if (at + by > high) return want(null);
    if (at + by < low) return no("Tiefer geht es nicht: Zu diesem Preis kauft der Laden.", fresh);
  }
  want(at + by);
}

// --- sending -------------------------------------------------------------------------------------

let timer = null;

function push() {
  const wait = sentAt + SEND_MS - performance.now();
  if (wait > 0) {
    timer ??= setTimeout(() => {
      timer = null;
      push();
    }, wait);
    return;
  }
  if (wished === undefined || wished === sent || !ladder()) return;
  sent = wished;
  sentAt = performance.now();
  const price = wished === null ? null : ladder().low + wished * ladder().step;
  emit("game:act", { a: { type: "walk", price } });
}

const side = () => (now.phase.ladder ? now.phase.ladder.figures[me()]?.side : now.phase.sides[me()]);

function choose(wanted) {
  if (now?.phase.phase !== "trade" || wanted === side()) return;
  forget();
  emit("game:act", { a: { type: "side", side: wanted } });
}

function forget() {
  wished = undefined;
  sent = undefined;
  held = null;
}

// --- hands ---------------------------------------------------------------------------------------

function press(by) {
  const before = here();
  move(by, true);
  held = trading() && here() !== before ? { by, since: performance.now(), last: performance.now() } : null;
  for (const button of findAll(`[data-move="${by > 0 ? "up" : "down"}"]`)) button.classList.add("is-held");
}

function release() {
  held = null;
  dragging = false;
  for (const button of findAll("[data-move]")) button.classList.remove("is-held");
}

/** Held: step after step, faster after a while. */
function pull(at) {
  if (!held) return;
  const every = at - held.since > FAST_AFTER_MS ? FAST_MS : SLOW_MS;
  while (held && at - held.last >= every) {
    held.last += every;
    move(held.by);
  }
}

/** The step under a finger on the field. */
function stepAt(event) {
  const column = find(".e-ladder .e-cols")?.getBoundingClientRect();
  if (!column) return undefined;
  const part = (column.bottom - event.clientY) / column.height;
  const scale = Number(find(".e-ladder").dataset.scale);
  const step = Math.round(part * scale);
  const [low, high] = bounds();
  if (figure().side === "buy" && step < low - 1) return null;
  if (high < low) {
    dragging = false;
    refuse(POOR);
    return undefined;
  }
  if (figure().side === "sell" && step > high + 1) return null;
  return Math.min(high, Math.max(low, step));
}

function down(event) {
  const button = event.target.closest?.("[data-move]");
  if (button) {
    event.preventDefault();
    button.setPointerCapture?.(event.pointerId);
    return press(button.dataset.move === "up" ? 1 : -1);
  }
  if (!event.target.closest?.(".e-field") || !trading() || !figure() || figure().side === "out") return;
  dragging = true;
  drag(event);
}

function drag(event) {
  if (!dragging || !trading()) return;
  const step = stepAt(event);
  if (step !== undefined) want(step);
}

const KEYS = { ArrowUp: 1, ArrowDown: -1 };

function keyed(event) {
  if (!(event.key in KEYS) || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.target.closest?.("input, select, textarea, dialog, [popover], .e-plot")) return;
  if (now?.phase.phase !== "trade" && now?.phase.phase !== "office") return;
  event.preventDefault();
  if (!event.repeat) press(KEYS[event.key]);
}

// --- contract of ladder.js -----------------------------------------------------------------------

function showPrice() {
  const place = find(".e-price__val");
  if (!place || !now) return;
  const value = place.querySelector("b");
  const note = place.querySelector("small");
  if (now.phase.stage === "sides" && now.phase.sides) {
    write(value, { buy: "Kaufen", sell: "Verkaufen", out: "Nicht dabei" }[now.phase.sides[me()]]);
    return write(note, "");
  }
  const at = trading() && figure() && figure().side !== "out" ? here() : null;
  write(value, at === null ? "–" : number(ladder().low + at * ladder().step));
  if (at !== null) return write(note, "Taler");
  write(note, !trading() ? "" : figure()?.side === "out" ? "nicht dabei" : "am Startplatz");
}

function showSides() {
  const { phase } = now;
  if (phase.phase !== "trade") return;
  const mine = side();
  const open = phase.stage === "sides" || phase.stage === "ladder";
  for (const button of findAll(".e-side-btn")) {
    button.setAttribute("aria-pressed", String(button.dataset.side === mine));
    const nothing = button.dataset.side === "sell" && !now.stock[me()];
    button.setAttribute("aria-disabled", String(!open || nothing));
  }
  const title = find(".e-price h2");
  write(title, phase.stage === "sides" ? "Wähle" : "Dein Preis");
}

function showPurse() {
  const seat = me();
  if (seat === null) return;
  write(find(".e-purse__cash"), `${number(now.money[seat])} T`);
  if (now.phase.phase !== "trade") return;
  write(find(".e-purse__have"), now.phase.stage === "columns" ? "…" : String(now.stock[seat] ?? "")); // the columns tell it
  write(find(".e-purse__need"), String(now.phase.target[seat] ?? ""));
}

export function changed(next) {
  now = next;
  if (!trading() || !figure() || figure().side === "out") forget();
  // a wish that the server has taken over (or cut) no longer counts
  else if (wished !== undefined && !held && !dragging && (figure().to === wished || performance.now() - wishedAt > TRUST_MS)) forget();
  if (me() === null) return;
  showSides();
  showPurse();
  showPrice();
}

export function frame() {
  pull(performance.now());
  if (wished !== undefined && !held && !dragging && wished === sent && performance.now() - wishedAt > TRUST_MS) {
    forget();
    showPrice();
  }
}

export function start() {
  document.addEventListener("pointerdown", down);
  document.addEventListener("pointermove", drag);
  for (const type of ["pointerup", "pointercancel", "blur"]) window.addEventListener(type, release);
  document.addEventListener("keydown", keyed);
  document.addEventListener("keyup", (event) => event.key in KEYS && release());
  document.addEventListener("click", (event) => {
    const step = event.target.closest?.("[data-move]");
    if (step && event.detail === 0) {
      press(step.dataset.move === "up" ? 1 : -1);
      return release();
    }
    const button = event.target.closest?.(".e-side-btn");
    if (!button || button.getAttribute("aria-disabled") === "true") return;
    choose(button.dataset.side);
  });
  on("live:no", () => {
    forget();
    showPrice();
  });
  on("live:down", forget);
}

