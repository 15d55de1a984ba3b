/* Tapping plots in the own turn: place, fetch, swap, assay, sell. What may be tapped comes with `glow`; what a click
   means beyond it the server says, with the reason. */

import { emit, on } from "../../js/ui.js";
import * as info from "./info.js";
import { byId, find, findAll, html, me, svg, use } from "./dom.js";

const GOODS = { food: "Nahrung", energy: "Energie", ore: "Erz", crystal: "Glimmer" };

let now = null;
let mode = ""; // "", "sell" or "assay": what the next tap on a plot means

const can = () => JSON.parse(byId("glow")?.dataset.can || "{}");
const act = (a, from = null) => emit("game:act", { a, from });
const mine = () => now?.phase.phase === "turn" && now.phase.seat === me() && now.phase.stage === "run";

function glowing() {
  if (!mine()) return new Set();
  const { place = {}, assay = [], sell = [] } = can();
  if (mode === "sell") return new Set(sell);
  if (mode === "assay") return new Set(assay);
  return new Set(now.phase.hand ? Object.keys(place) : []);
}

function show() {
  const set = glowing();
  for (const plot of findAll(".e-plot[data-plot]")) plot.classList.toggle("is-can", set.has(plot.dataset.plot));
  for (const shop of findAll("[data-mode]")) shop.setAttribute("aria-pressed", String(shop.dataset.mode === mode));
}

// --- which of two? -------------------------------------------------------------------------------

function ask(title, goods, then) {
  close();
  const choices = goods.map((good) => {
    const picture = svg("svg", { viewBox: "0 0 24 20", "aria-hidden": "true" }, use(`elum-${good}-1`, 0, 0, 24, 20));
    const button = html("button", { class: "e-btn e-which__one", type: "button" }, picture, html("b", {}, GOODS[good]));
    button.addEventListener("click", () => {
      close();
      then(good);
    });
    return button;
  });
  const cancel = html("button", { class: "e-btn e-btn--flat", type: "button" }, "Abbrechen");
  cancel.addEventListener("click", close);
  const dialog = html("section", { class: "e-dialog e-dialog--which", role: "dialog", "aria-labelledby": "e-wh", "data-seat": me() + 1 }, html("h2", { id: "e-wh" }, title), html("div", { class: "e-which" }, ...choices), cancel);
  find(".e-scene").append(html("div", { class: "e-veil e-ask" }, dialog));
  dialog.querySelector("button").focus();
}

function confirm(title, words, yes, then) {
  close();
  const go = html("button", { class: "e-btn e-btn--main", type: "button" }, html("b", {}, yes));
  const cancel = html("button", { class: "e-btn e-btn--flat", type: "button" }, "Abbrechen");
  go.addEventListener("click", () => {
    close();
    then();
  });
  cancel.addEventListener("click", close);
  const dialog = html("section", { class: "e-dialog", role: "dialog", "aria-labelledby": "e-wh", "data-seat": me() + 1 }, html("h2", { id: "e-wh" }, title), html("p", {}, words), go, cancel);
  find(".e-scene").append(html("div", { class: "e-veil e-ask" }, dialog));
  go.focus();
}

function close() {
  find(".e-ask")?.remove();
}

// --- taps ----------------------------------------------------------------------------------------

function tapPlot(plot, from) {
  if (!mine()) return;
  info.hide(); // what happens there now is to be seen
  const { place = {}, fetch = {} } = can();
  if (mode === "sell") return setMode("", () => act({ type: "put_up", plot }, from));
  if (mode === "assay") return setMode("", () => act({ type: "assay", plot }, from));
  if (!now.phase.hand) {
    const goods = fetch[plot] ?? [];
    if (goods.length > 1) return ask("Welchen ELUM holen?", goods, (good) => act({ type: "fetch", plot, good }, from));
    return act({ type: "fetch", plot, good: goods[0] ?? "food" }, from);
  }
  const standing = place[plot] ?? [];
  const goods = [...(byId(`p-${plot}`)?.querySelectorAll("use[href^='#elum-']") ?? [])].map((u) => u.getAttribute("href").split("-")[1]);
  if (goods.length > 1 && standing.length) {
    return ask("Welchen ELUM ersetzen?", goods, (instead) => act({ type: "place", plot, instead }, from));
  }
  act({ type: "place", plot, instead: null }, from);
}

function setMode(next, then) {
  mode = next;
  show();
  then?.();
}

function tapShop(shop) {
  if (shop.dataset.mode === "sell" && now.phase.offered) return act({ type: "withdraw" }, shop);
  if (shop.dataset.mode) return setMode(mode === shop.dataset.mode ? "" : shop.dataset.mode);
  if (shop.dataset.shop !== "pub") return;
  if (!now.phase.hand) return act({ type: "pub", leave: false }, shop);
  confirm("In die Kneipe?", "Der ELUM in deiner Hand läuft dir dabei weg.", "Trotzdem hingehen", () => act({ type: "pub", leave: true }, shop));
}

function clicked(event) {
  if (event.target.matches?.(".e-ask")) return close();
  const plot = event.target.closest?.(".e-plot[data-plot]");
  if (plot) return tapPlot(plot.dataset.plot, plot);
  const shop = event.target.closest?.(".e-shop:not([data-action])");
  if (shop && mine()) return tapShop(shop);
  if (mode && event.target.closest?.(".elum")) setMode(""); // tapped beside
}

// --- by keyboard: one stop in the map, arrows go from plot to plot -------------------------------

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
let stop = "D3";

function keyed(event) {
  const plot = event.target.closest?.(".e-plot[data-plot]");
  if (event.key === "Escape") return mode ? setMode("") : close();
  if (!plot || !(event.key in STEPS)) return;
  event.preventDefault();
  const [dx, dy] = STEPS[event.key];
  let [x, y] = ["ABCDEFGHI".indexOf(plot.dataset.plot[0]), Number(plot.dataset.plot[1]) - 1];
  do [x, y] = [x + dx, y + dy]; while (x === 4 && y === 2);
  const next = byId(`p-${"ABCDEFGHI"[x]}${y + 1}`);
  if (next) focusPlot(next.dataset.plot);
}

function focusPlot(id) {
  stop = id;
  roving();
  byId(`p-${id}`)?.focus({ preventScroll: true });
}

function roving() {
  for (const plot of findAll(".e-plot[data-plot]")) {
    const wanted = plot.dataset.plot === stop ? "0" : "-1";
    if (plot.getAttribute("tabindex") !== wanted) plot.setAttribute("tabindex", wanted);
  }
}

export function changed(next) {
  now = next;
  if (!mine()) {
    mode = "";
    close();
  }
  roving();
  show();
}

export function start() {
  document.addEventListener("click", clicked);
  document.addEventListener("keydown", keyed);
  on("live:down", close);
  on("live:sent", () => mode && setMode("")); // another order is another intention
}
