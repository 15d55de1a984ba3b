"""The race keeps the laws, walked with lines that break and come back; and the laws notice a race that doesn't."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
import pytest

from games.kernel.conformance import LAWS, Law, Violation
from games.kernel.contract import Presence, SeatSpec
from games.kernel.options import pick_known, picks_fit
from games.kernel.randomplay import cases, walk
from games.kernel.simulate import simulate
from tests.realtime.race import COLOURS, Event, Race, State
from tests.realtime.shelf import RACE

HERE: dict[str, Law] = dict(LAWS)
del HERE["hash"]  # it starts an interpreter, which knows the installed games only


@pytest.mark.parametrize("law", HERE)
def test_the_race_keeps_the_law(law: str) -> None:
    for case in cases(RACE, play=1):
        HERE[law](RACE, case)


def test_a_walk_breaks_lines_and_brings_them_back() -> None:
    said = [
        msgspec.json.decode(step.record.payload, type=Presence).change
        for case in cases(RACE, play=2)
        for step in walk(RACE, case)
        if step.record.kind == "presence"
    ]
    assert min(said.count("offline"), said.count("back"), said.count("bot")) >= 3


def test_nobody_is_said_to_be_away_whom_a_computer_plays() -> None:
    for case in cases(RACE, play=3):
        given: set[int] = {seat for seat, spec in enumerate(case.seats) if spec.bot}
        for step in walk(RACE, case):
            if step.record.kind == "presence":
                change = msgspec.json.decode(step.record.payload, type=Presence).change
                assert change == "bot" or step.record.seat not in given
                given |= {step.record.seat} if change == "bot" else set()


class SaysItTwice(Race):
    def presence(self, state: State, seat: int, change: Presence, now: int) -> list[Event]:
        state.cars[seat].away = False
        return super().presence(state, seat, change, now)


class CountsAbsences(Race):
    def presence(self, state: State, seat: int, change: Presence, now: int) -> list[Event]:
        state.cars[seat].honks += change.change == "back"
        return super().presence(state, seat, change, now)


class StopsForOne(Race):
    def wake_at(self, state: State) -> int | None:
        return None if any(car.away for car in state.cars) else super().wake_at(state)

    def to_act(self, state: State) -> Any:
        return () if any(car.away for car in state.cars) else super().to_act(state)


@pytest.mark.parametrize("broken", [SaysItTwice, CountsAbsences, StopsForOne])
def test_the_law_of_presence_notices(broken: type[Race]) -> None:
    with pytest.raises(Violation):
        for case in cases(broken(), play=1):
            LAWS["presence"](broken(), case)


class TakesNoTime(Race):
    def minutes(self, options: Any, humans: int, step_ms: int | None) -> tuple[int, int]:
        return 20, 10


def test_the_law_of_options_notices_a_match_that_takes_less_than_it_takes() -> None:
    with pytest.raises(Violation):
        LAWS["options"](TakesNoTime(), cases(TakesNoTime())[0])


def test_walks_have_seats_with_picks_and_the_game_draws_the_rest() -> None:
    picked = [case for case in cases(RACE) if any(spec.pick for spec in case.seats)]
    assert [sum(bool(spec.pick) for spec in case.seats) for case in picked] == [4, 1]
    for case in picked:
        colours = [car.colour for car in next(iter(walk(RACE, case))).state.cars]
        assert len(set(colours)) == len(case.seats)
        assert all(spec.pick in ("", colour) for spec, colour in zip(case.seats, colours, strict=True))


def test_what_seats_of_one_table_may_have_chosen() -> None:
    info = RACE.info
    assert picks_fit(info, ["rot", "", "", "blau"])
    assert not picks_fit(info, ["rot", "rot"])
    assert not picks_fit(info, ["lila"])
    assert pick_known(info, "")
    assert not pick_known(msgspec.structs.replace(info, seat_field=None), "rot")


def test_computers_race_with_the_picks_that_go_with_their_seats() -> None:
    seen: list[tuple[SeatSpec, ...]] = []

    class Watched(Race):
        def new(self, options: Any, setup: Any, seats: tuple[SeatSpec, ...], dice: Any) -> State:
            seen.append(seats)
            return super().new(options, setup, seats, dice)

    run = partial(simulate, game=Watched(), options=RACE.decode_options({"laps": "1"}), levels=["hard", "easy"],
                  matches=2, seed=1, stopwatch=lambda: 0.0, cpu=lambda: 0.0)  # fmt: skip
    run(picks=["mint", ""])
    assert seen == [(SeatSpec("hard", "mint"), SeatSpec("easy")), (SeatSpec("easy"), SeatSpec("hard", "mint"))]
    for wrong in (["mint", "mint"], ["mint"], ["lila", ""]):
        with pytest.raises(ValueError, match="picks"):
            run(picks=wrong)


def test_all_colours_are_drawn() -> None:
    assert {car.colour for case in cases(RACE) for car in next(iter(walk(RACE, case))).state.cars} <= set(COLOURS)
