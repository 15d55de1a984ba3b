/* The music of Tahari, written for this game. One piece for each phase, all in the white keys around d (Dorian) and
   f (Lydian); what goes wrong has a flat b. One figure runs through all of it: up a fourth, down a second, down a
   fourth. The pieces are thin on purpose: they are heard for an hour and a half.

   A piece: bpm, beats a bar (4), sections of tracks in the language of notes.js, and the form in which they come.
   A track that is shorter than its section is repeated. `urgent` sounds over all sections, as loud as it is urgent. */

/** Spread so that the bass has the root. */
export const CHORDS = {
  Dm: "d4 f4 a4",
  Dm7: "f4 a4 c5",
  Dm9: "f4 a4 e5",
  Em7: "d4 g4 b4",
  F: "f4 a4 c5",
  Fmaj7: "e4 a4 c5",
  Flyd: "a4 b4 e5",
  G: "d4 g4 b4",
  G6: "e4 g4 b4",
  Gsus: "d4 g4 c5",
  Am: "e4 a4 c5",
  Am7: "e4 g4 c5",
  Asus: "e4 a4 d5",
  C: "e4 g4 c5",
  C9: "e4 g4 d5",
  Cmaj7: "e4 g4 b4",
  Gm: "d4 g4 bb4",
  Bb: "d4 f4 bb4",
};

/** How loud a track is, unless its piece says otherwise. */
export const MIX = { lead: 0.2, second: 0.15, bass: 0.2, pluck: 0.1, bell: 0.12, chord: 0.17, drum: 0.16, urgent: 0.16, fx: 1 };

// --- there and away ------------------------------------------------------------------------------

const landing = {
  bpm: 90,
  once: true,
  form: "a",
  sections: {
    a: {
      fx: "down . . . | . . . . | . . . .",
      chord: "Dm9 | Flyd | G6 C9",
      bass: "d3 - - - | f2 - - - | g2 - c3 .",
      lead: ". . . . a5 - - - | g5 - . e5 d5 - . b4 | a4 - d5 - c5 - . .",
      bell: ". . . . | . . . . | . . . g5",
      drum: ". | . | . . k .",
    },
  },
};

const liftOff = {
  bpm: 90,
  once: true,
  form: "a",
  sections: {
    a: {
      fx: "up . . . | . . . . | . . . .",
      chord: "C9 | G6 | Dm9 -",
      bass: "c3 - - - | g2 - - - | d3 - - .",
      lead: "g4 - c5 - b4 - . . | a4 - d5 - e5 - g5 - | a5 - - - - - . .",
      bell: ". . . . | . . . . | . d6 . a6",
      drum: "k . . . | . | .",
    },
  },
};

// --- land grant: light, waiting for the cursor -----------------------------------------------------

const grantA = {
  chord: "Dm9 | - | G6 | - | C9 | - | Am7 | -",
  bass: "d3 - . . . . a2 . | . . . . d3 . . . | g2 - . . . . d3 . | . . . . g2 . . . | c3 - . . . . g2 . | . . . . c3 . . . | a2 - . . . . e3 . | . . . . g2 . . .",
  pluck: "d5 . . a5 . . e5 . | . . a5 . . . . .",
  lead: "a4 . . . d5 - . . | . . . . c5 . g4 . | b4 - - . . . . . | . | g4 . . . e5 - . . | . . . . d5 . b4 . | c5 - - . . . . . | . . e4 . g4 . . .",
  drum: "k . . . . . h . | . . h . . . h .",
};

const grant = {
  bpm: 86,
  form: "a b c b",
  urgent: "d5 . a5 . d5 . a5 .",
  sections: {
    a: grantA,
    b: {
      chord: "F | - | Em7 | G6 | Am7 | - | Dm9 | -",
      bass: "f2 - . . . . c3 . | . . . . f2 . . . | e3 - . . . . b2 . | g2 - . . . . . . | a2 - . . . . e3 . | . . . . a2 . . . | d3 - . . . . a2 . | . . . . . . c3 .",
      second: "f5 - . e5 . . c5 . | d5 - . . . . . . | . . . . e5 . d5 . | b4 - - . . . . . | c5 . . a4 . . g4 . | a4 - - . . . . . | . | . . a4 . c5 . . .",
      drum: "k . . . . . . . | . . h . . . . .",
    },
    c: {
      ...grantA,
      lead: ". | . . a4 . d5 . c5 . | g4 - - . . . . . | . . . . b4 . . . | . | . . g4 . c5 . b4 . | e4 - - . . . . . | .",
      bell: ". | . | . . . . d6 . . . | . | . | . | . . . . e6 . . . | .",
    },
  },
};

// --- land auction: the office, a little formal ------------------------------------------------------

const officeA = {
  chord: ". Am7 . Am7 | . Dm7 . Dm7 | . G . G | . Cmaj7 . . | . Fmaj7 . Fmaj7 | . Dm7 . Dm7 | . Asus . Asus | . Am7 . .",
  bass: "a2 c3 e3 c3 | d3 f3 a3 f3 | g2 b2 d3 b2 | c3 e3 g3 . | f2 a2 c3 a2 | d3 c3 a2 f2 | a2 e3 a2 d3 | a2 . e2 .",
  lead: "e5 - - . c5 . d5 . | a4 - - . . . . . | d5 - - . b4 . c5 . | g4 - - . . . . . | a4 . d5 . c5 - . . | g4 - . a4 . . c5 . | e5 - - - - . . . | .",
  drum: "k . h . k . h .",
};

const officeB = {
  chord: ". F . F | . G . G | . Em7 . Em7 | . Am7 . . | . F . F | . G . G | . Dm7 . Gsus | . C . .",
  bass: "f2 . c3 . | g2 . d3 . | e2 . b2 . | a2 . e3 . | f2 . c3 . | g2 . d3 . | d3 . g2 . | c3 g2 e2 g2",
  second: "a4 - c5 - . . . . | b4 - d5 - . . . . | g4 - b4 - . . e5 . | c5 - - - . . . . | a4 - f4 - . . . . | b4 - g4 - . . . . | f4 . g4 . a4 . b4 . | c5 - - - . . . .",
  drum: "k . h . . . h .",
};

const office = {
  bpm: 94,
  mix: { chord: 0.13 },
  form: "a b c b",
  urgent: "d5 . d5 . d5 . a5 .",
  sections: {
    a: officeA,
    b: officeB,
    c: {
      ...officeA,
      lead: ". . . . e5 . d5 . | f5 - - . d5 . . . | . . . . d5 . c5 . | e5 - - . c5 . . . | . a4 . c5 . e5 . g5 | f5 - . d5 - . a4 . | b4 - - - a4 - - - | .",
    },
  },
};

// --- a settler's turn: busy and cheerful --------------------------------------------------------------

const turnA = {
  chord: ". F . F | . G . G | . Am7 . Am7 | . G . . | . F . F | . G . G | . Dm9 . Dm9 | . C . .",
  bass: "f2 . . f3 . . c3 . | g2 . . g3 . . d3 . | a2 . . a3 . . e3 . | g2 . . g3 . d3 . b2 | f2 . . f3 . . c3 . | g2 . . g3 . . d3 . | d3 . . a3 . . d3 . | c3 . . g3 . g2 . .",
  lead: "c5 . a4 c5 . f5 . . | e5 . . b4 . . . . | c5 . a4 c5 . e5 . . | d5 - . b4 . . . . | c5 . a4 c5 . f5 . e5 | . d5 . b4 . . g4 . | a4 . d5 . . c5 . g4 | . a4 . . . . . .",
  drum: "k . h . s . h . | k . h k s . h .",
};

const turn = {
  bpm: 116,
  swing: 0.3,
  mix: { chord: 0.12, drum: 0.14, lead: 0.17 },
  form: "a b c d",
  urgent: "a5 . d5 . a5 d5 a5 .",
  sections: {
    a: turnA,
    b: {
      chord: "Dm7 - . . | . | Am7 - . . | . | F - . . | G - . . | C - . . | .",
      bass: "d3 . . . a2 . . . | d3 . . . c3 . . . | a2 . . . e3 . . . | a2 . . . g2 . . . | f2 . . . c3 . . . | g2 . . . d3 . . . | c3 . . . g2 . . . | c3 . e3 . g3 . . .",
      second: "d5 . a4 . c5 . a4 . | . g4 . a4 . . . . | c5 . g4 . a4 . g4 . | . e4 . g4 . . . . | a4 . a4 c5 . . f5 . | d5 . b4 . g4 . . . | e5 - - - . . . . | .",
      drum: "k . h . . . h . | k . h . s . h .",
    },
    c: {
      ...turnA,
      lead: "f5 . e5 c5 . a4 . . | d5 . . b4 . . d5 . | e5 . d5 c5 . a4 . . | b4 - . . . g4 . . | . a4 . d5 . c5 . g4 | . b4 . d5 . g5 . . | f5 . e5 . d5 . a4 . | c5 - - . . . . .",
      bell: ". | . | . | . . . . . . d6 . | . | . | . | . . . . g5 . c6 .",
    },
    d: {
      bass: "f2 . . . . . f2 . | . . . . c3 . . . | g2 . . . . . g2 . | . . . . d3 . . . | a2 . . . . . a2 . | . . . . e3 . . . | g2 . . . . . g2 . | . . d3 . g3 . . .",
      pluck: "c6 . . a5 . . g5 . | . . f5 . . . . . | d6 . . b5 . . g5 . | . . d5 . . . . . | c6 . . a5 . . g5 . | . . e5 . . . . . | d6 . . c6 . . g5 . | .",
      drum: "k . h . . . h . | . . h . s . . .",
    },
  },
};

// --- harvest: wide and calm, in three -------------------------------------------------------------------

const harvestA = {
  chord: "C9 | Fmaj7 | C9 | Fmaj7 | Am7 | Em7 | F | Gsus",
  bass: "c3 - . | f2 - . | c3 - . | f2 - . | a2 - . | e2 - . | f2 - . | g2 - .",
  pluck: "g4 . d5 . e5 . | a4 . c5 . e5 . | g4 . d5 . e5 . | a4 . c5 . e5 . | e4 . g4 . c5 . | d4 . g4 . b4 . | c4 . f4 . a4 . | d4 . g4 . c5 .",
  lead: ". . . | . . g4 | c5 - b4 | . . . | c5 - a4 | g4 - . | a4 - c5 | d5 - .",
};

const harvest = {
  bpm: 84,
  beats: 3,
  form: "a b c b",
  urgent: "d5 . d5 . a5 .",
  sections: {
    a: harvestA,
    b: {
      chord: "Fmaj7 | G6 | Am7 | - | Dm7 | Em7 | F | G",
      bass: "f2 - . | g2 - . | a2 - . | a2 - e3 | d3 - . | e3 - . | f2 - . | g2 - .",
      pluck: "a4 . . . c5 . | g4 . . . b4 . | e4 . . . c5 . | . | f4 . . . a4 . | g4 . . . b4 . | a4 . . . c5 . | g4 . . . d5 .",
      second: "c5 - e5 | d5 - b4 | c5 - - | . . . | f5 - e5 | d5 - g4 | a4 - - | b4 - .",
    },
    c: {
      ...harvestA,
      lead: ".",
      bell: ". . . | . . c6 | . . . | . . e5 | . . g5 | . . . | . . a5 | . . .",
      drum: "k . . | . . h",
    },
  },
};

// --- auction of a good: the ladder ------------------------------------------------------------------------

const auctionA = {
  chord: ". . Dm7 . | . | . . Dm7 . | . | . . G . | . | . . Am7 . | .",
  bass: "d3 . . d3 . . c3 . | a2 . . . . . . . | d3 . . d3 . . c3 . | e3 . . . . . . . | g2 . . g3 . . d3 . | . . . . b2 . . . | a2 . . a3 . . e3 . | . . . . c3 . . .",
  pluck: "d5 . . a4 | . d5 . .",
  lead: ". | . | . | . . e5 . | a4 - d5 - | c5 - . . | g4 - - . | .",
  drum: "k . . . . . h . | . . h . . . h .",
};

const auction = {
  bpm: 104,
  mix: { lead: 0.16, pluck: 0.07 },
  form: "a b a c",
  urgent: "a5 . d5 . a5 . d5 .",
  sections: {
    a: auctionA,
    b: {
      chord: ". C9 | . F | . F | . Em7 | . F | . Dm9 | . G | . Asus",
      bass: "d3 - . . | f2 - . . | a2 - . . | e3 - . . | f2 - . . | d3 - . . | g2 - . . | a2 - . .",
      second: "d4 . e4 . | f4 . . . | e4 . f4 . | g4 . . . | f4 . g4 . | a4 . . . | g4 . a4 . | c5 - d5 .",
      drum: "k . h . | . . h .",
    },
    c: {
      chord: ". Dm9 | . Am7 | . Cmaj7 | . Em7 | . F | . Dm7 | . C | . Dm",
      bass: "d3 - . . | a2 - . . | c3 - . . | e3 - . . | f2 - . . | d3 - . . | c3 - . . | d3 - . .",
      second: "d5 . c5 . | a4 . . . | c5 . b4 . | g4 . . . | a4 . g4 . | f4 . . . | g4 . e4 . | d4 - . .",
      drum: "k . h . | . . h .",
    },
  },
};

// --- ranking: they march in ---------------------------------------------------------------------------------

const rankingA = {
  chord: "Dm7 . | F . | F . | G . | Am7 . | Dm7 . | G . | Am .",
  bass: "d3 . a2 . | f2 . c3 . | f2 . c3 . | g2 . d3 . | a2 . e3 . | d3 . a2 . | g2 . g2 b2 | a2 . a2 .",
  lead: "a4 - . d5 c5 . g4 . | a4 - - - . . . . | c5 - . f5 e5 . b4 . | d5 - - - . . . . | e5 - . a5 g5 . d5 . | f5 - - . e5 . d5 . | c5 . d5 . b4 . g4 . | a4 - - - . . . .",
  drum: "k . . . s . . . k . . . s . s s",
};

const ranking = {
  bpm: 98,
  mix: { drum: 0.13 },
  form: "a b c b",
  sections: {
    a: rankingA,
    b: {
      chord: "F - | Dm7 - | G - | Em7 - | Am7 Em7 | F - | Gsus - | Dm -",
      bass: "f2 . c3 . | d3 . a2 . | g2 . d3 . | e3 . b2 . | a2 . e3 . | f2 . c3 . | g2 . g2 . | d3 . a2 .",
      second: "f4 - - - g4 - - - | a4 - - - . . . . | g4 - - - a4 - - - | b4 - - - . . . . | c5 - - - b4 - - - | a4 - - - g4 - - - | f4 - - - e4 - - - | d4 - - - - - . .",
      drum: "k . . . s . . .",
    },
    c: {
      ...rankingA,
      lead: ". . . . | . . . a4 | c5 - f5 - | e5 - b4 . | . . . . | . . a4 c5 | d5 - b4 - | c5 - - .",
      bell: ". | . . . . . . c6 . | . | . . . . . . d6 . | . | . . . . . . e6 . | . | .",
    },
  },
};

// --- the verdict on the colony --------------------------------------------------------------------------------

const verdictGood = {
  bpm: 92,
  form: "a b a c",
  sections: {
    a: {
      chord: "F Flyd | F | G Gsus | G | Am7 | F | Gsus G | C",
      bass: "f2 - c3 - | f2 - . . | g2 - d3 - | g2 - . . | a2 - e3 - | f2 - c3 - | g2 - g2 - | c3 - . .",
      lead: "c5 - f5 - e5 - b4 - | c5 - - - . . a4 . | d5 - g5 - f5 - c5 - | d5 - - - . . b4 . | e5 - a5 - g5 - d5 - | e5 - - . f5 . g5 . | a5 - g5 - e5 - d5 - | c5 - - - - - . .",
      drum: "k . . . s . . .",
    },
    b: {
      chord: "Fmaj7 | - | C9 | - | Dm9 | - | G6 | -",
      bass: "f2 - - - | . . c3 - | c3 - - - | . . g2 - | d3 - - - | . . a2 - | g2 - - - | . . d3 -",
      pluck: "a4 . c5 . e5 . c5 . | a4 . c5 . f5 . . . | g4 . c5 . d5 . c5 . | g4 . c5 . e5 . . . | a4 . d5 . e5 . d5 . | a4 . d5 . f5 . . . | b4 . d5 . e5 . d5 . | b4 . d5 . g5 . . .",
      bell: ". | . . . c6 | . | . . . e6 | . | . . . d6 | . | . . . b5",
    },
    c: {
      chord: "F | C | G | Am7 | F | C | Dm7 G | C",
      bass: "f2 - c3 - | c3 - g2 - | g2 - d3 - | a2 - e3 - | f2 - c3 - | c3 - g2 - | d3 - g2 - | c3 - . .",
      second: "a4 - - - c5 - - - | g4 - - - . . . . | b4 - - - d5 - - - | c5 - - - . . . . | c5 - - - f5 - - - | e5 - - - c5 - - - | a4 - - - b4 - - - | c5 - - - - - . .",
      drum: "k . . . s . . .",
    },
  },
};

const verdictBad = {
  bpm: 66,
  form: "a b",
  sections: {
    a: {
      chord: "Dm | Gm | Dm | - | C | Bb | Gm Asus | Dm",
      bass: "d3 - - . | g2 - - . | d3 - - . | a2 - - . | c3 - - . | bb2 - - . | g2 - a2 . | d3 - - .",
      lead: "a4 - d5 - | c5 - g4 - | a4 - - - | . . . . | g4 - c5 - | bb4 - f4 - | g4 - a4 - | d4 - - .",
    },
    b: {
      chord: "Bb | - | F | - | Gm | Dm | Asus | -",
      bass: "bb2 - - . | . | f2 - - . | . | g2 - - . | . | a2 - - . | . . . e3",
      second: ". . d5 - | c5 - bb4 - | a4 - - - | . . . . | . . bb4 - | a4 - g4 - | a4 - - - | .",
      bell: ". | . | . | . . . f5 | . | . | . | . . d5 .",
    },
  },
};

export const PIECES = {
  landing,
  grant,
  office,
  turn,
  harvest,
  auction,
  ranking,
  "verdict-good": verdictGood,
  "verdict-bad": verdictBad,
  "lift-off": liftOff,
};
