/* The line to the server: htmx's ws extension opens it and swaps the HTML in, this module keeps it alive.

   The extension reconnects by itself after 1006, 1011, 1012 and 1013 and feels no dead line. Here come the short
   delay, beats that notice a dead line, waking up, and the word for the player when there is no way back. */

import * as clock from "./clock.js";
import { emit, main, ownPath } from "./ui.js";

const BEAT_MS = 5000;
const ANSWER_MS = 4000; // a beat without an answer for so long: the line is dead
const PROBE_MS = 1500; // the same just after waking up
const CONNECT_MS = 5000;
const MAX_DELAY_MS = 2000;
const HTMX_RETRIES = new Set([1006, 1011, 1012, 1013]);
const SESSION_ENDED = 4401;
const RELOAD_MS = 60000; // not twice in so long: then the word for it
const FINAL = new Set([1008, 4401, 4403, 4404, 4429]);

let raw = null; // the WebSocket in use
let line = null; // the extension's wrapper of it
let over = false; // no way back without the player
let leaving = false; // the page is going away
let waitingSince = null; // the extension will try again by itself
let tries = 0;
let alarm = null; // runs out when no answer comes
let alarmAt = Infinity;
let lastNumber = null; // of HTML messages on this socket
let syncedAt = -Infinity;

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
  waitingSince = null;
  lastNumber = null;
  Object.defineProperty(socket, "onerror", { set() {} }); // the extension would complain of every vain try
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
  if (FINAL.has(code)) {
    over = true;
  } else if (HTMX_RETRIES.has(code)) {
    waitingSince = performance.now();
  } else {
    setTimeout(renew, delay(tries++));
  }
}

/** Opens a new line in place of the old one, which must not report its own end afterwards. */
function renew() {
  if (over || leaving || !line) return;
  raw.onopen = raw.onclose = null;
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

/** The page wakes (tab shown, back from the history, network back): is the line still there? */
function wake() {
  leaving = false;
  if (over || !raw) return;
  if (isUp()) beat(PROBE_MS);
  else if (raw.readyState === WebSocket.CLOSED && (waitingSince === null || performance.now() - waitingSince > MAX_DELAY_MS + 500)) renew();
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
  addEventListener("online", wake);
  setInterval(() => beat(ANSWER_MS), BEAT_MS);
}
