/* The result: items are counted up one after the other, once per match, ended by any press; and the way on to a
   rematch appears as soon as somebody opens it. Without this module the page shows the same numbers at once. */

import { toast } from "./announce.js";
import { play } from "./sound.js";
import { main, motionOn, on } from "./ui.js";
import { gettext } from "./words.js";

const ITEM_MS = 560;
const COUNT_MS = 340;
const LOW = 0.58; // of the highest block's height

const shown = (value) => (value < 0 ? `−${-value}` : String(value));

let stopped = false;

function seen(match) {
  const key = `speedgamez.seen.${match}`;
  try {
    if (sessionStorage.getItem(key)) return true;
    sessionStorage.setItem(key, "1");
    return false;
  } catch {
    return true;
  }
}

/** One line of the Wertung and its block on the podium. */
function contestant(row) {
  const pod = document.querySelector(`.pod[data-seat="${row.dataset.seat}"]`);
  const cells = [...row.querySelectorAll("td[data-item]")];
  return { cells, items: cells.map((cell) => Number(cell.dataset.item)), sum: row.querySelector("[data-sum]"), pod, at: 0 };
}

function write(who, value) {
  who.sum.textContent = shown(value);
  const points = who.pod?.querySelector(".pod__pts");
  if (points) points.textContent = shown(value);
}

/** How high the first place's block is, in px; screens differ. */
const highest = () => Math.max(...[...document.querySelectorAll(".pod__block")].map((block) => block.offsetHeight));

/** The block grows with the points; the range is that of all sums on the way, and the height of the highest. */
function grow(who, value, [low, high, height]) {
  const block = who.pod?.querySelector(".pod__block");
  const share = LOW + ((1 - LOW) * (value - low)) / Math.max(1, high - low);
  if (block) block.style.minHeight = `${Math.round(height * share)}px`;
}

function countUp(all, from, to, range) {
  const start = performance.now();
  const frame = (now) => {
    if (stopped) return;
    const share = Math.min(1, (now - start) / COUNT_MS);
    all.forEach((who, i) => {
      const value = from[i] + (to[i] - from[i]) * (1 - (1 - share) ** 3);
      write(who, Math.round(value));
      grow(who, value, range);
    });
    if (share < 1) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

const running = (items) => items.reduce((sums, item) => [...sums, sums.at(-1) + item], [0]);

function finish(final, all, label) {
  stopped = true;
  final.removeAttribute("data-counting");
  final.classList.add("is-told");
  label.hidden = true;
  for (const who of all) {
    who.cells.forEach((cell) => cell.removeAttribute("data-unsaid"));
    write(who, Number(who.sum.dataset.sum));
    who.pod?.querySelector(".pod__block").style.removeProperty("min-height");
    who.pod?.classList.add("is-up");
  }
  play(final.hasAttribute("data-won") ? "win" : "end");
}

async function count(final, all, names) {
  const label = document.getElementById("count-item");
  const sums = all.map((who) => running(who.items));
  const range = [Math.min(...sums.flat()), Math.max(...sums.flat()), highest()];
  const end = () => stopped || finish(final, all, label);
  for (const gesture of ["pointerdown", "keydown"]) addEventListener(gesture, end, { once: true });
  label.hidden = false;
  all.forEach((who, i) => {
    write(who, 0);
    grow(who, sums[i][0], range);
    who.cells.forEach((cell) => cell.setAttribute("data-unsaid", ""));
  });
  for (let item = 0; item < names.length && !stopped; item += 1) {
    label.textContent = names[item];
    all.forEach((who) => who.cells[item].removeAttribute("data-unsaid"));
    countUp(all, sums.map((s) => s[item]), sums.map((s) => s[item + 1]), range);
    play("count");
    await new Promise((resolve) => setTimeout(resolve, ITEM_MS));
  }
  end();
}

// --- and then ----------------------------------------------------------------------------------

let asking = false;

/** Has somebody opened the rematch? The page is asked anew for the part that says how it goes on. */
async function refresh() {
  const part = document.getElementById("go-on");
  if (!part || asking) return;
  asking = true;
  try {
    const answer = await fetch(part.dataset.url, { headers: { Accept: "text/html" } });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById("go-on");
    const was = part.querySelector("a.btn--main")?.getAttribute("href");
    const is = fresh?.querySelector("a.btn--main")?.getAttribute("href");
    if (!is || is === was) return;
    part.replaceChildren(...fresh.childNodes);
    play("sit");
    toast(gettext("Die Revanche ist eröffnet."));
  } finally {
    asking = false;
  }
}

export function start() {
  if (main()?.dataset.live !== "result") return;
  on("live:room", refresh);
  const final = document.getElementById("final");
  const all = [...document.querySelectorAll("#score tbody tr")].map(contestant);
  const names = [...document.querySelectorAll("#score th[data-item]")].map((th) => th.textContent);
  if (!final || !all.length || !names.length || !motionOn() || document.hidden || seen(main().dataset.match)) return;
  final.setAttribute("data-counting", "");
  count(final, all, names);
}
