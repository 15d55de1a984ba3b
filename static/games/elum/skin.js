/* Retro or Modern: one scene, two sheets. Whoever looks chooses, and the browser remembers. */

import { emit, recall, remember } from "../../js/ui.js";
import { byId, findAll, root } from "./dom.js";

const SKINS = ["retro", "modern"];
const sheets = new Map();

const wanted = () => (SKINS.includes(recall("elum-skin")) ? recall("elum-skin") : "retro");

function fetched(name) {
  if (!sheets.has(name)) {
    const url = root().dataset.sheets.split(" ")[SKINS.indexOf(name)];
    sheets.set(name, fetch(url).then((answer) => (answer.ok ? answer.text() : Promise.reject(new Error(url)))));
    sheets.get(name).catch(() => sheets.delete(name)); // the next try fetches anew
  }
  return sheets.get(name);
}

/** Puts the skin on: tokens at once, drawings as soon as they are here. */
export async function wear(name) {
  const scene = root();
  scene.dataset.skin = name;
  for (const button of findAll("[data-skin-to]")) button.setAttribute("aria-pressed", String(button.dataset.skinTo === name));
  emit("elum:skin", { name });
  const text = await fetched(name).catch(() => "");
  if (!text || scene.dataset.skin !== name) return;
  const sheet = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  byId("elum-sheet").replaceChildren(document.importNode(sheet, true));
}

/** Letters that the pixel font lacks: a name with one stands in the other type as a whole. */
const PLAIN = /[^ -~\u00A0-\u017F\u0218-\u021B–—„“”‚‘’…]/u;

export function plainNames() {
  for (const name of findAll(".e-name:not([data-checked])")) {
    name.dataset.checked = "";
    if (PLAIN.test(name.textContent)) name.dataset.plain = "";
  }
}

export function start() {
  wear(wanted());
  root().dataset.hand = recall("elum-hand") === "left" ? "left" : "right";
  document.addEventListener("click", (event) => {
    const to = event.target.closest?.("[data-skin-to]")?.dataset.skinTo;
    if (to) {
      remember("elum-skin", to);
      wear(to);
    }
    if (event.target.closest?.("[data-elum-hand]")) {
      root().dataset.hand = root().dataset.hand === "left" ? "right" : "left";
      remember("elum-hand", root().dataset.hand);
    }
  });
}
