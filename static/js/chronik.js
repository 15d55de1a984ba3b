/* New lines of the Chronik join the group that they belong to, and are read out. */

import { tell } from "./announce.js";
import { on } from "./ui.js";

/** A group without a heading continues the one under it; a new group with one may stand above it already. */
function join(log) {
  for (const more of log.querySelectorAll(":scope > [data-more]")) {
    const group = more.nextElementSibling;
    if (!group) continue;
    group.querySelector("ul").append(...more.querySelectorAll("li"));
    more.remove();
  }
}

let known = new WeakSet();

const lines = (log) => [...log.querySelectorAll(".chron__line")];

function fresh({ full }) {
  const log = document.getElementById("chronik");
  if (!log) return;
  const added = lines(log).filter((line) => !known.has(line));
  join(log);
  for (const line of added) known.add(line);
  if (full) return;
  for (const line of added) line.classList.add("is-new");
  if (added.length) tell(added.map((line) => line.textContent.trim()).join(" "));
}

export function start() {
  const log = document.getElementById("chronik");
  if (!log) return;
  for (const line of lines(log)) known.add(line);
  on("live:events", fresh);
}
