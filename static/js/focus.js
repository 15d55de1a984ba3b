/* A swap takes the focused element away. Focus goes back to the one that stands for it now (same id or data-key),
   else to the nearest part of the page round it that can hold it, so that a keyboard player stays in place. */

import { on } from "./ui.js";

let trail = [];

const selector = (element) =>
  element.id ? `#${CSS.escape(element.id)}` : element.dataset.key ? `[data-key="${CSS.escape(element.dataset.key)}"]` : null;

function remember() {
  trail = [];
  let element = document.activeElement;
  if (!element || element === document.body) return;
  for (; element && element !== document.body; element = element.parentElement) {
    const found = selector(element);
    if (found) trail.push(found);
  }
}

const focusable = (element) => element.matches("a[href], button:not(:disabled), input:not(:disabled), [tabindex], summary, select, textarea");

function restore() {
  const active = document.activeElement;
  if (!trail.length || (active && active !== document.body && active.isConnected)) return;
  for (const found of trail) {
    const element = document.querySelector(found);
    if (element && focusable(element) && !element.hidden) return element.focus({ preventScroll: true });
  }
}

export function start() {
  on("live:before", remember);
  on("live:events", () => queueMicrotask(restore)); // a game's module lays its buttons over the new board first
  document.addEventListener("htmx:beforeSwap", remember);
  document.addEventListener("htmx:afterSettle", restore);
}
