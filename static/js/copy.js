/* The invitation link: copied by one press, or handed to the device's own sharing. */

import { toast } from "./announce.js";
import { gettext } from "./words.js";

/** The clipboard needs a secure page; elsewhere the field is selected and the old command copies. */
async function copy(text, field) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    field?.select?.();
    return Boolean(field) && document.execCommand("copy");
  }
}

async function clicked(event) {
  const button = event.target.closest?.("[data-copy]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  const text = field?.value ?? field?.textContent ?? button.dataset.copy;
  const done = await copy(text, field);
  toast(done ? gettext("Link kopiert.") : gettext("Markiert. Kopier den Link mit Strg+C."));
}

function share(event) {
  const button = event.target.closest?.("[data-share]");
  if (button) navigator.share({ title: document.title, url: button.dataset.share }).catch(() => {});
}

export function start() {
  document.addEventListener("click", clicked);
  if (!navigator.share) return;
  document.addEventListener("click", share);
  for (const button of document.querySelectorAll("[data-share]")) button.hidden = false;
}
