/* The colony ship comes down, and at the end lifts off: pictures as functions of time, so that who comes late joins in
   the middle. Units are those of the picture (320 x 180, the ground at 0). */

import { put } from "./dom.js";
import { easeOut, part } from "./show-base.js";

const HEIGHT = 150; // from where it comes, to where it goes
const NEAR = 40; // so low the dust flies and the legs are out
const DOWN_MS = 3600;
const RAMP_MS = 4200;
const OUT_MS = 420; // between one settler and the next
const WALK_MS = 1500;
const DOOR = [163, 152];
const FOOT = [176, 166];
const RAMP_PART = 0.35; // of the way

const ABOARD_MS = 2600;
const RISE_MS = 4600;
export const LIFTOFF_MS = 8000;

function at(ship, state, y) {
  ship.classList.toggle("is-down", state === "down");
  ship.classList.toggle("is-flying", state === "flying");
  ship.classList.toggle("is-leaving", state === "leaving");
  ship.classList.toggle("is-high", state !== "down" && y < -NEAR);
  put(ship.querySelector(".e-ship__fly"), { y: y.toFixed(2) });
}

/** On the way from the door over the ramp to their place, `p` of it. */
function walk(settler, p, home) {
  const to = [Number(settler.dataset.x), Number(settler.dataset.y)];
  const [from, until, q] = p < RAMP_PART ? [DOOR, FOOT, p / RAMP_PART] : [FOOT, to, (p - RAMP_PART) / (1 - RAMP_PART)];
  const [x, y] = [0, 1].map((axis) => from[axis] + (until[axis] - from[axis]) * q);
  put(settler, { x: x.toFixed(2), y: y.toFixed(2) });
  settler.classList.toggle("is-inside", p <= 0);
  settler.classList.toggle("is-walking", p > 0 && p < 1);
  const left = p < RAMP_PART ? false : until[0] < from[0];
  settler.classList.toggle("is-left", home ? !left : left);
}

/** The landing after `ms`. */
export function land(scene, ms) {
  const ship = scene.querySelector(".e-ship");
  const y = -HEIGHT * (1 - easeOut(part(ms, 0, DOWN_MS)));
  const down = ms >= RAMP_MS - 300;
  at(ship, down ? "down" : "flying", down ? 0 : y);
  for (const settler of ship.querySelectorAll(".e-settler")) {
    walk(settler, part(ms, RAMP_MS + OUT_MS * Number(settler.dataset.i), WALK_MS), false);
  }
  scene.querySelector(".e-caption").hidden = down;
  scene.querySelector(".e-cast").hidden = !down;
}

/** The lift-off after `ms`. Who failed goes with it, the others stay and look after it. */
export function lift(scene, ms) {
  const ship = scene.querySelector(".e-ship");
  const aboard = ship.parentElement.dataset.aboard === "1";
  const leaves = aboard ? ABOARD_MS : 900;
  const p = part(ms, leaves, RISE_MS);
  at(ship, p > 0 ? "leaving" : "down", -HEIGHT * 1.3 * p ** 2.6);
  ship.classList.toggle("is-gone", p >= 1);
  for (const settler of ship.querySelectorAll(".e-settler")) {
    walk(settler, aboard ? 1 - part(ms, 200 * Number(settler.dataset.i), WALK_MS) : 1, aboard);
  }
}
