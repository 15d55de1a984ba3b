"""The kernel's small parts: step clock, texts, options, registry."""

from __future__ import annotations

import pytest
from msgspec import Struct

from games import registry
from games.kernel.clock import GRACE_MS, StepClock
from games.kernel.contract import Choice, Info, OptionField, Pace, Rejection
from games.kernel.options import options_decode, options_raw
from games.kernel.texts import Text, plain, text

# --- clock -----------------------------------------------------------------------------------


def test_a_step_has_a_deadline_then_grace() -> None:
    clock = StepClock(30_000)
    clock.start(1_000)
    assert (clock.deadline_ms, clock.expiry_ms) == (31_000, 31_000 + GRACE_MS)
    assert not clock.expired(40_999)
    assert clock.expired(41_000)


@pytest.mark.parametrize("step_ms", [None, 30_000])
def test_a_stopped_clock_or_none_never_expires(step_ms: int | None) -> None:
    clock = StepClock(step_ms)
    if step_ms is None:
        clock.start(0)
    else:
        clock.start(0)
        clock.stop()
    assert clock.deadline_ms is None and clock.expiry_ms is None
    assert not clock.expired(10**12)


# --- texts -----------------------------------------------------------------------------------


def test_texts_fill_their_places_and_inner_texts_too() -> None:
    assert plain(text("„{row}“ braucht {n}.", row=Text("Feuer"), n=2)) == "„Feuer“ braucht 2."


@pytest.mark.parametrize(("count", "said"), [(1, "1 Punkt"), (0, "0 Punkte"), (2, "2 Punkte")])
def test_texts_choose_their_plural(count: int, said: str) -> None:
    assert plain(Text("{count} Punkt", plural="{count} Punkte", count=count)) == said


# --- options ---------------------------------------------------------------------------------


class Toy(Struct, frozen=True):
    length: int
    variant: str
    open: bool


def choices(*values: str) -> tuple[Choice, ...]:
    return tuple(Choice(value, Text(value)) for value in values)


INFO = Info(
    "toy",
    "Toy",
    1,
    1,
    2,
    Pace.TURNS,
    5,
    (
        OptionField("length", Text("Länge"), choices("3", "5"), "3"),
        OptionField("variant", Text("Variante"), choices("kurz", "lang"), "lang"),
        OptionField("open", Text("Offen"), choices("true", "false"), "false"),
    ),
)


def test_missing_options_take_their_default() -> None:
    assert options_decode(INFO, Toy, {}) == Toy(3, "lang", False)


def test_options_are_typed_and_come_back_as_strings() -> None:
    raw = {"length": "5", "variant": "kurz", "open": "true"}
    assert options_decode(INFO, Toy, raw) == Toy(5, "kurz", True)
    assert options_raw(Toy(5, "kurz", True)) == raw


@pytest.mark.parametrize("raw", [{"length": "4"}, {"length": "x"}, {"open": "True"}, {"unknown": "1"}])
def test_other_options_are_refused(raw: dict[str, str]) -> None:
    with pytest.raises(Rejection) as refusal:
        options_decode(INFO, Toy, raw)
    assert refusal.value.code == "options"
    assert next(iter(raw)) in plain(refusal.value.text) or "kennt den Wert" in plain(refusal.value.text)


# --- registry --------------------------------------------------------------------------------


def test_installed_games_are_found_by_their_folder() -> None:
    assert "elements" in registry.slugs()
    assert "kernel" not in registry.slugs()
    assert registry.get("elements") in registry.all_games()


def test_a_game_that_is_not_installed_is_not_found() -> None:
    with pytest.raises(LookupError):
        registry.get("schach")


@pytest.mark.parametrize("slug", registry.slugs())
def test_a_folder_holds_the_game_of_its_name(slug: str) -> None:
    info = registry.get(slug).info
    assert info.slug == slug
    assert 1 <= info.seats_min <= info.seats_max <= 6
    assert info.clock_default_s in info.clock_choices
