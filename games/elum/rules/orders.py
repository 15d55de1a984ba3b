"""What a settler may order in a turn: every refusal says why (E-086 to E-099)."""

from __future__ import annotations

from collections.abc import Iterator

from games.elum.actions import (
    Action,
    Assay,
    Buy,
    Catch,
    Fetch,
    GiveBack,
    Outfit,
    Place,
    Pub,
    PutUp,
    Withdraw,
)
from games.elum.data import GOOD_NAMES, GOODS, OUTFITS, Good
from games.elum.events import Event
from games.elum.rules import deeds, wampus
from games.elum.rules.base import owned, refuse
from games.elum.rules.maps import allowed
from games.elum.state import Plot, State, Turn
from games.kernel.contract import Rejection
from games.kernel.texts import Text, text
from games.kernel.texts import gettext_noop as _


def order(state: State, turn: Turn, action: Action, now: int) -> list[Event]:
    """Judge and carry out an order. Raises Rejection."""
    taken = check(state, turn, action)
    match action:
        case Buy():
            return deeds.buy(state, turn, now)
        case Outfit(good=good):
            return deeds.outfit(state, turn, good, now)
        case GiveBack():
            return deeds.give_back(state, turn, now)
        case Place(plot=plot):
            return deeds.place(state, turn, plot, taken, now)
        case Fetch(plot=plot, good=good):
            return deeds.fetch(state, turn, plot, good, now)
        case Assay(plot=plot):
            return deeds.assay(turn, plot, now)
        case PutUp(plot=plot):
            return deeds.put_up(turn, plot)
        case Withdraw():
            return deeds.withdraw(turn)
        case Pub():
            return deeds.pub(state, turn, now)
        case Catch(plot=plot, peak=peak, at=at):
            return wampus.click(state, turn, plot, peak, at, now)
    raise refuse("phase", text(_("Das geht in dieser Phase nicht.")))


def check(state: State, turn: Turn, action: Action) -> Good | None:
    """Raise Rejection unless the order is legal; for ``Place`` the good of the ELUM that comes off."""
    if turn.doing is not None and not isinstance(action, Catch):
        raise refuse("busy", _busy(turn))
    match action:
        case Buy():
            _check_buy(state, turn)
        case Outfit(good=good):
            _check_outfit(state, turn, good)
        case GiveBack():
            if turn.hand is None or turn.hand.paid is None:
                raise refuse("not_bought", text(_("Zurückgeben geht nur mit einem ELUM aus diesem Zug.")))
        case Place(plot=plot, instead=instead):
            return check_place(state, turn, plot, instead)
        case Fetch(plot=plot, good=good):
            _check_fetch(state, turn, plot, good)
        case Assay(plot=plot):
            _check_assay(state, turn, plot)
        case PutUp(plot=plot):
            _check_offer(state, turn, plot)
        case Withdraw() if turn.offered is None:
            raise refuse("no_offer", text(_("Du hast in diesem Zug kein Feld angeboten.")))
        case Pub(leave=leave) if turn.hand is not None and not leave:
            raise refuse("in_hand", text(_("Du hast noch einen ELUM in der Hand. In der Kneipe läuft er dir weg.")))
    return None


def _busy(turn: Turn) -> Text:
    assert turn.doing is not None
    if turn.doing.kind == "assay":
        return text(_("Die Prüfung läuft noch."))
    if turn.doing.kind == "outfit":
        return text(_("Der ELUM wird gerade ausgerüstet."))
    return text(_("Du bist unterwegs."))


def _money(state: State, turn: Turn, cost: int) -> None:
    money = state.settlers[turn.seat].money
    if money < cost:
        raise refuse("money", text(_("Das kostet {cost} Taler, du hast nur {money}."), cost=cost, money=money))


def _check_buy(state: State, turn: Turn) -> None:
    if turn.hand is not None:
        raise refuse("hand_full", text(_("Du führst schon einen ELUM.")))
    if state.store.elums == 0:
        raise refuse("sold_out", text(_("Der Laden hat keine ELUMs mehr.")))
    _money(state, turn, state.store.elum_price)


def _check_outfit(state: State, turn: Turn, good: Good) -> None:
    if turn.hand is None:
        raise refuse("hand_empty", text(_("Kauf erst einen ELUM, dann kannst du ihn ausrüsten.")))
    if good == "crystal" and state.options.level != "turnier":
        raise refuse("no_crystal", text(_("Glimmer gibt es nur in der Turnierstufe.")))
    if turn.hand.good == good:
        raise refuse("same", text(_("Er ist schon für {good} ausgerüstet."), good=text(GOOD_NAMES[good])))
    _money(state, turn, OUTFITS[good])


def _own(state: State, turn: Turn, plot_id: str) -> Plot:
    plot = state.plots.get(plot_id)
    if plot is None or plot.kind == "town":
        raise refuse("no_plot", text(_("Das ist kein Feld.")))
    if plot.owner is None:
        raise refuse("free", text(_("Dieses Feld gehört noch niemandem.")))
    if plot.owner != turn.seat:
        raise refuse("not_yours", text(_("Dieses Feld gehört dir nicht.")))
    return plot


def check_place(state: State, turn: Turn, plot_id: str, instead: Good | None) -> Good | None:
    """Which ELUM comes off, None where there is room (E-089, E-090, E-133, A-28). Raises Rejection."""
    plot = _own(state, turn, plot_id)
    if turn.hand is None:
        raise refuse("hand_empty", text(_("Du hast keinen ELUM in der Hand.")))
    good = turn.hand.good
    if good is None:
        raise refuse("no_outfit", text(_("Rüste den ELUM erst aus.")))
    if good not in allowed(plot.kind):
        raise refuse("river", text(_("Am Fluss gibt es weder Erz noch Glimmer.")))
    if not plot.elums:
        _nothing_instead(instead)
        return None
    if len(plot.elums) == 1:
        return _check_one(state, plot, good, instead)
    if good in plot.elums:
        raise refuse("same" if instead in (good, None) else "twice", _already(good))
    if instead is None:
        raise refuse("which", text(_("Auf diesem Feld stehen schon zwei ELUMs. Welchen willst du ersetzen?")))
    if instead not in plot.elums:
        raise refuse("not_there", text(_("So ein ELUM steht hier nicht.")))
    return instead


def _check_one(state: State, plot: Plot, good: Good, instead: Good | None) -> Good | None:
    """One stands there: on a refined plot the second joins it, elsewhere they are swapped."""
    if good == plot.elums[0]:
        raise refuse("same", _already(good))
    if state.options.refinement and plot.badge:
        _nothing_instead(instead)
        return None
    if instead is not None and instead != plot.elums[0]:
        raise refuse("not_there", text(_("So ein ELUM steht hier nicht.")))
    return plot.elums[0]


def _nothing_instead(instead: Good | None) -> None:
    if instead is not None:
        raise refuse("not_there", text(_("Hier ist noch Platz, du musst keinen ersetzen.")))


def _already(good: Good) -> Text:
    return text(_("Hier steht schon ein ELUM für {good}."), good=text(GOOD_NAMES[good]))


def _check_fetch(state: State, turn: Turn, plot_id: str, good: Good) -> None:
    plot = _own(state, turn, plot_id)
    if turn.hand is not None:
        raise refuse("hand_full", text(_("Du führst schon einen ELUM.")))
    if not plot.elums:
        raise refuse("empty", text(_("Auf diesem Feld steht kein ELUM.")))
    if good not in plot.elums:
        raise refuse("not_there", text(_("So ein ELUM steht hier nicht.")))


def _check_assay(state: State, turn: Turn, plot_id: str) -> None:
    if state.options.level != "turnier":
        raise refuse("no_crystal", text(_("Glimmer gibt es nur in der Turnierstufe.")))
    plot = _own(state, turn, plot_id)
    if plot.kind == "river":
        raise refuse("river", text(_("Am Fluss gibt es keinen Glimmer.")))
    if turn.seat in plot.known or plot.shown:
        raise refuse("known", text(_("Dieses Feld kennst du schon.")))


def _check_offer(state: State, turn: Turn, plot_id: str) -> None:
    if state.options.level == "einsteiger":
        raise refuse("no_auctions", text(_("In der Einsteigerstufe gibt es keine Landauktionen.")))
    if state.round >= state.options.rounds:
        raise refuse("last_round", text(_("Es kommt keine Runde mehr, in der es versteigert würde.")))
    _own(state, turn, plot_id)
    if turn.offered is not None:
        raise refuse("one_offer", text(_("Ein Feld je Zug: Nimm erst dein Angebot zurück.")))


# --- the list of legal orders --------------------------------------------------------------------


def legal(state: State, turn: Turn) -> list[Action]:
    """All legal orders of the settler in turn (a click on the Wampus at the state's own instant)."""
    found: list[Action] = []
    for action in _candidates(state, turn):
        try:
            check(state, turn, action)
        except Rejection:
            continue
        found.append(action)
    catch = wampus.shown(state, turn)
    return found if catch is None else [*found, catch]


def _candidates(state: State, turn: Turn) -> Iterator[Action]:
    """Everything that could be legal, so that ``check`` is the one judge."""
    if turn.doing is not None:
        return
    if turn.hand is None:
        yield Buy()
    else:
        yield from (Outfit(good) for good in GOODS)
        yield GiveBack()
    for plot_id, plot in owned(state, turn.seat).items():
        if turn.hand is None:
            yield from (Fetch(plot_id, good) for good in plot.elums)
        elif turn.hand.good is not None:
            yield Place(plot_id)
            if len(plot.elums) > 1:
                yield from (Place(plot_id, good) for good in plot.elums)
        yield Assay(plot_id)
        yield PutUp(plot_id)
    yield Withdraw()
    yield Pub(leave=turn.hand is not None)
