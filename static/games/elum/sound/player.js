/* Plays a piece of score.js with a skin's instruments, a moment ahead of the clock, round and round. */

import { EFFECTS } from "./effects.js";
import { all, hz, read } from "./notes.js";
import { CHORDS, MIX, PIECES } from "./score.js";

const BEAT_STEPS = 4;
const START_S = 0.03;
const FASTER = 0.22; // at full urgency
const TOWARDS = 0.08; // of the way to the wanted urgency, each step
const FADE_S = 0.8;

const known = new Map(); // name: the piece in steps

/** A piece as a list: for each step the notes that begin there, as [track, word, length in steps]. */
export function stepsOf(name) {
  if (known.has(name)) return known.get(name);
  const { beats = 4, sections, form, urgent } = PIECES[name];
  const grid = beats * BEAT_STEPS;
  const steps = [];
  for (const letter of form.replaceAll(" ", "")) {
    const texts = { ...sections[letter], ...(urgent && { urgent }) };
    const tracks = Object.entries(texts).map(([track, text]) => ({ track, ...read(text, grid) }));
    const length = Math.max(...tracks.map((track) => track.length));
    const part = Array.from({ length }, () => []);
    for (const { track, events, length: turn } of tracks) {
      for (let from = 0; from < length; from += turn) {
        for (const event of events) part[from + event.at].push([track, event.word, event.length]);
      }
    }
    steps.push(...part);
  }
  known.set(name, steps);
  return steps;
}

/** Seconds a piece takes once through, without urgency. */
export const lengthOf = (name) => (stepsOf(name).length * 60) / PIECES[name].bpm / BEAT_STEPS;

const PLAY = {
  chord: (kit, word, at, length, loud, step) => kit.chord(all(CHORDS[word]), at, length, loud, { step }),
  drum: (kit, word, at, length, loud) => [...word].forEach((kind) => kit.drum(kind, at, loud)),
  fx: (kit, word, at) => EFFECTS["ship-thrust"](kit, at, { up: word === "up", loud: 0.6 }),
  urgent(kit, word, at, length, loud) {
    kit.pluck(hz(word), at, length, loud);
    kit.drum("h", at, loud);
  },
};

/** Plays piece `name` from step `from` on; `skin` is retro or modern. Give it to engine.add. */
export function createPlayer(engine, name, skin, { from = 0, fadeIn = 0 } = {}) {
  const piece = PIECES[name];
  const steps = stepsOf(name);
  const mix = { ...MIX, ...piece.mix };
  let fader = null;
  let kit = null;
  let step = from;
  let nextAt = null;
  let until = Infinity;
  let urgency = 0;
  let wanted = 0;

  function dress(next, gain) {
    fader = engine.fader("music", { echo: next.echo, gain });
    kit = next(engine, fader);
  }

  const pace = () => 60 / (piece.bpm * (1 + FASTER * urgency)) / BEAT_STEPS;

  function playStep(at) {
    const long = pace();
    const late = step % BEAT_STEPS === 2 ? (piece.swing ?? 0) * long : 0;
    for (const [track, word, length] of engine.silent("music") ? [] : steps[step % steps.length]) {
      const loud = mix[track] * (track === "urgent" ? urgency : 1);
      if (loud < 0.004) continue;
      const play = PLAY[track] ?? ((one, note, ...rest) => one[track](hz(note), ...rest));
      play(kit, word, at + late, length * long * 0.94, loud, long);
    }
    urgency += (wanted - urgency) * TOWARDS;
  }

  function end() {
    engine.later(4, fader.close); // what still rings fades with it
    return false;
  }

  dress(skin, fadeIn ? 0 : 1);
  if (fadeIn) fader.fade(1, fadeIn / 3);

  return {
    name,
    /** Writes what begins before `time`; false once there is nothing more to come. */
    fill(time) {
      const now = engine.now();
      nextAt ??= now + START_S;
      if (nextAt < now) nextAt = now + START_S; // held up: go on from here, nothing is made up for
      while (nextAt < Math.min(time, until)) {
        if (piece.once && step >= steps.length) return end();
        playStep(nextAt);
        nextAt += pace();
        step += 1;
      }
      return until > now || end();
    },
    urgency: (x) => (wanted = x),
    /** The same music from here on with other instruments. */
    restyle(next) {
      const old = fader;
      old.fade(0, 0.08);
      engine.later(2, old.close);
      dress(next, 1);
    },
    stop() {
      until = engine.now() + FADE_S;
      fader.fade(0, FADE_S / 4);
    },
    /** Tells the tests where it is. */
    at: () => ({ step, nextAt, steps: steps.length, urgency }),
  };
}
