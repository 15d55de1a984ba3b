/* The list of tables keeps itself up to date: fetched anew when the server says so, but not by everybody at once. */

import { on } from "./ui.js";

const CALM_MS = 400;
const SPREAD_MS = 800;

let timer = null;
let missed = false;

function later(ms) {
  timer ??= setTimeout(() => {
    timer = null;
    missed = false;
    htmx.trigger("#lobby", "lobby"); // its own hx-get, with the filter as it is set
  }, ms);
}

export function start() {
  if (!document.getElementById("lobby")) return;
  on("live:lobby", () => later(CALM_MS + Math.random() * SPREAD_MS));
  on("live:down", () => (missed = true));
  on("live:up", () => missed && later(Math.random() * SPREAD_MS));
}
