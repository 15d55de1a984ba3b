/* Match time as the server counts it, and every clock on the page that shows some of it.

   The server sends instants (ms of the match), never remaining time. Beats tell how the match's time relates to
   this page's own monotonic clock, so a wrong clock on the wall does no harm. */

import { emit, main, message, on } from "./ui.js";

const MEMORY = 6; // beats
const JUMP_MS = 250; // more than a late beat explains: match time stood still or jumped

let offset = null; // match ms minus performance.now()
let beats = [];
let held = null; // ms of the match while it is paused

/** A beat that left at `sent` (our clock) came back with the match's `now`: the shortest trip knows best. */
export function measure(sent, now) {
  const arrived = performance.now();
  const trip = arrived - sent;
  const beat = { trip, offset: now + trip / 2 - arrived };
  const best = beats.reduce((a, b) => (b.trip < a.trip ? b : a), beat);
  const agree = Math.abs(best.offset - beat.offset) <= (best.trip + trip) / 2 + JUMP_MS;
  beats = agree ? [...beats, beat].slice(-MEMORY) : [beat];
  offset = (agree ? beats.reduce((a, b) => (b.trip < a.trip ? b : a)) : beat).offset;
  tick();
}

/** What a message said without a trip measured: good enough until the first beat. */
export function hint(now) {
  if (offset === null && now > 0) offset = now - performance.now();
}

/** After a sleep or a break the old beats say nothing; the next one counts alone. */
export const forget = () => {
  beats = [];
};

/** Ms of the match now, or null while unknown. */
export const matchNow = () => held ?? (offset === null ? null : performance.now() + offset);

/** A paused match says where its time stands; when it goes on, what was known before says nothing any more. */
function hold() {
  const { paused, now } = message();
  const before = held;
  held = paused === "1" ? Number(now) : null;
  if (before === null || held !== null) return;
  beats = [];
  offset = Number(now) - performance.now();
}

const digits = (ms) => {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
};

/** In the grace the ring is dashed: as many short dashes as the share that is left. */
const dashes = (share) => `${"3 2 ".repeat(Math.ceil((share * 100) / 5))}0 100`;

function show(card, now) {
  const { deadline, expiry, step } = card.dataset;
  const grace = now >= Number(deadline);
  const left = (grace ? Number(expiry) : Number(deadline)) - now;
  const whole = grace ? Number(expiry) - Number(deadline) : Number(step);
  const share = Math.min(1, Math.max(0, left / whole));
  const ring = grace ? dashes(share) : `${(share * 100).toFixed(1)} 100`;
  const text = digits(left);
  if (grace !== (card.dataset.clock === "grace")) grace ? (card.dataset.clock = "grace") : delete card.dataset.clock;
  const number = card.querySelector(".seat__clock");
  if (number && number.textContent !== text) {
    number.textContent = text;
    if (grace && left > 0 && card.dataset.seat === main()?.dataset.me) emit("sound:play", { name: "tick" });
  }
  const avatar = card.querySelector(".avatar");
  if (avatar) grace ? (avatar.dataset.clock = "grace") : delete avatar.dataset.clock;
  card.querySelector(".ring__left")?.setAttribute("stroke-dasharray", ring);
}

/** Shows all clocks as they stand now. Anything with data-deadline, -expiry, -step and a ring inside is a clock. */
export function tick() {
  const now = matchNow();
  if (now === null) return;
  for (const card of document.querySelectorAll("[data-deadline]")) show(card, now);
}

export function start() {
  hint(Number(message().now));
  hold();
  tick();
  on("live:events", () => {
    hold();
    tick();
  });
  setInterval(tick, 200);
}
