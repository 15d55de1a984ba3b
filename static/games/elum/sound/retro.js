/* The chiptune skin: pulse waves of three duties, a stepped triangle, shift-register noise. Dry, hard at the edges.

   A skin is a function of (engine, fader) that gives instruments; modern.js has the same ones. Times in s, `loud` 0–1.
     lead second bass pluck bell (hz, at, length, loud)      chord (list of hz, at, length, loud, {step})
     tone (hz, at, length, loud, {to, vibrato, attack})      run (list of hz, at, step, length, loud): the last one rings
     noise (hz, at, length, loud, {to, metal, attack})       drum ("k" | "s" | "h", at, loud) */

const HARMONICS = 128;
const HOLD = 4; // samples a bit of noise lasts, so that slower and faster reading keep its edges
const FRAME_S = 1 / 60; // the old machines changed a note once a picture

const made = new WeakMap(); // context: its waves and noises

function waveOf(context, part) {
  const real = new Float32Array(HARMONICS);
  for (let n = 1; n < HARMONICS; n += 1) real[n] = part(n);
  return new PeriodicWave(context, { real, imag: new Float32Array(HARMONICS) });
}

const pulseWave = (context, duty) => waveOf(context, (n) => Math.sin(n * Math.PI * duty) / n);

/** A triangle of 32 steps: that of the shape, times what holding each step does to a harmonic. */
function stepWave(context) {
  const level = (k) => (k < 16 ? k : 31 - k) / 7.5 - 1;
  return waveOf(context, (n) => {
    let sum = 0;
    for (let k = 0; k < 32; k += 1) sum += level(k) * Math.cos((2 * Math.PI * n * (k - 15.5)) / 32);
    return (sum * Math.sin((Math.PI * n) / 32)) / n;
  });
}

/** Bits of a 15-bit shift register with feedback from bit `tap`: 1 hisses, 6 soon repeats and rings like metal. */
function registerNoise(context, tap, bits) {
  const buffer = new AudioBuffer({ length: bits * HOLD, sampleRate: context.sampleRate });
  const data = buffer.getChannelData(0);
  let register = 1;
  for (let i = 0; i < bits; i += 1) {
    data.fill(register & 1 ? 1 : -1, i * HOLD, (i + 1) * HOLD);
    register = (register >> 1) | (((register ^ (register >> tap)) & 1) << 14);
  }
  return buffer;
}

function materials(context) {
  if (!made.has(context)) {
    made.set(context, {
      half: pulseWave(context, 0.5),
      quarter: pulseWave(context, 0.25),
      eighth: pulseWave(context, 0.125),
      steps: stepWave(context),
      hiss: registerNoise(context, 1, 32767),
      metal: registerNoise(context, 6, 93),
    });
  }
  return made.get(context);
}

/** Bends a note's pitch up and down by `cents`, once a frame. */
function wobble(param, at, length, cents, rate = 6) {
  const frames = Math.max(2, Math.round(length / FRAME_S));
  const curve = Float32Array.from({ length: frames }, (_, i) => cents * Math.sin(2 * Math.PI * rate * i * FRAME_S));
  param.setValueCurveAtTime(curve, at, length);
}

export function retro(engine, to) {
  const { context } = engine;
  const { hiss, metal: ring, ...waves } = materials(context);

  function oscillator(wave, hz) {
    return new OscillatorNode(context, { type: "custom", periodicWave: waves[wave], frequency: hz });
  }

  function note(wave, hz, at, length, loud, { vibrato = 0, goal, ...course } = {}) {
    const source = oscillator(wave, hz);
    if (goal) {
      source.frequency.setValueAtTime(hz, at);
      source.frequency.exponentialRampToValueAtTime(goal, at + length);
    }
    if (vibrato && length > 0.15) wobble(source.detune, at + 0.1, length - 0.1, vibrato);
    engine.voice(to, [source], { at, length, loud, release: 0.03, ...course });
  }

  /** One oscillator that jumps from note to note. */
  function jumping(wave, hzs, at, step, length, loud, course) {
    const source = oscillator(wave, hzs[0]);
    hzs.forEach((hz, i) => source.frequency.setValueAtTime(hz, at + i * step));
    engine.voice(to, [source], { at, length, loud, release: 0.03, ...course });
  }

  function noise(hz, at, length, loud, { to: goal = hz, metal = false, ...course } = {}) {
    const source = new AudioBufferSourceNode(context, { buffer: metal ? ring : hiss, loop: true });
    const speed = (bits) => (bits * HOLD) / context.sampleRate;
    source.playbackRate.setValueAtTime(speed(hz * 2), at);
    source.playbackRate.exponentialRampToValueAtTime(speed(goal * 2), at + length);
    engine.voice(to, [source], { at, length, loud: loud * (metal ? 0.36 : 0.5), release: 0.03, ...course });
  }

  const drums = {
    k(at, loud) {
      note("steps", 160, at, 0.09, loud, { goal: 48 });
    },
    s: (at, loud) => noise(3800, at, 0.07, loud * 0.5, { decay: 0.03, sustain: 0 }),
    h: (at, loud) => noise(9000, at, 0.02, loud * 0.35, { decay: 0.01, sustain: 0 }),
  };

  return {
    lead: (hz, at, length, loud) => note("quarter", hz, at, length, loud * 0.62, { decay: 0.25, sustain: 0.6, vibrato: 12 }),
    second: (hz, at, length, loud) => note("half", hz, at, length, loud * 0.5, { decay: 0.2, sustain: 0.5, vibrato: 8 }),
    bass: (hz, at, length, loud) => note("steps", hz, at, Math.min(length, 0.45), loud * 0.75),
    pluck: (hz, at, length, loud) => note("eighth", hz, at, 0.12, loud * 0.95, { decay: 0.05, sustain: 0 }),
    bell(hz, at, length, loud) {
      note("eighth", hz, at, length, loud * 0.72, { decay: length / 4, sustain: 0 });
      note("half", hz * 2, at + 2 * FRAME_S, length * 0.6, loud * 0.22, { decay: length / 7, sustain: 0 });
    },
    chord(hzs, at, length, loud, { step = 0.1 } = {}) {
      const pace = length < 0.7 ? 2 * FRAME_S : step; // a stab shimmers, a long chord is picked one by one
      const count = Math.max(hzs.length, Math.floor(length / pace));
      const way = [...hzs, ...hzs.slice(1, -1).reverse()];
      const notes = Array.from({ length: count }, (_, i) => way[i % way.length]);
      jumping("eighth", notes, at, pace, length, loud * 0.5, { decay: Math.min(1, length / 2), sustain: 0.25 });
    },
    tone: (hz, at, length, loud, { to: goal, vibrato, attack } = {}) =>
      note("quarter", hz, at, length, loud * 0.65, { goal, vibrato, attack, decay: length, sustain: 0.5 }),
    run(hzs, at, step, length, loud) {
      const total = step * (hzs.length - 1) + length;
      jumping("half", hzs, at, step, total, loud * 0.55, { decay: total / 2, sustain: 0.2 });
    },
    noise,
    drum: (kind, at, loud) => drums[kind]?.(at, loud),
  };
}

retro.echo = 0;
