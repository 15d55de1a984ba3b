"""The shell round a board: place cards, bar, watchers and the Chronik, as data and as HTML."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test.html import Element, parse_html
from msgspec import Struct, structs

from games.kernel.board import Fragment, LogLine, SeatStatus, flat, name_mark
from games.kernel.texts import Text, text
from tables.render import fragment_bytes, named, names_html, with_names
from tables.shell import Shell, Surroundings, log_html, on_page

WAITS = SeatStatus(points=8, note=text("wartet"))
THINKS = SeatStatus(points=-7, note=text("ist dran"), turn=True, deadline_ms=60_000, expiry_ms=70_000, step_ms=60_000)


class Person(Struct, frozen=True):
    """Somebody at the table with what their card shows."""

    index: int
    name: str
    status: SeatStatus = WAITS
    figure: str = "user"
    level: str = ""
    left: bool = False
    online: bool = True
    can_give: bool = False

    @property
    def player_id(self) -> int | None:
        return None if self.figure == "bot" else self.index + 1

    @property
    def human(self) -> bool:
        return self.figure != "bot" and not self.left


class View(Struct, frozen=True):
    """All that a shell is given."""

    around: Surroundings
    headline: Text
    people: tuple[Person, ...]

    def of(self, shell: Shell) -> list[Fragment]:
        return list(flat(shell.fragments(self.around, self.headline, tuple(p.status for p in self.people))))


def seat(index: int, name: str, status: SeatStatus = WAITS, **changes: Any) -> Person:
    return structs.replace(Person(index=index, name=name, status=status), **changes)


def view(*people: Person, headline: Text | None = None, **changes: Any) -> View:
    around = Surroundings(
        title="Elements",
        stake=0,
        step_ms=60_000,
        table_name="Jonas",
        daily=False,
        watchers=3,
        seats=people,
        online=frozenset(p.index + 1 for p in people if p.online),
        givable=frozenset(p.index + 1 for p in people if p.can_give),
    )
    return View(structs.replace(around, **changes), headline or text("Wurf {throw}", throw=8), people)


def html(shown: View) -> dict[str, str]:
    """Each fragment, and the cards together as ``seats``."""
    names = names_html([person.name for person in shown.people])
    rendered = [(f, with_names(fragment_bytes("elements", f), names)) for f in shown.of(Shell())]
    return {**{f.name: markup.decode() for f, markup in rendered}, "seats": on_page(rendered).get("seats", "")}


def walk(element: Element | str) -> Iterator[Element]:
    if isinstance(element, Element):
        yield element
        for child in element.children:
            yield from walk(child)


def cards(*seats: Person) -> list[dict[str, str | None]]:
    """The attributes of each place card, class names left out."""
    tree = parse_html(f"<ol>{html(view(*seats))['seats']}</ol>")
    return [dict(e.attributes) for e in walk(tree) if e.name == "li"]


def card_words(card: Person) -> str:
    return " ".join(str(parse_html(html(view(card))["seats"])).split())


# --- as data ---------------------------------------------------------------------------------------


def test_what_has_not_changed_comes_back_as_the_same_object() -> None:
    shell = Shell()
    first = view(seat(0, "Mila"), seat(1, "Jonas")).of(shell)
    again = view(seat(0, "Mila"), seat(1, "Jonas")).of(shell)
    assert all(a is b for a, b in zip(first, again, strict=True))


@pytest.mark.parametrize(
    ("after", "changed"),
    [
        (view(seat(0, "Mila"), seat(1, "Jonas"), watchers=4), {"watchers"}),
        (view(seat(0, "Mila"), seat(1, "Jonas"), headline=text("Wurf {throw}", throw=9)), {"bar-what"}),
        (view(seat(0, "Mila"), seat(1, "Jonas", THINKS)), {"seat-2"}),
        (view(seat(0, "Mila", online=False), seat(1, "Jonas")), {"seat-1"}),
    ],
)
def test_a_change_touches_its_own_fragment_only(after: View, changed: set[str]) -> None:
    shell = Shell()
    before = {f.name: f.facts for f in view(seat(0, "Mila"), seat(1, "Jonas")).of(shell)}
    assert {f.name for f in after.of(shell) if f.facts != before[f.name]} == changed


def test_a_clock_started_anew_changes_its_card_only() -> None:
    """The card itself is one of many tables; the instants in it are this table's."""
    shell = Shell()
    before = {f.name: f for f in view(seat(0, "Mila", THINKS), seat(1, "Jonas")).of(shell)}
    later = structs.replace(THINKS, deadline_ms=90_000, expiry_ms=100_000)
    after = {f.name: f for f in view(seat(0, "Mila", later), seat(1, "Jonas")).of(shell)}
    assert {name for name in after if after[name] != before[name]} == {"seat-1"}
    assert after["seat-1"].base is before["seat-1"].base
    assert b'data-deadline="90000" data-expiry="100000" data-step="60000"' in fragment_bytes("x", after["seat-1"])


def test_names_go_in_at_last_and_only_there() -> None:
    shown = f"<b>{name_mark(1)}</b> und {name_mark(0)}, {name_mark(1)}".encode()
    assert with_names(shown, names_html(["<i>", 'O"H'])) == b"<b>O&quot;H</b> und &lt;i&gt;, O&quot;H"
    assert with_names(b"niemand", ()) == b"niemand"
    assert named(f"{name_mark(0)} & {name_mark(1)}", ["Mila", "Jonas"]) == "Mila & Jonas"


# --- as HTML ---------------------------------------------------------------------------------------


def test_each_fragment_is_one_element_to_be_swapped_by_its_name() -> None:
    for fragment in view(seat(0, "Mila", THINKS), seat(1, "Jonas")).of(Shell()):
        name, root = fragment.name, parse_html(fragment_bytes("elements", fragment).decode())
        assert root.name in {"div", "span", "li"}, "one root"
        assert {"id": name, "hx-swap-oob": "true"}.items() <= dict(root.attributes).items()


def test_no_style_and_no_script_reaches_the_page() -> None:
    everything = "".join(html(view(seat(0, "Mila", THINKS, online=False, can_give=True))).values())
    assert " style=" not in everything
    assert " on" not in everything.replace(" online", "")


def test_names_are_escaped() -> None:
    assert "<i>" not in html(view(seat(0, "<i>"), table_name="<i>"))["seats"]
    assert "<i>" not in html(view(seat(0, "Mila"), table_name="<i>"))["bar-what"]
    assert "<i>" not in log([LogLine(text("<i>{n}", n="<i>"), 0, text("<i>"))], "<i>")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"stake": 25}, "25 Taler Einsatz"),
        ({"stake": 0}, "ohne Einsatz"),
        ({"step_ms": 90_000}, "90 s Bedenkzeit"),
        ({"step_ms": None}, "ohne Bedenkzeit"),
        ({"table_name": "Ayşe"}, "Tisch von Ayşe"),
    ],
)
def test_the_bar_says_how_is_played(change: dict[str, Any], words: str) -> None:
    assert words in html(view(seat(0, "Mila"), **change))["bar-what"]


def test_without_an_opener_the_bar_names_nobody() -> None:
    assert "Tisch von" not in html(view(seat(0, "Mila"), table_name=""))["bar-what"]


def test_a_daily_says_that_it_is_one() -> None:
    shown = html(view(seat(0, "Mila"), daily=True))["bar-what"]
    assert "Tagesaufgabe, der erste Versuch zählt" in shown
    assert "Tisch von" not in shown
    assert "Tagesaufgabe" not in html(view(seat(0, "Mila")))["bar-what"]


def test_nobody_watching_is_not_shown() -> None:
    assert " hidden" in html(view(watchers=0))["watchers"]
    assert " hidden" not in html(view(watchers=1))["watchers"]


def test_the_clock_runs_on_the_card_of_whoever_thinks() -> None:
    thinking, waiting = cards(seat(0, "Mila", THINKS), seat(1, "Jonas"))
    clock = {"data-deadline": "60000", "data-expiry": "70000", "data-step": "60000"}
    assert clock.items() <= thinking.items()
    assert "data-turn" in thinking
    assert not clock.keys() & waiting.keys()
    assert "data-turn" not in waiting


def test_a_seat_in_turn_without_a_clock_shows_none() -> None:
    (card,) = cards(seat(0, "Robo Rita", SeatStatus(points=1, note=text("ist dran"), turn=True), figure="bot"))
    assert "data-turn" in card
    assert "data-deadline" not in card


def test_who_is_away_is_said_in_words_and_may_be_replaced_after_a_while() -> None:
    assert "ist weg" in card_words(seat(0, "Jonas", online=False))
    assert "data-give" not in card_words(seat(0, "Jonas", online=False))
    late = card_words(seat(0, "Jonas", online=False, can_give=True))
    assert 'data-give="0"' in late
    assert "Computer setzen" in late


def test_who_is_back_can_not_be_replaced() -> None:
    assert "data-give" not in card_words(seat(0, "Jonas", online=True, can_give=True))


def test_who_watched_the_end_and_went_is_not_away() -> None:
    assert "ist weg" not in html(view(seat(0, "Jonas", online=False), over=True))["seats"]


def test_who_has_left_is_no_human_any_more() -> None:
    gone = seat(1, "Jonas", left=True, level="normal", online=False, can_give=True)
    (card,) = cards(gone)
    assert "data-left" in card
    assert "data-human" not in card
    assert "data-away" not in card
    assert "gegangen, der Computer spielt" in card_words(gone)
    assert "figure-bot" in html(view(gone))["seats"]


def test_a_computer_tells_its_strength_until_it_is_its_turn() -> None:
    waiting = seat(3, "Robo Rita", figure="bot", level="hard")
    assert "Computer, stark" in card_words(waiting)
    assert "ist dran" in card_words(structs.replace(waiting, status=THINKS))


@pytest.mark.parametrize(("points", "words"), [(1, "Punkt<"), (-1, "Punkt<"), (0, "Punkte<"), (-7, "Punkte<")])
def test_points_have_their_plural(points: int, words: str) -> None:
    shown = html(view(seat(0, "Mila", SeatStatus(points=points, note=text("wartet")))))["seats"]
    assert words in shown


def test_a_minus_is_a_minus() -> None:
    assert "<b>−7</b>" in html(view(seat(0, "Mila", THINKS)))["seats"]


# --- Chronik ---------------------------------------------------------------------------------------

NAMES = ("Mila", "Jonas")


def words_of(markup: str) -> list[list[str]]:
    """Groups from top to bottom: heading (or ""), then its lines."""
    groups = []
    for part in markup.split('<li class="chron__group"')[1:]:
        head = part.partition('<h3 class="chron__head">')[2].partition("</h3>")[0]
        lines = [line.rpartition("<span>")[2].partition("</span>")[0] for line in part.split("chron__line")[1:]]
        groups.append([head, *lines])
    return groups


def log(lines: list[LogLine], *names: str) -> str:
    """The Chronik's HTML with the names in."""
    return with_names(log_html(lines).encode(), names_html(names or NAMES)).decode()


def line(words: str, seat_no: int | None = None, heading: str | None = None) -> LogLine:
    return LogLine(text(words), seat_no, text(heading) if heading else None)


def test_the_latest_group_is_on_top_and_reads_downwards() -> None:
    lines = [line("a", heading="Wurf 1"), line("b"), line("c", heading="Wurf 2"), line("d")]
    assert words_of(log(lines)) == [["Wurf 2", "c", "d"], ["Wurf 1", "a", "b"]]


def test_lines_before_a_heading_continue_the_group_on_the_page() -> None:
    markup = log([line("a"), line("b", heading="Wurf 2")])
    assert words_of(markup) == [["Wurf 2", "b"], ["", "a"]]
    assert markup.count(" data-more") == 1


def test_a_heading_alone_opens_a_group() -> None:
    assert words_of(log([LogLine(None, heading=text("Runde 1")), line("a")])) == [["Runde 1", "a"]]


def test_the_name_of_whoever_did_it_stands_out_wherever_it_stands() -> None:
    lines = [
        LogLine(text("{name} würfelt.", name=name_mark(0)), 0),
        LogLine(text("Nun nimmt {name} Luft.", name=name_mark(1)), 1),
    ]
    (group,) = words_of(log(lines))
    assert group[1:] == ["<b>Mila</b> würfelt.", "Nun nimmt <b>Jonas</b> Luft."]


def test_a_line_that_does_not_say_the_name_gets_it() -> None:
    assert "<b>Jonas</b> nimmt Luft." in log([line("nimmt Luft.", 1)])


def test_a_line_of_the_table_has_no_token() -> None:
    markup = log([line("Das Ende ist erreicht.")])
    assert "token" not in markup
    assert "data-seat" not in markup


def test_plural_forms_and_texts_in_texts() -> None:
    many = Text("{who}: {count} Wurf", {"who": text("noch")}, plural="{who}: {count} Würfe", count=2)
    assert "noch: 2 Würfe" in log([LogLine(many)])
    assert "noch: 1 Wurf<" in log([LogLine(structs.replace(many, count=1))])


def test_nothing_happened_is_nothing() -> None:
    assert log([]) == ""
