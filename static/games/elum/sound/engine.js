/* The engine of the game's sound: one context, a bus each for music and effects, and a bound on all that sounds.

   Everything is given its context, so the tests render it offline. The way of a voice:
     sources > filter > course > out (its loudness, and where it is cut) > a fader > bus > master > destination
   A voice takes itself apart when its first source has ended; nothing else is made while a match runs. */

const TICK_MS = 40;
const AHEAD_S = 0.12; // three ticks: one may come late and nothing is missing
const SMOOTH_S = 0.03;
const CUT_S = 0.005;

/** Voices at once; the oldest gives way. */
export const MOST = { music: 40, effects: 40 };

/** Straight up to 0.7, then bends, never above 0.98: many effects at once get denser, not torn. */
function softEdge(context) {
  const half = 2048;
  const curve = Float32Array.from({ length: 2 * half + 1 }, (_, i) => {
    const x = ((i - half) / half) * 2; // the shaper is fed half, so its ends stand for ±2
    const size = Math.abs(x);
    return size <= 0.7 ? x : Math.sign(x) * (0.7 + 0.28 * Math.tanh((size - 0.7) / 0.28));
  });
  const feed = new GainNode(context, { gain: 0.5 });
  const shaper = new WaveShaperNode(context, { curve });
  feed.connect(shaper);
  return { input: feed, output: shaper };
}

/** Repeats that grow dull, for skins that want room around them. */
function echoInto(context, bus) {
  const delay = new DelayNode(context, { delayTime: 0.31, maxDelayTime: 0.5 });
  const dull = new BiquadFilterNode(context, { type: "lowpass", frequency: 1600 });
  const again = new GainNode(context, { gain: 0.32 });
  delay.connect(dull).connect(bus);
  dull.connect(again).connect(delay);
  return delay;
}

/** `limited: false` leaves the soft edge out: the tests measure what comes to it. */
export function createEngine(context, { limited = true } = {}) {
  const master = new GainNode(context);
  const ducked = new GainNode(context);
  const buses = { music: new GainNode(context), effects: new GainNode(context) };
  const echoes = { music: echoInto(context, buses.music), effects: echoInto(context, buses.effects) };
  const level = { music: 1, effects: 1 };
  const voices = { music: new Set(), effects: new Set() };
  const players = new Set();
  let chores = [];
  let cuts = 0;
  let timer = null;

  buses.music.connect(ducked).connect(master);
  buses.effects.connect(master);
  if (limited) {
    const edge = softEdge(context);
    master.connect(edge.input);
    edge.output.connect(context.destination);
  } else master.connect(context.destination);

  const now = () => context.currentTime;

  function glide(param, value, after = SMOOTH_S) {
    param.cancelScheduledValues(now());
    param.setTargetAtTime(value, now(), after);
  }

  // --- voices ------------------------------------------------------------------------------------

  function cut(voice) {
    cuts += 1;
    voice.out.gain.setTargetAtTime(0, now(), CUT_S);
    for (const source of voice.sources) source.stop(now() + 8 * CUT_S);
    voices[voice.group].delete(voice);
  }

  /** Plays sources from `at` for `length` s and a `release` after it. Its course: up in `attack`, then towards
      `sustain` with the time constant `decay`. `to` is a fader of this engine. */
  function voice(to, sources, { at, length, loud, attack = 0.004, decay = 0, sustain = 1, release = 0.04, filter = null }) {
    const all = voices[to.group];
    if (all.size >= MOST[to.group]) cut(all.values().next().value);
    const start = Math.max(at, now());
    const up = Math.min(attack, length);
    const course = new GainNode(context, { gain: 0 });
    course.gain.setValueAtTime(0, start);
    course.gain.linearRampToValueAtTime(1, start + up);
    if (decay) course.gain.setTargetAtTime(sustain, start + up, decay);
    course.gain.setTargetAtTime(0, start + Math.max(length, up + 0.001), release / 7); // a thousandth is left at the end
    const out = new GainNode(context, { gain: loud });
    for (const source of sources) {
      source.connect(filter ?? course);
      source.start(start);
      source.stop(start + length + release);
    }
    filter?.connect(course);
    course.connect(out).connect(to.node);
    const one = { group: to.group, sources, out };
    all.add(one);
    sources[0].addEventListener("ended", () => {
      for (const node of [...sources, filter, course, out]) node?.disconnect();
      all.delete(one);
    });
  }

  /** Where a skin's voices go: a gain of its own before the bus, with some of it into the echo. */
  function fader(group, { echo = 0, gain = 1 } = {}) {
    const node = new GainNode(context, { gain });
    const send = echo ? new GainNode(context, { gain: echo }) : null;
    node.connect(buses[group]);
    if (send) node.connect(send).connect(echoes[group]);
    const close = () => [node, send].forEach((one) => one?.disconnect());
    return { group, node, fade: (value, after) => glide(node.gain, value, after), close };
  }

  // --- time --------------------------------------------------------------------------------------

  /** Lets all players write what comes within the next moment. Also for tests, which have no timer. */
  function tick() {
    for (const player of players) if (!player.fill(now() + AHEAD_S)) players.delete(player);
    const due = chores.filter((chore) => chore.at <= now());
    chores = chores.filter((chore) => chore.at > now());
    for (const chore of due) chore.work();
  }

  function run() {
    timer ??= setInterval(tick, TICK_MS);
    glide(master.gain, 1, 0.08);
  }

  function rest() {
    clearInterval(timer);
    timer = null;
    glide(master.gain, 0, 0.015);
    for (const one of [...voices.effects]) cut(one); // they would end when nobody remembers why
  }

  return {
    context,
    now,
    voice,
    fader,
    tick,
    run,
    rest,
    /** A player is anything with fill(until); it is dropped when that says false. */
    add: (player) => players.add(player),
    /** Does something `seconds` of sounding time from now. */
    later: (seconds, work) => chores.push({ at: now() + seconds, work }),
    /** 0–1; the ear hears squares about evenly. */
    volume(group, x) {
      level[group] = x;
      glide(buses[group].gain, x * x);
    },
    silent: (group) => level[group] === 0,
    /** Music steps back for `length` s. */
    duck(length, depth = 0.4) {
      glide(ducked.gain, depth);
      ducked.gain.setTargetAtTime(1, now() + length, 0.3);
    },
    live: () => ({ music: voices.music.size, effects: voices.effects.size, players: players.size, cuts }),
  };
}
