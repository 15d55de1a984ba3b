"""Whose decision the match waits for: people only; computers act by themselves inside ``advance``."""

from __future__ import annotations

from games.elum.rules import wampus
from games.elum.rules.base import humans
from games.elum.state import Grant, Harvest, Landing, Office, State, Summary, Trade, Turn


def asked(state: State) -> tuple[int, ...]:
    """Seats that may act now, in seat order."""
    here = humans(state)
    match state.phase:
        case Landing(ready=ready) | Summary(ready=ready) | Harvest(stage="balance", ready=ready):
            return tuple([seat for seat in here if seat not in ready])
        case Grant(stage="run" | "press", won=won):
            return tuple([seat for seat in here if seat not in won])
        case Office(stage="ladder", lot=lot):
            return tuple([seat for seat in here if seat != lot.seller])
        case Trade(stage="sides" | "ladder"):
            return tuple(here)
        case Turn(stage="window", seat=seat):
            return (seat,) if seat in here else ()
        case Turn(stage="run", seat=seat, doing=doing) as turn:
            free = doing is None or wampus.shown(state, turn) is not None
            return (seat,) if seat in here and free else ()
    return ()
