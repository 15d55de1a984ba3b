/* Short words to the player: refusals at the place of the action, the state of the line, news for screen readers. */

import { main, on } from "./ui.js";
import { gettext } from "./words.js";

const SHOWN_MS = 6000;
const QUIET_MS = 700; // a short break of the line is nobody's business

const ENDS = {
  1008: gettext("Von hier kamen zu viele Nachrichten auf einmal, darum wurde die Verbindung getrennt."),
  4401: gettext("Du bist nicht mehr angemeldet."),
  4403: gettext("Dieser Tisch ist für dich nicht offen."),
  4404: gettext("Diesen Tisch gibt es nicht mehr."),
  4429: gettext("Du hast zu viele Fenster offen. Schließ ein anderes und lade neu."),
};

function holder(place) {
  return document.getElementById(place) ?? document.getElementById("meldungen") ?? document.body;
}

/** A drawing of the sprite that the page uses already; its address has a hash that only the server knows. */
function icon(name) {
  const sprite = document.querySelector("use")?.getAttribute("href")?.split("#")[0];
  if (!sprite) return "";
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `${sprite}#icon-${name}`);
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  svg.append(use);
  return svg;
}

const SIGNS = { bad: "warn", advice: "bulb" };

function build(text, kind, urgent) {
  const toast = document.createElement("div");
  toast.className = kind ? `toast toast--${kind}` : "toast";
  toast.setAttribute("role", urgent ? "alert" : "status");
  const words = document.createElement("span");
  words.textContent = text;
  toast.append(icon(SIGNS[kind] ?? "info"), words);
  return toast;
}

function closer(toast) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "btn btn--flat btn--small toast__close";
  button.textContent = gettext("Schließen");
  button.addEventListener("click", () => toast.remove());
  return button;
}

/** Shows `text`; the same words twice are shown once. Returns the toast. `stay` keeps it until closed. */
export function toast(text, { kind = "", place = "meldungen", stay = false, urgent = false, link = null } = {}) {
  const home = holder(place);
  for (const old of home.querySelectorAll(":scope > .toast")) {
    if (old.textContent.startsWith(text) || (place === "refusals" && kind === "advice")) old.remove();
  }
  const shown = build(text, kind, urgent);
  if (link) {
    const anchor = document.createElement("a");
    anchor.href = link.href;
    anchor.textContent = link.text;
    shown.append(anchor);
  }
  if (stay && !link) shown.append(closer(shown));
  home.append(shown);
  if (!stay) setTimeout(() => shown.remove(), SHOWN_MS);
  return shown;
}

/** An action was refused: one sentence where the action is. */
export const refuse = (text) => toast(text, { kind: "bad", place: "refusals", urgent: true });

let news = 0;

/** Read out by screen readers, seen by nobody. */
export function tell(text) {
  const region = document.getElementById("news");
  if (!region) return;
  region.textContent = text + (news++ % 2 ? "\u00a0" : ""); // the same words again are news, too
}

// --- the line ----------------------------------------------------------------------------------

let silence = null;

function lineState(text) {
  const state = document.getElementById("line-state");
  if (!state) return;
  state.textContent = text;
  state.hidden = !text;
}

function down({ code, final }) {
  if (final) {
    clearTimeout(silence);
    silence = null;
    lineState("");
    const link = code === 4404 || code === 4403 ? { href: "/", text: gettext("Zur Startseite") } : { href: location.pathname, text: gettext("Neu laden") };
    return toast(ENDS[code], { kind: "bad", urgent: true, stay: true, link });
  }
  silence ??= setTimeout(() => lineState(gettext("Verbindung weg – ich versuche es wieder")), QUIET_MS);
}

function up() {
  clearTimeout(silence);
  silence = null;
  lineState("");
}

/** Toasts at the action go when the situation that they speak of has gone. */
function tidy() {
  const decision = document.getElementById("live-msg")?.dataset.decision;
  if (decision === shownFor) return;
  shownFor = decision;
  for (const old of document.querySelectorAll("#refusals > .toast--advice")) old.remove();
}
let shownFor;

export function start() {
  if (main()?.dataset.live === "home") return;
  on("live:down", down);
  on("live:up", up);
  on("live:events", tidy);
}
