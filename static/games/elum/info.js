/* The info window of a plot: on hover, on focus, on a long press. Its words come from the server (`i-A1` …). */

import { byId, cornerOf, find, html, put } from "./dom.js";

let open = ""; // the plot whose window is shown
let pinned = false; // opened by a long press: stays until closed
let mouse = ""; // where it is: what comes under a mouse that lies still (a dialog has closed) is not looked at

function show(plot, pin = false) {
  const source = byId(`i-${plot}`);
  if (!source) return;
  hide();
  const [x, y] = cornerOf(plot);
  const node = html("aside", { class: "e-info", role: pin ? "dialog" : "tooltip", id: "e-info", "aria-label": source.querySelector("h3")?.textContent });
  node.append(...[...source.children].map((child) => child.cloneNode(true)));
  for (const part of node.querySelectorAll("[data-v]")) {
    const [name, value] = part.dataset.v.split(":");
    put(part, { [name]: value });
  }
  if (pin) {
    const close = html("button", { class: "e-tool e-info__close", type: "button", "aria-label": "Schließen" }, "×");
    close.addEventListener("click", hide);
    node.append(close);
  }
  const above = y > 64;
  put(node, { x: x + 16, y: above ? y + 32 : y + 32 });
  if (above) node.dataset.at = "above";
  if (x < 64) node.dataset.edge = "left";
  if (x > 192) node.dataset.edge = "right";
  find(".e-stage").append(node);
  byId(`p-${plot}`)?.setAttribute("aria-describedby", "e-info");
  open = plot;
  pinned = pin;
}

export function hide() {
  byId("e-info")?.remove();
  byId(`p-${open}`)?.removeAttribute("aria-describedby");
  open = "";
  pinned = false;
}

/** Whether the mouse has moved: a browser tells as well of what comes to lie under one that rests, or goes from there. */
const moved = (event) => `${event.screenX} ${event.screenY}` !== mouse;

function follow(event) {
  mouse = `${event.screenX} ${event.screenY}`;
}

function looked(event) {
  if (event.type === "pointermove") {
    if (event.pointerType !== "mouse" || !moved(event)) return;
    follow(event);
  }
  const plot = event.target.closest?.(".e-plot[data-plot]")?.dataset.plot;
  if (!plot || (event.type === "focusin" && !event.target.matches(":focus-visible"))) return;
  if (event.type === "live:hold") show(plot, true);
  else if (!pinned && plot !== open) show(plot);
}

function away(event) {
  if (pinned || !event.target.closest?.(".e-plot[data-plot]")) return;
  if (event.type === "pointerout" && !moved(event)) return;
  hide();
}

let scene = "";

/** The words may have changed under an open window; another scene closes it. */
export function changed({ phase }) {
  const now = `${phase.phase}/${phase.stage ?? ""}`;
  const goesOn = now === scene || (now.startsWith("grant/") && scene.startsWith("grant/"));
  if (open && goesOn) show(open, pinned);
  else if (open) hide();
  scene = now;
}

export function start() {
  for (const type of ["pointermove", "focusin", "live:hold"]) document.addEventListener(type, looked);
  for (const type of ["pointerout", "focusout"]) document.addEventListener(type, away);
  document.addEventListener("keydown", (event) => event.key === "Escape" && hide());
  document.addEventListener("pointerdown", (event) => {
    follow(event);
    if (pinned && !event.target.closest?.(".e-info")) hide();
  });
}
