"""Matches of computers, and ``manage.py simulate``."""

from __future__ import annotations

import json
import random
from io import StringIO
from itertools import count
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games import registry
from games.elements.actions import Action, Take
from games.elements.game import Elements
from games.elements.view import Observation
from games.kernel.contract import Bot, Level, Outcome
from games.kernel.simulate import match_seed, percentile, rotated, simulate, win_parts


def run(levels: list[Level], matches: int = 6, game: Any = None, seed: int = 3) -> dict[str, Any]:
    ticks = count()
    return simulate(
        game=game or registry.get("elements"),
        options=registry.get("elements").decode_options({}),
        levels=levels,
        matches=matches,
        seed=seed,
        stopwatch=lambda: next(ticks) / 1000,
        cpu=lambda: next(ticks) / 1000,
    )


def test_seats_rotate_from_match_to_match() -> None:
    levels: list[Level] = ["hard", "normal", "easy"]
    assert [rotated(levels, number) for number in range(4)] == [
        ("hard", "normal", "easy"),
        ("easy", "hard", "normal"),
        ("normal", "easy", "hard"),
        ("hard", "normal", "easy"),
    ]


def test_a_shared_win_counts_in_parts() -> None:
    assert win_parts(Outcome((1, 3, 1), (9, 2, 9), (0, 0, 0))) == (0.5, 0.0, 0.5)


def test_percentiles() -> None:
    values = [float(n) for n in range(1, 101)]
    assert (percentile(values, 50), percentile(values, 99), percentile([], 99)) == (50.0, 99.0, 0.0)
    assert percentile([4.0], 50) == 4.0


def test_seeds_differ_by_game_seed_and_match() -> None:
    assert len({match_seed(slug, seed, n) for slug in "ab" for seed in (1, 2) for n in range(3)}) == 12


def test_the_report_has_the_shape_of_the_design() -> None:
    report = run(["normal", "easy"])
    assert list(report) == [
        "game",
        "matches",
        "options",
        "cpu_s",
        "matches_per_s",
        "rejections",
        "actions_mean",
        "seat_win_share",
        "levels",
    ]
    assert set(report["levels"]) == {"easy", "normal"}
    assert list(report["levels"]["easy"]) == [
        "win_share",
        "mean_rank",
        "mean_score",
        "mean_points",
        "decisions",
        "decision_ms",
    ]
    assert report["levels"]["easy"]["decision_ms"] == {"p50": 1.0, "p99": 1.0}


@pytest.mark.parametrize("levels", [["normal", "easy"], ["normal", "normal"], ["easy", "easy", "normal", "easy"]])
def test_win_shares_sum_to_one(levels: list[Level]) -> None:
    report = run(levels, matches=8)
    assert sum(row["win_share"] for row in report["levels"].values()) == pytest.approx(1, abs=0.002)
    assert sum(report["seat_win_share"]) == pytest.approx(1, abs=0.002)
    assert report["rejections"] == 0


def test_the_same_seed_plays_the_same_matches() -> None:
    first, again, other = run(["normal", "easy"]), run(["normal", "easy"]), run(["normal", "easy"], seed=4)
    for report in (first, again, other):
        report.pop("cpu_s"), report.pop("matches_per_s")
    assert first == again != other


def test_a_computer_that_breaks_the_rules_is_counted() -> None:
    class Cheat(Bot[Observation, Action]):
        def choose(self, observation: Observation, actions: list[Action], rng: random.Random) -> Action:
            return Take("grau", "hell")

    class Cheated(Elements):
        def bot(self, level: Level) -> Bot[Observation, Action]:
            return Cheat()

    report = run(["easy", "easy"], matches=1, game=Cheated())
    assert report["rejections"] == report["actions_mean"] > 50


@pytest.mark.parametrize("levels", [[], ["easy"], ["easy"] * 5])
def test_a_wrong_number_of_seats_is_refused(levels: list[Level]) -> None:
    with pytest.raises(ValueError, match="2 to 4 seats"):
        run(levels)


# --- the command -----------------------------------------------------------------------------


def command(*args: str) -> str:
    out = StringIO()
    call_command("simulate", "elements", *args, stdout=out)
    return out.getvalue()


def test_the_command_prints_json_without_a_database() -> None:
    """No test database is asked for, so any query would fail."""
    report = json.loads(command("--seats", "normal,easy", "--matches", "2", "--seed", "7", "--json"))
    assert report["game"] == "elements" and report["matches"] == 2
    assert report["cpu_s"] > 0 and report["matches_per_s"] > 0


def test_the_command_prints_a_table() -> None:
    assert "normal: wins" in command("--seats", "normal,easy", "--matches", "2")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--seats", "normal,genius"], "genius"),
        (["--seats", "normal"], "2 to 4 seats"),
        (["--seats", "normal,easy", "--matches", "0"], "one match"),
        (["--option", "variant"], "KEY=VALUE"),
        (["--option", "variant=1"], "variant"),
    ],
)
def test_the_command_names_what_is_wrong(args: list[str], said: str) -> None:
    with pytest.raises(CommandError, match=said):
        command(*args)
