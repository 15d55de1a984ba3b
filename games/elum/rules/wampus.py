"""The Wampus: when and where it shows, and who may catch it (elum.md 5)."""

from __future__ import annotations

from games.elum.actions import Catch
from games.elum.data import (
    PEOPLES,
    WAMPUS_GRACE_MS,
    WAMPUS_MOVES_MS,
    WAMPUS_PAYS,
    WAMPUS_SEEN_LEAST_MS,
    WAMPUS_SEEN_MS,
    WAMPUS_STAYS_MS,
)
from games.elum.events import Event, WampusCaught, WampusGone, WampusUp
from games.elum.rules.base import quarter, refuse
from games.elum.rules.chance import between, one_of
from games.elum.rules.maps import peak_sites
from games.elum.state import State, Turn, Wampus
from games.kernel.texts import gettext_noop as _
from games.kernel.texts import text


def first_delay(state: State, turn: Turn, waited_ms: int) -> int:
    """The longer the start window was open, the later it shows (E-076)."""
    quarters = PEOPLES[state.settlers[turn.seat].people].wampus_quarters
    delay = waited_ms * quarters // 4
    return delay // 2 if state.options.fast else delay


def appear_first(state: State, turn: Turn, at: int, waited_ms: int) -> None:
    """Plan its first look, at any of the 20 peaks."""
    plot, peak = one_of(state.dice, _label(state, turn), peak_sites(state.plots))
    turn.wampus = Wampus(plot, peak, up=False, next=at + first_delay(state, turn, waited_ms))


def _label(state: State, turn: Turn) -> str:
    return f"wampus/{state.round}/{turn.seat}"


def pass_time(state: State, turn: Turn, at: int) -> list[Event]:
    """It comes up, or ducks."""
    wampus = turn.wampus
    assert wampus is not None
    if wampus.up:
        duck(state, turn, at)
        return [WampusGone()]
    wampus.up = True
    wampus.seen_plot, wampus.seen_peak, wampus.seen_from = wampus.plot, wampus.peak, at
    seen = max(between(state.dice, _label(state, turn), *WAMPUS_SEEN_MS), WAMPUS_SEEN_LEAST_MS[state.options.level])
    wampus.next = at + seen
    return [WampusUp(wampus.plot, wampus.peak)]


def duck(state: State, turn: Turn, at: int) -> None:
    """It hides from now on: half of the time it comes up at the same peak, else soon at another."""
    wampus = turn.wampus
    assert wampus is not None
    if wampus.up:
        wampus.seen_until = at
    wampus.up = False
    label = _label(state, turn)
    if state.dice.below(label, 2) == 0:
        wampus.next = at + between(state.dice, label, *WAMPUS_STAYS_MS)
        return
    others = [site for site in peak_sites(state.plots) if site != (wampus.plot, wampus.peak)]
    wampus.plot, wampus.peak = one_of(state.dice, label, others)
    wampus.next = at + WAMPUS_MOVES_MS


def shown(state: State, turn: Turn) -> Catch | None:
    """The click that would catch it at the state's own instant: it shows, or it ducked just now before a settler who
    is busy. (Who isn't busy may still click then, too; but nothing that is listed may lose its chance unseen.)"""
    wampus = turn.wampus
    if wampus is None or wampus.seen_plot is None:
        return None
    if wampus.up:
        return Catch(wampus.seen_plot, wampus.seen_peak, state.now)
    never = wampus.seen_until <= wampus.seen_from  # it came up and ducked at the same instant
    if turn.doing is None or never or state.now >= grace_ends(wampus):
        return None
    return Catch(wampus.seen_plot, wampus.seen_peak, wampus.seen_until - 1)


def grace_ends(wampus: Wampus) -> int:
    """From when on a click that was on its way is too late."""
    return wampus.seen_until + WAMPUS_GRACE_MS


def click(state: State, turn: Turn, plot: str, peak: int, made_at: int, now: int) -> list[Event]:
    """A click made at ``made_at`` (never believed to be older than the grace): it counts while it shows (E-080)."""
    wampus = turn.wampus
    at = max(min(made_at, now), now - WAMPUS_GRACE_MS)
    here = wampus is not None and (plot, peak) == (wampus.seen_plot, wampus.seen_peak)
    if wampus is None or not here or at < wampus.seen_from or not (wampus.up or at < wampus.seen_until):
        raise refuse("gone", text(_("Da ist der Wampus nicht mehr.")))
    return catch(state, turn)


def catch(state: State, turn: Turn) -> list[Event]:
    """It pays by the quarter of the match, once per turn; then it stays away (E-081, E-082)."""
    money = WAMPUS_PAYS[quarter(state.round, state.options.rounds) - 1]
    state.settlers[turn.seat].money += money
    turn.wampus, turn.caught = None, True
    return [WampusCaught(turn.seat, money)]
