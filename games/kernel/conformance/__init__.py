"""The laws of the contract, checked for any game by random play.

``LAWS`` holds one function a law; each raises Violation with what went wrong. A game's tests run every law on every
case of ``randomplay.cases``. What is hidden beside the dice (hands, stacks) a game says by ``redeal``; ``twin`` makes a
state of it that a viewer can't tell apart.
"""

from __future__ import annotations

from games.kernel.conformance import play, truth
from games.kernel.conformance.common import Law, Violation, reseed, twin
from games.kernel.conformance.truth import digest_main

__all__ = ["LAWS", "Law", "Violation", "digest_main", "reseed", "twin"]

LAWS: dict[str, Law] = {
    "options": truth.options_law,
    "new": truth.new_law,
    "waiting": play.waiting_law,
    "actions": play.actions_law,
    "rejection": play.rejection_law,
    "reading": truth.reading_law,
    "time": truth.time_law,
    "hidden": truth.hidden_law,
    "codec": truth.codec_law,
    "replay": truth.replay_law,
    "decision": play.decision_law,
    "presence": play.presence_law,
    "outcome": play.outcome_law,
    "bots": truth.bots_law,
    "hash": truth.hash_law,
}
