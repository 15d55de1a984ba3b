/* Notes by name, and the little language that the scores are written in. */

const KEYS = { c: 0, d: 2, e: 4, f: 5, g: 7, a: 9, b: 11 };
const SCALE = ["d", "f", "g", "a", "c"]; // the game's five tones: whatever meets of them sounds well together

/** Hz of a note: "a4" is 440; "bb3" and "f#5" are read too. */
export function hz(name) {
  const [, key, sign, octave] = /^([a-g])([b#]?)(\d)$/.exec(name);
  const midi = 12 * (Number(octave) + 1) + KEYS[key] + (sign === "#") - (sign === "b");
  return 440 * 2 ** ((midi - 69) / 12);
}

/** Several: "d5 a5". */
export const all = (names) => names.split(" ").map(hz);

/** Hz of the n-th of the five tones, counted from d4; any whole number. */
export function tone(n) {
  const place = ((n % 5) + 5) % 5;
  const octave = 4 + Math.floor(n / 5) + (place === 4 ? 1 : 0); // c lies above the a that it follows
  return hz(`${SCALE[place]}${octave}`);
}

/** A track's text as {events: [{at, length, word}], length}, in steps; `grid` steps are a bar.
    Bars stand between "|", the words of a bar share it evenly, "." is silence, "-" lets the word before go on. */
export function read(text, grid) {
  const events = [];
  let last = null;
  const bars = text.split("|");
  bars.forEach((bar, number) => {
    const words = bar.trim().split(/\s+/);
    const size = grid / words.length;
    words.forEach((word, place) => {
      if (word === ".") last = null;
      else if (word !== "-") events.push((last = { at: number * grid + place * size, length: size, word }));
      else if (last) last.length += size;
    });
  });
  return { events, length: bars.length * grid };
}
