/* The page under test: the portal's switch, the game's sound, and an ear at every context's end.

   It reports by fetch from its own script: what Playwright evaluates counts as a press, and before the first press
   nothing may sound. */

const made = [];
const counts = { sources: 0, waves: 0 };
const Real = globalThis.AudioContext;
globalThis.AudioContext = class extends Real {
  constructor(...all) {
    super(...all);
    made.push(this);
  }
};
const connect = AudioNode.prototype.connect;
AudioNode.prototype.connect = function (to, ...all) {
  if (to === this.context.destination && this.context instanceof Real) {
    this.context.ear ??= new AnalyserNode(this.context, { fftSize: 4096 });
    connect.call(this, this.context.ear);
  }
  return connect.call(this, to, ...all);
};
for (const name of ["OscillatorNode", "AudioBufferSourceNode"]) {
  const Node = globalThis[name];
  globalThis[name] = class extends Node {
    constructor(context, options = {}) {
      super(context, options);
      counts.sources += 1;
      if (options.periodicWave) counts.waves += 1;
    }
  };
}

const [portal, sound] = await Promise.all([import("/static/js/sound.js"), import("/static/games/elum/sound/index.js")]);
portal.start();

/** The game's context is the one with an ear: the portal's own has none until it plays something. */
function heard() {
  let peak = 0;
  for (const { ear, state } of made) {
    if (!ear || state !== "running") continue;
    const data = new Float32Array(ear.fftSize);
    ear.getFloatTimeDomainData(data);
    for (const x of data) peak = Math.max(peak, Math.abs(x));
  }
  return peak;
}

/** The loudest of the next `ms`. */
async function listen(ms) {
  let peak = 0;
  const end = performance.now() + ms;
  while (performance.now() < end) {
    peak = Math.max(peak, heard());
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return peak;
}

globalThis.sound = sound;
globalThis.counts = counts;
globalThis.listen = listen;
globalThis.states = () => made.filter(({ ear }) => ear).map(({ state }) => state);
document.documentElement.dataset.ready = "";

if (location.search === "?early") {
  sound.start();
  sound.music("turn");
  sound.effect("grab");
  let peak = 0;
  setInterval(() => {
    peak = Math.max(peak, heard());
    fetch("/report", { method: "POST", body: JSON.stringify({ contexts: made.length, sources: counts.sources, peak, states: states() }) });
  }, 100);
}
