/* The map: cursor and grabs, the plot under the hammer, the settler on the way, the Wampus. */

import { emit, on } from "../../js/ui.js";
import { byId, cornerOf, find, html, me, nameOf, number, put, summitOf, svg, toggle, use, write } from "./dom.js";
import * as info from "./info.js";
import * as plots from "./plots.js";
import { matchNow } from "./time.js";

const TOWN = [144, 84];
let shown = ""; // plot whose words stand beside the map

// --- what lies over the map ----------------------------------------------------------------------

/** A node of the layer above the plots, made when it is first needed. */
function part(name, make) {
  const over = find(".e-over");
  let node = over.querySelector(`:scope > .${name}`);
  if (!node) {
    node = make();
    node.classList.add(name);
    over.append(node);
  }
  return node;
}

const drop = (...names) => names.forEach((name) => find(`.e-over > .${name}`)?.remove());

const cursor = () => part("e-cursor", () => svg("g", {}, use("cursor", 0, 0, 32, 32)));

function plate(seat, plot, lines) {
  const map = find(".e-map");
  let node = map.querySelector(":scope > .e-plate");
  if (!lines) return node?.remove();
  if (!node) map.append((node = html("p", { class: "e-plate" })));
  if (seat === null) delete node.dataset.seat;
  else node.dataset.seat = seat + 1;
  const [x, y] = cornerOf(plot);
  node.dataset.edge = x < 40 ? "left" : x > 216 ? "right" : "none"; // a name is as wide as it is
  put(node, { x: x + 16, y: y > 96 ? y - 24 : y + 32 });
  const key = lines.map((line) => line.textContent ?? line).join("|");
  if (node.dataset.key !== key) {
    node.dataset.key = key;
    node.replaceChildren(...lines);
  }
  return node;
}

// --- land grant ----------------------------------------------------------------------------------

/** Which plot the cursor is on at `t`. */
export function cursorAt(phase, t) {
  if (phase.stage !== "run") return phase.path[phase.index];
  const index = phase.index + Math.max(0, Math.floor((t - phase.since) / phase.step_ms));
  return phase.path[Math.min(index, phase.path.length - 1)];
}

function drawGrant({ phase }, t) {
  const plot = cursorAt(phase, t);
  const running = phase.stage === "run" || phase.stage === "press";
  if (!plot || phase.stage === "countdown" || phase.stage === "outro") {
    drop("e-cursor");
    plate(null, null, null);
  } else {
    const [x, y] = cornerOf(plot);
    const node = cursor();
    put(node, { x, y });
    toggle(node, "is-run", running);
    toggle(node, "is-held", phase.stage === "hold");
    drawHold(phase, plot, t);
    describe(plot);
  }
  count(phase.stage === "countdown" ? Math.ceil((phase.until - t) / 1000) : 0);
  const grab = byId("e-grab");
  const open = running && me() !== null && !(me() in phase.won) && !phase.pressed.includes(me());
  if (grab && (grab.getAttribute("aria-disabled") === "true") === open) {
    if (open) grab.removeAttribute("aria-disabled");
    else grab.setAttribute("aria-disabled", "true");
  }
}

function drawHold(phase, plot, t) {
  const winner = Object.entries(phase.won).find(([, won]) => won === plot);
  if (phase.stage !== "hold" || !winner) return plate(null, null, null);
  const seat = Number(winner[0]);
  const left = Math.min(4, Math.max(0, Math.ceil((phase.until - t) / phase.step_ms)));
  const node = plate(seat, plot, [html("b", { class: "e-name" }, nameOf(seat)), beats()]);
  node.querySelector(".e-beats").dataset.left = left;
}

const beats = () => html("span", { class: "e-beats", "aria-hidden": "true" }, ...Array.from({ length: 4 }, () => html("i")));

function count(seconds) {
  const map = find(".e-map");
  let node = map.querySelector(":scope > .e-count");
  if (seconds < 1) return node?.remove();
  if (!node) map.append((node = html("p", { class: "e-count" }, html("b"), html("span", {}, "Gleich läuft der Zeiger los."))));
  write(node.firstElementChild, String(seconds));
}

/** Words on the plot under the cursor, beside the map. */
function describe(plot) {
  const place = byId("e-underway");
  if (!place || (shown === plot && place.childElementCount)) return;
  shown = plot;
  const source = byId(`i-${plot}`);
  place.replaceChildren(...[...(source?.children ?? [])].filter((child) => !child.matches(".e-info__pic")).map((child) => child.cloneNode(true)));
}

function grab() {
  const t = matchNow();
  if (t === null) return;
  const { phase } = current ?? {};
  if (phase?.phase !== "grant" || !["run", "press"].includes(phase.stage) || me() === null || me() in phase.won) return;
  emit("game:act", { a: { type: "grab", plot: cursorAt(phase, t) }, from: byId("e-grab") });
}

// --- the turn ------------------------------------------------------------------------------------

const middle = (plot) => {
  const [x, y] = cornerOf(plot);
  return [x + 16, y + 20];
};

/** A point at `share` of the way along `points`. */
function along(points, share) {
  const place = share * (points.length - 1);
  const index = Math.min(points.length - 2, Math.floor(place));
  const [a, b] = [points[index], points[index + 1]];
  const part = place - index;
  return { x: a[0] + (b[0] - a[0]) * part, y: a[1] + (b[1] - a[1]) * part, left: b[0] < a[0] };
}

function walkerOf(now, kind) {
  const folk = now.folk[now.phase.seat];
  const node = part("e-walker", () => svg("g", {}, svg("g", { class: "e-walker__turn" })));
  const key = `${folk} ${kind}`;
  if (node.dataset.key !== key) {
    node.dataset.key = key;
    node.dataset.seat = now.phase.seat + 1;
    const elum = kind === "none" ? [] : [1, 2].map((n) => use(`elum${kind ? `-${kind}` : ""}-${n}`, -22, -12, 24, 20, `e-f${n}`));
    node.firstElementChild.replaceChildren(...elum, ...[1, 2].map((n) => use(`folk-${folk}-${n}`, 2, -12, 16, 20, `e-f${n}`)));
  }
  put(node, { ms: "0ms" });
  return node;
}

function drawTurn(now, t) {
  const { phase } = now;
  const doing = phase.doing && ["place", "fetch"].includes(phase.doing.kind) ? phase.doing : null;
  if (phase.stage !== "run" || (!doing && !phase.hand)) return drop("e-walker", "e-path", "e-target");
  const kind = phase.hand ? (phase.hand.good ?? "") : "none";
  const node = walkerOf(now, kind);
  toggle(node, "is-walking", Boolean(doing));
  if (!doing) {
    drop("e-path", "e-target");
    return put(node, { x: TOWN[0], y: TOWN[1] });
  }
  const points = [TOWN, ...doing.path.map(middle)];
  const share = Math.min(1, Math.max(0, (t - doing.began) / Math.max(1, doing.until - doing.began)));
  const { x, y, left } = along(points, share);
  put(node, { x: x.toFixed(1), y: y.toFixed(1) });
  toggle(node, "is-left", left);
  const line = part("e-path", () => svg("path"));
  const d = `M${points.map((point) => point.join(" ")).join("L")}`;
  if (line.getAttribute("d") !== d) line.setAttribute("d", d);
  const [tx, ty] = cornerOf(doing.plot);
  put(part("e-target", () => svg("g", {}, use("cursor", 0, 0, 32, 32))), { x: tx, y: ty });
}

function drawWampus({ phase, level }) {
  const node = find(".e-wampus");
  const catcher = find(".e-catch");
  const seen = phase.phase === "turn" ? phase.wampus : null;
  toggle(node, "is-up", Boolean(seen));
  toggle(node, "is-faint", level === "turnier");
  toggle(node, "is-plain", level === "einsteiger");
  catcher.hidden = !seen || phase.seat !== me();
  if (!seen) return;
  const [x, y] = summitOf(seen.plot, seen.peak);
  put(node, { x: x - 6, y: y - 8 });
  put(catcher, { x, y: y - 2 });
  catcher.dataset.plot = seen.plot;
  catcher.dataset.peak = seen.peak;
}

function caught({ target }) {
  const button = target.closest?.(".e-catch");
  if (!button) return;
  emit("game:act", { a: { type: "catch", plot: button.dataset.plot, peak: Number(button.dataset.peak), at: Math.round(matchNow()) } });
}

// --- the plot under the hammer -------------------------------------------------------------------

function drawLot({ phase }) {
  const [x, y] = cornerOf(phase.plot);
  const node = cursor();
  put(node, { x, y });
  node.classList.remove("is-run", "is-held");
  plate(phase.seller, phase.plot, [html("b", {}, `Startpreis ${number(phase.start)}`)]);
  describe(phase.plot);
}

// --- contract of elum.js -------------------------------------------------------------------------

let current = null;

export function changed(now) {
  current = now;
  const { phase } = now;
  if (phase.phase !== "grant" && !(phase.phase === "office" && phase.stage === "blink")) {
    drop("e-cursor");
    plate(null, null, null);
    count(0);
  }
  if (phase.phase !== "turn") drop("e-walker", "e-path", "e-target");
  shown = "";
  drawWampus(now);
  plots.changed(now);
  info.changed(now);
}

export function frame(now, t) {
  const { phase } = now;
  if (phase.phase === "grant") drawGrant(now, t);
  else if (phase.phase === "turn") drawTurn(now, t);
  else if (phase.phase === "office" && phase.stage === "blink") drawLot(now);
}

export function start() {
  document.addEventListener("click", (event) => {
    if (event.target.closest?.("#e-grab")) grab();
  });
  document.addEventListener("pointerdown", caught);
  document.addEventListener("click", (event) => event.detail === 0 && caught(event)); // Enter on it
  document.addEventListener("keydown", (event) => {
    if (event.key !== " " || event.repeat || event.target.closest?.("input, select, textarea, dialog, [popover]")) return;
    if (current?.phase.phase !== "grant") return;
    event.preventDefault();
    grab();
  });
  plots.start();
  info.start();
  on("elum:skin", () => (shown = ""));
}
