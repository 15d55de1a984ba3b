/* Whole cards for those who watch, live or in a replay: the one of whoever stands at the Pass, until a small card is
   pressed. Players have their own card there, and see the others' in a sheet. */

import { on } from "../../js/ui.js";

let chosen = ""; // the seat whose small card was pressed

const cards = () => [...document.querySelectorAll(".carte--watched")];

function show() {
  const watched = cards();
  if (!watched.length) return;
  const seat = chosen || (document.getElementById("step")?.dataset.active ?? "1");
  for (const card of watched) card.hidden = card.dataset.seat !== seat;
  for (const mini of document.querySelectorAll(".mini")) mini.toggleAttribute("data-shown", mini.dataset.seat === seat);
}

function clicked(event) {
  const mini = event.target.closest?.(".mini__card");
  if (!mini || !cards().length) return;
  event.stopImmediatePropagation();
  chosen = mini.dataset.card;
  show();
}

document.addEventListener("click", clicked);
document.addEventListener("htmx:oobAfterSwap", (event) => /^(step|mini\d)$/.test(event.target.id) && show());
on("live:events", show);
show();
