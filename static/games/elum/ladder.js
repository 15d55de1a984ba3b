/* The price ladder: figures walk between messages by themselves, lines and stock follow. The own figure answers at once:
   `reins` says where it is wanted, and what the server says of it is taken over softly. */

import { find, html, me, nameOf, number, put, toggle, write } from "./dom.js";
import * as columns from "./columns.js";
import * as reins from "./reins.js";
import { homeOf, placeAt } from "./time.js";

const STEPS_PER_MS = 12 / 1000;
const OUT = -0.1; // where who stays out stands, in parts of the scale
const SOFT = 0.18;
const EVERY = [5, 10, 20, 50, 100, 200];
const LABEL_PX = 22; // how far apart the prices beside the scale stand at least

let own = null; // the own figure as it is drawn: {pos, at}
let scale = 35;

const ladderNode = () => find(".e-ladder");

/** The scale's upper end in steps: it grows with the highest bid where the store doesn't sell. */
function topOf(ladder) {
  const drawn = ladder.figures.map((f) => (f.side === "buy" && f.to !== null ? f.to : 0));
  return Math.max(ladder.end, ladder.top, ladder.selling ? 0 : Math.max(...drawn));
}

function setScale(steps, { low, step, end } = {}) {
  scale = steps;
  const node = ladderNode();
  if (node.dataset.scale === String(steps)) return;
  node.dataset.scale = steps;
  if (low !== undefined && steps > end) growRungs(node, steps, low, step);
  for (const rung of node.querySelectorAll(".e-rung")) put(rung, { p: (Number(rung.dataset.step) / steps).toFixed(4) });
}

/** A scale that has grown: as many labelled rungs as have room, at round prices where steps of one allow it. */
function growRungs(node, steps, low, step) {
  const room = node.querySelector(".e-field").clientHeight * 0.75;
  const every = EVERY.find((n) => (n / steps) * room >= LABEL_PX) ?? EVERY.at(-1);
  const first = step === 1 ? every - (low % every) : every;
  for (const rung of node.querySelectorAll(".e-rung")) rung.remove();
  const marks = [];
  for (let n = first; n < steps; n += every) marks.push(html("i", { class: "e-rung e-rung--five", "data-step": n }, html("b", {}, number(low + n * step))));
  node.querySelector(".e-sky").after(...marks);
}

/** Part of the scale, for who stands at `pos` (null: at the start place). */
const partOf = (pos, side) => (pos === null ? (side === "sell" ? 1.08 : -0.08) : pos / scale);

// --- figures -------------------------------------------------------------------------------------

function positions(ladder, t) {
  const places = ladder.figures.map((figure) => placeAt(figure, t, homeOf(figure, ladder)));
  const mine = me();
  if (mine !== null && ladder.figures[mine]?.side !== "out") places[mine] = ownPlace(ladder, places, t);
  else own = null;
  return places;
}

/** The own figure walks to where it is wanted, never through the other side, and comes softly to where the server has it. */
function ownPlace(ladder, places, t) {
  const seat = me();
  const figure = ladder.figures[seat];
  const server = places[seat];
  const wish = reins.wish();
  if (wish === undefined) {
    if (own === null || own.pos === null || server === null || Math.abs(own.pos - server) > 6) own = { pos: server, at: t };
    else own = { pos: own.pos + (server - own.pos) * SOFT, at: t };
    return own.pos;
  }
  const home = homeOf(figure, ladder);
  const from = own?.pos ?? server ?? home;
  const goal = wish === null ? home : wish;
  const step = Math.max(0, t - (own?.at ?? t)) * STEPS_PER_MS;
  let pos = goal > from ? Math.min(goal, from + step) : Math.max(goal, from - step);
  const wall = wallOf(ladder, places, figure.side, seat);
  if (wall !== null && pos !== home) pos = figure.side === "buy" ? Math.min(pos, wall) : Math.max(pos, wall);
  own = { pos, at: t };
  return pos === home && wish === null ? null : pos;
}

/** The nearest figure of the other side, where the own one has to stop. */
function wallOf(ladder, places, side, seat) {
  const others = ladder.figures.map((f, i) => (i !== seat && f.side !== side && f.side !== "out" && places[i] !== null && places[i] >= 0 && places[i] <= ladder.top ? places[i] : null)).filter((p) => p !== null);
  if (!others.length) return null;
  return side === "buy" ? Math.min(...others) : Math.max(...others);
}

function drawFigures(node, ladder, places) {
  node.querySelectorAll(".e-col").forEach((col, seat) => {
    const figure = ladder.figures[seat];
    const out = figure.side === "out";
    const runner = col.querySelector(".e-runner");
    const part = out ? OUT : partOf(places[seat], figure.side);
    const before = Number(runner.style.getPropertyValue("--p"));
    put(runner, { p: part.toFixed(4), ms: "0ms" });
    toggle(runner, "is-walking", Math.abs(before - part) > 0.0005);
    toggle(runner, "is-out", out);
    if (col.dataset.side !== figure.side) col.dataset.side = figure.side;
  });
}

function lines(ladder, places) {
  const on = (side) => ladder.figures.map((f, i) => (f.side === side && places[i] !== null && places[i] > -0.5 && places[i] < scale + 0.5 ? places[i] : null)).filter((p) => p !== null);
  const [buy, sell] = [on("buy"), on("sell")];
  return { buy: buy.length ? Math.max(...buy) : null, sell: sell.length ? Math.min(...sell) : null };
}

function drawLine(node, name, pos, ladder) {
  const mark = node.querySelector(`.e-mark--${name}`);
  if (!mark) return;
  mark.hidden = pos === null;
  if (pos === null) return;
  put(mark, { p: (pos / scale).toFixed(4), ms: "0ms" });
  put(node, { [name]: (pos / scale).toFixed(4) });
  write(mark.querySelector("b"), number(ladder.low + Math.round(pos) * ladder.step));
}

// --- deals ---------------------------------------------------------------------------------------

function drawDeal(node, ladder) {
  const { deal } = ladder;
  const line = node.querySelector(".e-deal");
  if (!line || !deal) return;
  const who = (seat) => (seat === null ? "Laden" : nameOf(seat));
  const key = `${deal.seller}/${deal.buyer}/${deal.units}/${deal.at}`;
  if (line.dataset.key !== key) {
    line.dataset.key = key;
    const price = number(ladder.low + deal.at * ladder.step);
    const amount = deal.units ? `${deal.units} zu ${price}` : `gleich zu ${price}`;
    line.replaceChildren(html("span", {}, html("b", { class: "e-name" }, who(deal.seller)), " verkauft an ", html("b", { class: "e-name" }, who(deal.buyer))), " ", html("b", { class: "e-deal__n" }, amount));
  }
  const column = (seat, shop) => (seat === null ? shop : seat);
  put(node.querySelector(".e-passing"), { p: (deal.at / scale).toFixed(4), from: column(deal.seller, 3.9), to: column(deal.buyer, -0.9) });
}

function call(node, words, note, frozen = false) {
  const place = node.querySelector(".e-call");
  if (!place) return;
  place.hidden = !words;
  if (!words) return;
  const key = `${words}|${note}`;
  toggle(place, "is-frozen", frozen);
  if (place.dataset.key === key) return;
  place.dataset.key = key;
  place.replaceChildren(html("b", {}, words), ...(note ? [html("span", {}, note)] : []));
}

// --- trade and land ------------------------------------------------------------------------------

const ROLES = { buy: "Käufer", sell: "Verkäufer", out: "nicht dabei" };

function drawFeet(node, now) {
  const { phase, money, stock } = now;
  node.querySelectorAll(".e-foot[data-seat]").forEach((foot, seat) => {
    const side = phase.ladder ? phase.ladder.figures[seat].side : (phase.sides?.[seat] ?? "out");
    foot.dataset.side = side;
    write(foot.querySelector(".e-foot__role"), phase.phase === "office" ? landRole(phase, seat) : phase.stage === "columns" ? "" : ROLES[side]);
    write(foot.querySelector(".e-foot__cash"), `${number(money[seat])} T`);
    foot.classList.toggle("is-away", now.away.includes(seat + 1));
  });
  const store = node.querySelector(".e-foot--store .e-foot__have b");
  if (store && stock.length) write(store, String(stock.at(-1)));
  const top = node.querySelector(".e-stock");
  if (top && stock.length) write(top, ` Vorrat ${stock.at(-1)}`);
}

function landRole(phase, seat) {
  if (phase.seller === seat) return "verkauft";
  if (phase.stage === "result") return phase.winner === seat ? "bekommt das Feld" : "";
  return phase.ladder?.figures[seat].at === null ? "bietet nicht" : "bietet";
}

function stateOf(phase) {
  if (phase.phase === "office") return "land";
  if (phase.stage === "ladder") return phase.ladder?.deal ? "deal" : "apart";
  return phase.stage;
}

function calls(node, phase) {
  if (phase.phase === "office") {
    if (phase.stage !== "result") return call(node, "");
    return phase.winner === null ? call(node, "Nicht verkauft", "Niemand stand auf der Leiter.") : call(node, `${nameOf(phase.winner)} bekommt das Feld`, `für ${number(phase.price)} Taler`);
  }
  if (phase.stage === "sides") return me() === null ? call(node, "Die Siedler wählen ihre Seite", "") : call(node, "Wähle deine Seite", "▲ verkaufen · ▼ kaufen");
  if (phase.stage === "frozen") return call(node, "Die Seiten stehen fest", "Gleich beginnt der Handel.", true);
  if (phase.stage !== "result") return call(node, "");
  const price = phase.volume ? Math.round(phase.turnover / phase.volume) : phase.before;
  return call(node, phase.volume ? `${phase.volume} gehandelt` : "Kein Handel", phase.volume ? `Grundpreis ${number(phase.before)} → ${number(price)}` : `Der Grundpreis bleibt ${number(phase.before)}.`);
}

/** Before the trade the figures wait at their start places. */
const waiting = ({ sides }) => sides.map((side) => ({ side, at: null, since: 0, to: null }));

export function changed(now) {
  const node = ladderNode();
  const { phase } = now;
  if (!node || !["trade", "office"].includes(phase.phase)) {
    own = null;
    return reins.changed(now);
  }
  const state = stateOf(phase);
  if (node.dataset.state !== state) node.dataset.state = state;
  setScale(phase.ladder ? topOf(phase.ladder) : 35, phase.ladder ?? undefined);
  const store = node.querySelector(".e-mark--top");
  if (store) store.hidden = phase.ladder ? !phase.ladder.selling : phase.good === "crystal" || !now.stock.at(-1);
  drawFeet(node, now);
  calls(node, phase);
  if (phase.ladder) drawDeal(node, phase.ladder);
  for (const [seat, away] of [...node.querySelectorAll(".e-runner__away")].entries()) away.toggleAttribute("hidden", !now.away.includes(seat + 1));
  columns.changed(now, node);
  reins.changed(now);
}

export function frame(now, t) {
  const node = ladderNode();
  const { phase } = now;
  if (!node || !["trade", "office"].includes(phase.phase)) return;
  columns.frame(now, t, node);
  const ladder = phase.ladder ?? (phase.sides ? { low: 0, step: 1, end: 35, top: 35, figures: waiting(phase) } : null);
  if (!ladder) return;
  const places = positions(ladder, t);
  drawFigures(node, ladder, places);
  if (!phase.ladder) return;
  const { buy, sell } = lines(ladder, places);
  drawLine(node, "buy", buy, ladder);
  drawLine(node, "sell", sell, ladder);
  if (phase.phase === "office") {
    const best = [...now.rank].reverse().find((i) => ladder.figures[i].side === "buy" && places[i] === buy && buy !== null) ?? -1;
    write(node.querySelector(".e-mark--buy .e-name"), best >= 0 ? nameOf(best) : "");
  }
  reins.frame(now, t, own?.pos ?? null);
}

/** What the own figure stands at now, for the keys and the finger. */
export const ownPos = () => own?.pos ?? null;

export function start() {
  reins.start();
}

