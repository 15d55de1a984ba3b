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
let acting = 0; // the player's own forms that wait for their answer

/** The people at the table, to hear when somebody sits down. */
const sitting = () => document.querySelectorAll("#raum [data-sitting]").length;
const phase = () => document.getElementById("raum")?.dataset.phase ?? "";

const later = () => (timer ??= setTimeout(fetchRoom, CALM_MS));

/** Not while an own action is on its way: its form must stand until the answer has come. */
async function fetchRoom() {
  timer = null;
  missed = false;
  const url = document.getElementById("raum")?.dataset.url;
  if (!url) return;
  if (acting) return later();
  const answer = await fetch(url, { headers: { "HX-Request": "true" } }).catch(() => null);
  if (!answer?.ok) return;
  if (answer.headers.get("HX-Refresh") === "true") return location.reload();
  const markup = await answer.text();
  if (acting) return later();
  const before = { people: sitting(), phase: phase() };
  htmx.swap("#raum", markup, { swapStyle: "outerHTML", swapDelay: 0, settleDelay: 20 });
  if (phase() && phase() !== before.phase) return begin();
  if (sitting() > before.people) greet();
}

/** Counts requests of forms in the room; `by` is 1 when one goes out and -1 when it is answered. */
const count = (by) => ({ detail: { elt } }) => {
  if (elt.localName === "form" && elt.closest("#raum")) acting = Math.max(0, acting + by);
};

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
    document.addEventListener("htmx:beforeRequest", count(1));
    document.addEventListener("htmx:afterRequest", count(-1));
    on("live:room", later);
    on("live:down", () => (missed = true));
    on("live:up", () => missed && later());
  } else if (kind === "match") {
    on("live:room", () => message().over === "1" && (timer ??= setTimeout(() => location.reload(), motionOn() ? RELOAD_MS : 0)));
  }
}
