/* The soft skin: sines and triangles behind a low-pass, plucks, pads, rounded noise, a little room around it.
   Its instruments are those that retro.js describes. */

const NOISE_S = 2;
const made = new WeakMap(); // context: its noise

/** Noise from numbers that are the same each time: what a test has measured is what is heard. */
function noiseOf(context) {
  if (made.has(context)) return made.get(context);
  const buffer = new AudioBuffer({ length: NOISE_S * context.sampleRate, sampleRate: context.sampleRate });
  const data = buffer.getChannelData(0);
  let seed = 7;
  for (let i = 0; i < data.length; i += 1) {
    seed = (Math.imul(seed, 1664525) + 1013904223) | 0;
    data[i] = seed / 2 ** 31;
  }
  made.set(context, buffer);
  return buffer;
}

export function modern(engine, to) {
  const { context } = engine;
  const lowpass = (frequency) => new BiquadFilterNode(context, { type: "lowpass", frequency, Q: 0.3 });
  const oscillator = (type, frequency, detune = 0) => new OscillatorNode(context, { type, frequency, detune });

  function note(type, hz, at, length, loud, { bright = 4, goal, vibrato = 0, ...course } = {}) {
    const source = oscillator(type, hz);
    if (goal) {
      source.frequency.setValueAtTime(hz, at);
      source.frequency.exponentialRampToValueAtTime(goal, at + length);
    }
    if (vibrato && length > 0.3) {
      const turns = Float32Array.from({ length: 64 }, (_, i) => vibrato * (i / 63) * Math.sin((2 * Math.PI * 5 * (length - 0.1) * i) / 63));
      source.detune.setValueCurveAtTime(turns, at + 0.1, length - 0.1);
    }
    const filter = lowpass(Math.min(9000, Math.max(hz, goal ?? 0) * bright));
    engine.voice(to, [source], { at, length, loud, filter, attack: 0.012, release: 0.12, ...course });
  }

  const pluck = (hz, at, length, loud) => note("triangle", hz, at, 0.3, loud * 0.7, { bright: 3, attack: 0.003, decay: 0.07, sustain: 0 });

  function bell(hz, at, length, loud) {
    note("sine", hz, at, length, loud * 0.5, { attack: 0.003, decay: length / 4, sustain: 0 });
    note("sine", hz * 2.76, at, length / 2, loud * 0.12, { attack: 0.002, decay: length / 12, sustain: 0 });
  }

  function noise(hz, at, length, loud, { to: goal = hz, metal = false, ...course } = {}) {
    const source = new AudioBufferSourceNode(context, { buffer: noiseOf(context), loop: true });
    const filter = new BiquadFilterNode(context, { type: "bandpass", Q: metal ? 7 : 0.9 });
    const even = Math.min(2.2, Math.max(0.8, Math.sqrt((1200 * filter.Q.value) / Math.min(hz, goal)))); // a low band lets little through
    filter.frequency.setValueAtTime(hz, at);
    filter.frequency.exponentialRampToValueAtTime(goal, at + length);
    engine.voice(to, [source], { at, length, loud: loud * even, filter, attack: 0.006, release: 0.08, ...course });
  }

  const drums = {
    k: (at, loud) => note("sine", 120, at, 0.14, loud, { goal: 52, attack: 0.004, decay: 0.06, sustain: 0 }),
    s: (at, loud) => noise(1900, at, 0.09, loud * 0.7, { attack: 0.004, decay: 0.04, sustain: 0 }),
    h: (at, loud) => noise(7000, at, 0.04, loud * 0.5, { attack: 0.004, decay: 0.015, sustain: 0 }),
  };

  return {
    lead: (hz, at, length, loud) =>
      note("triangle", hz, at, length, loud * 0.6, { bright: 3, attack: 0.03, decay: 0.5, sustain: 0.7, release: 0.2, vibrato: 9 }),
    second: (hz, at, length, loud) => note("sine", hz, at, length, loud * 0.66, { attack: 0.05, decay: 0.6, sustain: 0.7, release: 0.25 }),
    bass: (hz, at, length, loud) =>
      note("triangle", hz, at, Math.min(length, 0.9), loud, { bright: 2.5, attack: 0.01, decay: 0.35, sustain: 0.3 }),
    pluck,
    bell,
    chord(hzs, at, length, loud) {
      const short = length < 0.7;
      const sources = hzs.flatMap((hz) => [oscillator("triangle", hz, -5), oscillator("triangle", hz, 5)]);
      const course = short ? { attack: 0.008, decay: 0.12, sustain: 0.1, release: 0.2 } : { attack: 0.35, release: 0.6 };
      engine.voice(to, sources, { at, length, loud: (loud * 0.8) / sources.length, filter: lowpass(short ? 1500 : 900), ...course });
    },
    tone: (hz, at, length, loud, { to: goal, vibrato, attack = 0.012 } = {}) =>
      note("triangle", hz, at, length, loud * 0.65, { bright: 2.5, goal, vibrato, attack, decay: length, sustain: 0.5 }),
    run(hzs, at, step, length, loud) {
      hzs.forEach((hz, i) => bell(hz, at + i * step, i === hzs.length - 1 ? length * 2 : 0.3, loud * 1.3));
    },
    noise,
    drum: (kind, at, loud) => drums[kind]?.(at, loud),
  };
}

modern.echo = 0.2;
