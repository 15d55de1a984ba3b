/* Looks at samples: levels, pitch, spectrum. */

export function look(data, rate) {
  let peak = 0;
  let sum = 0;
  let bad = 0;
  for (const x of data) {
    if (!Number.isFinite(x)) bad += 1;
    peak = Math.max(peak, Math.abs(x));
    sum += x * x;
  }
  const first = data.findIndex((x) => Math.abs(x) > peak / 50);
  let last = data.length - 1;
  while (last > 0 && Math.abs(data[last]) < 0.001) last -= 1;
  return { peak, rms: Math.sqrt(sum / data.length), bad, first: first / rate, last: last / rate };
}

/** Hz of a stretch, by autocorrelation: the first of the high tops, placed between samples. */
export function fundamental(data, rate, from, to) {
  const part = data.subarray(Math.floor(from * rate), Math.floor(to * rate));
  const count = Math.floor(part.length / 2);
  const likeness = (lag) => {
    let [product, own, other] = [0, 0, 0];
    for (let i = 0; i < count; i += 1) {
      product += part[i] * part[i + lag];
      own += part[i] ** 2;
      other += part[i + lag] ** 2;
    }
    return product / Math.sqrt(own * other || 1);
  };
  const [low, high] = [Math.floor(rate / 3000), Math.min(count, Math.floor(rate / 60))];
  const all = Array.from({ length: high + 1 }, (_, lag) => (lag < low ? 0 : likeness(lag)));
  const best = Math.max(...all);
  const lag = all.findIndex((x, i) => i > low && x > 0.93 * best && x >= all[i - 1] && x >= (all[i + 1] ?? 0));
  const [a, b, c] = [all[lag - 1], all[lag], all[lag + 1]];
  return rate / (lag + (a - c) / (2 * (a - 2 * b + c) || 1));
}

/** How much of a frequency is in a stretch (Goertzel, behind a Hann window). */
export function share(part, rate, hz) {
  const turn = (2 * Math.PI * hz) / rate;
  const twice = 2 * Math.cos(turn);
  const hann = (2 * Math.PI) / part.length;
  const step = 2 * Math.cos(hann);
  let [before, last] = [0, 0];
  let [cosine, next] = [1, Math.cos(hann)]; // cos(hann · i), from the two before it
  for (let i = 0; i < part.length; i += 1) {
    const now = (0.5 - 0.5 * cosine) * part[i] + twice * last - before;
    [before, last] = [last, now];
    [cosine, next] = [next, step * next - cosine];
  }
  return (2 * Math.hypot(last - before * Math.cos(turn), before * Math.sin(turn))) / (0.5 * part.length);
}

/** Amplitudes in bands of a sixth of an octave from 60 Hz to 9 kHz, over the whole sound. */
export function bands(data, rate) {
  const size = 2048;
  const found = [];
  for (let hz = 60; hz < 9000; hz *= 2 ** (1 / 6)) found.push([hz, 0]);
  for (let from = 0; from + size < data.length; from += Math.max(size, Math.floor(data.length / 40))) {
    const part = data.subarray(from, from + size);
    for (const band of found) band[1] += share(part, rate, band[0]);
  }
  return found;
}

/** The share of the amplitude that lies above 1.5 kHz. */
export function high(data, rate) {
  const found = bands(data, rate);
  const sum = (list) => list.reduce((total, [, x]) => total + x, 0);
  return sum(found.filter(([hz]) => hz > 1500)) / sum(found);
}
