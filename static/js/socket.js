/* The line to the server: htmx's ws extension opens it and swaps the HTML in, this module keeps it alive.

   The extension would reconnect after some reasons to close, in its own time, and feels no dead line. Here come the
   short delay, beats that notice a dead line, waking up, and the word for the player when there is no way back. */

import * as clock from "./clock.js";
import { emit, main, ownPath } from "./ui.js";

const BEAT_MS = 5000;
const ANSWER_MS = 4000; // a beat without an answer for so long: the line is dead
const PROBE_MS = 900; // the same just after waking up
const ASLEEP_MS = 90000; // no beat for so long (a hidden page has one a minute): the page slept, and the line is as good as dead
const CONNECT_MS = 5000;
const MAX_DELAY_MS = 2000;
const SESSION_ENDED = 4401;
const RELOAD_MS = 60000; // not twice in so long: then the word for it
const FINAL = new Set([1008, 4401, 4403, 4404, 4429]);

let raw = null; // the WebSocket in use
let line = null; // the extension's wrapper of it
let over = false; // no way back without the player
let leaving = false; // the page is going away
let tries = 0;
let retry = null; // the next try
let alarm = null; // runs out when no answer comes
let alarmAt = Infinity;
let lastNumber = null; // of HTML messages on this socket
let syncedAt = -Infinity;
let wasOffline = false;
let awakeAt = Date.now(); // of the last beat; by the clock that goes on while the device sleeps

/** Between 0.15 s and 2 s, spread so that a restart isn't followed by all at once. */
const delay = (retry) => Math.min(MAX_DELAY_MS, 300 * 2 ** retry) * (0.5 + Math.random() / 2);

export const isUp = () => raw?.readyState === WebSocket.OPEN;

/** Sends now or not at all; says whether it went out. */
export function send(frame) {
  if (!isUp() || !line) return false;
  line.sendImmediately(JSON.stringify(frame));
  return true;
}

/** Please send everything: messages are missing here. At most once a second. */
export function sync() {
  if (performance.now() - syncedAt < 1000) return;
  syncedAt = performance.now();
  send({ t: "sync" });
}

// --- opening and closing -----------------------------------------------------------------------

function open(url) {
  const socket = new WebSocket(url);
  raw = socket;
  lastNumber = null;
  // The extension would complain of every vain try, and make others beside ours.
  for (const name of ["onerror", "onclose"]) Object.defineProperty(socket, name, { set() {} });
  socket.addEventListener("close", (event) => socket === raw && closed(event));
  setTimeout(() => socket.readyState === WebSocket.CONNECTING && socket.close(), CONNECT_MS);
  return socket;
}

function opened(wrapper) {
  line = wrapper;
  line.queue.length = 0; // what was meant for the old line is asked anew, by id and decision
  tries = 0;
  clock.forget();
  emit("live:up");
  beat(ANSWER_MS);
}

/** The session of this page is over, perhaps only since another tab changed the password: a fresh page knows. */
function reloaded() {
  const last = Number(sessionStorage.getItem("reloaded") ?? 0);
  if (Date.now() - last < RELOAD_MS) return false;
  sessionStorage.setItem("reloaded", String(Date.now()));
  leaving = true;
  location.reload();
  return true;
}

function closed({ code }) {
  calm();
  if (leaving || (code === SESSION_ENDED && reloaded())) return;
  emit("live:down", { code, final: FINAL.has(code) });
  over = FINAL.has(code);
  if (!over) retry = setTimeout(renew, htmx.config.wsReconnectDelay(tries++));
}

/** Opens a new line in place of the old one, which must not report its own end afterwards. */
function renew() {
  clearTimeout(retry);
  if (over || leaving || !line) return;
  raw.onopen = null;
  const old = raw;
  raw = null;
  old.close();
  emit("live:down", { code: 0, final: false });
  line.reconnect();
}

// --- is it alive? ------------------------------------------------------------------------------

const calm = () => {
  clearTimeout(alarm);
  alarmAt = Infinity;
};

function beat(answerMs) {
  if (!send({ t: "beat", at: Math.round(performance.now()) })) return;
  const at = performance.now() + answerMs;
  if (at >= alarmAt) return;
  clearTimeout(alarm);
  alarmAt = at;
  alarm = setTimeout(() => {
    calm();
    renew();
  }, answerMs);
}

/** The page wakes (tab shown, back from the history): is the line still there? After a long sleep a new one is there
    sooner than the answer that a dead one owes. */
function wake() {
  const slept = Date.now() - awakeAt > ASLEEP_MS;
  awakeAt = Date.now();
  leaving = false;
  if (over || !raw) return;
  if (isUp() && !slept) beat(PROBE_MS);
  else if (raw.readyState !== WebSocket.CONNECTING || slept) renew();
}

/** There is a network again. Another one: what was under way in the old one is lost, whatever the browser believes. */
function online() {
  if (wasOffline && raw) renew();
  else wake();
  wasOffline = false;
}

function tick() {
  if (Date.now() - awakeAt > ASLEEP_MS && !leaving) return wake();
  awakeAt = Date.now();
  beat(ANSWER_MS);
}

// --- messages ----------------------------------------------------------------------------------

const JSON_HANDLERS = {
  beat({ at, now, n }) {
    if (now !== null && now !== undefined) clock.measure(at, now);
    if (n !== undefined && n !== null && n !== (lastNumber ?? 0)) sync();
  },
  ack: (frame) => emit("live:ack", frame),
  no: (frame) => emit("live:no", frame),
  advice: (frame) => emit("live:advice", frame),
  room: (frame) => emit("live:room", frame),
  lobby: (frame) => emit("live:lobby", frame),
  go({ url }) {
    const path = ownPath(url);
    if (path) location.assign(path);
  },
};

function before(event) {
  calm();
  const text = event.detail.message;
  if (typeof text !== "string") return event.preventDefault();
  if (!text.startsWith("{") && main()?.dataset.live === "match") return emit("live:before");
  event.preventDefault(); // HTML inside JSON would be swapped in, and other pages have no board to show
  if (!text.startsWith("{")) return;
  const frame = JSON.parse(text);
  JSON_HANDLERS[frame.t]?.(frame);
}

/** The HTML is in: were messages missing, and what happened? */
function after() {
  const data = document.getElementById("live-msg")?.dataset;
  if (!data) return;
  const number = Number(data.n);
  const gap = lastNumber !== null && number !== lastNumber + 1;
  lastNumber = number;
  clock.hint(Number(data.now));
  if (gap) sync();
  emit("live:events", { events: JSON.parse(data.events || "[]"), full: data.full === "1" });
}

export function start() {
  htmx.config.wsReconnectDelay = delay;
  htmx.createWebSocket = open;
  document.addEventListener("htmx:wsOpen", (event) => opened(event.detail.socketWrapper));
  document.addEventListener("htmx:wsBeforeMessage", before);
  document.addEventListener("htmx:wsAfterMessage", after);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && wake());
  addEventListener("pageshow", (event) => event.persisted && wake());
  addEventListener("pagehide", () => (leaving = true));
  document.addEventListener("resume", wake);
  addEventListener("offline", () => (wasOffline = true));
  addEventListener("online", online);
  navigator.connection?.addEventListener?.("change", () => isUp() && beat(PROBE_MS));
  setInterval(tick, BEAT_MS);
}
