/* What the server's anchors say about an instant: where figures stand, what clocks show. All times are ms of the match. */

import { matchNow } from "../../js/clock.js";

const STEPS_PER_S = 12;
const BEAT_MS = 1000;
const IDLE = [[3000, 1000], [6000, 666], [9000, 500], [12000, 333]];
const FAST_MS = 250;
const SHOWS = { "grant/outro": 3500, "turn/slot": 3000 }; // stages that last so long after what went before

export { matchNow };

/** A figure's place at `t` in steps, with the fraction of the step under way; null at its start place. */
export function placeAt(figure, t, home) {
  if (figure.side === "out" || figure.at === null) return null;
  const goal = figure.to ?? home;
  const way = Math.min(Math.abs(goal - figure.at), (Math.max(0, t - figure.since) * STEPS_PER_S) / 1000);
  return figure.at + (goal > figure.at ? way : -way);
}

/** One step outside the scale, where nobody bids. */
export const homeOf = (figure, ladder) => (figure.side === "buy" ? -1 : ladder.top + 1);

/** When the figure made its last step before `t`, or -Infinity. */
function lastStep(figure, t, home) {
  if (figure.side === "out" || figure.at === null) return -Infinity;
  const goal = figure.to ?? home;
  const made = Math.min(Math.abs(goal - figure.at), Math.floor((Math.max(0, t - figure.since) * STEPS_PER_S) / 1000));
  return made ? figure.since + Math.ceil((made * 1000) / STEPS_PER_S) : -Infinity;
}

const beatLength = (idle) => IDLE.find(([below]) => idle < below)?.[1] ?? FAST_MS;

/** Beats left at `t` with the fraction of the running one, and how fast they go (1 = a second each). */
export function beatsAt(ladder, t) {
  let { left, began, length } = ladder;
  const moved = (at) => Math.max(ladder.moved, ...ladder.figures.map((f) => lastStep(f, at, homeOf(f, ladder))));
  for (let guard = 0; guard < 200 && left > 0; guard += 1) {
    if (moved(began + length) > began) length = BEAT_MS;
    const end = began + length;
    if (end > t) break;
    left -= 1;
    began = end;
    length = beatLength(end - moved(end));
  }
  const part = Math.min(1, Math.max(0, (t - began) / length));
  return { left, part, pace: BEAT_MS / length };
}

/** Own ms left on the clock of a turn. */
export function turnLeft(phase, t, lapse) {
  if (phase.stage !== "run") return null;
  const passed = Math.max(0, t - phase.began);
  return Math.max(0, phase.total - phase.spent - (phase.lapse ? (passed * phase.lapse) / lapse : passed));
}

/** What the bar and the clock show: share left, seconds left (null: it waits), and the pace of beats. */
export function clockAt(now, t) {
  const { phase } = now;
  if (phase.ladder && phase.stage === "ladder") {
    const { left, part, pace } = beatsAt(phase.ladder, t);
    return { share: Math.max(0, left - part) / now.beats, seconds: left, pace };
  }
  if (phase.phase === "turn" && phase.stage === "run") {
    const left = turnLeft(phase, t, now.lapse);
    return { share: left / phase.full, seconds: Math.ceil(left / 1000), pace: 1 };
  }
  if (phase.phase === "grant" && phase.stage === "run") {
    const end = phase.since + (phase.path.length - phase.index) * phase.step_ms;
    return { share: (end - t) / (phase.path.length * phase.step_ms), seconds: Math.ceil((end - t) / 1000), pace: 1 };
  }
  if (phase.phase === "grant" && (phase.stage === "press" || phase.stage === "hold")) {
    const left = (phase.path.length - phase.index - 1) * phase.step_ms; // the cursor stands, and so does its time
    return { share: left / (phase.path.length * phase.step_ms), seconds: Math.ceil(left / 1000), pace: 1 };
  }
  const shown = SHOWS[`${phase.phase}/${phase.stage}`];
  const from = shown ? phase.until - shown : phase.phase === "turn" ? phase.opened : phase.began;
  if (phase.until === null || phase.until === undefined) return { share: 1, seconds: null, pace: 1 };
  const left = phase.until - t;
  const wait = phase.phase === "summary" ? 60000 : phase.phase === "harvest" && phase.stage === "balance" ? 30000 : 0;
  return { share: left / (wait || Math.max(1, phase.until - from)), seconds: Math.ceil(left / 1000), pace: 1 };
}
