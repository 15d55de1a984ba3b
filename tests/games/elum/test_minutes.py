"""How long a match takes, as tables say it (the issue; elum.md, Timeline and time budget)."""

from __future__ import annotations

from games.elum.game import game


def minutes(humans: int, **options: str) -> tuple[int, int]:
    return game.minutes(game.decode_options(options), humans, None)


def test_twelve_rounds_with_four_people_take_85_to_130_minutes() -> None:
    assert minutes(4) == (85, 130)


def test_half_the_rounds_take_about_half_as_long_and_schnell_two_thirds() -> None:
    low, high = minutes(4)
    half = minutes(4, rounds="6")
    assert (abs(half[0] - low / 2) <= 2.5, abs(half[1] - high / 2) <= 2.5) == (True, True)
    fast = minutes(4, tempo="schnell")
    assert 0.6 <= fast[0] / low <= 0.85 and 0.6 <= fast[1] / high <= 0.85


def test_alone_it_is_shorter_and_turnier_longer() -> None:
    assert minutes(1) < minutes(2) < minutes(4) < minutes(4, level="turnier")
