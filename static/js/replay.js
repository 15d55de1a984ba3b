/* The replay page: keys, playing by itself, the slider and the Chronik's mark follow the step that was swapped in.
   Steps themselves are links and htmx requests; without this module the page works all the same. */

const PLAY_MS = 1100;
const byId = (id) => document.getElementById(id);
const step = () => Number(byId("steps-now").dataset.step);

let timer = null;
let focused = "";

/** The slider, the marked line and the play button show the current step. */
function follow() {
  const range = byId("steps-range");
  if (document.activeElement !== range) range.value = step();
  mark();
  const play = byId("steps-play");
  play.hidden = false;
  play.setAttribute("aria-pressed", String(timer !== null));
  play.setAttribute("aria-label", timer === null ? play.dataset.play : play.dataset.pause);
}

/** The line of this step, or the last one before it. */
function mark() {
  const log = byId("chronik");
  if (!log) return;
  let current = null;
  for (const line of log.querySelectorAll("[data-step]")) {
    line.removeAttribute("aria-current");
    if (Number(line.dataset.step) <= step()) current = line;
  }
  if (!current) return;
  current.setAttribute("aria-current", "step");
  const wrap = log.parentElement;
  const box = current.getBoundingClientRect();
  const view = wrap.getBoundingClientRect();
  if (box.top < view.top + 40 || box.bottom > view.bottom - 40) {
    wrap.scrollTop += box.top - view.top - wrap.clientHeight / 2;
  }
}

const press = (id) => byId(id)?.click();

function stop() {
  clearTimeout(timer);
  timer = null;
}

/** One step after the other, each a moment after the last has come. */
function go() {
  if (!byId("steps-next")) {
    stop();
    follow();
    return;
  }
  timer = setTimeout(() => press("steps-next"), PLAY_MS);
}

function toggle() {
  if (timer !== null) {
    stop();
  } else {
    timer = 0; // a request is on its way
    press(byId("steps-next") ? "steps-next" : "steps-first");
  }
  follow();
}

const KEYS = { ArrowLeft: "steps-prev", ArrowRight: "steps-next", Home: "steps-first", End: "steps-last" };

document.addEventListener("keydown", (event) => {
  const elsewhere = event.target.closest("input, textarea, select, [contenteditable], [popover], dialog");
  if (elsewhere || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !(event.key in KEYS)) return;
  // Home and End belong to the scrolled region while it has the focus itself
  if (event.target.matches(".chron__wrap") && (event.key === "Home" || event.key === "End")) return;
  event.preventDefault();
  stop();
  press(KEYS[event.key]);
});

document.addEventListener("click", (event) => {
  if (event.target.closest("#steps-play")) toggle();
  else if (event.isTrusted && event.target.closest("#steps, #chronik")) stop();
});

document.addEventListener("input", (event) => {
  if (event.target.id === "steps-range") stop();
});

// an out-of-band swap takes the focus away from the link that asked for it
document.addEventListener("htmx:oobBeforeSwap", (event) => {
  if (event.target.id === "steps-now") focused = document.activeElement?.id ?? "";
});
document.addEventListener("htmx:oobAfterSwap", (event) => {
  if (event.target.id !== "steps-now") return;
  if (focused) (byId(focused) ?? byId("steps-range")).focus({ preventScroll: true });
  focused = "";
});
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.elt.closest("#pruefung")) return;
  const playing = timer !== null && event.detail.successful;
  stop();
  if (playing) go();
  follow();
});

follow();
