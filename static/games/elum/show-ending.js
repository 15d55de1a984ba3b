/* The end: walk-in, lift-off, verdict. Each viewer goes through it with the local „Weiter“; no action is sent, and the
   way to the result is a link to this same page, which is the result's now (room.js waits for it: data-ending). */

import { find, put } from "./dom.js";
import { isLive, moves } from "./show-base.js";
import { ranking } from "./show-ranking.js";
import { lift } from "./show-ship.js";

const STEPS = ["rank", "show", "verdict"];

let step = 0;
let since = null;
let listening = false;

const stepOf = (show) => show.querySelector(`[data-step="${STEPS[step]}"]`);

/** The grid that lies under everything, and the one step that is shown. */
export function stand(root, show) {
  if (!isLive()) step = STEPS.length - 1; // an ended match, step by step: this one is the verdict
  for (const part of show.querySelectorAll(".e-ending__step")) part.hidden = part.dataset.step !== STEPS[step];
  show.classList.toggle("is-past", !isLive());
  root.dataset.scene = STEPS[step];
  find(".e-scene").className = `e-scene e-scene--${STEPS[step]}`;
}

function next(event) {
  if (!event.target.closest?.("[data-ending-next]")) return;
  const show = document.getElementById("e-show");
  const root = show?.closest(".elum");
  if (!root || step >= STEPS.length - 1) return;
  step += 1;
  since = performance.now();
  stand(root, show);
  const scene = stepOf(show);
  (scene.querySelector("[data-ending-next], .e-verdict") ?? scene).focus({ preventScroll: true });
  move(show);
}

function move(show) {
  const ms = moves() ? performance.now() - since : Infinity;
  if (step === 0) ranking(stepOf(show), ms);
  else if (step === 1) lift(stepOf(show), ms);
}

/** A new fragment (somebody came or left): where the viewer was, it goes on. */
export function ending(root, show) {
  if (!listening) document.addEventListener("click", next);
  listening = true;
  since ??= performance.now();
  stand(root, show);
  put(root.querySelector(".e-scene"), { gone: `${(performance.now() - since) / 1000}s` }); // htmx would carry it over
  move(show);
}

export const endingFrame = move;
