"""The kitchen's board: what fragments show and say, and whom they tell what."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings

from games.gourmet import board
from games.gourmet.actions import Hold, Take
from games.gourmet.board import cards, words
from games.gourmet.data import HAUBE, KUECHE, MENUS, NACH, NEU, Bonus, Menu
from games.gourmet.events import (
    Declined,
    Earned,
    Ended,
    Entered,
    Event,
    Expired,
    Fetched,
    Finished,
    Held,
    Lapsed,
    Rolled,
    RoundBegan,
    SeatGiven,
    Served,
)
from games.gourmet.game import game
from games.gourmet.scoring import standing
from games.gourmet.state import State
from games.kernel.board import BoardContext, Fragment, SeatCard, flat
from games.kernel.texts import Text, plain
from tables.render import fragment_bytes, names_html, with_names
from tests.games.gourmet.table import Match, at_seconds, at_tray, card, do, matches, opening, play, scene, take

NAMES_AT_TABLE = ("Mila", "Jonas", "Ayşe", "Rita")
STATIC = Path(__file__).parents[3] / "static" / "games" / "gourmet"


def context(*, advice: bool = False) -> BoardContext:
    return BoardContext((SeatCard(),) * 4, advice=advice)


def public(state: State) -> dict[str, Fragment]:
    return {f.name: f for f in flat(board.public_fragments(game.observe(state, None), context()))}


def private(state: State, seat: int, *, advice: bool = False) -> dict[str, Fragment]:
    fragments = board.seat_fragments(game.observe(state, seat), seat, context(advice=advice))
    return {f.name: f for f in flat(fragments)}


def watched(state: State) -> dict[str, Fragment]:
    return {f.name: f for f in flat(board.spectator_fragments(game.observe(state, None), context()))}


def html(fragment: Fragment) -> str:
    return with_names(fragment_bytes("gourmet", fragment), names_html(NAMES_AT_TABLE)).decode()


def said(source: str) -> str:
    """The words of a piece of HTML."""
    return " ".join(re.sub(r"<[^>]+>", " ", source).split())


def labels(source: str) -> list[str]:
    return re.findall(r'aria-label="([^"]*)"', source)


@settings(max_examples=6, deadline=None)
@given(matches)
def test_every_state_renders_for_everybody(match: Match) -> None:
    """The same names in every phase, one root with that name, no inline style, nothing left unfilled."""
    menu, seats, _seed, _choices = match
    seen: dict[str, set[str]] = {}
    for number, (state, _seat, _action, _events) in enumerate(play(match)):
        if number % 6 and state.phase != "over":
            continue
        shown = {"public": public(state), "watch": watched(state), **{str(s): private(state, s) for s in range(seats)}}
        for who, fragments in shown.items():
            assert seen.setdefault("public" if who == "public" else "own", set(fragments)) == set(fragments)
            for name, fragment in fragments.items():
                source = html(fragment)
                assert f'id="{name}"' in source.split(">", 1)[0]
                assert " style=" not in source and "\x02" not in source and "None" not in source
    assert len(seen["public"]) == 5 + seats * (2 + 2 + len(MENUS[menu].areas))


def test_pictures_of_signs_boni_and_pens_are_in_the_sheet() -> None:
    """G-040, G-041: every picture that the style sheets name has its tile."""
    tiles = set(re.findall(r'<view id="([^"]+)"', (STATIC / "icons.svg").read_text()))
    sheets = (STATIC / "kitchen.css").read_text() + (STATIC / "card.css").read_text()
    used = set(re.findall(r'icons\.svg#([a-z0-9-]+)"', sheets))
    assert used <= tiles
    boni = {cards.picture(bonus) for menu in MENUS.values() for bonus in _boni_of(menu)}
    assert boni <= tiles
    assert all(f'[data-pic="{picture}"]' in sheets for picture in boni)


def _boni_of(menu: Menu) -> list[Bonus]:
    found = [bonus for area in menu.areas for bonus in area.boni if bonus]
    found += [line.bonus for area in menu.areas for line in area.lines if line.bonus]
    return [*found, *menu.rounds]


def test_a_card_says_what_stands_in_each_field() -> None:
    filled = card("haus", gelb=[0], blau=[4], gruen=[3, 3], orange=[5, 4, 6, 12], lila=[2])
    state = scene("haus", [1, 2, 3, 4, 5, 6], filled)
    told = {name: labels(html(fragment)) for name, fragment in public(state).items() if name.startswith("card0")}
    assert "Gelb, Reihe 1, Spalte 1: 3, angekreuzt" in told["card0-gelb"]
    assert "Gelb, Reihe 1, Spalte 4: vorgekreuzt" in told["card0-gelb"]
    assert "Blau: 6, angekreuzt" in told["card0-blau"]
    assert "Grün, Feld 3: ≥3, frei" in told["card0-gruen"]
    assert {"Orange, Feld 4: 12", "Orange, Feld 7: ×2, frei", "Bonus: Neu anrichten, erhalten"} <= set(
        told["card0-orange"]
    )
    assert told["card0-orange"][0] == "Orange: Orangen-Glace, 27 Punkte"
    assert "Lila: Feigen-Tatin, 2 Punkte" in told["card0-lila"]


def test_circles_pairs_and_missed_boni_of_the_chefmenue() -> None:
    filled = card("chef", gelb={3: 1, 4: 2}, gruen=[5, 2, 12], rosa=[4, 1], blau=[9])
    told = {n: html(f) for n, f in public(scene("chef", [1, 2, 3, 4, 5, 6], filled)).items() if n.startswith("card0")}
    assert "Gelb, Reihe 1, Spalte 4: 6, eingekreist" in labels(told["card0-gelb"])
    assert "Gelb, Reihe 2, Spalte 1: 4, angekreuzt" in labels(told["card0-gelb"])
    assert "+3" in said(told["card0-gruen"]) and "Grün: Kräutergarten, 3 Punkte" in labels(told["card0-gruen"])
    assert "Bonus: Neu anrichten, verpasst" in labels(told["card0-rosa"])


def test_the_bill_names_the_weakest_area_and_counts_hauben() -> None:
    """G-044: Hauben stand with what each of them counts."""
    filled = card("haus", hauben=2, gruen=[1, 2, 3], blau=[0, 1, 2], orange=[6], lila=[3], gelb=[0, 4, 8])
    bill = html(public(scene("haus", [1, 2, 3, 4, 5, 6], filled))["card0-bill"])
    assert "2 Sternehauben, je 3" in labels(bill)
    assert "Lila: Feigen-Tatin, 3 Punkte, schwächster Bereich" in labels(bill)
    assert said(bill).endswith(f"Summe {10 + 4 + 6 + 6 + 3 + 2 * 3}")


def test_the_head_shows_tracks_and_round_boni() -> None:
    """G-052: the round boni stand in the head line, with those that were given ticked."""
    state = scene("chef", [1, 2, 3, 4, 5, 6], card("chef", neu=2, nach=1), round_=3)
    told = labels(html(public(state)["card0-head"]))
    assert "Neu anrichten: 2 frei, 0 genutzt, 6 Plätze, am Ende eine Sternehaube" in told
    assert "Runde 2: Nachschlag, erhalten" in told
    assert "Runde 4: freies Feld in einem Bereich deiner Wahl" in told


def test_the_others_see_nothing_of_a_hidden_pick() -> None:
    """G-025: the public board stays as it was while somebody still chooses, but for who is done."""
    state = at_tray("haus", [1, 2, 3, 4, 5, 6], card("haus"), card("haus"), card("haus"))
    before = {name: html(fragment) for name, fragment in public(state).items()}
    mine = html(private(state, 1)["own-lila"])
    take(state, "lila", "lila", 0, seat=1)
    after = {name: html(fragment) for name, fragment in public(state).items()}
    assert {name for name in before if before[name] != after[name]} == {"slate"}
    assert html(private(state, 1)["own-lila"]) != mine
    assert "Jonas fertig" in said(after["slate"]) and "Ayşe wählt noch" in said(after["slate"])
    assert "Mila stand am Pass" in said(after["slate"])


def test_what_glows_says_what_it_brings() -> None:
    """G-103, G-104: each legal entry with its number, points, boni and the dice that would go to the tray."""
    state = scene("haus", [1, 2, 3, 4, 5, 6], card("haus", orange=[1, 1]))
    glow = html(private(state, 0)["glow"])
    taps = re.findall(r"<i data-take=[^>]*>", glow)
    takes = [a for a in game.actions(state, 0) if isinstance(a, Take)]
    assert len(taps) == len(takes)
    (orange,) = [tap for tap in taps if 'data-die="orange"' in tap]
    assert 'data-digits="5"' in orange and 'data-gain="+5"' in orange and 'data-tokens="orange-2"' in orange
    assert "Bringt 5 Punkte. Dazu: Neu anrichten. Weiß, Gelb, Blau und Grün gehen dann aufs Tablett." in orange
    assert 'data-lost="weiss gelb blau gruen"' in orange and "5 eintragen" in orange


def test_questions_stand_where_something_would_be_lost() -> None:
    """G-105, G-106: „Verfallen lassen“ asks only if something fits, „Fertig“ only in the last turn."""
    fits = html(private(scene("haus", [1, 2, 3, 4, 5, 6]), 0)["action"])
    assert "Verfallen lassen" in fits and "data-ask" in fits
    full = card("haus", gelb=range(16), blau=range(11), gruen=[1] * 11, orange=[1] * 11, lila=[6] * 11)
    stuck = html(private(scene("haus", [1, 2, 3, 4, 5, 6], full), 0)["action"])
    assert "Verfallen lassen" in stuck and "data-ask" not in stuck and "Von diesem Wurf passt nichts." in stuck
    tray = html(private(at_tray("haus", [1, 2, 3, 4, 5, 6]), 1)["action"])
    assert "Nichts nehmen" in tray and "data-ask" in tray
    middle = html(private(at_seconds("haus", [1, 2, 3, 4, 5, 6], card("haus", nach=1), round_=2), 0)["action"])
    assert "Fertig" in middle and "data-ask" not in middle and "Du hast noch 1." in middle
    last = html(private(at_seconds("haus", [1, 2, 3, 4, 5, 6], card("haus", nach=1), turn=1), 0)["action"])
    assert "data-ask" in last and "Nachschläge aufheben" not in last


def test_keys_and_buttons_of_the_panel() -> None:
    """G-107, G-108, G-109, G-110: N and F are told as shortcuts; R only where Rat is allowed."""
    state = scene("haus", [1, 2, 3, 4, 5, 6], card("haus", neu=2, nach=1))
    bar = html(private(state, 0, advice=True)["action"])
    assert 'aria-keyshortcuts="n"' in bar and 'aria-keyshortcuts="r"' in bar
    assert re.search(r'go-btn__n">2<', bar)
    assert "data-advice" not in html(private(state, 0)["action"])
    seconds = at_seconds("haus", [1, 2, 3, 4, 5, 6], card("haus", nach=1), round_=2)
    assert 'aria-keyshortcuts="f"' in html(private(seconds, 0)["action"])


def test_holding_shows_as_pressed() -> None:
    state = scene("haus", [1, 2, 3, 4, 5, 6], card("haus", nach=1), round_=2)
    assert 'aria-pressed="false"' in html(private(state, 0)["action"])
    do(state, Hold(True))
    assert 'aria-pressed="true"' in html(private(state, 0)["action"])


def test_the_own_clock_is_the_seats_own() -> None:
    """A second choice in a step of several has its time; the others see the step's clock."""
    state = at_tray("chef", [1, 2, 3, 4, 5, 6], card("chef"), card("chef"), step_ms=30_000, now=1_000)
    assert 'data-deadline="31000"' in html(private(state, 1)["action"])
    (status,) = [s for s in board.seat_statuses(game.observe(state, None)) if s.turn]
    assert (status.deadline_ms, status.step_ms, plain(status.note)) == (31_000, 30_000, "wählt noch")


def test_slate_plates_tray_and_tickets() -> None:
    """G-111: dice are named with their pips, blue with the sum; tickets tell each roll."""
    state = scene("haus", [1, 2, 3, 4, 5, 6], roll=2, tray=("weiss",), plates=("lila",))
    shown = public(state)
    assert "Würfel Blau 3, mit Weiß 4" in labels(html(shown["slate"]))
    assert labels(html(shown["tray"])) == ["Würfel Weiß 1"]
    assert "Teller von Mila" in said(html(shown["plates"])) and "Würfel Lila 6" in labels(html(shown["plates"]))
    assert said(html(shown["tickets"])) == "1. Wurf Lila 6 2. Wurf läuft 3. Wurf"
    assert "Mila am Pass: Wurf 2 von 3" in said(html(shown["slate"]))


def test_signs_lie_with_the_dice_everywhere() -> None:
    """The fruit sign is the second carrier of each die's colour: on slate, plates and tray."""
    shown = public(scene("chef", [1, 2, 3, 4, 5, 6], roll=2, tray=("weiss", "silber"), plates=("gelb",)))
    for place, dice in (("tray", ("weiss", "silber")), ("plates", ("gelb",)), ("slate", ("blau", "gruen", "rosa"))):
        source = html(shown[place])
        assert all(f"sign--{die}" in source for die in dice)


def test_headline_statuses_and_result() -> None:
    state = scene("chef", [1, 2, 3, 4, 5, 6], card("chef", rosa=[4, 1]), round_=3)
    seen = game.observe(state, None)
    assert plain(board.headline(seen)) == "Runde 3 von 6 · Chefmenü"
    assert [plain(s.note) for s in board.seat_statuses(seen)] == ["am Pass", "wartet"]
    table = board.result(seen, standing(state))
    assert [plain(c) for c in table.columns][-2:] == ["Sternehauben", "Summe"]
    assert table.rows[0] == (0, 0, 0, 0, 5, 0, 5)
    assert all(sum(row[:-1]) == row[-1] for row in table.rows)


EVENTS: list[tuple[Event, str]] = [
    (RoundBegan(2, 6, 0, NACH), "Mila beginnt am Pass. Rundenbonus: Nachschlag."),
    (RoundBegan(5, 6, 1, None), "Jonas beginnt am Pass."),
    (Rolled(1, 0, 2, {"gelb": 3, "lila": 6}), "Mila, Wurf 2: Gelb 3 und Lila 6."),
    (Rolled(1, 0, 2, {"gelb": 4}, 1), "Mila richtet neu an: Gelb 4."),
    (
        Entered(0, "orange", 3, 10, 1, "pass", 10, "orange", 5, ("weiss",)),
        "Mila nimmt Orange 5: 10 in Orange. Weiß geht aufs Tablett.",
    ),
    (
        Entered(1, "gelb", 2, 5, 1, "tray", 0, "gelb", 5, (), "circle"),
        "Jonas nimmt Gelb 5 vom Tablett: Kreis um 5 in Gelb.",
    ),
    (
        Entered(1, "gelb", 2, 5, 1, "plate", 0, "gelb", 5, (), "cross"),
        "Jonas nimmt Gelb 5 vom Teller: Kreuz bei 5 in Gelb.",
    ),
    (
        Entered(1, "gruen", 2, 5, 1, "again", 3, "gruen", 5, (), "tick"),
        "Jonas nimmt Nachschlag mit Grün 5: Kreuz in Grün.",
    ),
    (Entered(1, "lila", 2, 6, 1, "bonus", 6), "Jonas, Bonus: 6 in Lila."),
    (
        Entered(0, "silber", 2, 3, 1, "extra", 1, "blau", 3, (), "cross"),
        "Mila kreuzt dazu Blau 3 an: Kreuz bei 3 in Silber.",
    ),
    (Earned(0, NEU), "Mila bekommt „Neu anrichten“."),
    (Earned(0, HAUBE), "Mila bekommt eine Sternehaube."),
    (Earned(0, HAUBE, "kueche"), "Mila füllt die Leiste „Zurück in die Küche“: eine Sternehaube."),
    (Lapsed(0, 3), "Mila lässt Wurf 3 verfallen."),
    (Fetched(0, "blau"), "Mila holt Blau zurück in die Küche."),
    (Served(0, ("gelb", "blau")), "Mila ist am Pass fertig. Gelb und Blau kommen aufs Tablett."),
    (Served(0, ()), "Mila ist am Pass fertig."),
    (Declined(1), "Jonas nimmt nichts vom Tablett."),
    (Expired(1), "Jonas: Zeit um, der Computer macht diesen Schritt."),
    (SeatGiven(1, "hard"), "Jonas spielt nicht mehr, der Computer (stark) übernimmt."),
    (Ended((1, 2), (120, 99)), "Mila gewinnt mit 120 Punkten."),
    (Ended((1, 1), (99, 99)), "Mila und Jonas teilen sich den Sieg mit 99 Punkten."),
]


@pytest.mark.parametrize(("event", "told"), EVENTS, ids=lambda value: value if isinstance(value, str) else "")
def test_the_chronik(event: Event, told: str) -> None:
    (line,) = board.log_lines(event, context())
    assert line.text is not None
    assert _named(line.text) == told


def _named(line: Text) -> str:
    return with_names(plain(line).encode(), names_html(NAMES_AT_TABLE)).decode()


@pytest.mark.parametrize("event", [Held(0, True), Finished(0), Earned(0, NEU, round=True)])
def test_the_chronik_is_silent_of(event: Event) -> None:
    """What is the seat's own, and the round's bonus, which its heading tells."""
    assert board.log_lines(event, context()) == ()


def test_names_of_boni() -> None:
    names = {
        Bonus("cross", ("blau",)): "Kreuz in Blau",
        Bonus("cross", ("gelb", "blau", "gruen")): "freies Kreuz in Gelb, Blau oder Grün",
        Bonus("number", ("orange", "lila"), 6): "6 in Orange oder Lila",
        Bonus("free", ("rosa",)): "freies Feld in Rosa",
        KUECHE: "Zurück in die Küche",
    }
    assert {bonus: plain(words.bonus_name(bonus)) for bonus in names} == names
    assert plain(Text("{x}", {"x": words.boni([NACH, HAUBE, HAUBE])})) == "Nachschlag und 2 Sternehauben"


def test_an_opening_shows_the_dice_and_a_small_card_for_each() -> None:
    """G-003, G-004, G-006: six dice on the slate, a card for each seat."""
    shown = public(opening("haus", 4, first=2))
    assert html(shown["slate"]).count('class="die"') == 6
    assert labels(html(shown["mini3"])) == ["Menükarte von Rita ansehen, 0 Sternehauben"]


def test_the_own_panel_says_at_once_that_the_computer_chose_and_nobody_elses_does() -> None:
    """G-114: in the step of several the Chronik is silent about it until all are done."""
    cards_ = [card("haus"), card("haus", lila=[1] * 3), card("haus"), card("haus")]
    state = at_tray("haus", [1, 2, 3, 4, 5, 6], *cards_, plates=["gruen"], round_=4, step_ms=60_000)
    take(state, "lila", "lila", 3, seat=1, now=20_000)  # has a bonus to choose, and new time for it
    panels = {seat: html(private(state, seat)["action"]) for seat in range(4)}
    assert not any("Zeit um" in panel for panel in panels.values())
    game.advance(state, 70_000)
    late = [seat for seat in range(4) if "Zeit um" in said(html(private(state, seat)["action"]))]
    assert late == [2, 3]


def test_before_the_first_roll_no_ticket_is_struck() -> None:
    """While everybody chooses the round's bonus all three rolls are still to come."""
    state = opening()
    observation = msgspec.structs.replace(game.observe(state, None), phase="bonus", taken=())
    shown = {f.name: f for f in flat(board.public_fragments(observation, context()))}
    assert "entfällt" not in said(html(shown["tickets"]))
