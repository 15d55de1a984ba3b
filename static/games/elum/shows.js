/* The small shows of the page: landing, land office, turns of others, harvest, balance, round's end, the end.

   elum.js calls `changed` after each swap, `frame` each animation frame, `happened` for each new event. What moves is a
   function of match time, also CSS animations: they begin `--gone` in the past. */

import { byId, put } from "./dom.js";
import { moves, setVars } from "./show-base.js";
import { ending, endingFrame, stand } from "./show-ending.js";
import { close, harvest, swapped } from "./show-harvest.js";
import { ranking } from "./show-ranking.js";
import { land } from "./show-ship.js";
import { card, clearCard, slot, slotBegins } from "./show-turn.js";

let shown = null; // the fragment that was prepared
let dated = null; // the fragment whose animations know when they began
let last = null; // match ms of the last frame

const fragment = (root) => root.querySelector("#e-show");

/** Ms since the stage began; without motion everything stands at its end. */
const since = (phase, t) => (moves() ? Math.max(0, t - phase.began) : Infinity);

export function changed(now, before, root) {
  const show = fragment(root);
  if (!show) return;
  const { phase } = now;
  if (phase.phase === "harvest") swapped();
  else close(root);
  if (phase.phase === "turn") card(root, show);
  else clearCard(root);
  if (show === shown) {
    if (phase.phase === "over") stand(root, show);
    return;
  }
  shown = show;
  setVars(show);
  if (phase.phase === "over") return ending(root, show);
  if (phase.phase === "turn" && phase.stage === "slot") slotBegins(phase, before, last);
  draw(now, show, root, last ?? phase.began ?? 0);
}

function draw(now, show, root, t) {
  const { phase } = now;
  if (phase.phase === "landing") land(show, since(phase, t));
  else if (phase.phase === "harvest") harvest(root, now, since(phase, t));
  else if (phase.phase === "summary") ranking(show, since(phase, t));
  else if (phase.phase === "turn" && phase.stage === "slot") slot(show, t, !moves());
}

export function frame(now, t, root) {
  const show = fragment(root);
  const { phase } = now;
  if (!show || show !== shown) return;
  if (phase.phase === "over") return endingFrame(show);
  if (t === null) return;
  last = t;
  if (show !== dated && phase.began !== undefined) {
    dated = show;
    // not on the fragment itself: htmx carries the attributes of what has an id over, and our CSP forbids style
    put(root.querySelector(".e-scene"), { gone: `${Math.max(0, t - phase.began) / 1000}s` });
  }
  draw(now, show, root, t);
}

/** A plot that was refined shows its new badge. */
export function happened(event) {
  if (event.type !== "balance") return;
  for (const plot of event.refined ?? []) {
    byId(`p-${plot}`)?.querySelector('use[href="#badge"]')?.classList.add("e-got");
  }
}
