/* Elements in the browser: lays what may be tapped over the public board, and lets the player choose.

   The private fragment #glow lists every legal take of the viewer's seat (die, row, field, words, action). From it
   come real buttons over the dice and over the fields they lead to. A die is chosen first; the glowing field or the
   main button confirms. Nothing here knows the rules: what isn't listed can't be pressed. */

import { animate } from "../../js/motion.js";
import { emit, motionOn, on } from "../../js/ui.js";
import { gettext } from "../../js/words.js";

const FACES = ["feuer", "wasser", "erde", "luft", "dunkel"];
const ROLL_MS = 560;

let options = []; // the legal takes, as data of #glow's children
let chosen = null; // {die, row, byHand}; row undefined: still to be chosen
let advised = null; // {die, row}: what the computer would do
let asked = null; // what the action bar said when it came: {head, rest}

const byId = (id) => document.getElementById(id);
const slotOf = (die) => document.querySelector(`#tray .el-slot[data-die="${die}"]`);
const ofDie = (die) => options.filter((o) => o.die === die);
const rowsOf = (die) => ofDie(die).filter((o) => o.row);

/** The one take that the choice stands for, or undefined while a row is missing. */
function decided() {
  if (!chosen) return undefined;
  const all = ofDie(chosen.die);
  if (chosen.row) return all.find((o) => o.row === chosen.row);
  return all.length === 1 ? all[0] : undefined;
}

// --- laying over ---------------------------------------------------------------------------------

function lane(row) {
  const me = byId("glow")?.dataset.me;
  return document.querySelector(`.el-tab[data-seat="${me}"] .el-lanes .el-lane[data-row="${row}"]`);
}

function dieButton(option) {
  const button = document.createElement("button");
  button.type = "button";
  button.id = `el-tap-${option.die}`;
  button.className = "el-tap can";
  button.dataset.tap = option.die;
  button.dataset.hold = "";
  button.setAttribute("aria-label", option.name);
  button.setAttribute("aria-pressed", "false");
  return button;
}

function fieldButton(option) {
  const button = document.createElement("button");
  button.type = "button";
  button.id = `el-go-${option.row}`;
  button.className = "el-go can";
  button.dataset.go = option.row;
  button.dataset.to = option.at;
  button.dataset.value = option.value;
  button.setAttribute("aria-label", option.go);
  return button;
}

function clear() {
  for (const button of document.querySelectorAll(".el-tap, .el-go")) button.remove();
  for (const slot of document.querySelectorAll(".el-slot")) slot.classList.remove("is-off", "is-picked", "is-advised");
  for (const die of document.querySelectorAll("#tray .el-die")) die.removeAttribute("aria-hidden");
}

function lay() {
  for (const slot of document.querySelectorAll("#tray .el-slot")) {
    const die = slot.querySelector(".el-die");
    if (!die) continue;
    const [option] = ofDie(slot.dataset.die);
    slot.classList.toggle("is-off", !option);
    if (!option) continue;
    die.setAttribute("aria-hidden", "true"); // the button says it
    const button = dieButton(option);
    button.setAttribute("aria-keyshortcuts", String([...slot.parentElement.children].indexOf(slot) + 1));
    slot.append(button);
  }
  for (const row of new Set(options.map((o) => o.row).filter(Boolean))) lane(row)?.append(fieldButton(options.find((o) => o.row === row)));
}

/** After each swap, and at the start: the board may be new, and so may be what is legal. */
function apply() {
  const focused = document.activeElement?.id;
  clear();
  options = [...document.querySelectorAll("#glow > [data-take]")].map((element) => ({ ...element.dataset }));
  if (chosen && !ofDie(chosen.die).some((o) => !chosen.row || o.row === chosen.row)) chosen = null;
  if (!options.length) return ((chosen = null), (advised = null), (asked = null));
  const dice = new Set(options.map((o) => o.die));
  if (!chosen && options.length === 1) chosen = { die: options[0].die, row: options[0].row, byHand: false };
  if (advised && !dice.has(advised.die)) advised = null;
  const say = byId("el-say");
  if (say && !say.dataset.asked) {
    asked = { head: say.querySelector("b")?.textContent ?? "", rest: say.querySelector("span")?.textContent ?? "" };
    say.dataset.asked = "1";
  }
  lay();
  show();
  if (focused && document.activeElement?.id !== focused) byId(focused)?.focus({ preventScroll: true });
}

// --- showing the choice --------------------------------------------------------------------------

function say(head, rest) {
  const line = byId("el-say");
  if (!line) return;
  const [bold, plain] = [line.querySelector("b"), line.querySelector("span") ?? line.appendChild(document.createElement("span"))];
  if (bold.textContent !== head) bold.textContent = head;
  if (plain.textContent !== rest) plain.textContent = rest;
}

function sayOf(die, row) {
  const rows = rowsOf(die);
  const option = row ? rows.find((o) => o.row === row) : ofDie(die).length === 1 ? ofDie(die)[0] : undefined;
  if (option) return [option.say, option.note];
  return [gettext("Welcher Schieber?"), gettext("Tippe ein leuchtendes Feld an.")];
}

/** Shows the choice; `look` is a die or field that is only looked at (hover, focus, long press). */
function show(look = null) {
  const now = look ?? chosen;
  const take = decided();
  for (const button of document.querySelectorAll(".el-tap")) {
    const picked = chosen?.die === button.dataset.tap;
    button.setAttribute("aria-pressed", String(picked));
    button.parentElement.classList.toggle("is-picked", picked);
    button.parentElement.classList.toggle("is-advised", advised?.die === button.dataset.tap);
  }
  for (const button of document.querySelectorAll(".el-go")) showField(button, now, take);
  if (now) say(...sayOf(now.die, now.row));
  else if (asked) say(asked.head, asked.rest);
  showBar(take);
}

function showField(button, now, take) {
  const row = button.dataset.go;
  const [option] = options.filter((o) => o.row === row && o.die === (chosen?.die ?? o.die));
  const here = now ? rowsOf(now.die).some((o) => o.row === row) && (!now.row || now.row === row) : false;
  button.classList.toggle("is-shown", here);
  button.classList.toggle("is-picked", Boolean(take) && take.row === row);
  button.classList.toggle("is-dim", Boolean(now) && !here);
  button.classList.toggle("is-advised", advised?.row === row);
  button.disabled = !option || (!chosen && rowsOf(option.die)[0]?.kind !== "fit");
  if (chosen && option) button.dataset.action = option.take;
  else delete button.dataset.action;
}

function showBar(take) {
  const [main, back, none] = [byId("el-take"), byId("el-back"), byId("el-none")];
  if (main) {
    main.disabled = !take;
    if (take) main.dataset.action = take.take;
    else delete main.dataset.action;
  }
  if (back) back.hidden = !chosen?.byHand;
  const lapse = chosen && ofDie(chosen.die).length > 1 && ofDie(chosen.die).find((o) => !o.row);
  if (none) {
    none.hidden = !lapse;
    if (lapse) none.dataset.action = lapse.take;
    else delete none.dataset.action;
  }
}

// --- choosing ------------------------------------------------------------------------------------

function choose(die, row) {
  if (!ofDie(die).length) return;
  const rows = rowsOf(die);
  chosen = { die, row: row ?? (ofDie(die).length === 1 ? rows[0]?.row : undefined), byHand: options.length > 1 };
  show();
}

function drop() {
  if (!chosen?.byHand) return;
  chosen = null;
  show();
}

/** From field to field of the chosen die, or from die to die while none is chosen. */
function step(by) {
  const ids = chosen ? rowsOf(chosen.die).map((o) => `el-go-${o.row}`) : [...document.querySelectorAll(".el-tap")].map((b) => b.id);
  if (!ids.length) return;
  const at = ids.indexOf(document.activeElement?.id);
  const next = byId(ids[at < 0 ? (by > 0 ? 0 : ids.length - 1) : (at + by + ids.length) % ids.length]);
  if (chosen && next) choose(chosen.die, next.dataset.go);
  next?.focus({ preventScroll: true });
}

function clicked(event) {
  const tap = event.target.closest?.(".el-tap");
  if (tap) return choose(tap.dataset.tap);
  const go = event.target.closest?.(".el-go");
  if (go && !go.dataset.action) {
    event.stopImmediatePropagation(); // this press chooses; the action that it lays on the field is for the next one
    return choose(options.find((o) => o.row === go.dataset.go).die, go.dataset.go);
  }
  if (event.target.closest?.("#el-back")) drop();
}

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

function keyed(event) {
  if (!options.length || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (event.target.closest?.("input, textarea, select, dialog[open], summary, [contenteditable]")) return;
  if (/^[1-5]$/.test(event.key)) pickNth(Number(event.key));
  else if (event.key in STEPS) step(STEPS[event.key]);
  else if (event.key === "Escape") drop();
  else if (event.key.toLowerCase() === "r" && document.querySelector("[data-advice]")) emit("game:advice");
  else if (event.key === "Enter" && (event.target === document.body || event.target.closest?.(".el-tap[aria-pressed='true']"))) byId("el-take")?.click();
  else return;
  if (event.key !== "Escape") event.preventDefault();
}

function pickNth(n) {
  const slot = document.querySelectorAll("#tray .el-slot")[n - 1];
  if (!slot || !ofDie(slot.dataset.die).length) return;
  choose(slot.dataset.die);
  slot.querySelector(".el-tap")?.focus({ preventScroll: true });
}

function looked({ target, type, pointerType }) {
  const tap = target.closest?.(".el-tap");
  const go = target.closest?.(".el-go");
  if (!tap && !go) return;
  // a finger has its long press, and the focus that a tap leaves behind is no look
  if (pointerType === "touch" || (type === "focusin" && !target.matches(":focus-visible"))) return;
  if (type === "pointerover" || type === "focusin" || type === "live:hold") {
    if (tap) show({ die: tap.dataset.tap, row: chosen?.die === tap.dataset.tap ? chosen.row : undefined });
    else show({ die: chosen?.die ?? options.find((o) => o.row === go.dataset.go).die, row: go.dataset.go });
  } else show();
}

// --- motion --------------------------------------------------------------------------------------

/** The throw: each die tumbles in and shows other faces on its way. The board already stands as it is. */
function roll() {
  if (!motionOn() || document.hidden) return;
  document.querySelectorAll("#tray .el-die").forEach((die, i) => {
    const face = die.dataset.f;
    let n = i;
    const flicker = setInterval(() => (die.dataset.f = FACES[(n += 1) % FACES.length]), 75);
    const spin = (i % 2 ? -1 : 1) * (300 + i * 40);
    animate(
      die,
      [
        { rotate: `${spin}deg`, transform: "translateY(-3.2rem) scale(.8)" },
        { transform: "translateY(.25rem) scale(1.05)", offset: 0.7 },
        { transform: "none" },
      ],
      { duration: ROLL_MS + i * 60, easing: "cubic-bezier(.2, .7, .3, 1)" },
    ).then(() => {
      clearInterval(flicker);
      die.dataset.f = face;
    });
  });
}

/** A die that was taken shrinks on its way to the taker's board. */
function shrink({ die }) {
  const small = document.querySelector(`.el-haul [data-die="${die}"]`);
  if (small) animate(small, [{ scale: 2.6, transformOrigin: "0 0" }, { scale: 1, transformOrigin: "0 0" }], { duration: 320 });
}

on("live:events", ({ events, full }) => {
  apply();
  if (!full) events?.filter((event) => event.type === "taken").forEach(shrink);
  if (!full && events?.some((event) => event.type === "thrown" && !event.opening)) roll();
});
on("live:advice", ({ a }) => {
  advised = a?.type === "take" ? { die: a.die, row: a.row } : null;
  byId("action")?.querySelector(".el-freeze")?.classList.toggle("is-advised", a?.type === "freeze");
  show();
});
document.addEventListener("click", clicked);
document.addEventListener("keydown", keyed);
for (const type of ["pointerover", "pointerout", "focusin", "focusout", "live:hold", "live:holdend"]) document.addEventListener(type, looked);
apply();
