/* The waiting room: fetched anew when somebody sits down, changes something or starts. It never swaps away a form
   whose answer is still under way: the answer comes first, then the room; and it never swaps away what a finger or the
   mouse is pressing: the press comes first. */

import { tell } from "./announce.js";
import { play } from "./sound.js";
import { main, message, motionOn, on } from "./ui.js";
import { gettext } from "./words.js";

const CALM_MS = 120;
const RELOAD_MS = 1500; // the last move is seen before the result comes
const PRESS_MS = 1500; // a native list may swallow the release: the room doesn't wait for ever
const title = document.title;

let timer = null;
let missed = false; // the line was down
let underWay = 0; // requests of htmx, our own among them
let due = false; // fetch again as soon as nothing is under way
let pressed = null; // something in the room is held down; its click would hit nothing after a swap

const room = () => document.getElementById("raum");
const sitting = () => document.querySelectorAll("#raum [data-sitting]").length;
/** A board that shows the end itself goes on to the result by its own links, when the viewer has seen enough. */
const ending = () => document.querySelector("[data-ending]");
const phase = () => room()?.dataset.phase ?? "";

/** The title calls whoever has gone to another tab, until the tab is shown again. */
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

async function fetchRoom() {
  timer = null;
  if (underWay || pressed) return (due = true);
  missed = due = false;
  const before = { people: sitting(), phase: phase() };
  await htmx.ajax("GET", room().dataset.url, { target: "#raum", swap: "outerHTML", source: main() });
  if (phase() && phase() !== before.phase) return begin();
  if (sitting() > before.people) greet();
}

const soon = () => (timer ??= setTimeout(fetchRoom, CALM_MS));

/** Our own answer is older than the one that a form still waits for, or a press is about to: leave the form where it is. */
function hold(event) {
  if (event.detail.requestConfig?.elt !== main() || (underWay < 2 && !pressed)) return;
  event.detail.shouldSwap = false;
  due = true;
}

function ended() {
  underWay = Math.max(0, underWay - 1);
  if (!underWay && !pressed && due) soon();
}

/** The click follows the release at once; only after it may the room change. */
function released() {
  clearTimeout(pressed);
  pressed = null;
  if (!underWay && due) soon();
}

function press(event) {
  if (event.button === 0 && room()?.contains(event.target)) pressed ??= setTimeout(released, PRESS_MS);
}

const release = () => pressed && setTimeout(released);

export function start() {
  if (room()) {
    document.addEventListener("htmx:beforeRequest", () => (underWay += 1));
    document.addEventListener("htmx:afterRequest", ended);
    document.addEventListener("htmx:beforeSwap", hold);
    document.addEventListener("pointerdown", press);
    for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, release);
    on("live:room", soon);
    on("live:down", () => (missed = true));
    on("live:up", () => missed && soon());
  } else if (main()?.dataset.live === "match") {
    on("live:room", () => message().over === "1" && !ending() && (timer ??= setTimeout(() => location.reload(), motionOn() ? RELOAD_MS : 0)));
  }
}
