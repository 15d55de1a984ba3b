"""What everybody sees of a turn: who gets ready and their letter, what they do, the slot machine."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from games.elum.board import words
from games.elum.board.shows.cast import NAME, Cast, cast, settler
from games.elum.data import PUB_BASE
from games.elum.rules.base import quarter
from games.elum.rules.maps import plot_name
from games.elum.state import Doing, Hand
from games.elum.view import Observation, TurnView
from games.kernel.board import Fragment, name_mark
from games.kernel.texts import Text, text
from games.kernel.texts import gettext_noop as _

REEL = 8
COIN = 3
"""Its place on the reels."""
BIG_WIN = 60
"""So much more than the sure part brings three coins."""


class Seen(Struct, frozen=True, cache_hash=True):
    """A turn as others see it. ``letter``: its event, ``None`` where nothing happened; ``next`` is who comes after."""

    cast: Cast
    seat: int
    stage: str
    letter: Text | None
    good: bool
    lines: tuple[Text, ...]
    next: int | None
    winnings: int
    base: int
    stand_in: bool


def turn(observation: Observation, phase: TurnView) -> Fragment:
    """The card of the settler in turn, and what lies over the map in the window and in the pub."""
    happened = phase.happened if phase.stage == "window" else None
    at = None if happened is None else happened.plot
    slot = phase.stage == "slot"
    facts = Seen(
        cast(observation),
        phase.seat,
        phase.stage,
        None if happened is None else words.letter(happened, None if at is None else words.field(observation, at)),
        happened is not None and words.is_good(happened),
        _lines(observation, phase),
        phase.order[0] if phase.order else None,
        phase.winnings or 0 if slot else 0,
        PUB_BASE[quarter(observation.round, observation.options.rounds) - 1] if slot else 0,
        observation.settlers[phase.seat].stand_in,
    )
    return Fragment(NAME, "elum/show_turn.jinja", facts, turn_data, shared=True)


def turn_data(facts: Seen) -> dict[str, Any]:
    """The card's variables."""
    return {
        "it": facts,
        "who": settler(facts.cast, facts.seat),
        "post": None if facts.letter is None else text(_("„{letter}“"), letter=facts.letter),
        "next": None if facts.next is None else text(_("Danach ist {name} dran."), name=name_mark(facts.next)),
        "sure": text(_("{base} sind sicher. Den Rest bringt die Zeit, die noch übrig war."), base=facts.base),
        "stops": _stops(facts.winnings, facts.base),
    }


def _stops(winnings: int, base: int) -> tuple[int, int, int]:
    """At which pictures the reels halt: coins, and for a small win another one last."""
    if winnings - base >= BIG_WIN:
        return COIN, COIN, COIN
    other = winnings % REEL
    return COIN, COIN, other if other != COIN else other + 1


# --- in words ------------------------------------------------------------------------------------


def _lines(observation: Observation, phase: TurnView) -> tuple[Text, ...]:
    """What they do now, below it what they have done."""
    lines = [_now(observation, phase)]
    if phase.built and phase.stage != "window":
        built = Text(_("Ein ELUM steht schon."), plural=_("{count} ELUMs stehen schon."), count=phase.built)
        lines.append(built)
    if phase.offered is not None:
        lines.append(text(_("Bietet {field} zum Verkauf an."), field=_the(observation, phase.offered)))
    if phase.caught:
        lines.append(text(_("Der Wampus ist gefangen!")))
    return tuple(lines)


def _now(observation: Observation, phase: TurnView) -> Text:
    match phase.stage:
        case "window":
            return text(_("macht sich bereit."))
        case "slot":
            return text(_("wettet in der Kneipe."))
        case "end" if phase.ran_away:
            return text(_("ist fertig. Der ELUM in der Hand läuft weg!"))
        case "end":
            return text(_("ist fertig."))
    return _busy(observation, phase.doing, phase.hand) if phase.doing else _idle(phase.hand)


def _busy(observation: Observation, doing: Doing, hand: Hand | None) -> Text:
    good = doing.good
    if doing.kind == "place" and hand is not None:  # ``doing.good`` is the one that comes off there
        good = hand.good
    match doing.kind:
        case "outfit" if good is not None:
            return text(_("rüstet einen ELUM für {good} aus."), good=words.good(good))
        case "place" if good is not None and doing.plot is not None:
            return text(
                _("bringt einen ELUM für {good} auf {field}."),
                good=words.good(good), field=_the(observation, doing.plot),
            )  # fmt: skip
        case "fetch" if doing.plot is not None:
            return text(_("holt einen ELUM ab ({field})."), field=words.field(observation, doing.plot))
        case "assay" if doing.plot is not None:
            return text(_("prüft {field} auf Glimmer."), field=_the(observation, doing.plot))
    return text(_("ist unterwegs."))


def _idle(hand: Hand | None) -> Text:
    if hand is None:
        return text(_("ist in der Stadt."))
    if hand.good is None:
        return text(_("hat einen ELUM gekauft."))
    return text(_("hat einen ELUM für {good} in der Hand."), good=words.good(hand.good))


def _the(observation: Observation, plot_id: str) -> Text:
    return text(_("das {field}"), field=plot_name(observation.plots[plot_id].kind, plot_id))
