/* The waiting room: fetched anew when somebody sits down, changes something or starts. */

import { tell } from "./announce.js";
import { play } from "./sound.js";
import { main, message, motionOn, on } from "./ui.js";
import { gettext } from "./words.js";

const CALM_MS = 120;
const RELOAD_MS = 1500; // the last move is seen before the result comes
const title = document.title;
let timer = null;
let missed = false; // the line was down

/** The people at the table, to hear when somebody sits down. */
const sitting = () => document.querySelectorAll("#raum [data-sitting]").length;
const phase = () => document.getElementById("raum")?.dataset.phase ?? "";

async function fetchRoom() {
  timer = null;
  missed = false;
  const room = document.getElementById("raum");
  if (!room) return;
  const before = { people: sitting(), phase: phase() };
  await htmx.ajax("GET", room.dataset.url ?? `${location.pathname}raum/`, { target: "#raum", swap: "outerHTML", source: room });
  if (phase() && phase() !== before.phase) return begin();
  if (sitting() > before.people) greet();
}

/** The title calls whoever has gone to another tab, until he comes back. */
function call(text) {
  if (!document.hidden) return;
  document.title = `● ${text}`;
  document.addEventListener("visibilitychange", () => (document.title = title), { once: true });
}

function greet() {
  play("sit");
  call(gettext("Jemand hat sich gesetzt"));
  tell(gettext("Jemand hat sich gesetzt."));
}

function begin() {
  play("start");
  call(gettext("Es geht los"));
  setTimeout(() => location.reload(), motionOn() ? 350 : 0);
}

export function start() {
  const kind = main()?.dataset.live;
  if (document.getElementById("raum")) {
    on("live:room", () => (timer ??= setTimeout(fetchRoom, CALM_MS)));
    on("live:down", () => (missed = true));
    on("live:up", () => missed && (timer ??= setTimeout(fetchRoom, CALM_MS)));
  } else if (kind === "match") {
    on("live:room", () => message().over === "1" && (timer ??= setTimeout(() => location.reload(), motionOn() ? RELOAD_MS : 0)));
  }
}
