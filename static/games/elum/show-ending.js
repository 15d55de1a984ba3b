/* The end: walk-in, lift-off, verdict. Each viewer goes through it with the local „Weiter“; no action is sent, and the
   way to the result is a link to this same page, which is the result's now (room.js waits for it: data-ending). */

import { motionOn } from "../../js/ui.js";
import { setScene } from "./show-base.js";
import { ranking } from "./show-ranking.js";
import { lift } from "./show-ship.js";

const STEPS = ["rank", "show", "verdict"];

let step = 0;
let since = null;
let listening = false;

const stepOf = (show) => show.querySelector(`[data-step="${STEPS[step]}"]`);

function stand(root, show) {
  for (const part of show.querySelectorAll(".e-ending__step")) part.hidden = part.dataset.step !== STEPS[step];
  setScene(root, STEPS[step]);
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
  const ms = motionOn() ? performance.now() - since : Infinity;
  if (step === 0) ranking(stepOf(show), ms);
  else if (step === 1) lift(stepOf(show), ms);
}

/** A new fragment (somebody came or left): where the viewer was, it goes on. */
export function ending(root, show) {
  if (!listening) document.addEventListener("click", next);
  listening = true;
  since ??= performance.now();
  stand(root, show);
  document.querySelector(".e-scene").style.setProperty("--gone", `${(performance.now() - since) / 1000}s`); // htmx would carry it over
  move(show);
}

export const endingFrame = move;
