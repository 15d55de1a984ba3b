/* What has moved glides: elements with a data-key are seen going from the old place to the new one after a swap.
   Everything is short, one press ends it, and nothing waits for it. Games use the same helpers. */

import { motionOn, on } from "./ui.js";

const SLIDE_MS = 280;
const EASE = "cubic-bezier(.2, .8, .2, 1)";

const running = new Set();
let places = new Map();

/** Element.animate that respects the player's wish and can be skipped; gives a promise of its end. */
export function animate(element, keyframes, options) {
  if (!motionOn() || !element.animate) return Promise.resolve();
  const animation = element.animate(keyframes, { easing: EASE, duration: SLIDE_MS, ...options });
  running.add(animation);
  return animation.finished.catch(() => {}).then(() => running.delete(animation));
}

/** Ends all motion at once: the page shows how things stand. */
export function skip() {
  for (const animation of running) {
    try {
      animation.finish();
    } catch {
      animation.cancel();
    }
  }
}

/** Waits `ms` of motion, or not at all where there is none. */
export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, motionOn() ? ms : 0));

const keyed = () => document.querySelectorAll("[data-key]");

function remember() {
  places = new Map();
  if (!motionOn() || document.hidden) return;
  for (const element of keyed()) {
    const { left, top } = element.getBoundingClientRect();
    places.set(element.dataset.key, { left: left + scrollX, top: top + scrollY });
  }
}

function glide() {
  const moved = [];
  for (const element of keyed()) {
    const from = places.get(element.dataset.key);
    if (!from) continue;
    const { left, top, width } = element.getBoundingClientRect();
    const x = from.left - left - scrollX;
    const y = from.top - top - scrollY;
    if (width && (Math.abs(x) > 1 || Math.abs(y) > 1)) moved.push([element, x, y]);
  }
  places = new Map();
  for (const [element, x, y] of moved) {
    animate(element, [{ translate: `${x}px ${y}px`, zIndex: 3 }, { translate: "0 0", zIndex: 3 }], { composite: "add" });
  }
}

export function start() {
  on("live:before", () => {
    skip();
    remember();
  });
  on("live:events", ({ full }) => (full ? (places = new Map()) : glide()));
  document.addEventListener("pointerdown", skip, true);
  document.addEventListener("keydown", (event) => event.key === "Escape" && skip(), true);
}
