/* What lies on the map for this viewer alone: how much Glimmer an assay has found, and craters that everybody knows. */

import { byId, cornerOf, find, svg, use } from "./dom.js";

const METEOR = 4;
let drawn = "";

export function changed() {
  const layers = [find(".e-scars"), find(".e-marks")];
  const { deposits = {} } = JSON.parse(byId("glow")?.dataset.can || "{}");
  const key = JSON.stringify(deposits);
  if (!layers[0] || (key === drawn && layers[1].childElementCount === Object.keys(deposits).length)) return;
  drawn = key;
  const [scars, marks] = [[], []];
  for (const [plot, level] of Object.entries(deposits)) {
    const [x, y] = cornerOf(plot);
    if (level === METEOR) scars.push(use("crater", x, y, 32, 32));
    marks.push(svg("g", { "data-plot": plot, "data-level": level }, use(`glimmer-${level}`, x + 1, y + 20, 11, 11)));
  }
  layers[0].replaceChildren(...scars);
  layers[1].replaceChildren(...marks);
}

export function frame() {}
