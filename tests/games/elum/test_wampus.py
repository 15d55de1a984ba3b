"""The Wampus: when it comes, where, who catches it."""

from __future__ import annotations

from typing import Any

import pytest

from games.elum.actions import Begin, Buy, Catch, Fetch, GiveBack
from games.elum.data import Tier
from games.elum.events import WampusCaught, WampusGone, WampusUp
from games.elum.game import game
from games.elum.rules.maps import peak_sites
from games.elum.state import State, Turn, Wampus
from tests.games.elum.scenes import do, none_of, own, phase_of, refused, scene, the, turn, until


def wampus(state: State) -> Wampus:
    assert isinstance(state.phase, Turn) and state.phase.wampus is not None
    return state.phase.wampus


def shown(state: State) -> tuple[int, WampusUp]:
    at, events = until(state, WampusUp)
    return at, the(events, WampusUp)


@pytest.mark.parametrize(
    ("people", "tempo", "waited", "delay"),
    [
        ("kugler", "normal", 0, 0),
        ("kugler", "normal", 4_000, 7_000),
        ("kugler", "normal", 17_000, 29_750),
        ("kugler", "schnell", 4_000, 3_500),
        ("fluegler", "normal", 4_000, 9_000),
        ("siedler", "normal", 4_000, 5_000),
        ("siedler", "schnell", 8_000, 5_000),
    ],
)
def test_the_longer_the_window_the_later_it_shows(people: str, tempo: str, waited: int, delay: int) -> None:
    """E-076: 1.75 times what was waited, 2.25 for Flügler, 1.25 for Siedler; half of it with „schnell“ (A-6)."""
    state = scene(2, picks=(people, "stampfer"), tempo=tempo)
    turn(state, 0, begin=False)
    if waited < 17_000:
        do(state, 0, Begin(), waited)
    assert shown(state)[0] == waited + delay


@pytest.mark.parametrize(("level", "least"), [("einsteiger", 1_200), ("standard", 800), ("turnier", 467)])
def test_how_long_it_shows_and_hides(level: Tier, least: int) -> None:
    """E-077: briefly; then hidden 1.87 to 3.27 s at the same peak or 0.93 s on the way to another, half and half."""
    stays = moves = 0
    for number in range(25):
        state = scene(level=level, seed=bytes([number]) * 32)
        turn(state, 0)
        site, last = None, None
        for _showing in range(6):
            at, up = shown(state)
            assert (up.plot, up.peak) in peak_sites(state.plots)
            if last is not None:
                same, hidden = (up.plot, up.peak) == site, at - last
                assert 1_867 <= hidden <= 3_267 if same else hidden == 933
                stays, moves = stays + same, moves + (not same)
            site = up.plot, up.peak
            last, _events = until(state, WampusGone)
            assert least <= last - at <= 1_867
    assert 0.35 < stays / (stays + moves) < 0.65


@pytest.mark.parametrize(
    ("round_", "rounds", "money"),
    [(1, 12, 100), (3, 12, 100), (4, 12, 200), (7, 12, 300), (10, 12, 400), (12, 12, 400), (3, 6, 200), (6, 6, 400)],
)
def test_what_a_catch_pays(round_: int, rounds: int, money: int) -> None:
    """E-080, E-081, A-1"""
    state = scene(round_=round_, rounds=rounds)
    turn(state, 0)
    at, up = shown(state)
    caught = the(do(state, 0, Catch(up.plot, up.peak, at + 200), at + 230), WampusCaught)
    assert caught.money == money and state.settlers[0].money == 1000 + money


def test_once_a_turn() -> None:
    """E-082: then it stays away."""
    state = scene()
    its = turn(state, 0)
    at, up = shown(state)
    do(state, 0, Catch(up.plot, up.peak, at), at)
    assert refused(state, 0, Catch(up.plot, up.peak, at), at + 10) == "gone"
    events = game.advance(state, its.until)
    assert none_of(events, WampusUp) and state.settlers[0].money == 1100


def test_only_while_it_is_to_be_seen() -> None:
    """E-080: at the right peak, not before it comes, and by the time when the click was made: 0.3 s of grace."""
    state = scene()
    turn(state, 0, begin=False)
    do(state, 0, Begin(), 4_000)
    hidden = wampus(state)
    site = hidden.plot, hidden.peak
    assert refused(state, 0, Catch(*site, 10_000), 10_000) == "gone"
    at, up = shown(state)
    other = next(place for place in peak_sites(state.plots) if place != site)
    assert refused(state, 0, Catch(*other, at), at) == "gone"
    assert refused(state, 0, Catch("Q9", 7, at), at) == "gone"
    assert up.plot == site[0]


def test_a_click_made_before_it_came_up_does_not_count() -> None:
    """E-080: whoever clicks blindly and is lucky with the way of the click."""
    state = scene()
    turn(state, 0, begin=False)
    do(state, 0, Begin(), 4_000)
    at, up = shown(state)
    assert refused(state, 0, Catch(up.plot, up.peak, at - 1), at + 50) == "gone"
    do(state, 0, Catch(up.plot, up.peak, at), at + 50)


@pytest.mark.parametrize(
    ("made", "arrives", "counts"),
    [
        (-1, 0, True),
        (-1, 298, True),
        (-1, 299, True),
        (-1, 300, False),
        (0, 10, False),
        (5, 100, False),
        (-900, 299, True),
        (-900, 300, False),
    ],
)
def test_clicks_on_their_way_when_it_ducks(made: int, arrives: int, counts: bool) -> None:
    """E-080: made before it ducked (times by its ducking), arrived within 0.3 s; never believed to be older."""
    state = scene(seed=bytes([3]) * 32)
    turn(state, 0)
    _at, up = shown(state)
    gone, _events = until(state, WampusGone)
    click = Catch(up.plot, up.peak, gone + made)
    if counts:
        the(do(state, 0, click, gone + arrives), WampusCaught)
    else:
        assert refused(state, 0, click, gone + arrives) == "gone"


def test_only_whose_turn_it_is() -> None:
    """E-082"""
    state = scene()
    turn(state, 0)
    at, up = shown(state)
    for seat in (1, 2, 3):
        assert refused(state, seat, Catch(up.plot, up.peak, at), at) == "not_asked"


def test_it_hides_while_an_elum_is_in_hand() -> None:
    """E-094: at once, and when the hand is empty again it comes back with a fresh hidden phase."""
    state = scene()
    turn(state, 0)
    at, _up = shown(state)
    do(state, 0, Buy(), at + 100)
    assert not wampus(state).up and phase_of(state, None).wampus is None
    assert none_of(game.advance(state, at + 20_000), WampusUp)
    do(state, 0, GiveBack(), at + 20_000)
    again, _up = shown(state)
    assert 933 <= again - at - 20_000 <= 3_267


def test_it_does_not_come_earlier_than_its_first_time() -> None:
    """E-076, E-094: by buying and giving back."""
    state = scene()
    turn(state, 0, begin=False)
    do(state, 0, Begin(), 10_000)
    do(state, 0, Buy(), 10_100)
    do(state, 0, GiveBack(), 10_200)
    assert shown(state)[0] == 27_500


def test_it_can_be_caught_on_the_way_to_an_elum() -> None:
    """E-080: the settler is busy, but the hand is empty."""
    state = scene()
    own(state, 0, "A1", elums=("food",))
    turn(state, 0)
    at, up = shown(state)
    do(state, 0, Fetch("A1", "food"), at)
    the(do(state, 0, Catch(up.plot, up.peak, at), at + 100), WampusCaught)


def test_a_click_on_the_way_counts_for_who_is_busy_too() -> None:
    """E-080: it has ducked while the click was on its way, and the settler is walking."""
    state = scene()
    own(state, 0, "A1", elums=("food",))
    turn(state, 0)
    at, up = shown(state)
    gone = wampus(state).next
    do(state, 0, Fetch("A1", "food"), gone - 10)
    until(state, WampusGone)
    the(do(state, 0, Catch(up.plot, up.peak, gone - 1), gone + 200), WampusCaught)
    assert at < gone


def test_one_that_ducked_as_it_came_up_cannot_be_caught() -> None:
    """E-080: nothing is listed that would be refused; an ELUM was bought at the very instant."""
    state = scene()
    own(state, 0, "A1", elums=("food",))
    turn(state, 0)
    at, _up = shown(state)
    do(state, 0, Buy(), at)
    do(state, 0, GiveBack(), at + 10)
    do(state, 0, Fetch("A1", "food"), at + 20)
    game.advance(state, at + 30)
    assert not [its for its in game.actions(state, 0) if isinstance(its, Catch)]


def test_where_it_will_come_is_hidden() -> None:
    """E-077: nobody is told before it shows."""
    state = scene()
    turn(state, 0, begin=False)
    do(state, 0, Begin(), 4_000)

    def told() -> list[Any]:
        return [game.observe(state, viewer) for viewer in (None, 0, 1)]

    before = told()
    wampus(state).plot, wampus(state).peak, wampus(state).next = "H5", 1, 20_000
    assert told() == before
