/* New lines of the Chronik join the group that they belong to, come into sight, and are read out. */

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

/** The newest line is the last of the first group. Whoever reads there, by mouse, finger or keyboard, isn't carried away. */
function follow(log) {
  const wrap = log.closest(".chron__wrap");
  const newest = log.querySelector(".chron__group")?.querySelector(".chron__line:last-child");
  if (!wrap || !newest || wrap.matches(":hover, :focus, :focus-within")) return;
  const [box, line] = [wrap.getBoundingClientRect(), newest.getBoundingClientRect()];
  wrap.scrollTop = Math.max(0, wrap.scrollTop + line.bottom - box.bottom);
}

let known = new WeakSet();

const lines = (log) => [...log.querySelectorAll(".chron__line")];

function fresh({ full }) {
  const log = document.getElementById("chronik");
  if (!log) return;
  const added = lines(log).filter((line) => !known.has(line));
  join(log);
  for (const line of added) known.add(line);
  if (added.length) follow(log);
  if (full) return;
  for (const line of added) line.classList.add("is-new");
  if (added.length) tell(added.map((line) => line.textContent.trim()).join(" "));
}

export function start() {
  const log = document.getElementById("chronik");
  if (!log) return;
  for (const line of lines(log)) known.add(line);
  follow(log);
  log.closest("details")?.addEventListener("toggle", () => follow(log));
  on("live:events", fresh);
}
