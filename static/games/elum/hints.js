/* First-match hints: a card that explains each phase when it first comes.

   Each is shown once in this browser, one at a time, beside the controls and never over them, and goes with its phase.
   Who watches sees none, nor who has finished a match here; `[data-elum-hints]` in the menu brings all back. */

import { on, recall, remember } from "../../js/ui.js";
import { find, findAll, html, me, root, svg, write } from "./dom.js";

const KEY = "elum-hints"; // seen keys, or OFF
const OFF = "off";
const SEEN_MS = 2000; // on screen for so long, it has been shown
const LOOK_MS = 250;

const inTurn = (phase, stage) => phase.phase === "turn" && phase.seat === me() && phase.stage === stage;
const inTrade = (phase, ...stages) => phase.phase === "trade" && stages.includes(phase.stage);

/** `fits`: the hint may be on screen; `comes` (else the same): it is time to show it. In the order of their need. */
const HINTS = [
  {
    key: "landing",
    title: "Willkommen auf Tahari",
    text: "Das Schiff setzt euch ab, gleich beginnt die erste Runde. Oben siehst du, was gerade läuft und wie lange noch.",
    fits: ({ phase }) => phase.phase === "landing",
  },
  {
    key: "grant",
    title: "Landvergabe",
    text: "Der Zeiger wandert über die freien Felder. Drück „Greifen“, wenn er auf deinem steht; eines ist umsonst. Der Fluss ist gut für Nahrung, die Steppe für Energie, der Berg für Erz.",
    fits: ({ phase }) => phase.phase === "grant" && phase.stage !== "outro",
  },
  {
    key: "office",
    title: "Landauktion",
    text: "Um dieses Feld wird geboten. Mit den Pfeilen läufst du die Leiter hinauf; wer am Ende am höchsten steht, zahlt. Wer nichts bietet, bleibt einfach unten.",
    fits: ({ phase }) => phase.phase === "office" && phase.stage !== "result",
  },
  {
    key: "window",
    title: "Gleich bist du am Zug",
    text: "Hier steht, was passiert ist und wie viel Zeit du hast. Deine Zugzeit läuft erst, wenn du beginnst, spätestens nach 17 Sekunden.",
    fits: ({ phase }) => inTurn(phase, "window"),
  },
  {
    key: "hand",
    title: "Du führst einen ELUM",
    text: "Gib ihm eine Ausrüstung, dann klick auf ein eigenes Feld. Bleibt er bei Zugende bei dir, läuft er weg.",
    fits: ({ phase }) => inTurn(phase, "run") && Boolean(phase.hand),
  },
  {
    key: "turn",
    title: "Dein Zug",
    text: "Kauf im Laden einen ELUM und bring ihn auf dein Feld. Bist du fertig, geh in die Kneipe: Sie beendet den Zug und zahlt dir etwas.",
    fits: ({ phase }) => inTurn(phase, "run") && !phase.hand,
  },
  {
    key: "wampus",
    title: "Der Wampus!",
    text: "Er lugt kurz hinter einem Gipfel hervor. Tipp ihn an, solange du ihn siehst, und er zahlt dir Taler. Führst du einen ELUM, kommt er nicht.",
    fits: ({ phase }) => inTurn(phase, "run") && !phase.hand && !phase.caught,
    comes: ({ phase }) => Boolean(phase.wampus),
  },
  {
    key: "harvest",
    title: "Ernte",
    text: "Jeder Block ist eine Einheit. Eigene Nachbarfelder mit demselben Gut bringen mehr. Ein ELUM ohne Energie ruht.",
    fits: ({ phase }) => phase.phase === "harvest" && phase.stage !== "balance",
  },
  {
    key: "balance",
    title: "Bilanz",
    text: "Wer hat wie viel geerntet, und wer bekommt einen Bonus? Lies in Ruhe: Es geht weiter, wenn alle „Weiter“ gedrückt haben.",
    fits: ({ phase }) => phase.phase === "harvest" && phase.stage === "balance",
  },
  {
    key: "columns",
    title: "Dein Lager",
    text: "Verbrauch und Verderb gehen ab, die Ernte kommt dazu. Der gelbe Strich ist dein Soll für die nächste Runde.",
    fits: ({ phase }) => inTrade(phase, "columns"),
  },
  {
    key: "sides",
    title: "Kaufen oder verkaufen?",
    text: "Wer mehr als sein Soll hat, verkauft, die anderen kaufen. Noch kannst du wechseln oder aussetzen.",
    fits: ({ phase }) => inTrade(phase, "sides", "frozen"),
  },
  {
    key: "ladder",
    title: "Preisleiter",
    text: "Mit den Pfeilen bewegst du deinen Preis. Stehst du mit der anderen Seite auf einer Höhe, geht eine Einheit nach der anderen über. Auch der Laden handelt mit, an seinen beiden Linien.",
    fits: ({ phase }) => inTrade(phase, "ladder"),
  },
  {
    key: "summary",
    title: "Rangliste",
    text: "Geld, Land, ELUMs und Vorräte zählen zusammen. Unten läuft, was der Kolonie fehlt. „Weiter“ bringt euch in die nächste Runde.",
    fits: ({ phase }) => phase.phase === "summary",
  },
];

let now = null;
let waiting = []; // hints whose time has come, while they fit
let tip = null; // {hint, node, from, since}; `since` null: hidden for now
let looked = 0;
let voice = null;

// --- what has been seen --------------------------------------------------------------------------

const seen = new Set((recall(KEY) ?? "").split(" ").filter(Boolean));
const off = () => seen.has(OFF);

function mark(key) {
  if (seen.has(key)) return;
  seen.add(key);
  remember(KEY, [...seen].join(" "));
}

// --- the card ------------------------------------------------------------------------------------

function build({ key, title, text }) {
  const fine = html("button", { class: "e-btn e-btn--main", type: "button" }, "Verstanden");
  const none = html("button", { class: "e-btn e-btn--flat", type: "button" }, "Keine Hinweise mehr");
  const picture = svg("svg", { class: "e-tip__pic", viewBox: "0 0 16 16", "aria-hidden": "true" }, svg("use", { href: "#wampus" }));
  const node = html("aside", { class: "e-tip", role: "note", "aria-labelledby": "e-tip-h", "data-hint": key }, picture, html("h2", { id: "e-tip-h" }, title), html("p", {}, text), html("div", { class: "e-tip__do" }, fine, none));
  fine.addEventListener("click", () => done());
  none.addEventListener("click", () => {
    mark(OFF);
    waiting = [];
    done();
  });
  // keys pressed on the card are meant for it, not for the game: the space bar doesn't grab
  node.addEventListener("keydown", (event) => {
    if (event.key === " ") event.stopPropagation();
    if (event.key === "Escape") done();
  });
  node.addEventListener("focusin", (event) => {
    if (tip && event.relatedTarget && !node.contains(event.relatedTarget)) tip.from = event.relatedTarget;
  });
  return node;
}

function open(hint) {
  tip = { hint, node: build(hint), from: null, since: null };
  tip.node.hidden = true;
  find(".e-scene").append(tip.node);
  look();
}

function close() {
  if (!tip) return;
  const { node, from, since } = tip;
  const inside = node.contains(document.activeElement);
  if (since !== null) mark(tip.hint.key);
  node.remove();
  tip = null;
  write(voice, "");
  if (inside && from?.isConnected) from.focus({ preventScroll: true });
}

function done() {
  mark(tip.hint.key);
  close();
  next();
}

function next() {
  if (!tip && waiting.length) open(waiting.shift());
}

// --- where it lies: never over a control ---------------------------------------------------------

const HARD = ".e-btn, .e-shop, .e-tool, .e-catch, .e-dialog, .e-say, .e-top, input";
/** What would be a pity to cover, by weight. */
const SOFT = {
  ".e-plot.is-can": 6,
  ".e-plot[data-seat]": 2,
  ".e-cursor, .e-caption, .e-cast": 4,
  ".e-runner, .e-mark__label, .e-ship__fly, .e-dust, .e-pod": 3,
  ".e-foot, .e-bonus, table": 2,
  ".e-panel:not(.e-dock)": 1.5,
  ".e-map": 1,
};
const WIDTHS = [430, 620, 330];
const WORSE = 8000; // what the next width must save, in px²
const STEPS = 10;
const EDGE = 8;
const GAP = 4;

const boxes = (selector) =>
  findAll(selector).filter((node) => !tip.node.contains(node)).map((node) => node.getBoundingClientRect()).filter((box) => box.width && box.height);

const overlap = (a, b) =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/** Without the picture and with the buttons beside the words: for a low screen. */
function slim(yes) {
  const [picture, , , buttons] = tip.node.children;
  picture.toggleAttribute("hidden", yes);
  tip.node.style.gridTemplateColumns = yes ? "minmax(0, 1fr) auto" : "";
  for (const part of [tip.node.children[1], tip.node.children[2]]) part.style.gridColumn = yes ? "1" : "";
  buttons.style.gridArea = yes ? "1 / 2 / 3 / 3" : "";
  buttons.style.marginTop = yes ? "0" : "";
}

/** The best spot for a card of that width, or null: everywhere lies a control. */
function spot(scene, width, hard, soft) {
  const { node } = tip;
  node.style.width = `${width}px`;
  const height = node.offsetHeight + 1; // it is rounded
  let best = null;
  for (const x of [EDGE, (scene.width - width) / 2, scene.width - width - EDGE]) {
    for (let step = STEPS; step >= 0; step -= 1) {
      const y = EDGE + ((scene.height - height - 2 * EDGE) * step) / STEPS;
      if (y < 0) continue;
      const [left, top] = [scene.left + x, scene.top + y];
      const box = { left, top, right: left + width, bottom: top + height };
      const wide = { left: left - GAP, top: top - GAP, right: box.right + GAP, bottom: box.bottom + GAP };
      if (hard.some((other) => overlap(wide, other) > 0)) continue;
      const cost = soft.reduce((sum, [other, weight]) => sum + overlap(box, other) * weight, 0);
      if (!best || cost < best.cost * 0.9) best = { x, y, width, cost }; // from the lower left; another must be clearly better
    }
  }
  return best;
}

function place() {
  const { node } = tip;
  const scene = find(".e-scene").getBoundingClientRect();
  const hard = boxes(HARD);
  const own = { [`.e-plot[data-seat="${me() + 1}"]`]: 6 };
  const soft = Object.entries({ ...SOFT, ...own }).flatMap(([selector, weight]) => boxes(selector).map((box) => [box, weight]));
  const most = scene.width - 2 * EDGE;
  const search = (widths) =>
    widths
      .map((width, n) => [spot(scene, Math.min(width, most), hard, soft), n * WORSE])
      .filter(([found]) => found)
      .sort(([a, more], [b, moreToo]) => a.cost + more - b.cost - moreToo)[0]?.[0];
  slim(false);
  let found = search(WIDTHS);
  if (!found) {
    slim(true);
    found = search([most, 620]);
  }
  if (!found) return false;
  Object.assign(node.style, { left: `${found.x}px`, top: `${found.y}px`, right: "auto", bottom: "auto", width: `${found.width}px`, zIndex: "6" });
  return true;
}

const covers = () => {
  const box = tip.node.getBoundingClientRect();
  return boxes(HARD).some((other) => overlap(box, other) > 0);
};

/** A dialog asks for all attention; the start window is one that a hint explains. */
function dialogOpen() {
  if (document.querySelector("dialog[open], [popover]:popover-open")) return true;
  return findAll(".e-veil .e-dialog").some((node) => node.offsetParent && !(tip.hint.key === "window" && node.matches(".e-dialog--event")));
}

/** Shows the card, hides it while it can't be there, and moves it out of the way. */
function look(anew = false) {
  if (!tip) return;
  const { hint, node } = tip;
  const shown = !node.hidden;
  const blocked = dialogOpen();
  if (!blocked && shown && !anew && !covers()) return;
  node.hidden = false;
  node.style.visibility = "hidden"; // measured before it is seen
  const fits = !blocked && place();
  node.style.visibility = "";
  node.hidden = !fits;
  if (!fits || shown) return;
  tip.since = performance.now();
  write(voice, `Hinweis: ${hint.title}. ${hint.text}`);
}

// --- contract of elum.js -------------------------------------------------------------------------

export function changed(next_) {
  now = next_;
  if (me() === null) return;
  if (now.phase.phase === "over") mark(OFF);
  waiting = waiting.filter((hint) => hint.fits(now));
  if (tip && (off() || !tip.hint.fits(now) || !tip.node.isConnected)) close();
  if (off()) return;
  for (const hint of HINTS) {
    if (seen.has(hint.key) || tip?.hint === hint || waiting.includes(hint)) continue;
    if (hint.fits(now) && (hint.comes ?? hint.fits)(now)) waiting.push(hint);
  }
  if (tip) look();
  else next();
}

export function frame() {
  if (!tip || performance.now() - looked < LOOK_MS) return;
  looked = performance.now();
  look();
  if (tip.since !== null && performance.now() - tip.since > SEEN_MS) mark(tip.hint.key);
}

export function start() {
  voice = html("p", { class: "e-sr", role: "status" });
  root().append(voice);
  document.addEventListener("click", (event) => {
    if (!event.target.closest?.("[data-elum-hints]")) return;
    seen.clear();
    remember(KEY, "");
    document.querySelector("[popover]:popover-open")?.hidePopover();
    if (now) changed(now);
  });
  window.addEventListener("resize", () => look(true));
  on("elum:skin", () => setTimeout(() => look(true)));
}
