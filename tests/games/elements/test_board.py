"""The Elements board: what each fragment holds, says and shows, and what changes when somebody picks."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from django.template.loader import render_to_string

from games.elements import board
from games.elements.actions import Take
from games.elements.data import ARROWS, DARK, FIELDS, NAMES, ROW_INDEX, ROWS, VALUES, X_COLUMN
from games.elements.events import Ended, EndReached, Event, Expired, Frozen, SeatGiven, Taken, Thrown
from games.elements.game import game
from games.elements.state import State
from games.kernel.board import BoardContext, Fragment, SeatCard, flat, name_mark
from games.kernel.texts import Text, plain
from tables.render import fragment_bytes, named, names_html, with_names
from tables.shell import on_page
from tests.games.elements.table import DONE, PAST, legal, opening, position, take, take_any, turn

STATIC = Path(__file__).parents[3] / "static" / "games" / "elements"
NAMES_AT_TABLE = ("Mila", "Jonas", "Ayşe", "Rita")


def context(seats: int = 4, *, advice: bool = False) -> BoardContext:
    return BoardContext((SeatCard(),) * seats, advice=advice)


def public(state: State) -> dict[str, Fragment]:
    fragments = board.public_fragments(game.observe(state, None), context(len(state.seats)))
    return {fragment.name: fragment for fragment in flat(fragments)}


def tableau(state: State, seat: int = 0) -> str:
    """Head and sliders of a seat, as they stand on the page."""
    groups = f"head{seat}", f"lanes{seat}"
    return "".join(html(fragment) for fragment in public(state).values() if fragment.group in groups)


def private(state: State, seat: int, *, advice: bool = False) -> dict[str, Fragment]:
    seen = game.observe(state, seat)
    fragments = board.seat_fragments(seen, seat, context(len(state.seats), advice=advice))
    return {fragment.name: fragment for fragment in flat(fragments)}


def html(fragment: Fragment) -> str:
    return with_names(fragment_bytes("elements", fragment), names_html(NAMES_AT_TABLE)).decode()


class Elements(HTMLParser):
    """Every element of a piece of HTML with its attributes and the text right inside it."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.found: list[dict[str, str]] = []
        self.feed(source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append({"tag": tag, "text": "", **{key: value or "" for key, value in attrs}})

    def handle_data(self, data: str) -> None:
        if self.found:
            self.found[-1]["text"] += data.strip()


def elements(source: str, **wanted: str) -> list[dict[str, str]]:
    return [e for e in Elements(source).found if all(e.get(k.replace("_", "-")) == v for k, v in wanted.items())]


def wood() -> list[list[dict[str, str]]]:
    """The fields of the static board, row by row."""
    source = render_to_string("games/elements/wood.html")
    return [elements(lane, tag="i") for lane in source.split('class="el-lane ')[1:]]


# --- the board itself ------------------------------------------------------------------------


def test_every_tableau_has_six_rows_with_a_slider() -> None:
    """L-002: Feuer, Wasser, Erde, Luft, Das Dunkle, Das Helle."""
    for seat in range(4):
        source = tableau(opening(4), seat)
        rows = elements(source, role="group")
        assert [row["data-row"] for row in rows] == list(ROWS)
        assert [row["aria-label"].split(":")[0] for row in rows] == [NAMES[row] for row in ROWS]
        assert len([e for e in Elements(source).found if e.get("class") == "el-slider"]) == len(ROWS)


def test_every_field_shows_its_number_and_the_colour_it_needs() -> None:
    """L-012: the page's wooden board is that of the tables."""
    rows = wood()
    assert len(rows) == len(ROWS)
    for index, fields in enumerate(rows):
        assert [field["text"] for field in fields] == [signed(value) for value in VALUES[index]]
        start = [field["data-f"] for field in fields[:1]]
        assert start == ["start"]
        assert [field["data-f"] for field in fields[1:]] == [colour or "hell" for colour in FIELDS[index][1:]]


def test_colour_and_sign_go_together_in_every_field() -> None:
    """L-012: a field is known by its sign too, never by colour alone."""
    css = (STATIC / "elements.css").read_text()
    for face in {field["data-f"] for fields in wood() for field in fields} - {"start"}:
        rule = re.search(rf'^\[data-f="{face}"\] {{([^}}]*)}}', css, re.MULTILINE)
        sign = re.search(r'--sign: url\("([\w.-]+)"\)', rule[1]) if rule else None
        assert rule and sign and "--f:" in rule[1] and (STATIC / sign[1]).exists()
        for own in re.findall(rf'\.el-wood i\[data-f="{face}"\]::before {{([^}}]*)}}', css):
            assert "background" not in own or "url(" in own


def test_the_number_of_each_slider_stands_on_it() -> None:
    """L-012: what it counts is readable without counting fields."""
    state = position(["erde"], {"feuer": 4, "dunkel": 5, "hell": 10}, {}, pick=0)
    source = tableau(state)
    assert [e["text"] for e in elements(source, tag="b") if "class" not in e] == [
        "−2",
        "−10",
        "−10",
        "−10",
        "+5",
        "+10",
    ]


@pytest.mark.parametrize("name", ["slider.svg", "slider-s.svg"])
def test_the_arrow_of_a_slider_points_up(name: str) -> None:
    """L-014: its one tip lies at the top, in the middle; nothing turns the drawing."""
    outline = re.search(r'<path d="M50 (\d+) L98 (\d+) V\d+', (STATIC / name).read_text())
    assert outline and int(outline[1]) < int(outline[2]) < 40
    css = (STATIC / "elements.css").read_text()
    assert name in css
    rules = re.findall(r"\.el-slider[^{]*{([^}]*)}", css)
    assert rules and not any("rotate" in rule or "scale" in rule for rule in rules)


def test_arrows_and_the_x_are_marked() -> None:
    """L-034: columns 6, 5, 6, 5 and +5 of Das Dunkle."""
    rows = wood()
    marked = [[i for i, field in enumerate(fields) if "data-arrow" in field] for fields in rows]
    assert marked == [[column] for column in ARROWS] + [[], []]
    crossed = [[i for i, field in enumerate(fields) if "data-x" in field] for fields in rows]
    assert crossed == [[X_COLUMN] if index == DARK else [] for index in range(len(ROWS))]
    assert rows[DARK][X_COLUMN]["text"] == "+5"


def signed(value: int) -> str:
    return f"−{-value}" if value < 0 else f"+{value}" if value else "0"


# --- rows in words ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "column", "frozen", "label"),
    [
        ("feuer", 0, False, "Feuer: Schieber auf −10, nächstes Feld Feuer"),
        ("feuer", 4, False, "Feuer: Schieber auf −2, nächstes Feld Luft"),
        ("feuer", 6, False, "Feuer: Schieber auf +2, Pfeil erreicht, nächstes Feld Feuer"),
        ("luft", 10, False, "Luft: Schieber auf +10, am Ende"),
        ("dunkel", 5, False, "Das Dunkle: Schieber auf +5, dem X, nächstes Feld Dunkel"),
        ("dunkel", 5, True, "Das Dunkle: Schieber bei +5 eingefroren"),
        ("hell", 3, False, "Das Helle: Schieber auf −2, rückt bei einem Fehlwurf"),
    ],
)
def test_a_row_is_read_out(row: str, column: int, frozen: bool, label: str) -> None:
    state = position(["erde"], {row: column}, {}, frozen=[0] if frozen else [])  # type: ignore[dict-item]
    source = tableau(state)
    assert [e["aria-label"] for e in elements(source, role="group", data_row=row)] == [label]


def test_a_slider_tells_what_the_next_field_needs() -> None:
    state = position(["erde"], {"feuer": 3, "wasser": 10, "dunkel": 5}, {}, frozen=[0])
    lanes = [fragment.data for fragment in public(state).values() if fragment.group == "lanes0"]
    assert [lane["need"] for lane in lanes] == ["erde", "ende", "erde", "luft", "eis", "hell"]
    assert "is-ice" in lanes[DARK]["classes"]


# --- what changes ----------------------------------------------------------------------------


def test_equal_observations_give_equal_data() -> None:
    assert public(opening(4)) == public(opening(4))
    assert private(opening(4), 0) == private(opening(4), 0)


def test_a_pick_changes_a_die_the_order_a_slider_and_two_seats() -> None:
    state = opening(4)
    before, own = public(state), [private(state, seat) for seat in range(4)]
    taken = take_any(state)
    after = public(state)
    changed_names = {name for name in after if after[name] != before[name]}
    assert changed_names == {f"slot-{taken.die}", "order", "haul0", "sum0", f"lane0-{taken.row}"}
    changed = [seat for seat in range(4) if private(state, seat) != own[seat]]
    assert changed == [0, 1]


def test_the_die_goes_to_its_taker_and_leaves_a_mark() -> None:
    state = opening(3)
    taken = take_any(state)
    fragments = public(state)
    slot = fragments[f"slot-{taken.die}"].data
    assert slot["by"] == 0 and slot["title"].endswith(f"genommen von {name_mark(0)}")
    assert [(die.id, die.face) for die in fragments["haul0"].data["dice"]] == [(taken.die, taken.face)]
    lanes = [fragment.data for fragment in fragments.values() if fragment.group == "lanes0"]
    assert [lane["row"] for lane in lanes if "is-last" in lane["classes"]] == [taken.row]
    keys = [e["data-key"] for f in fragments.values() for e in Elements(html(f)).found if "data-key" in e]
    assert len(keys) == len(set(keys)) == 4 + 3 * 6


def test_the_order_of_picks_is_shown() -> None:
    state = opening(3)
    take_any(state)
    picks = public(state)["order"].data["picks"]
    assert [(seat, step) for seat, _name, step in picks] == [(1, "done"), (2, "now"), (3, "next"), (1, "next")]


def test_a_pick_by_the_clock_is_marked() -> None:
    """L-053: shown as „Zeit um“."""
    state = opening(2, step_ms=30_000)
    assert "Zeit um" not in tableau(state)
    game.advance(state, 40_000)
    assert "Zeit um" in tableau(state)
    assert "Zeit um" not in tableau(state, 1)


def test_finished_rows_are_counted() -> None:
    source = tableau(position(["erde"], {"feuer": 10, "hell": 10}, {}))
    assert "2 Reihen am Ende" in source
    assert "am Ende<" not in tableau(opening(2))


# --- the seat in turn ------------------------------------------------------------------------


def takes(state: State) -> list[Take]:
    return [action for action in legal(state) if isinstance(action, Take)]


def test_exactly_the_legal_takes_glow() -> None:
    state = opening(4)
    for _ in range(60):
        seat = turn(state)
        listed = elements(html(private(state, seat)["glow"]), tag="i")
        assert [game.decode_action(e["data-take"].encode()) for e in listed] == takes(state)
        for other in set(range(4)) - {seat}:
            assert elements(html(private(state, other)["glow"]), tag="i") == []
        take_any(state)


def test_a_glowing_field_is_the_one_the_slider_goes_to() -> None:
    state = position(["erde", "dunkel"], {"feuer": 3, "wasser": 4, "dunkel": 5}, {}, pick=0, throw=1)
    options = elements(html(private(state, 0)["glow"]), tag="i")
    found = {(e["data-face"], e["data-row"]): (e["data-at"], e["data-value"], e["data-say"]) for e in options}
    assert found == {
        ("erde", "feuer"): ("4", "−2", "Erde bringt Feuer auf −2."),
        ("erde", "wasser"): ("5", "0", "Erde bringt Wasser auf 0."),
        ("erde", "erde"): ("1", "−8", "Erde rückt auf −8."),
        ("dunkel", "dunkel"): ("6", "−1", "Das Dunkle rutscht von +5 auf −1."),
    }
    assert {e["data-name"] for e in options} == {"Würfel Erde nehmen", "Würfel Dunkel nehmen"}
    assert "Schieber Wasser auf 0 rücken" in {e["data-go"] for e in options}


def notes(state: State) -> set[str]:
    seat = turn(state)
    return {e["data-note"] for e in elements(html(private(state, seat)["glow"]), tag="i")}


def test_what_a_die_brings_or_costs() -> None:
    assert notes(position(["erde"], {"feuer": 3, "erde": 10}, {})) == {
        "Das bringt 2 Punkte. Danach braucht die Reihe Luft."
    }
    assert notes(position(["dunkel"], {"dunkel": 5}, {})) == {"Das kostet 6 Punkte. Das Feld danach zählt −3."}
    assert notes(position(["dunkel"], {"dunkel": 4}, {})) == {
        "Das bringt 2 Punkte. Dort ist das X: Danach geht es ins Minus."
    }
    assert notes(position(["erde"], {"wasser": 4, "erde": 10}, {})) == {
        "Das bringt 2 Punkte. Der Pfeil ist dann erreicht, danach braucht die Reihe Luft."
    }
    assert notes(position(["luft"], {"luft": 9}, {})) == {"Das bringt 2 Punkte. Die Reihe ist dann am Ende."}
    assert notes(position(["feuer"], {**DONE, "hell": 4}, {})) == {"Das bringt 1 Punkt. Das Feld danach zählt +3."}


def bar(state: State, **kw: Any) -> str:
    return html(private(state, turn(state), **kw)["action"])


def asked(state: State) -> str:
    found = Elements(bar(state)).found
    return " ".join(e["text"] for e in found if e["tag"] in {"b", "span"} and "class" not in e)


def test_the_action_bar_says_what_to_do() -> None:
    assert asked(position(["feuer", "erde"], {"feuer": 10}, {})) == "Wähle einen Würfel. Von 2 Würfeln passt einer."
    assert asked(position(["feuer", "erde"], {}, {})) == "Wähle einen Würfel. Alle 2 Würfel passen."
    misthrow = asked(position(["feuer", "feuer"], {"feuer": 10, "hell": 3}, {}))
    assert misthrow == "Fehlwurf: Kein Würfel passt. Nimm trotzdem einen. Das Helle rückt auf +1."
    free = asked(position(["feuer"], {"feuer": 10, "hell": 10}, {}))
    assert free.startswith("Kein Würfel passt, Das Helle ist am Ende.")
    lapse = asked(position(["feuer"], {**DONE, "dunkel": 10, "hell": 10}, {}))
    assert lapse == "Kein Schieber kann mehr rücken. Nimm einen Würfel, er verfällt."


def test_there_is_one_main_button_and_it_waits_for_a_choice() -> None:
    buttons = elements(bar(opening(2)), tag="button")
    main = [e for e in buttons if "btn--main" in e["class"]]
    assert [(e["text"], e["id"], "disabled" in e) for e in main] == [("Würfel nehmen", "el-take", True)]
    waiting = html(private(opening(2), 1)["action"])
    assert elements(waiting, tag="button") == [] and "Gerade wählen die anderen." in waiting


def test_freezing_is_offered_as_a_button() -> None:
    """L-035, L-037: at an own pick, before the die."""
    ready = position(["feuer"], {**PAST, "dunkel": X_COLUMN}, {})
    buttons = elements(bar(ready), aria_label="Das Dunkle einfrieren")
    assert [game.decode_action(e["data-action"].encode()) for e in buttons] == [legal(ready)[-1]]
    assert elements(bar(position(["feuer"], {**PAST, "dunkel": 4}, {})), aria_label="Das Dunkle einfrieren") == []


def test_rat_is_there_only_where_it_is_allowed() -> None:
    """L-056: alone against computers."""
    assert "data-advice" in bar(opening(2), advice=True)
    assert "data-advice" not in bar(opening(2))


def test_who_watches_has_the_same_names_and_nothing_to_press() -> None:
    state = opening(2)
    watched = board.spectator_fragments(game.observe(state, None), context(2))
    assert [f.name for f in flat(watched)] == list(private(state, 0))
    for fragment in flat(watched):
        assert "<button" not in html(fragment) and "data-me" not in html(fragment)


# --- markup ----------------------------------------------------------------------------------


def every_fragment(state: State) -> list[Fragment]:
    return [*public(state).values(), *private(state, 0, advice=True).values()]


def test_a_fragment_is_one_root_element_with_its_name() -> None:
    for fragment in every_fragment(opening(4)):
        source = html(fragment).strip()
        root = re.match(r"<(\w+)", source)
        assert root and source.endswith(f"</{root[1]}>")
        first = Elements(source).found[0]
        assert first["id"] == fragment.name and first["hx-swap-oob"] == "true"


def test_what_is_shown_of_a_match_is_the_same_in_all_matches() -> None:
    """So it is rendered once: names are marks, and what glows is put together of what glows elsewhere."""
    state = opening(4)
    for _ in range(7):
        take_any(state)
    shown = {**public(state), **private(state, turn(state))}
    assert {name for name, fragment in shown.items() if not fragment.shared} == {"glow"}
    assert shown["glow"].base is not None and all(option.shared for option in shown["glow"].facts)
    assert "Mila" not in "".join(fragment_bytes("elements", f).decode() for f in shown.values())


def test_fragments_are_small() -> None:
    """They go to every socket after every pick."""
    state = opening(4)
    for _ in range(12):
        take_any(state)
    assert max(len(html(f)) for f in public(state).values()) < 700
    before = public(state)
    take_any(state)
    changed = [f for name, f in public(state).items() if f != before[name]]
    assert sum(len(html(f)) for f in changed) < 2600


def test_a_players_part_that_hasnt_changed_is_the_same_object() -> None:
    """The host passes over it without looking into it."""
    state = opening(4)
    before = board.public_fragments(game.observe(state, None), context(4))
    take_any(state)
    after = board.public_fragments(game.observe(state, None), context(4))
    same = [a is b for a, b in zip(before, after, strict=True) if isinstance(a, tuple)]
    assert same == [True, False] + [True, True] * 3  # each seat's name, then its sliders


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_layout_shows_a_tableau_for_each_seat(seats: int) -> None:
    f = on_page((f, fragment_bytes("elements", f)) for f in public(opening(seats)).values())
    source = render_to_string("games/elements/board.html", {"f": f, "seat_no": 1})
    assert len(elements(source, tag="section")) == seats + 1  # and the tray
    assert [e["data-seats"] for e in elements(source, data_me="1")] == [str(seats)]


# --- statuses, headline, result ------------------------------------------------------------------


def test_place_cards() -> None:
    state = opening(3, step_ms=60_000)
    take_any(state, 5_000)
    cards = board.seat_statuses(game.observe(state, None))
    assert [plain(card.note) for card in cards] == ["wartet", "ist dran", "wartet"]
    assert [card.turn for card in cards] == [False, True, False]
    assert [card.deadline_ms for card in cards] == [None, 65_000, None]
    assert cards[1].expiry_ms == 75_000 and cards[1].points == -54
    take_any(state)
    assert plain(board.seat_statuses(game.observe(state, None))[1].note) == "hat gewählt"


def test_headline() -> None:
    state = position(["erde"], {}, {}, throw=8)
    assert plain(board.headline(game.observe(state, None))) == "Wurf 8"
    state.last_throw = 8
    assert plain(board.headline(game.observe(state, None))) == "Wurf 8, letzte Runde"
    assert plain(public(state)["throw"].data["lap"]) == "Letzter Wurf der Partie"


def test_the_result_adds_up() -> None:
    """L-047: the numbers above the sliders of all rows, then their sum."""
    state = position(["erde"], {"feuer": 10, "dunkel": 5}, {"hell": 4})
    seen = game.observe(state, None)
    table = board.result(seen, game.standing(state))
    assert [plain(column) for column in table.columns] == [*NAMES.values(), "Summe"]
    assert table.rows == ((10, -10, -10, -10, 5, -8, -23), (-10, -10, -10, -10, -6, 1, -45))


# --- the Chronik -----------------------------------------------------------------------------


def told(event: Event) -> list[str]:
    lines = board.log_lines(event, context())
    return [
        named(plain(part), NAMES_AT_TABLE) for line in lines for part in (line.heading, line.text) if part is not None
    ]


def test_the_chronik_in_our_own_words() -> None:
    faces = {"rot": "feuer", "blau": "feuer", "gruen": "erde", "gelb": "luft", "grau": "dunkel"}
    assert told(Thrown(8, 0, faces)) == ["Wurf 8", "Mila würfelt zweimal Feuer, Erde, Luft und Dunkel."]  # type: ignore[arg-type]
    fit = Taken(8, 1, "rot", "feuer", "wasser", 3, 4, 2)
    assert told(fit) == ["Jonas nimmt Feuer: Wasser rückt von −4 auf −2."]
    own = Taken(8, 1, "rot", "feuer", "feuer", 1, 2, 2)
    assert told(own) == ["Jonas nimmt Feuer und rückt dort von −8 auf −6."]
    miss = Taken(8, 1, "rot", "feuer", "hell", 3, 4, 3, misthrow=True)
    assert told(miss) == ["Jonas hat keinen passenden Würfel und nimmt Feuer. Das Helle rückt von −2 auf +1."]
    free = Taken(8, 1, "rot", "feuer", "luft", 3, 4, 2, misthrow=True, free=True)
    assert told(free) == ["Jonas nimmt Feuer und rückt frei: Luft geht von −4 auf −2."]
    lapse = Taken(8, 1, "rot", "feuer", None, 0, 0, 0, misthrow=True, free=True)
    assert told(lapse) == ["Jonas nimmt Feuer, kein Schieber rückt."]
    assert told(Frozen(2)) == ["Ayşe friert Das Dunkle bei +5 ein."]
    assert told(Expired(0)) == ["Mila: Zeit um, der Computer wählt diesen Würfel."]
    assert told(SeatGiven(3, "hard")) == ["Rita spielt nicht mehr, der Computer (stark) übernimmt."]
    assert told(EndReached(21, (0, 2), 3)) == ["Genug Reihen sind am Ende (Mila und Ayşe). Es folgen noch 3 Würfe."]
    assert told(EndReached(23, (0,), 1)) == ["Genug Reihen sind am Ende (Mila). Es folgt noch 1 Wurf."]
    assert told(EndReached(24, (0,), 0)) == ["Genug Reihen sind am Ende (Mila). Damit ist die Partie aus."]
    assert told(Ended((2, 1, 3, 4), (12, 31, 5, 0))) == ["Jonas gewinnt mit 31 Punkten."]
    assert told(Ended((1, 1, 3, 4), (31, 31, 5, 0))) == ["Mila und Jonas teilen sich den Sieg mit 31 Punkten."]


def test_every_event_of_a_match_has_a_line() -> None:
    state = opening(2, step_ms=30_000)
    events: list[Event] = []
    while game.outcome(state) is None:
        events += game.apply(state, turn(state), legal(state)[0], 0)
    assert {type(event) for event in events} >= {Thrown, Taken, EndReached, Ended}
    for event in events:
        (line,) = board.log_lines(event, context(2))
        assert isinstance(line.text, Text) and plain(line.text)
        assert (line.seat is None) == (not hasattr(event, "seat"))


def test_actions_in_the_page_name_things() -> None:
    """Case 21: never a position in a list."""
    state = opening(2)
    for option in elements(html(private(state, 0)["glow"]), tag="i"):
        sent = json.loads(option["data-take"])
        assert sent["type"] == "take" and sent["row"] in ROW_INDEX
        take(position_copy(state), sent["die"], sent["row"])


def position_copy(state: State) -> State:
    return game.decode_state(game.encode_state(state))
