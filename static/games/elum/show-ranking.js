/* The settlers walk in, the last in the ranking first, and their figures count up: after `ms` of it. */

import { count, easeOut, part } from "./show-base.js";

const WALK_MS = 2200;
const NEXT_MS = 500;
const ITEMS = [[1000, 900], [1900, 900], [2800, 900], [4000, 1600]]; // begin and length by row: money, land, goods, the sum

export function ranking(scene, ms) {
  for (const pod of scene.querySelectorAll(".e-pod")) {
    const i = Number(pod.style.getPropertyValue("--i")) || 0;
    pod.querySelector(".e-pod__walk").classList.toggle("is-walking", ms < i * NEXT_MS + WALK_MS);
  }
  for (const cell of scene.querySelectorAll("[data-item]")) {
    const [from, length] = ITEMS[Number(cell.dataset.item)];
    cell.classList.toggle("is-coming", ms < from); // a nought that is none yet
    count(cell, easeOut(part(ms, from, length)));
  }
}
