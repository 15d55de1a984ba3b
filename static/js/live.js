/* The entry: what a live page needs, in order. Loaded once by match, result, waiting room and home.

   The page: <main data-live="match|result|room|home" …> with an element `hx-ext="ws" ws-connect="/ws/…"`.
   Modules speak by events on the document:
     live:before             a message's HTML is about to be swapped in
     live:events {events, full}   it is in; events in order, full: everything was sent
     live:ack {id}  live:no {id, code, text}  live:sent {id, a}   the player's own action
     live:advice {d, a, text}     the computer's advice
     live:room  live:lobby        the waiting room or the list of tables has changed
     live:up  live:down {code, final}   the line
   and listen for game:act {a, from}, game:advice and sound:play {name}. A game's module imports siblings by their
   own address (`../../js/motion.js`), never this file, or it would run twice. */

import * as actions from "./actions.js";
import * as announce from "./announce.js";
import * as chronik from "./chronik.js";
import * as clock from "./clock.js";
import * as copy from "./copy.js";
import * as dialogs from "./dialogs.js";
import * as focus from "./focus.js";
import * as home from "./home.js";
import * as motion from "./motion.js";
import * as press from "./press.js";
import * as result from "./result.js";
import * as room from "./room.js";
import * as socket from "./socket.js";
import * as sound from "./sound.js";
import * as theme from "./theme.js";
import * as turn from "./turn.js";

for (const module of [press, socket, clock, motion, focus, announce, sound, turn, chronik, actions, dialogs, theme, copy, room, home, result]) {
  module.start();
}
