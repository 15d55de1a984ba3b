/* Speed-E.L.U.M.: from the server's anchors to a scene that moves.

   After every swap `changed(now, before)` of each module brings the scene up to date; in every frame `frame(now, t)` moves
   what moves at match time t; `happened(event, now)` tells each new event. State lives on the server: whatever a module
   draws, a reload draws again. */

import { main, on } from "../../js/ui.js";
import { byId, clockText, find, findAll, me, put, root, write } from "./dom.js";
import * as hints from "./hints.js";
import * as ladder from "./ladder.js";
import * as map from "./map.js";
import * as marks from "./marks.js";
import * as shows from "./shows.js";
import * as skin from "./skin.js";
import * as sounds from "./sounds.js";
import { clockAt, matchNow } from "./time.js";
import * as voice from "./voice.js";

/** On the page of an ended match time stands still at the step that is shown, and nothing sounds. */
const live = main()?.dataset.live === "match";
const modules = live ? [map, marks, ladder, shows, sounds, hints, voice] : [map, marks, ladder, shows];
const LINES = 5;
let now = null;

const time = () => (live ? matchNow() : Number(byId("steps-now")?.dataset.at ?? 0));

const numbers = (text) => (text ? text.split(" ").map(Number) : []);

function read() {
  const data = byId("e-now")?.dataset;
  if (!data) return null;
  return {
    phase: JSON.parse(data.phase),
    round: Number(data.round),
    folk: data.folk.split(" "),
    away: numbers(data.away),
    level: data.level,
    lapse: Number(data.lapse),
    money: numbers(data.money),
    stock: numbers(data.stock),
    beats: Number(data.beats),
    rank: numbers(data.rank),
  };
}

/** Which scene the phase plays in, for this viewer. */
function sceneOf({ phase }) {
  const { phase: name, stage } = phase;
  if (name === "trade") return "ladder";
  if (name === "office") return { blink: "map", open: "show", ladder: "ladder", result: "ladder" }[stage];
  if (name === "turn") return phase.seat === me() && stage !== "end" ? "turn" : "map";
  if (name === "harvest") return stage === "balance" ? "balance" : "map";
  return { landing: "show", grant: "map", summary: "rank", over: "rank" }[name];
}

function setScene(name, land) {
  const scene = root();
  const classes = `e-scene e-scene--${name}${land ? " e-scene--land" : ""}`;
  const stage = find(".e-scene");
  if (stage.className !== classes) stage.className = classes;
  if (scene.dataset.scene !== name) scene.dataset.scene = name;
  const state = now.phase.stage ?? now.phase.phase;
  scene.dataset.phase = now.phase.phase;
  if (scene.dataset.state !== state) scene.dataset.state = state;
}

function update() {
  const before = now;
  now = read();
  if (!now) return;
  setScene(sceneOf(now), now.phase.phase === "office");
  logLines();
  skin.plainNames();
  for (const module of modules) module.changed(now, before, root());
  draw();
}

/** The last lines of the Chronik beside the map, the latest on top. */
function logLines() {
  const list = find(".e-log ol");
  if (!list) return;
  const groups = [...document.querySelectorAll("#chronik > li")].slice(0, 2);
  const lines = groups.flatMap((group) => [...group.querySelectorAll(".chron__line")].reverse()).slice(0, LINES);
  list.replaceChildren(...lines.map((line) => line.cloneNode(true)));
}

// --- every frame ---------------------------------------------------------------------------------

function draw() {
  const t = time();
  if (t === null || !now) return;
  showClock(t);
  for (const module of modules) module.frame(now, t, root());
}

function showClock(t) {
  const { share, seconds, pace } = clockAt(now, t);
  const bar = find(".e-timebar");
  put(bar.firstElementChild, { t: Math.min(1, Math.max(0, share)).toFixed(4), ms: "0ms" });
  bar.classList.toggle("is-wait", seconds === null);
  const clock = find(".e-clock");
  clock.classList.toggle("is-wait", seconds === null);
  write(clock.querySelector(".e-clock__num"), seconds === null ? "–:––" : clockText(Math.max(0, seconds)));
  const fast = clock.querySelector(".e-fast");
  fast.hidden = pace < 1.2;
  write(fast, `×${Math.round(pace * 10) / 10}`.replace(".", ","));
  const left = seconds === null ? "" : `· noch ${clockText(Math.max(0, seconds))}`;
  for (const word of findAll(".e-left")) write(word, left);
  const percent = String(Math.round(share * 100));
  if (bar.getAttribute("aria-valuenow") !== percent) bar.setAttribute("aria-valuenow", percent);
}

function loop() {
  draw();
  requestAnimationFrame(loop);
}

// --- the line and the screen ---------------------------------------------------------------------

let lock = null;

/** The screen stays awake while a match is on it. */
async function stayAwake() {
  if (document.hidden || lock || !navigator.wakeLock) return;
  lock = await navigator.wakeLock.request("screen").catch(() => null);
  lock?.addEventListener("release", () => (lock = null));
}

function showLine(bars, words) {
  const net = find(".e-net");
  net.dataset.net = bars;
  net.setAttribute("aria-label", words);
  net.querySelector("use").setAttribute("href", `#ui-net-${bars}`);
}

skin.start();
for (const module of modules) module.start?.();
on("live:events", ({ events, full }) => {
  update();
  if (!full) for (const event of events ?? []) for (const module of modules) module.happened?.(event, now, root());
});
on("live:up", () => showLine("3", "Verbindung gut"));
on("live:down", () => showLine("0", "Keine Verbindung"));
if (live) {
  document.addEventListener("visibilitychange", stayAwake);
  document.addEventListener("pointerdown", stayAwake, { once: true });
} else {
  document.addEventListener("htmx:afterRequest", update);
}
update();
loop();
