/* What the shows share: custom properties from the markup, figures, whether anything moves. */

import { main, motionOn } from "../../js/ui.js";
import { put, write } from "./dom.js";

/** Match time runs: not on the page of an ended match, which shows how a step ended. */
export const isLive = () => main()?.dataset.live === "match";

export const moves = () => isLive() && motionOn();

/** data-v="x:3 ms:200ms" becomes --x and --ms: style attributes are no way under our CSP. */
export function setVars(root) {
  for (const element of root.querySelectorAll("[data-v]")) {
    const pairs = element.dataset.v.trim().split(/\s+/).map((pair) => pair.split(":"));
    put(element, Object.fromEntries(pairs));
  }
}

/** As the server prints it: 1.240, −7. */
export function number(value) {
  const digits = String(Math.abs(value)).replace(/\B(?=(\d{3})+$)/g, ".");
  return value < 0 ? `−${digits}` : digits;
}

export const part = (ms, from, length) => Math.min(1, Math.max(0, (ms - from) / length));

/** Starts fast and comes to rest. */
export const easeOut = (p) => 1 - (1 - p) ** 3;

/** What is counted up shows the part `p` of where it goes to. */
export function count(element, p) {
  write(element, number(Math.round(Number(element.dataset.to) * p)));
}
