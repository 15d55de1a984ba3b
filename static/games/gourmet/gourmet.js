/* Speedgourmet in the browser: lays what may be tapped over the public dice and the own card, and lets the player choose.

   The private fragment #glow lists every legal entry of the viewer's seat (die, field, what would stand there, what it
   brings, words, action). From it come real buttons over dice and fields. A die is chosen first, then its field; where
   only one die fits a field, the field suffices. Nothing here knows the rules: what isn't listed can't be pressed. */

import { changed } from "../../js/press.js";
import { emit, message, on } from "../../js/ui.js";
import { gettext } from "../../js/words.js";
import { overlayOwnClock, show as showNews, tumble } from "./motion.js";

const MANY = 8; // so many glowing fields are a wall: each glows less

let taps = []; // the legal entries, as data of #glow's children
let chosen = null; // {die, area, field}: what the player has picked so far
let advised = null; // the action that the computer would take
let asked = null; // what the panel said when it came: {head, rest, main}

const byId = (id) => document.getElementById(id);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const key = (tap) => (tap.area ? `${tap.area}-${tap.field}` : "");
const dieOf = (id) => document.querySelector(`.pass .die[data-die="${id}"]`);
const fieldOf = (tap) => document.querySelector(`#own-${tap.area} .f[data-f="${tap.field}"]`);

/** Entries that the choice so far leaves. */
function matching(choice = chosen) {
  if (!choice) return taps;
  return taps.filter((t) => (!choice.die || t.die === choice.die) && (!choice.area || key(t) === key(choice)));
}

/** The one entry that the choice stands for, or undefined. */
function decided() {
  if (!chosen) return undefined;
  const left = matching();
  return left.length === 1 ? left[0] : undefined;
}

// --- laying over ---------------------------------------------------------------------------------

function button(className, id, label) {
  const element = document.createElement("button");
  element.type = "button";
  element.className = `${className} can`;
  element.id = id;
  element.dataset.hold = "";
  element.setAttribute("aria-label", label);
  return element;
}

/** Which key chooses a die: its place among the six of the menu. */
function dieKeys() {
  return byId("step")?.dataset.menu === "chef"
    ? ["weiss", "silber", "gelb", "blau", "gruen", "rosa"]
    : ["weiss", "gelb", "blau", "gruen", "orange", "lila"];
}

/** A picture with a button on it is no picture any more: the button says what it says. */
function unname(element) {
  const label = element.getAttribute("aria-label") ?? "";
  element.dataset.said = label;
  element.removeAttribute("aria-label");
  element.removeAttribute("role");
  return label;
}

function rename(element) {
  element.setAttribute("aria-label", element.dataset.said);
  element.setAttribute("role", "img");
  delete element.dataset.said;
}

function layDie(id) {
  const die = dieOf(id);
  if (!die || die.querySelector(".go-die")) return;
  const over = button("go-die", `go-die-${id}`, unname(die));
  over.dataset.pick = id;
  over.setAttribute("aria-pressed", "false");
  over.setAttribute("aria-keyshortcuts", String(dieKeys().indexOf(id) + 1));
  die.append(over);
}

/** What would stand in the field: a faint stroke of the pen, or digits. */
function ghost(tap) {
  if (tap.drawn !== "number") {
    const stroke = document.createElement("i");
    stroke.className = `ghost ghost--${tap.drawn}`;
    return stroke;
  }
  const number = document.createElement("i");
  number.className = "num-pen";
  for (const digit of tap.digits.split(" ")) {
    const one = document.createElement("i");
    one.className = `d d--${digit}`;
    number.append(one);
  }
  return number;
}

/** What is circled stays circled while a cross is offered: the button covers the field's own stroke. */
function circle() {
  const stroke = document.createElement("i");
  stroke.className = "ghost ghost--circle is-there";
  return stroke;
}

function fillField(over, tap) {
  const print = document.createElement("span");
  print.className = "go-print";
  print.textContent = tap.drawn === "number" ? "" : (over.parentElement.querySelector("b")?.textContent ?? "");
  const parts = [print, ghost(tap)];
  if (over.parentElement.dataset.m === "o") parts.unshift(circle());
  if (tap.gain) {
    const gain = document.createElement("span");
    gain.className = "go-gain";
    gain.textContent = tap.gain;
    parts.push(gain);
  }
  over.replaceChildren(...parts);
  over.setAttribute("aria-label", [tap.name, tap.note].filter(Boolean).join(". "));
}

function layField(tap) {
  const field = fieldOf(tap);
  if (!field || field.querySelector(".go-field")) return;
  const over = button("go-field", `go-field-${key(tap)}`, tap.name);
  over.dataset.area = tap.area;
  over.dataset.field = tap.field;
  unname(field);
  field.append(over);
  fillField(over, tap);
}

/** Takes off what may no longer be tapped. What may stays as it is: a press that has begun on it must end on it. */
function clear() {
  const dice = new Set(taps.map((t) => t.die));
  const fields = new Set(taps.map(key));
  for (const over of all(".go-die, .go-field")) {
    if (over.matches(".go-die") ? dice.has(over.dataset.pick) : fields.has(key(over.dataset))) continue;
    rename(over.parentElement);
    over.remove();
  }
  for (const die of all(".pass .die")) die.classList.remove("is-off", "is-picked", "is-dim", "is-advised");
  for (const mark of all(".is-lost, .tok.will")) mark.classList.remove("is-lost", "will");
}

const choosesDice = () => taps.some((t) => t.die);

function lay() {
  for (const id of new Set(taps.map((t) => t.die).filter(Boolean))) layDie(id);
  const seen = new Set();
  for (const tap of taps) {
    if (!tap.area || seen.has(key(tap))) continue;
    seen.add(key(tap));
    layField(tap);
  }
  if (!choosesDice()) return;
  const live = new Set(taps.map((t) => t.die));
  for (const die of all(".slate .die")) die.classList.toggle("is-off", !live.has(die.dataset.die));
}

/** After each swap, and at the start: the board may be new, and so may be what is legal. */
function apply() {
  const focused = document.activeElement?.id;
  const before = taps.map((t) => t.take).join();
  taps = all("#glow > [data-take]").map((element) => ({ ...element.dataset }));
  clear();
  if (before !== taps.map((t) => t.take).join()) [chosen, advised] = [null, null];
  closeOldQuestion();
  const say = byId("go-say");
  if (say && !say.dataset.asked) {
    asked = { head: say.querySelector("b").textContent, rest: say.querySelector("span").textContent, main: byId("go-main")?.textContent };
    say.dataset.asked = "1";
  }
  overlayOwnClock();
  lay();
  show();
  if (focused && document.activeElement?.id !== focused) byId(focused)?.focus({ preventScroll: true });
}

// --- showing the choice --------------------------------------------------------------------------

function say(head, rest) {
  const line = byId("go-say");
  if (!line) return;
  const [bold, plain] = [line.querySelector("b"), line.querySelector("span")];
  if (bold.textContent !== head) bold.textContent = head;
  if (plain.textContent !== rest) plain.textContent = rest;
}

/** Words for what is picked or looked at. */
function wordsOf(choice) {
  const left = matching(choice);
  if (left.length === 1) return [left[0].say, left[0].note];
  if (choice.area) return [gettext("Mit welchem Würfel?"), gettext("Mehrere passen in dieses Feld. Tippe einen an.")];
  const lost = new Set(left.flatMap((t) => t.lost.split(" ")).filter(Boolean));
  const rest = lost.size ? gettext("Tippe das Feld an. Kleinere Würfel gehen dann aufs Tablett.") : gettext("Tippe ein leuchtendes Feld an.");
  return [gettext("Welches Feld?"), rest];
}

/** Shows the choice; `look` is a die or field that is only looked at (hover, focus, long press). */
function show(look = null) {
  // A new panel has come whose words `apply` hasn't kept yet: the swap takes the focus from what was picked before, and
  // showing that now would write its words over the new ones for good.
  if (byId("go-say") && !byId("go-say").dataset.asked) return;
  const now = look ?? chosen;
  const left = now ? matching(now) : taps;
  const lost = new Set(now && left.length ? left[0].lost.split(" ").filter(Boolean) : []);
  for (const over of all(".go-die")) showDie(over, now, left);
  for (const slot of all(".slate [data-slot]")) slot.classList.toggle("is-lost", lost.has(slot.dataset.slot));
  for (const over of all(".go-field")) showField(over, now, left);
  const tokens = new Set(now && left.length === 1 ? left[0].tokens?.split(" ").filter(Boolean) : []);
  for (const token of all(".carte--own .tok[data-t]")) token.classList.toggle("will", tokens.has(token.dataset.t));
  if (now) say(...wordsOf(now));
  else if (asked) say(asked.head, asked.rest);
  showBar();
}

function showDie(over, now, left) {
  const id = over.dataset.pick;
  const die = over.parentElement;
  const picked = chosen?.die === id;
  over.setAttribute("aria-pressed", String(picked));
  die.classList.toggle("is-picked", picked);
  die.classList.toggle("is-dim", Boolean(now) && !picked && !left.some((t) => t.die === id));
  die.classList.toggle("is-advised", advised?.die === id);
}

function showField(over, now, left) {
  const own = left.filter((t) => t.area === over.dataset.area && t.field === over.dataset.field);
  const one = own[0] ?? taps.find((t) => t.area === over.dataset.area && t.field === over.dataset.field);
  fillField(over, one);
  const picked = chosen?.area === over.dataset.area && chosen?.field === over.dataset.field;
  over.classList.toggle("is-picked", picked || (Boolean(chosen) && own.length > 0 && decided() === own[0]));
  over.classList.toggle("is-calm", !now && (choosesDice() || taps.length > MANY));
  over.classList.toggle("is-dim", Boolean(now) && !own.length);
  over.classList.toggle("is-advised", advised?.area === over.dataset.area && String(advised?.field) === over.dataset.field);
}

function showBar() {
  const [main, back, take] = [byId("go-main"), byId("go-back"), decided()];
  if (main) {
    main.disabled = !take;
    main.textContent = take ? take.go : chosen?.die ? gettext("Feld wählen") : (asked?.main ?? "");
    if (take) main.dataset.action = take.take;
    else delete main.dataset.action;
    main.classList.toggle("is-advised", Boolean(take && advised && sameAction(take)));
  }
  if (back) back.hidden = !chosen;
  byId("action")?.toggleAttribute("data-chosen", Boolean(chosen));
  for (const element of all(".go-btn")) element.classList.toggle("is-advised", isAdvised(element));
}

const actionOf = (element) => JSON.parse(element.dataset.then || element.dataset.action || "null");
const isAdvised = (element) => Boolean(advised && !advised.die && !advised.area && actionOf(element)?.type === advised.type);
const sameAction = (tap) => JSON.stringify(JSON.parse(tap.take)) === JSON.stringify(advised);

// --- choosing ------------------------------------------------------------------------------------

const act = (tap, from) => emit("game:act", { a: JSON.parse(tap.take), from });

function pickDie(id) {
  const left = matching({ ...(chosen?.area ? chosen : {}), die: id });
  if (!left.length) chosen = { die: id };
  else chosen = { ...(chosen?.area && !chosen.die ? chosen : {}), die: id };
  show();
  intoView(matching()[0]);
}

/** A field: with one die that fits it is entered; with several the die is asked for. */
function pickField(over) {
  const place = { area: over.dataset.area, field: over.dataset.field };
  const left = matching({ ...(chosen?.die ? { die: chosen.die } : {}), ...place });
  if (left.length === 1) return act(left[0], over);
  chosen = { ...place };
  show();
}

function drop() {
  if (!chosen) return;
  chosen = null;
  show();
}

/** On a phone the card is longer than the window: the first field of a picked die comes into view. */
function intoView(tap) {
  if (!tap?.area || matchMedia("(min-width: 52.01rem)").matches) return;
  const field = fieldOf(tap);
  if (!field) return;
  const box = field.getBoundingClientRect();
  const top = document.querySelector(".pass")?.getBoundingClientRect().bottom ?? 0;
  const bottom = innerHeight - (byId("action")?.offsetHeight ?? 0);
  if (box.top < top + 12 || box.bottom > bottom - 12) scrollBy({ top: box.top - (top + bottom) / 2, behavior: "smooth" });
}

/** From field to field of the picked die, or from die to die. */
function step(by) {
  const ids = chosen?.die || !choosesDice() ? [...new Set(matching().map((t) => `go-field-${key(t)}`))] : all(".go-die").map((b) => b.id);
  if (!ids.length) return;
  const at = ids.indexOf(document.activeElement?.id);
  byId(ids[at < 0 ? (by > 0 ? 0 : ids.length - 1) : (at + by + ids.length) % ids.length])?.focus();
}

// --- questions before what can't be taken back ---------------------------------------------------

function ask(element) {
  const dialog = byId("go-ask");
  byId("go-ask-title").textContent = element.dataset.ask;
  const yes = byId("go-ask-yes");
  yes.textContent = element.textContent.trim();
  yes.dataset.action = element.dataset.then;
  changed();
  dialog.dataset.decision = message().decision;
  dialog.showModal();
}

/** A question belongs to its step: when that is over, „yes“ would answer another one. */
function closeOldQuestion() {
  const dialog = byId("go-ask");
  if (dialog?.open && dialog.dataset.decision !== message().decision) dialog.close();
}

// --- hands ---------------------------------------------------------------------------------------

function clicked(event) {
  const target = event.target;
  const over = target.closest?.(".go-die");
  if (over) return chosen?.die === over.dataset.pick && !chosen.area ? drop() : pickDie(over.dataset.pick);
  const field = target.closest?.(".go-field");
  if (field) return pickField(field);
  if (target.closest?.("#go-back")) return drop();
  const question = target.closest?.("[data-ask]");
  if (question) ask(question);
}

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

function pressKey(id) {
  const element = byId(id);
  if (!element) return false;
  element.click();
  return true;
}

/** What a key does; false: nothing here. */
function keyAct(event) {
  const pressed = event.key.toLowerCase();
  if (/^[1-6]$/.test(pressed)) return pickNth(Number(pressed));
  if (pressed === "n") return pressKey("go-neu");
  if (pressed === "f") return pressKey("go-done");
  if (pressed === "r" && document.querySelector("[data-advice]")) return emit("game:advice") ?? true;
  if (event.key in STEPS) return step(STEPS[event.key]) ?? true;
  if (event.key === "Enter" && (event.target === document.body || event.target.closest?.(".go-die[aria-pressed='true']"))) return pressKey("go-main");
  return false;
}

function keyed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (event.target.closest?.("input, textarea, select, dialog[open], summary, [contenteditable]")) return;
  if (event.key === "Escape") return drop();
  if (keyAct(event)) event.preventDefault();
}

function pickNth(n) {
  const id = dieKeys()[n - 1];
  const over = byId(`go-die-${id}`);
  if (!over) return false;
  pickDie(id);
  over.focus({ preventScroll: true });
  return true;
}

function looked({ target, type, pointerType }) {
  const over = target.closest?.(".go-die");
  const field = target.closest?.(".go-field");
  if (!over && !field) return;
  // a finger has its long press, and the focus that a tap leaves behind is no look
  if (pointerType === "touch" || (type === "focusin" && !target.matches(":focus-visible"))) return;
  if (type !== "pointerover" && type !== "focusin" && type !== "live:hold") return show();
  if (over) return chosen ? show() : show({ die: over.dataset.pick });
  return show({ ...(chosen?.die ? { die: chosen.die } : {}), area: field.dataset.area, field: field.dataset.field });
}

on("live:events", ({ events, full }) => {
  apply();
  if (full || !events) return;
  showNews(events);
  if (events.some((event) => event.type === "rolled" && !event.opening)) tumble(events);
});
on("live:advice", ({ a }) => {
  advised = a ?? null;
  show();
});
document.addEventListener("click", clicked);
document.addEventListener("keydown", keyed);
for (const type of ["pointerover", "pointerout", "focusin", "focusout", "live:hold", "live:holdend"]) document.addEventListener(type, looked);
apply();
