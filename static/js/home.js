/* The list of open tables keeps itself up to date: fetched anew when the server says so, not by all at once. */

import { main, on } from "./ui.js";

const CALM_MS = 400;
const SPREAD_MS = 800;

let timer = null;

function fetchTables() {
  timer = null;
  const list = document.getElementById("lobby-tables");
  if (!list) return;
  if (list.hasAttribute("hx-get")) htmx.trigger(list, "lobby");
  else htmx.ajax("GET", `/start/tische/${location.search}`, { target: list, swap: "outerHTML", source: list });
}

export function start() {
  if (main()?.dataset.live !== "home" && !document.getElementById("lobby-tables")) return;
  on("live:lobby", () => {
    timer ??= setTimeout(fetchTables, CALM_MS + Math.random() * SPREAD_MS);
  });
  on("live:up", () => {
    timer ??= setTimeout(fetchTables, Math.random() * SPREAD_MS); // what happened while the line was down
  });
}
