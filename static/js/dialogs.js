/* Dialogs and what they say: `data-dialog="<id>"` opens, `data-close` closes, Esc and a press beside it too.
   Elements with data-when ("others", "alone", "last") show what is true at the table right now. */

import { changed } from "./press.js";
import { main } from "./ui.js";

const humans = () => [...document.querySelectorAll(".seat[data-human]")];

/** Which of the words are true: other humans at the table, nobody else, or the last of several. */
function facts() {
  const me = main()?.dataset.me;
  const others = humans().some((seat) => seat.dataset.seat !== me);
  const gone = document.querySelector(".seat[data-left]") !== null;
  return { others, alone: !others, last: !others && gone };
}

function refresh() {
  const now = facts();
  for (const element of document.querySelectorAll("[data-when]")) element.hidden = !now[element.dataset.when];
}

function open(id) {
  const dialog = document.getElementById(id);
  if (!dialog || dialog.open) return;
  refresh();
  document.querySelector(".menu:popover-open")?.hidePopover();
  changed();
  dialog.showModal();
}

function give(button) {
  const dialog = document.getElementById("dlg-give");
  if (!dialog) return;
  dialog.querySelector("[data-give-name]").textContent = button.dataset.name;
  dialog.querySelector("input[name=index]").value = button.dataset.give;
  open("dlg-give");
}

function clicked(event) {
  const target = event.target;
  const opener = target.closest?.("[data-dialog]");
  if (opener) return open(opener.dataset.dialog);
  const giver = target.closest?.("[data-give]");
  if (giver) return give(giver);
  const dialog = target.closest?.("dialog[open]");
  if (dialog && (target === dialog || target.closest("[data-close]"))) {
    dialog.close();
    changed();
  }
}

export function start() {
  document.addEventListener("click", clicked);
  document.addEventListener("beforetoggle", (event) => event.target.matches?.("#table-menu") && refresh(), true);
}
