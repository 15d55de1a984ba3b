/* Whose turn it is can't be missed: title, a dot on the tab's icon, a banner on phones, a sound, a word. */

import { tell } from "./announce.js";
import { play } from "./sound.js";
import { main, message, on } from "./ui.js";
import { gettext } from "./words.js";

const title = document.title;
let turn = null;

/** Our die with the lamp's dot on it, as an address for the tab's icon. */
const DOTTED = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><g transform="translate(30.5 32) rotate(-9) scale(1.42)">` +
    `<rect x="-17" y="-14" width="36" height="36" rx="8" fill="#b5a88a"/><rect x="-17" y="-18" width="36" height="36" rx="8" fill="#fff6e0"/>` +
    `<circle cx="-8" cy="-9" r="4.3" fill="#5d3b93"/><circle cx="1" cy="0" r="4.3" fill="#9b2747"/><circle cx="-8" cy="9" r="4.3" fill="#94471f"/></g>` +
    `<circle cx="47" cy="17" r="16" fill="#2a1a02"/><circle cx="47" cy="17" r="13" fill="#f7b733"/></svg>`,
)}`;

function icon(on) {
  const link = document.getElementById("favicon");
  if (!link) return;
  link.dataset.plain ??= link.href;
  const href = on ? DOTTED : link.dataset.plain;
  if (link.href !== href) link.href = href;
}

function show() {
  const mine = message().turn === "1";
  document.title = mine ? `● ${gettext("Du bist dran")} – ${main()?.dataset.title ?? title}` : title;
  icon(mine);
  document.body.toggleAttribute("data-my-turn", mine);
  const banner = document.getElementById("turn");
  if (banner) banner.hidden = !mine;
  if (mine && turn === false && main()?.dataset.pace !== "realtime") { // there something is open nearly all the time
    play("turn");
    tell(gettext("Du bist dran."));
  }
  turn = mine;
}

export function start() {
  show();
  on("live:events", show);
}
