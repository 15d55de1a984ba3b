/* Small helpers for the scene's modules. */

const SVG = "http://www.w3.org/2000/svg";

export const byId = (id) => document.getElementById(id);
export const root = () => document.querySelector(".elum");
export const find = (selector) => root()?.querySelector(selector);
export const findAll = (selector) => [...(root()?.querySelectorAll(selector) ?? [])];

/** Custom properties through CSSOM, written only when they change. */
export function put(element, values) {
  if (!element) return;
  for (const [name, value] of Object.entries(values)) {
    const text = String(value);
    if (element.style.getPropertyValue(`--${name}`) !== text) element.style.setProperty(`--${name}`, text);
  }
}

export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

export function html(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

/** `<use href="#id">` with the box of the symbol. */
export const use = (id, x, y, width, height, className = "") =>
  svg("use", { href: `#${id}`, x, y, width, height, ...(className && { class: className }) });

/** Text, written only when it changes. */
export function write(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}

export function toggle(element, name, on) {
  if (element && element.hidden !== undefined && name === "hidden") element.hidden = on;
  else element?.classList.toggle(name, on);
}

/** The name of whoever sits at `seat` (0-based), as the place card says it. */
export const nameOf = (seat) =>
  document.querySelector(`.seats__list [data-seat="${seat + 1}"] .seat__name`)?.textContent.trim() ?? `${seat + 1}`;

/** The viewer's own seat, 0-based; null for who watches. */
export const me = () => {
  const seat = root()?.dataset.me;
  return seat ? Number(seat) - 1 : null;
};

const COLUMNS = "ABCDEFGHI";

/** Upper left corner of a plot in map units. */
export const cornerOf = (plot) => [COLUMNS.indexOf(plot[0]) * 32, (Number(plot[1]) - 1) * 32];

/** Summits by number of peaks, in units of the plot. */
const SUMMITS = { 1: [[17, 7]], 2: [[22, 5], [11, 12]], 3: [[16, 3], [24, 12], [8, 11]] };

export function summitOf(plot, peak) {
  const [x, y] = cornerOf(plot);
  const peaks = byId(`p-${plot}`)?.dataset.peaks ?? "1";
  const [sx, sy] = (SUMMITS[peaks] ?? SUMMITS[1])[peak] ?? SUMMITS[1][0];
  return [x + sx, y + sy];
}

export const clockText = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.max(0, seconds) % 60).padStart(2, "0")}`;

export const number = (value) => value.toLocaleString("de-DE").replace("-", "−");
