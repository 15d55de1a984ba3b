/* What is seen happening: dice tumble, the pen writes, boni light up one after the other, Hauben count up. */

import { animate } from "../../js/motion.js";
import { emit, main, motionOn } from "../../js/ui.js";

const ROLL_MS = 520;
const APART_MS = 320;

const me = () => Number(main()?.dataset.me || 0) - 1;
const all = (selector) => [...document.querySelectorAll(selector)];

/** The throw: each die tumbles in and shows other faces on its way. The board already stands as it is. */
export function tumble(events) {
  emit("sound:play", { name: "dice" });
  if (!motionOn() || document.hidden) return;
  const thrown = new Set(events.filter((event) => event.type === "rolled").flatMap((event) => Object.keys(event.values)));
  all(".slate .die").forEach((die, i) => {
    if (!thrown.has(die.dataset.die)) return;
    const use = die.querySelector("use");
    const shown = use.getAttribute("href");
    let n = i;
    const flicker = setInterval(() => use.setAttribute("href", shown.replace(/\d$/, String(((n += 1) % 6) + 1))), 75);
    const spin = (i % 2 ? -1 : 1) * (280 + i * 40);
    animate(
      die.querySelector("svg"),
      [
        { rotate: `${spin}deg`, transform: "translateY(-3rem) scale(.8)" },
        { transform: "translateY(.25rem) scale(1.05)", offset: 0.7 },
        { transform: "none" },
      ],
      { duration: ROLL_MS + i * 55, easing: "cubic-bezier(.2, .7, .3, 1)" },
    ).then(() => {
      clearInterval(flicker);
      use.setAttribute("href", shown);
    });
  });
}

/** Where an event is seen on a card: the own one, or the watched one of that seat. */
function card(seat) {
  return seat === me() ? document.querySelector(".carte--own") : document.querySelector(`#go-card-${seat + 1}.carte--watched:not([hidden])`);
}

function written(root, event) {
  return root.querySelector(`.area[data-area="${event.area}"] .f[data-f="${event.field}"]`);
}

function earned(root, event, hauben) {
  if (event.bonus.kind !== "haube") {
    const places = [...root.querySelectorAll(`.track[data-track="${event.bonus.kind}"] .pl--have`)];
    return places.at(-1);
  }
  return [...root.querySelectorAll(".hb i.on")].at(-1 - hauben);
}

/** A die taken and its chain, one after the other; without motion all of it stands there at once. */
export function show(events) {
  const waits = new Map();
  for (const event of events) {
    if (event.type !== "entered" && event.type !== "earned") continue;
    const wait = waits.get(event.seat) ?? 0;
    waits.set(event.seat, wait + 1);
    const name = event.type === "entered" ? "take" : "count";
    if (event.seat === me() || wait === 0) setTimeout(() => emit("sound:play", { name }), motionOn() ? wait * APART_MS : 0);
    if (!motionOn()) continue;
    if (event.seat !== me()) document.querySelector(`.mini[data-seat="${event.seat + 1}"] .mini__card`)?.classList.add("is-new");
    const root = card(event.seat);
    if (!root) continue;
    const mark = event.type === "entered" ? written(root, event) : earned(root, event, 0);
    if (!mark) continue;
    mark.classList.add("is-new");
    if (wait) mark.classList.add(`wait-${Math.min(wait, 8)}`);
  }
}

/** In a step of several the own clock is the seat's own; the public one is that of the step. */
export function overlayOwnClock() {
  const own = document.querySelector("[data-own-clock]");
  const seat = document.querySelector(`.seat[data-seat="${main()?.dataset.me}"][data-deadline]`);
  if (!own || !seat) return;
  for (const name of ["deadline", "expiry", "step"]) seat.dataset[name] = own.dataset[name];
}
