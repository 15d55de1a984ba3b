/* Presses that mean what they hit. A finger that was already down when the page changed under it, and the second
   tap of a double tap, must not act on the thing that has come there since; a long press shows what the mouse
   shows by hovering, and isn't a tap.

   Elements with data-hold get `live:hold` and `live:holdend` (bubbling, on the element) from touch and pen. */

import { message, on } from "./ui.js";

const DOUBLE_MS = 400;
const NEAR_PX = 40;
const HOLD_MS = 450;
const SLIP_PX = 12;

let epoch = 0; // counts up when something new to press has come
let down = { epoch: 0, target: null }; // as it was when the finger went down
let lastClick = { at: -Infinity, x: 0, y: 0, epoch: -1 };
let decision;
let hold = null; // {timer, element, x, y, shown}
let swallow = false; // the click that ends a long press

/** Something else stands there now: what was begun before doesn't count for it. */
export function changed() {
  epoch += 1;
}

const near = (a, b) => Math.hypot(a.x - b.x, a.y - b.y) < NEAR_PX;

/** What stands there still and is no move (a menu, the sound) may be pressed while the turn goes on. */
const meansTheSame = (target) => target === down.target && !target.closest("[data-action]");

function clickAllowed(event) {
  if (swallow) return false;
  if (event.detail === 0) return true; // keyboard, or a module's own
  if (down.epoch !== epoch) return meansTheSame(event.target); // the finger was down already
  const here = { x: event.clientX, y: event.clientY };
  const now = performance.now();
  const second = now - lastClick.at < DOUBLE_MS && near(here, lastClick) && lastClick.epoch !== epoch;
  return !second;
}

function clicked(event) {
  const allowed = clickAllowed(event);
  swallow = false;
  if (!allowed) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  if (event.detail === 0) return;
  lastClick = { at: performance.now(), x: event.clientX, y: event.clientY, epoch: allowed ? epoch : lastClick.epoch };
}

// --- long press --------------------------------------------------------------------------------

const fire = (element, name) => element.dispatchEvent(new CustomEvent(name, { bubbles: true }));

function endHold() {
  if (!hold) return;
  clearTimeout(hold.timer);
  if (hold.shown) fire(hold.element, "live:holdend");
  hold = null;
}

function pointerDown(event) {
  down = { epoch, target: event.target };
  swallow = false;
  endHold();
  const element = event.target.closest?.("[data-hold]");
  if (!element || event.pointerType === "mouse") return;
  hold = { element, x: event.clientX, y: event.clientY, shown: false };
  hold.timer = setTimeout(() => {
    hold.shown = true;
    fire(element, "live:hold");
  }, HOLD_MS);
}

function pointerUp() {
  swallow = Boolean(hold?.shown);
  endHold();
}

function pointerMove(event) {
  if (!hold) return;
  const way = Math.hypot(event.clientX - hold.x, event.clientY - hold.y);
  if (way > (hold.shown ? NEAR_PX : SLIP_PX)) endHold();
}

/** The browser's own long press menu would lie over ours. */
function menu(event) {
  if (hold && event.target.closest?.("[data-hold]")) event.preventDefault();
}

export function start() {
  document.addEventListener("click", clicked, true);
  document.addEventListener("pointerdown", pointerDown, true);
  document.addEventListener("pointerup", pointerUp, true);
  document.addEventListener("pointercancel", endHold, true);
  document.addEventListener("pointermove", pointerMove, { capture: true, passive: true });
  document.addEventListener("contextmenu", menu, true);
  decision = message().decision;
  on("live:events", () => {
    if (message().decision === decision) return;
    decision = message().decision;
    changed();
  });
}
