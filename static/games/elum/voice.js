/* For who doesn't see the scene: a sentence when something begins that may want an answer. The header's hint and the
   Chronik are read out by themselves. */

import { tell, toast } from "../../js/announce.js";
import { byId, findAll, me, nameOf, number } from "./dom.js";

const GOODS = { food: "Nahrung", energy: "Energie", ore: "Erz", crystal: "Glimmer" };
const SIDES = { buy: "kaufst", sell: "verkaufst", out: "bist nicht dabei" };

/** What is said when the phase or its stage is new. */
const SAID = {
  "grant/run": ({ won }) => (me() in won ? "" : "Der Zeiger läuft. Leertaste greift das Feld unter ihm."),
  "office/ladder": ({ start, seller }) => (seller === me() ? "" : `Landauktion ab ${number(start)} Taler. Pfeil hoch bietet.`),
  "turn/window": ({ seat }) => (seat === me() ? "Dein Zug. Das Fenster wartet auf „Zug beginnen“." : ""),
  "turn/run": ({ seat, total }) => (seat === me() ? `Dein Zug läuft, ${Math.round(total / 1000)} Sekunden.` : ""),
  "trade/sides": (phase, now) => `${GOODS[phase.good]}: Vorrat ${now.stock[me()]}, Soll ${phase.target[me()]}. Du ${SIDES[phase.sides[me()]]}. Pfeil hoch verkaufen, Pfeil runter kaufen.`,
  "trade/ladder": (phase, now) => `Der Handel beginnt. Der Laden kauft zu ${number(phase.ladder.low)}${phase.ladder.selling ? ` und verkauft zu ${number(phase.ladder.low + phase.ladder.end * phase.ladder.step)}` : ""}. Du hast ${number(now.money[me()])} Taler.`,
  "trade/result": ({ volume, turnover, before }) => (volume ? `${volume} gehandelt, Grundpreis jetzt ${number(Math.round(turnover / volume))}.` : `Kein Handel, der Grundpreis bleibt ${number(before)}.`),
  "harvest/balance": () => `Bilanz, deine Ernte: ${findAll(`.e-board tr[data-seat="${me() + 1}"] td`).map((cell) => cell.textContent.trim()).join(", ")}.`,
  "summary/summary": ({ worth }) => `Zwischenstand: ${worth.map((row, seat) => `${nameOf(seat)} ${number(row[3])}`).join(", ")}.`,
};

const keyOf = ({ phase }) => `${phase.phase}/${phase.stage ?? phase.phase}`;

export function changed(now, before) {
  if (me() === null || !before || keyOf(now) === keyOf(before)) return;
  const words = SAID[keyOf(now)]?.(now.phase, now);
  if (words) tell(words);
}

export function frame() {}

/** What the ladder does with the own figure by itself, for everybody to read. */
function moved(event) {
  if (event.seat !== me()) return "";
  if (event.type === "side" && event.forced) return "Du hast nichts mehr zu verkaufen und bist nicht mehr dabei.";
  return event.type === "halted" && event.no_money ? "Für mehr reicht dein Geld nicht: Du stehst wieder am Startplatz." : "";
}

/** What the own assay has found; the mark on the map says it from then on. */
function found({ type, seat, plot, level }) {
  if (type !== "assayed" || seat !== me() || level === undefined || level === null) return "";
  const field = byId(`i-${plot}`)?.querySelector("h3")?.textContent ?? plot;
  return level ? `${field}: Glimmer der Stufe ${level}.` : `${field}: kein Glimmer.`;
}

/** Deals are told as they begin and end, not unit by unit. */
export function happened(event) {
  if (me() === null) return;
  const words = moved(event) || found(event);
  if (words) return toast(words, { place: "refusals" });
  if (event.type !== "deal" || (event.buyer !== me() && event.seller !== me())) return;
  const from = event.seller === null ? "Der Laden" : event.seller === me() ? "Du" : nameOf(event.seller);
  const to = event.buyer === null ? "den Laden" : event.buyer === me() ? "dich" : nameOf(event.buyer);
  tell(`${from} ${event.seller === me() ? "verkaufst" : "verkauft"} an ${to}, zu ${number(event.price)}.`);
}
