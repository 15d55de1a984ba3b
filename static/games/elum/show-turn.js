/* A turn as others see it: the card beside the map, the slot machine. */

import { count, part } from "./show-base.js";

const SLOT_MS = 3000;
const ROLL_MS = 600; // then the reels halt one after the other (map.css), the last after 1.5 s
const COUNT_FROM_MS = 1500;
const COUNT_MS = 900;

let slotAt = null;

/** The card's words stand in the show; its place is below the ranking, which is a fragment of its own. */
export function card(root, show) {
  const place = root.querySelector("#e-underway");
  const words = show.querySelector(":scope > .e-doing");
  if (!place || !words) return;
  place.replaceChildren(...[...words.children].map((child) => child.cloneNode(true)));
  place.dataset.turn = "";
}

/** The ranking may stay as it is when the turns are over; the card doesn't. */
export function clearCard(root) {
  const place = root.querySelector("#e-underway[data-turn]");
  place?.replaceChildren();
  place?.removeAttribute("data-turn");
}

/** Before: whether we saw the reels start. */
export function slotBegins(phase, before, t) {
  slotAt = before?.phase.seat === phase.seat && before.phase.stage !== "slot" ? (t ?? phase.until - SLOT_MS) : phase.until - SLOT_MS;
}

export function slot(show, t, still) {
  const machine = show.querySelector(".e-slot");
  if (!machine) return;
  const ms = still ? Infinity : t - slotAt;
  const state = ms < ROLL_MS ? "roll" : "won";
  if (machine.dataset.state !== state) machine.dataset.state = state;
  for (const figure of show.querySelectorAll("[data-to]")) count(figure, part(ms, COUNT_FROM_MS, COUNT_MS));
}
