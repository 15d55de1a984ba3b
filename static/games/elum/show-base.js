/* What the shows share: custom properties through CSSOM, figures, scenes. */

export const SVG = "http://www.w3.org/2000/svg";

/** data-v="x:3 ms:200ms" becomes --x and --ms: style attributes are no way under our CSP. */
export function setVars(root) {
  for (const element of root.querySelectorAll("[data-v]")) {
    for (const pair of element.dataset.v.trim().split(/\s+/)) {
      const at = pair.indexOf(":");
      element.style.setProperty(`--${pair.slice(0, at)}`, pair.slice(at + 1));
    }
  }
}

/** As the server prints it: 1.240, −7. */
export function number(value) {
  const digits = String(Math.abs(value)).replace(/\B(?=(\d{3})+$)/g, ".");
  return value < 0 ? `−${digits}` : digits;
}

export function write(element, words) {
  if (element && element.textContent !== words) element.textContent = words;
}

export const part = (ms, from, length) => Math.min(1, Math.max(0, (ms - from) / length));

/** Starts fast and comes to rest. */
export const easeOut = (p) => 1 - (1 - p) ** 3;

/** The grid that lies under everything: which areas there are depends on it. */
export function setScene(root, name) {
  if (root.dataset.scene !== name) root.dataset.scene = name;
  const scene = root.querySelector(".e-scene");
  const wanted = `e-scene e-scene--${name}`;
  if (scene && scene.className !== wanted) scene.className = wanted;
}

export function use(href, box, className = "") {
  const element = document.createElementNS(SVG, "use");
  element.setAttribute("href", href);
  for (const [key, value] of Object.entries(box)) element.setAttribute(key, value);
  if (className) element.setAttribute("class", className);
  return element;
}

/** What is counted up shows the part `p` of where it goes to. */
export function count(element, p) {
  write(element, number(Math.round(Number(element.dataset.to) * p)));
}
