/* What several modules need of the page: its facts, the device's memory, events on the document. */

/** Tells the page's other modules something: a CustomEvent on the document. */
export const emit = (name, detail = {}) => document.dispatchEvent(new CustomEvent(name, { detail }));

export const on = (name, handler) => document.addEventListener(name, (event) => handler(event.detail ?? {}, event));

/** The page's <main>; its data-live says what it is: "match", "room", "result", "home". */
export const main = () => document.querySelector("[data-live]");

/** What the server's last message said of the viewer: decision, turn. Read anew each time, as it is swapped. */
export const message = () => document.getElementById("live-msg")?.dataset ?? {};

/** Motion is off by the system's wish or the player's own setting. */
export const motionOn = () =>
  document.documentElement.dataset.motion !== "off" && !matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Remembered on this device; a browser that forbids it forgets, and that is all. */
export function recall(key) {
  try {
    return localStorage.getItem(`speedgamez.${key}`);
  } catch {
    return null;
  }
}

export function remember(key, value) {
  try {
    localStorage.setItem(`speedgamez.${key}`, value);
  } catch {
    /* private window */
  }
}

/** A path on this server, or null: messages may send us nowhere else. */
export function ownPath(url) {
  const target = new URL(url, location.href);
  return target.origin === location.origin ? target.pathname + target.search + target.hash : null;
}
