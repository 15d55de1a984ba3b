"""How a person plays Speedgourmet by what the page offers."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from playwright.sync_api import Error

from tests.support.browser import Person

STEP = """() => {
  const yes = document.querySelector("#go-ask[open] #go-ask-yes");
  if (yes) { yes.click(); return "sure"; }
  const main = document.getElementById("go-main");
  if (main && !main.disabled) { main.click(); return "main"; }
  const field = document.querySelector(".go-field:not(.is-dim)");
  const die = document.querySelector(".go-die");
  if (field && (!die || document.querySelector(".die.is-picked"))) { field.click(); return "field"; }
  if (die) { die.click(); return "die"; }
  const other = document.querySelector("#go-done, #go-roll, #go-lapse, #go-nothing");
  if (other) { other.click(); return other.id; }
  return "";
}"""
"""One press: a die, its field, or the button that goes on."""

MARKS = """(seat) => document.querySelectorAll(`.mini[data-seat="${seat}"] i:is(.on, .half)`).length"""
"""Fields that a small card shows as filled."""
OWN = """() => document.querySelectorAll(".carte--own .f:is([data-m=x], [data-m=o], [data-m=ox], [data-m=n])").length"""


def open_gourmet(person: Person, menu: str, **fields: str) -> str:
    """Open a table with this menu; returns its path."""
    return person.open_table("gourmet", **{"option-menu": menu, "fast_bots": "1", "fill_level": "easy", **fields})


def press(person: Person) -> str:
    """One press of whatever is offered; "" for nothing, or when the page is on its way to the result."""
    try:
        return str(person.page.evaluate(STEP))
    except Error as error:
        if "context was destroyed" not in error.message:
            raise
        return ""


def phase(person: Person) -> str:
    return person.page.locator("#step").get_attribute("data-phase") or ""


def play(people: Sequence[Person], *, seconds: float = 240, enough: Callable[[], bool] = lambda: False) -> None:
    """Everybody presses whenever it is their turn, until the result stands (or ``enough`` says so)."""
    end = time.monotonic() + seconds
    while not all(person.over() for person in people) and not enough():
        assert time.monotonic() < end, people[0].page.inner_text("main")[:1500]
        moved = False
        for person in people:
            assert not person.problems, person.problems
            if not person.over() and person.my_turn():
                moved = bool(press(person)) or moved
        people[0].page.wait_for_timeout(8 if moved else 30)
