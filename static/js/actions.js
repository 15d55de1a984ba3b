/* What the player does: from a press to the server's answer. Each action names the decision that it answers and
   has an id of its own, so that a double click, a second try or a resend acts once.

   Elements with data-action='{"type":…}' act when pressed; a game's module may send `game:act` {a, from} instead. */

import { refuse, toast } from "./announce.js";
import { isUp, send } from "./socket.js";
import { emit, main, message, on } from "./ui.js";
import { gettext } from "./words.js";

const PATIENCE_MS = 3000; // no answer for so long: the next press asks the same once more

const waiting = new Map(); // id -> {frame, from, at}: sent, not yet answered
let spent = null; // the decision that an accepted action has answered; the next view brings another

/** A version 4 UUID; crypto.randomUUID exists in secure contexts only. */
function newId() {
  const hex = [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0"));
  hex[6] = `4${hex[6][1]}`;
  hex[8] = `a${hex[8][1]}`;
  return hex.join("").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

const decisionNow = () => {
  const { decision } = message();
  return decision === undefined || decision === "" ? null : Number(decision);
};

const realtime = () => main()?.dataset.pace === "realtime";

/** What was sent for this decision and waits: in turn games anything, in real time the same wish. */
const sentAlready = (decision, action) =>
  [...waiting.values()].find(({ frame }) => frame.d === decision && (!realtime() || JSON.stringify(frame.a) === JSON.stringify(action)));

/** Does `action` for the decision that is open now. `from` is the element that was pressed, if any. */
export function act(action, from = null) {
  const decision = decisionNow();
  if (decision === null) return refuse(gettext("Du bist gerade nicht dran."));
  const sent = sentAlready(decision, action);
  if (sent) return performance.now() - sent.at > PATIENCE_MS && send(sent.frame);
  if (decision === spent && !realtime()) return;
  const frame = { t: "act", id: newId(), d: decision, a: action };
  if (!isUp() || !send(frame)) return refuse(gettext("Die Verbindung ist weg. Versuch es gleich noch einmal."));
  waiting.set(frame.id, { frame, from, at: performance.now() });
  from?.setAttribute("aria-busy", "true");
  emit("live:sent", { id: frame.id, a: action });
}

/** Takes the answered action off the list; undefined when it isn't ours. */
function settle(id) {
  const entry = waiting.get(id);
  waiting.delete(id);
  entry?.from?.removeAttribute("aria-busy");
  return entry;
}

function accepted({ id }) {
  const entry = settle(id);
  if (entry && entry.frame.d === decisionNow()) spent = entry.frame.d;
}

function refused({ id, text }) {
  settle(id);
  spent = null;
  if (text) refuse(text);
}

/** After a break: the same id again where the decision is still open; else it has been decided meanwhile. In real time
   nothing waited: what was wanted then is no wish for now. */
function resend() {
  const decision = decisionNow();
  for (const [id, { frame }] of waiting) {
    if (frame.d === decision && !realtime()) send(frame);
    else settle(id);
  }
}

let broken = false;

function pressed(event) {
  const element = event.target.closest?.("[data-action]");
  if (!element || element.matches(":disabled, [aria-disabled='true']")) return;
  event.preventDefault();
  act(JSON.parse(element.dataset.action), element);
}

/** Enter and space on what isn't a button; a key held down acts once. */
function keyed(event) {
  if (event.key !== "Enter" && event.key !== " ") return;
  const element = event.target.closest?.("[data-action]");
  if (!element) return;
  if (event.repeat) return event.preventDefault();
  if (element.localName === "button") return; // the browser makes a click of it
  event.preventDefault();
  element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
}

function advised({ text }) {
  if (text) toast(text, { kind: "advice", place: "refusals", stay: true });
}

/** By button or key: what can't be sent is said. */
function ask() {
  if (!send({ t: "advice" })) refuse(gettext("Die Verbindung ist weg. Versuch es gleich noch einmal."));
}

export function start() {
  document.addEventListener("click", pressed);
  document.addEventListener("keydown", keyed);
  document.addEventListener("click", (event) => {
    if (event.target.closest?.("[data-advice]")) ask();
  });
  on("game:act", ({ a, from }) => act(a, from));
  on("game:advice", ask);
  on("live:ack", accepted);
  on("live:no", refused);
  on("live:advice", advised);
  on("live:down", () => (broken = true));
  on("live:events", ({ full }) => {
    if (decisionNow() !== spent) spent = null;
    if (broken && full) {
      broken = false;
      resend();
    }
  });
}
