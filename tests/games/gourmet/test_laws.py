"""What holds in every match of Speedgourmet, however it is played (hypothesis chooses menu, seats, seed, choices)."""

from __future__ import annotations

from collections import Counter

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st

from games.gourmet.actions import Take
from games.gourmet.data import MENUS, SIX
from games.gourmet.events import Earned, Entered, Event, Fetched, Lapsed, Rolled, Served
from games.gourmet.game import game
from games.gourmet.rules.card import all_points, total
from games.gourmet.state import Card, State
from games.kernel.conformance import reseed
from tests.games.gourmet import sheet
from tests.games.gourmet.table import Match, asked, matches, places, play

EXAMPLES = 40


def told_all(events: list[Event]) -> list[Event]:
    """Each thing once: what a spectator hears."""
    return [told for event in events if (told := game.redact(event, None)) is not None]


def whole(match: Match) -> tuple[State, list[Event]]:
    """The last state and everything that was told to all."""
    told: list[Event] = []
    for state, _seat, _action, events in play(match):  # noqa: B007
        told += told_all(events)
    return state, told


@given(matches)
@settings(max_examples=EXAMPLES, deadline=None)
def test_there_are_six_dice_at_most_three_plates_and_a_full_tray(match: Match) -> None:
    """G-004, G-008, G-013, G-018: three to six dice on the tray when the others choose."""
    for state, _seat, _action, events in play(match):
        lying = places(state)
        assert sum(len(dice) for dice in lying.values()) == 6
        assert len(lying["plate"]) <= 3 and sorted(d.plate for d in state.pool if d.place == "plate") == list(
            range(len(lying["plate"]))
        )
        assert all(1 <= die.value <= SIX for die in state.pool)
        assert all(die.plate == 0 for die in state.pool if die.place != "plate")
        assert not state.extra or state.phase in {"pass", "extra"}
        assert len(state.taken) <= 3 and [die for die in state.taken if die] == lying["plate"]
        if state.phase == "tray":
            assert lying["pool"] == [] and 3 <= len(lying["tray"]) <= 6
        if state.phase in {"pass", "kitchen", "extra"}:
            assert len(asked(state)) == 1
        assert sum(isinstance(event, Served) for event in events) <= 1


@given(matches)
@settings(max_examples=EXAMPLES, deadline=None)
def test_cards_never_lose_a_mark(match: Match) -> None:
    """G-009: entries stay, actions are used at most as often as unlocked, Hauben stay."""
    before: dict[int, Card] = {}
    for state, _seat, _action, _events in play(match):
        for index, seat in enumerate(state.seats):
            if (old := before.get(index)) is not None:
                for area, was, now in zip(MENUS[state.menu].areas, old.areas, seat.card.areas, strict=True):
                    if area.columns:
                        assert all(a <= b for a, b in zip(was, now, strict=True))
                        assert max(now) <= (2 if area.kind == "rings" else 1)
                    else:
                        assert now[: len(was)] == was and len(now) <= area.size
                assert all(a <= b for a, b in zip(old.earned, seat.card.earned, strict=True))
                assert old.hauben <= seat.card.hauben
            assert all(0 <= used <= got for used, got in zip(seat.card.used, seat.card.earned, strict=True))
            before[index] = seat.card.copy()


@given(matches)
@settings(max_examples=EXAMPLES, deadline=None)
def test_gains_add_up_to_the_areas_and_hauben_to_what_was_told(match: Match) -> None:
    """G-005, G-044: by area; the sum is theirs and the Hauben times the weakest."""
    state, told = whole(match)
    menu = MENUS[state.menu]
    for index, seat in enumerate(state.seats):
        gains = Counter({area.id: 0 for area in menu.areas})
        for event in told:
            if isinstance(event, Entered) and event.seat == index:
                gains[event.area] += event.gain
        assert all_points(menu, seat.card) == [gains[area.id] for area in menu.areas]
        earned = [event.bonus.kind for event in told if isinstance(event, Earned) and event.seat == index]
        assert [earned.count(kind) for kind in ("neu", "nach", "kueche")] == seat.card.earned
        assert earned.count("haube") == seat.card.hauben
        assert total(menu, seat.card) == sum(gains.values()) + seat.card.hauben * min(gains.values())
    outcome = game.outcome(state)
    assert outcome is not None and outcome.scores == tuple(total(menu, seat.card) for seat in state.seats)


@given(matches)
@settings(max_examples=EXAMPLES, deadline=None)
def test_what_stands_on_the_cards_is_allowed(match: Match) -> None:
    """G-060, G-064, G-065, G-083: ladders, rising and falling rows, by their own rules read from the card."""
    state, told = whole(match)
    for seat in state.seats:
        rows = dict(zip([area.id for area in MENUS[state.menu].areas], seat.card.areas, strict=True))
        if state.menu == "haus":
            pairs = zip(rows["lila"], rows["lila"][1:], strict=False)
            assert all(a == SIX or b > a for a, b in pairs)
            assert all(n >= least for n, least in zip(rows["gruen"], sheet.GREEN_AT_LEAST, strict=False))
        else:
            assert rows["blau"] == sorted(rows["blau"], reverse=True)
            assert all(2 <= total_ <= 12 for total_ in rows["blau"])
    tracks = MENUS[state.menu].tracks
    for index, seat in enumerate(state.seats):
        ends = [event.track for event in told if isinstance(event, Earned) and event.seat == index and event.track]
        full = [action for k, (action, length) in enumerate(tracks) if seat.card.earned[k] >= length]
        assert sorted(ends) == (sorted(full) if state.menu == "chef" else [])


@given(matches)
@settings(max_examples=EXAMPLES, deadline=None)
def test_a_turn_has_three_rolls_or_ends_early(match: Match) -> None:
    """G-012, G-014, G-016, G-017, G-035: each with what is left of the roll before, and what came back."""
    _state, told = whole(match)
    left: set[str] = set()
    rolls = 0
    for event in told:
        if isinstance(event, Rolled):
            if event.again:
                assert event.roll == rolls
            else:
                assert event.roll == (1 if event.roll == 1 else rolls + 1) <= 3
                rolls = event.roll
            assert set(event.values) == left or event.roll == 1
            left = set(event.values)
        elif isinstance(event, Entered) and event.how == "pass":
            left -= {event.die or "", *event.lost}
        elif isinstance(event, Fetched):
            left.add(event.die)
        elif isinstance(event, Served):
            assert set(event.rest) == left and (rolls == 3 or not left)
        elif isinstance(event, Lapsed):
            assert event.roll == rolls


@given(matches)
@settings(max_examples=EXAMPLES, deadline=None)
def test_each_die_is_used_again_once_a_turn(match: Match) -> None:
    """G-021, G-033: and each of the others takes one die from the tray at most."""
    _state, told = whole(match)
    used: Counter[tuple[int, str]] = Counter()
    taken: Counter[int] = Counter()
    for event in told:
        if isinstance(event, Served):
            used, taken = Counter(), Counter()
        elif isinstance(event, Entered) and event.how == "again":
            used[event.seat, event.die or ""] += 1
            assert used[event.seat, event.die or ""] == 1
        elif isinstance(event, Entered) and event.how in {"tray", "plate"}:
            taken[event.seat] += 1
            assert taken[event.seat] == 1


@given(matches)
@settings(max_examples=EXAMPLES, deadline=None)
def test_everybody_hears_everything_once(match: Match) -> None:
    """G-025: a seat hears of itself at once and of the others at the end of the step; in the end all have heard all."""
    heard: dict[int | None, Counter[bytes]] = {viewer: Counter() for viewer in (None, *range(match[1]))}
    for _state, _seat, _action, events in play(match):
        for viewer, counted in heard.items():
            for event in events:
                told = game.redact(event, viewer)
                if isinstance(told, Entered | Earned):
                    counted[msgspec.json.encode(msgspec.structs.replace(told, to=""))] += 1
    assert all(counted == heard[None] for counted in heard.values())


@given(matches, st.binary(min_size=32, max_size=32))
@settings(max_examples=20, deadline=None)
def test_nobody_sees_the_seed(match: Match, seed: bytes) -> None:
    """G-019: rolls to come stay unknown, also a daily's."""
    for number, (state, _seat, _action, _events) in enumerate(play(match)):
        if number % 5 == 0:
            other = game.decode_state(game.encode_state(state))
            assert reseed(other, seed) == 1
            for viewer in (None, *range(match[1])):
                assert game.observe(state, viewer) == game.observe(other, viewer)


@given(st.binary(max_size=60))
@settings(max_examples=200, deadline=None)
def test_no_bytes_do_anything_but_decode_or_be_refused(data: bytes) -> None:
    try:
        action = game.decode_action(data)
    except (msgspec.DecodeError, RecursionError):
        return
    assert game.decode_action(game.encode_action(action)) == action


def test_random_matches_reach_what_the_laws_speak_of() -> None:
    """Chains, plates used by others, Nachschläge, fetched dice, full tracks, negative pairs: all of it happens."""
    seen: Counter[str] = Counter()
    for number in range(40):
        menu = "chef" if number % 2 else "haus"
        state, told = whole((menu, 2 + number % 3, number.to_bytes(32, "big"), number))  # type: ignore[arg-type]
        seen.update(event.how for event in told if isinstance(event, Entered))
        seen.update("track" for event in told if isinstance(event, Earned) and event.track)
        seen.update("fetched" for event in told if isinstance(event, Fetched))
        seen.update("again/roll" for event in told if isinstance(event, Rolled) and event.again)
        seen.update("negative" for seat in state.seats if min(all_points(MENUS[state.menu], seat.card)) < 0)
    wanted = {"pass", "extra", "tray", "again", "bonus", "track", "fetched", "again/roll", "negative"}
    assert wanted <= set(seen), seen


def test_a_take_says_die_area_and_field() -> None:
    """An action names things, so that an old page can't mean something else by it."""
    assert game.encode_action(Take("weiss", "gelb", 4)) == b'{"type":"take","die":"weiss","area":"gelb","field":4}'
