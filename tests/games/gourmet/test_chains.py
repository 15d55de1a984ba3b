"""Boni that set off boni: the exact order, depth first, row before column before diagonal."""

from __future__ import annotations

from games.gourmet.data import Bonus
from games.gourmet.events import Earned, Entered
from games.gourmet.state import Card, State
from tests.games.gourmet.table import card, choosable, give, mark, marks, scene, story, take, waits_for


def haus(weiss: int, gelb: int, blau: int, gruen: int, orange: int, lila: int, filled: Card) -> State:
    return scene("haus", [weiss, gelb, blau, gruen, orange, lila], filled)


def chef(weiss: int, silber: int, gelb: int, blau: int, gruen: int, rosa: int, filled: Card) -> State:
    return scene("chef", [weiss, silber, gelb, blau, gruen, rosa], filled)


# --- Hausmenü --------------------------------------------------------------------------------


def test_purple_to_green_to_an_action() -> None:
    """G-043: purple 9 crosses green, whose tenth field brings Neu anrichten."""
    state = haus(6, 6, 6, 6, 6, 3, card("haus", lila=[6] * 8, gruen=[5] * 9))
    assert story(take(state, "lila", "lila", 8)) == ["lila9=3", "gruen10=5", "neu"]
    assert state.seats[0].card.earned == [1, 0, 0]


def test_green_to_purple_to_orange_to_a_haube() -> None:
    """G-043: three areas in one entry."""
    state = haus(6, 6, 6, 4, 6, 6, card("haus", gruen=[5] * 8, lila=[1] * 9, orange=[1] * 7))
    assert story(take(state, "gruen", "gruen", 8)) == ["gruen9=4", "lila10=6", "orange8=6", "haube"]


def test_orange_to_purple_and_back_to_orange() -> None:
    """G-043: the last field of orange counts triple."""
    state = haus(6, 6, 6, 6, 2, 6, card("haus", orange=[1] * 9, lila=[1] * 9))
    events = take(state, "orange", "orange", 9)
    assert story(events) == ["orange10=2", "lila10=6", "orange11=18"]
    gains = [event.gain for event in events if isinstance(event, Entered)]
    assert gains == [2, 6, 18]


def test_yellow_row_to_orange_to_a_nachschlag() -> None:
    """G-043, G-056: the second row brings a 4 in orange."""
    state = haus(6, 5, 6, 6, 6, 6, card("haus", gelb=(4, 5), orange=[1] * 5))
    assert story(take(state, "gelb", "gelb", 7)) == ["gelb8=5", "orange6=4", "nach"]


def test_the_row_with_its_whole_chain_comes_before_the_column() -> None:
    """G-045: blue 8 ends row and column; the row's cross in yellow brings a Haube first, then the Nachschlag."""
    state = haus(4, 6, 4, 6, 6, 6, card("haus", blau=(3, 4, 5, 2, 10), gelb=(13, 14)))
    assert story(take(state, "blau", "blau", 6)) == ["blau7=8"]
    assert waits_for(state) == Bonus("cross", ("gelb",))
    assert story(mark(state, "gelb", 15)) == ["gelb16=6", "haube", "nach"]


def test_row_then_diagonal() -> None:
    """G-045, G-057: yellow's last corner ends row, column and diagonal; the column brings points only."""
    state = haus(6, 6, 6, 6, 6, 6, card("haus", gelb=(13, 14, 7, 11, 0, 5, 10)))
    events = take(state, "gelb", "gelb", 15)
    assert story(events) == ["gelb16=6", "haube", "nach"]
    first = events[0]
    assert isinstance(first, Entered) and first.gain == 20


def test_a_choice_in_the_row_comes_before_the_diagonal() -> None:
    """G-045: the Nachschlag of the diagonal waits until the cross in blue is made."""
    state = haus(6, 3, 6, 6, 6, 6, card("haus", gelb=(1, 2, 5, 10, 15)))
    assert story(take(state, "gelb", "gelb", 0)) == ["gelb1=3"]
    assert state.seats[0].card.earned[1] == 0
    assert story(mark(state, "blau", 0)) == ["blau1=2", "nach"]


def test_row_to_green_to_a_haube_then_the_diagonal() -> None:
    """G-043, G-045"""
    state = haus(6, 2, 6, 6, 6, 6, card("haus", gelb=(8, 11, 0, 5, 15), gruen=[6] * 6))
    assert story(take(state, "gelb", "gelb", 10)) == ["gelb11=2", "gruen7=2", "haube", "nach"]


def test_row_then_column_of_blue() -> None:
    """G-045: a Haube for the third row, then Neu anrichten for the first column."""
    state = haus(3, 6, 6, 6, 6, 6, card("haus", blau=(3, 8, 9, 10)))
    assert story(take(state, "blau", "blau", 7)) == ["blau8=9", "haube", "neu"]


def test_a_long_chain_goes_down_before_it_goes_on() -> None:
    """G-043, G-045: row of blue – orange – purple – green – Nachschlag, and only then the column's 6 in purple."""
    filled = card("haus", blau=(0, 2, 5, 9), orange=[1] * 9, lila=[1] * 8, gruen=[6] * 3)
    state = haus(1, 6, 2, 6, 6, 6, filled)
    assert story(take(state, "blau", "blau", 1)) == [
        "blau2=3",
        "orange10=5",
        "lila9=6",
        "gruen4=4",
        "nach",
        "lila10=6",
        "orange11=18",
    ]


def test_the_same_area_again_in_its_own_chain() -> None:
    """G-043: blue brings a cross in yellow, that one a cross in blue, that one the end of a column."""
    filled = card("haus", blau=(3, 4, 5, 8, 0), gelb=(1, 2))
    state = haus(4, 6, 4, 6, 6, 6, filled)
    assert story(take(state, "blau", "blau", 6)) == ["blau7=8"]
    assert story(mark(state, "gelb", 0)) == ["gelb1=3"]
    assert waits_for(state) == Bonus("cross", ("blau",))
    assert story(mark(state, "blau", 7)) == ["blau8=9", "neu"]


# --- Chefmenü --------------------------------------------------------------------------------


def test_silver_row_then_column() -> None:
    """G-045, G-077, G-078: ends Gelb (Zurück) and column 4 (Haube)."""
    state = chef(6, 4, 6, 6, 6, 6, card("chef", silber=(0, 1, 2, 4, 5, 9, 15, 21)))
    assert story(take(state, "silber", "silber", 3)) == ["silber4=4", "kueche", "haube"]


def test_the_last_place_of_a_track_brings_its_haube_before_the_column() -> None:
    """G-045, G-091: row Gelb fills the track of Zurück; then the column's own Haube."""
    state = chef(6, 4, 6, 6, 6, 6, card("chef", silber=(0, 1, 2, 4, 5, 9, 15, 21), kueche=4))
    events = take(state, "silber", "silber", 3)
    assert story(events) == ["silber4=4", "kueche", "haube:kueche", "haube"]
    assert state.seats[0].card.hauben == 2


def test_a_choice_in_yellow_comes_before_the_column_of_silver() -> None:
    """G-045, G-092: row Rosa brings a field in yellow, whose row brings more, then column 5 a 6 in pink."""
    filled = card("chef", silber=(18, 19, 20, 21, 23, 4, 10, 16), gelb={4: 1, 5: 1, 6: 1}, rosa=[1] * 4)
    state = chef(6, 5, 6, 6, 6, 6, filled)
    assert story(take(state, "silber", "silber", 22)) == ["silber23=5"]
    assert story(mark(state, "gelb", 7)) == ["gelb8=3", "kueche", "rosa5=6", "kueche"]


def test_yellow_to_blue_to_pink_to_green_to_blue() -> None:
    """G-043, G-045, G-094: the row's chain to its end, then the column's Neu anrichten."""
    filled = card("chef", gelb={1: 1, 2: 1, 3: 1, 4: 1, 8: 2}, blau=[9, 9, 8], rosa=[1] * 9, gruen=[1] * 11)
    state = chef(6, 6, 2, 6, 6, 6, filled)
    assert story(take(state, "gelb", "gelb", 0)) == [
        "gelb1=2",
        "blau4=8",
        "rosa10=6",
        "gruen12=2",
        "blau5=8",
        "nach",
        "neu",
    ]


def test_a_cross_on_a_circle_brings_nothing_again() -> None:
    """G-082: the row was paid when its last circle was drawn."""
    state = chef(6, 6, 2, 6, 6, 6, card("chef", gelb={0: 1, 1: 1, 2: 2, 3: 1, 4: 1, 8: 1}))
    events = take(state, "gelb", "gelb", 0)
    assert story(events) == ["gelb1=2"]
    first = events[0]
    assert isinstance(first, Entered) and (first.mark, first.gain) == (2, 5)


def test_a_free_field_in_yellow_may_end_two_lines() -> None:
    """G-045, G-093: row (a free field in green with its chain), then column (Haube)."""
    state = chef(6, 6, 6, 6, 6, 6, card("chef", gelb={8: 1, 9: 1, 10: 1, 3: 1, 7: 2}, gruen=[1] * 8))
    give(state, Bonus("free", ("gelb",)))
    assert story(mark(state, "gelb", 11)) == ["gelb12=4", "gruen9=18", "nach", "haube"]


def test_the_chain_goes_on_where_one_of_its_boni_lapses() -> None:
    """G-045: blue is full; the column's bonus comes all the same."""
    filled = card("chef", gelb={1: 1, 2: 1, 3: 1, 4: 1, 8: 1}, blau=[5] * 12)
    state = chef(6, 6, 2, 6, 6, 6, filled)
    assert story(take(state, "gelb", "gelb", 0)) == ["gelb1=2", "neu"]
    assert len(marks(state, "blau")) == 12


def test_two_choices_one_after_the_other() -> None:
    """G-042, G-045: the fourth row of silver and a column: yellow first, with its own choice in silver, then green."""
    filled = card("chef", silber=(18, 19, 20, 21, 22, 5, 11, 17), gelb={1: 1, 5: 1})
    state = chef(6, 6, 6, 6, 6, 6, filled)
    assert story(take(state, "silber", "silber", 23)) == ["silber24=6"]
    assert waits_for(state) == Bonus("free", ("gelb",))
    assert story(mark(state, "gelb", 9)) == ["gelb10=3"]
    assert waits_for(state) == Bonus("free", ("silber",)), "the column of yellow comes before the column of silver"
    assert story(mark(state, "silber", 0)) == ["silber1=1", "gruen1=6"]


def test_all_of_a_chain_belongs_to_one_seat_and_follows_the_entry() -> None:
    """G-042: the entry itself, the chain, the next roll."""
    state = haus(6, 6, 6, 4, 6, 6, card("haus", gruen=[5] * 8, lila=[1] * 9, orange=[1] * 7))
    events = take(state, "gruen", "gruen", 8)
    assert [type(event).__name__ for event in events] == ["Entered", "Entered", "Entered", "Earned", "Rolled"]
    entered = [event for event in events if isinstance(event, Entered)]
    assert [event.how for event in entered] == ["pass", "bonus", "bonus"]
    assert {event.seat for event in events if isinstance(event, Entered | Earned)} == {0}
    assert choosable(state) == []
