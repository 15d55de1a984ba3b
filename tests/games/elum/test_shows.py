"""The small shows' fragments: what they say of landing, turns, harvest, balance, round's end and the end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from games.elum.board import shows
from games.elum.data import GOODS, VERDICTS, ColonyKind
from games.elum.game import game
from games.elum.state import (
    Bonus,
    ColonyEvent,
    Crop,
    Doing,
    Hand,
    Happened,
    Harvest,
    Landing,
    Lot,
    Office,
    Over,
    State,
    Summary,
    Turn,
)
from games.elum.view import HarvestView, LandingView, Observation, OfficeView, OverView, SummaryView, TurnView
from games.kernel.board import Fragment
from tables.render import fragment_bytes, names_html, with_names
from tests.games.elum.scenes import opening, own, scene

NAMES = ("Mara", "Jonas", "Ayşe", "Rita")


def fragment(state: State) -> Fragment:
    observation = game.observe(state, None)
    match observation.phase:
        case LandingView():
            return shows.landing(observation, observation.phase)
        case OfficeView():
            return shows.office(observation, observation.phase)
        case TurnView():
            return shows.turn(observation, observation.phase)
        case HarvestView():
            return shows.harvest(observation, observation.phase)
        case SummaryView():
            return shows.summary(observation, observation.phase)
        case OverView():
            return shows.over(observation, observation.phase)
    raise AssertionError(observation.phase)


def html(state: State) -> str:
    return with_names(fragment_bytes("elum", fragment(state)), names_html(NAMES)).decode()


def words(source: str) -> str:
    """What can be read, in one line."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", source)).replace(" :", ":").strip()


def section(source: str, name: str) -> str:
    """From the element of that class to the end of it, roughly: the next ``</section>`` or ``</footer>``."""
    start = source.index(name)
    return source[start : re.compile("</section>|</footer>").search(source, start).end()]  # type: ignore[union-attr]


def landed(**how: Any) -> State:
    state = opening(**how)
    assert isinstance(state.phase, Landing)
    return state


def turn(state: State, stage: Any, **how: Any) -> State:
    """A turn of seat 1, seat 2 comes after it."""
    state.phase = Turn(stage, 1, [2, 3], 0, 17_000, **how)
    return state


def harvest(state: State, stage: Any, **how: Any) -> State:
    state.phase = Harvest(stage, 1_000, 6_000, block_ms=200, **how)
    return state


# --- landing and Landamt -------------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_ship_lands_and_each_settler_gets_out(seats: int) -> None:
    """E-035: the ship comes down, everybody of every people stands before it."""
    shown = html(landed(seats=seats))
    assert 'href="#ship-hull"' in shown and 'href="#ship-ramp"' in shown
    assert re.findall(r'<g class="e-settler[^"]*" data-seat="(\d)"', shown) == [str(n + 1) for n in range(seats)]
    for people in ("kugler", "stampfer", "krabbler", "schnauzer")[:seats]:
        assert f"#folk-{people}-1" in shown
    assert "Mara Kugler · 1.000" in words(shown)


def test_pressing_weiter_renders_no_show_anew() -> None:
    state = landed()
    before = fragment(state)
    assert isinstance(state.phase, Landing)
    state.phase.ready.append(2)
    assert fragment(state) == before and hash(fragment(state)) == hash(before)


def test_who_is_away_is_seen_in_every_show() -> None:
    for state in everything():
        before = html(state)
        state.settlers[1].away = True
        assert html(state).count('href="#away"') + html(state).count("is-away") > before.count('href="#away"'), (
            state.phase
        )


def everything() -> Iterator[State]:
    """A state of each show that has settlers in it."""
    yield landed()
    yield turn(scene(), "run")
    yield harvest(scene(), "blocks")
    yield harvest(scene(), "balance", bonuses=[Bonus()] * 4)
    state = scene()
    state.phase = Summary(0, None, [(1, 2, 3, 6)] * 4, dict(state.store.prices), 0)
    yield state
    state = scene()
    state.phase = Over(0, [(1, 2, 3, 6)] * 4)
    yield state


def test_the_landamt_opens_its_door_for_the_plot() -> None:
    """E-060: the Landamt opens after the plot has blinked."""
    state = scene()
    state.phase = Office("open", 0, 2_000, Lot("A1", None), [], 160)
    shown = html(state)
    assert shown.count('href="#office-door"') == 2 and 'href="#gavel-1"' in shown
    assert "Das Landamt öffnet Steppenfeld in der Nordwestecke, Startpreis 160" in words(shown)
    state.phase = Office("open", 0, 2_000, Lot("A1", 2), [], 160)
    assert "Steppenfeld in der Nordwestecke von Ayşe" in words(html(state))


# --- turns ---------------------------------------------------------------------------------------


def test_everybody_reads_the_letter_of_whoever_gets_ready() -> None:
    """E-068: the turn's event stands in the window, for the others as a quote."""
    state = turn(scene(), "window", happened=Happened("E8", money=50))
    assert "Jonas macht sich bereit" in words(html(state))
    assert "Post für Jonas: „Sieg im Schlammnudel-Wettessen. Dir ist flau, aber du hast 50 Taler.“" in words(
        html(state)
    )
    assert "Post für" not in html(turn(scene(), "window"))


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({}, "ist in der Stadt."),
        ({"hand": Hand()}, "hat einen ELUM gekauft."),
        ({"hand": Hand("ore")}, "hat einen ELUM für Erz in der Hand."),
        ({"hand": Hand(), "doing": Doing("outfit", 0, 1_000, good="food")}, "rüstet einen ELUM für Nahrung aus."),
        (
            {"hand": Hand("energy"), "doing": Doing("place", 0, 9, "A1")},
            "bringt einen ELUM für Energie auf das Steppenfeld in der Nordwestecke.",
        ),
        (
            {"hand": Hand("energy"), "doing": Doing("place", 0, 9, "A1", good="food")},  # swapped: that one comes off
            "bringt einen ELUM für Energie auf das Steppenfeld in der Nordwestecke.",
        ),
        ({"doing": Doing("fetch", 0, 9, "A1")}, "holt einen ELUM ab (Steppenfeld in der Nordwestecke)."),
        ({"doing": Doing("assay", 0, 9, "A1")}, "prüft das Steppenfeld in der Nordwestecke auf Glimmer."),
        ({"built": 2}, "ist in der Stadt. 2 ELUMs stehen schon."),
        ({"caught": True}, "ist in der Stadt. Der Wampus ist gefangen!"),
    ],
)
def test_the_card_says_what_the_settler_does(how: dict[str, Any], said: str) -> None:
    told = words(html(turn(scene(), "run", **how)))
    assert told.startswith("Jonas ist am Zug") and said in told and told.endswith("Danach ist Ayşe dran.")


def test_the_card_tells_of_an_elum_that_runs_away() -> None:
    assert "Der ELUM in der Hand läuft weg!" in words(html(turn(scene(), "end", ran_away=True)))


def test_the_slot_machine_rolls_out_the_winnings() -> None:
    """E-100: three reels, then what was won, for everybody."""
    state = turn(scene(), "slot", winnings=187)
    shown = html(state)
    assert shown.count('class="e-reel__strip"') == 3
    assert 'data-to="187"' in shown and "187 Taler gewonnen" in words(shown)
    assert set(re.findall(r'data-v="stop:(\d)', shown)) == {"3"}  # three coins
    assert set(re.findall(r'data-v="stop:(\d)', html(turn(scene(), "slot", winnings=61)))) == {"3", "5"}


# --- harvest -------------------------------------------------------------------------------------


EVENTS: dict[ColonyKind, tuple[ColonyEvent, str]] = {
    "rain": (ColonyEvent("rain", row="3"), "In Zeile 3 "),
    "sun": (ColonyEvent("sun"), "drei Einheiten mehr"),
    "pest": (ColonyEvent("pest", plot="A1", seat=2, good="food"), "Auf dem Steppenfeld in der Nordwestecke"),
    "quake": (ColonyEvent("quake"), "nur die Hälfte"),
    "pirates": (ColonyEvent("pirates", good="ore"), "jedes Stück Erz"),
    "meteor": (ColonyEvent("meteor", plot="A1"), "Unter dem Steppenfeld in der Nordwestecke"),
    "radiation": (ColonyEvent("radiation", plot="A1", seat=2, good="ore"), "Der Erz-ELUM von Ayşe ist hin."),
    "fire": (ColonyEvent("fire"), "Nahrung, Energie und Erz im Laden"),
}


@pytest.mark.parametrize("kind", EVENTS)
def test_the_colony_event_is_a_picture_with_a_sentence_before_the_yields(kind: ColonyKind) -> None:
    """E-112: first the picture."""
    event, said = EVENTS[kind]
    shown = html(harvest(scene(), "event", event=event))
    assert f'href="#event-{kind}"' in shown and said in words(shown)
    assert "data-tally" not in shown
    after = html(harvest(scene(), "blocks", event=event))
    assert "data-tally" in after and f'href="#event-{kind}"' in after  # small, beside the map


def test_a_quake_that_moves_a_mountain_says_which() -> None:
    event = ColonyEvent("quake", plot="H1", to="G1")
    for stage in ("event", "blocks", "mountain"):
        assert "auf dem Bergfeld im Nordosten hält es den Berg nicht mehr" in words(
            html(harvest(scene(), stage, event=event))
        )


def test_the_tally_counts_the_blocks_of_each_settler() -> None:
    """E-109: beside the map stands what the fields yield; E-110: and whose ELUMs stand still."""
    crops = [Crop("A1", 0, "food", 3), Crop("A2", 0, "ore", 0, idle=True), Crop("B1", 2, "energy", 4)]
    shown = html(harvest(scene(), "blocks", crops=crops))
    assert re.findall(r'data-tally="(\d)">(\d+)<', shown) == [("1", "3"), ("2", "0"), ("3", "4"), ("4", "0")]
    assert "Mara 1 steht still" in words(re.sub(r"<svg.*?</svg>", "", shown))


def test_blocks_and_mountain_are_the_same_fragment() -> None:
    event = ColonyEvent("quake", plot="H1", to="G1")
    assert fragment(harvest(scene(), "blocks", event=event)) == fragment(harvest(scene(), "mountain", event=event))


# --- balance -------------------------------------------------------------------------------------


def balanced(**how: Any) -> State:
    state = scene(round_=5, **how)
    own(state, 0, "A1", elums=("food",))
    state.plots["A1"].badge = True
    crops = [Crop("A1", 0, "food", 5), Crop("A2", 0, "energy", 20), Crop("B1", 2, "ore", 4), Crop("B2", 1, "energy", 6)]
    bonuses = [Bonus(top=250, many=200), Bonus(), Bonus(each=400), Bonus(crystal=500)]
    return harvest(state, "balance", crops=crops, bonuses=bonuses, refined=["A1"])


def test_the_balance_has_units_by_settler_and_good_and_sums() -> None:
    """E-122: units per settler and good, their sum, the colony's harvest."""
    board = section(html(balanced()), "e-board")
    rows = {
        seat: re.findall(r"<td[^>]*>(?:<b>)?(\d+)", row)
        for seat, row in re.findall(r'<tr data-seat="(\d)"(.*?)</tr>', board)
    }
    assert rows == {
        "1": ["5", "20", "0", "25"],
        "2": ["0", "6", "0", "6"],
        "3": ["0", "0", "4", "4"],
        "4": ["0", "0", "0", "0"],
    }
    assert re.findall(r"<td[^>]*>(?:<b>)?(\d+)", board[board.index("<tfoot") :]) == ["5", "26", "4", "35"]
    assert "Glimmer" not in board
    assert "Glimmer" in section(html(balanced(level="turnier")), "e-board")


def test_the_balance_says_who_gets_which_bonus_and_why() -> None:
    """E-181: Topproduzent and bonuses, each with its reason."""
    told = words(section(html(balanced()), "e-bonus"))
    assert "Mara Topproduzent: 25 Einheiten × 10 +250" in told
    assert "Mara 20 Einheiten oder mehr +200" in told
    assert "Ayşe von jedem Rohstoff etwas +400" in told
    assert "Rita der allererste Glimmer +500" in told


def test_the_balance_reports_refined_plots_with_the_badge() -> None:
    """E-131, E-132: a gold badge and the plot's name, and in the ticker."""
    shown = html(balanced())
    bonus = section(shown, "e-bonus")
    assert 'href="#badge"' in bonus and "Veredelt: Steppenfeld in der Nordwestecke (Mara)" in words(bonus)
    assert "Veredelt: Steppenfeld in der Nordwestecke" in words(section(shown, "e-ticker"))


def test_the_ticker_gives_need_and_stock_and_names_the_shortage() -> None:
    """E-182, E-183: Nahrung, Energie and Erz; ELUMs and Erz in the store."""
    state = balanced()
    for settler in state.settlers:
        settler.goods = dict.fromkeys(GOODS, 0)
    state.store.goods = {"food": 3, "energy": 9, "ore": 1, "crystal": 0}
    state.store.elums = 4
    told = words(section(html(state), "e-ticker"))
    assert "Nahrung: Bedarf 16, Vorrat 3 – Mangel an Nahrung" in told
    assert "Energie: Bedarf 1, Vorrat 9" in told and "Mangel an Energie" not in told
    assert "Laden: 4 ELUMs, 1 Erz – Mangel an Erz" in told


def test_for_beginners_the_store_has_elums_without_end() -> None:
    told = words(section(html(balanced(level="einsteiger")), "e-ticker"))
    assert "Laden: ELUMs unbegrenzt, 0 Erz" in told and "Mangel an Erz" not in told


def test_after_the_last_harvest_nothing_is_needed() -> None:
    state = balanced()
    state.round = 12
    told = words(section(html(state), "e-ticker"))
    assert "Bedarf" not in told and "Mangel" not in told and "Nahrung: Vorrat" in told


# --- the round's end -----------------------------------------------------------------------------


def ended() -> State:
    state = scene(round_=4)
    worth = [(1_000, 2_000, 300, 3_300), (400, 500, 60, 960), (2_000, 3_000, 400, 5_400), (900, 2_100, 300, 3_300)]
    state.rank = [2, 0, 3, 1]
    state.phase = Summary(0, None, worth, {"food": 45, "energy": 25, "ore": 57, "crystal": 100}, 3)
    state.store.prices = {"food": 52, "energy": 25, "ore": 50, "crystal": 100}
    state.store.elums, state.store.elum_price = 9, 100
    return state


def test_the_settlers_walk_in_by_the_ranking_with_four_figures() -> None:
    """E-177, E-185: Geld, Land, Rohstoffe, Gesamtvermögen; equal worth shares a place."""
    shown = html(ended())
    assert re.findall(r'<li class="e-pod" data-seat="(\d)"', shown) == ["3", "1", "4", "2"]
    assert re.findall(r'e-pod__n">(\d)\.', shown) == ["1", "2", "2", "4"]
    heads = re.findall(r'<th scope="row">(?:<span class="e-long">)?([^<]+)<', shown)
    assert heads == ["Geld", "Land", "Rohstoffe", "Gesamtvermögen"]
    assert re.findall(r'data-seat="3" data-item="\d" data-to="(\d+)">([\d.]+)<', shown) == [
        ("2000", "2.000"), ("3000", "3.000"), ("400", "400"), ("5400", "5.400"),
    ]  # fmt: skip


def test_the_last_walks_in_first() -> None:
    order = dict(re.findall(r'data-seat="(\d)" data-v="i:(\d)', html(ended())))
    assert order == {"2": "0", "4": "1", "1": "2", "3": "3"}


def test_the_store_tells_what_it_built_and_its_new_prices() -> None:
    """ELUMs built, both base prices, the two lines of the store."""
    work = section(html(ended()), "e-work")
    told = words(work)
    assert "Aus 6 Erz werden 3 neue ELUMs. Im Stall: 9, jeder zu 100 T." in told
    assert "Nahrung Laden kauft zu 37, verkauft zu 72 45 52" in told
    assert re.findall(r'data-good="(\w+)".*?<b(?: class="([\w-]+)")?>', work) == [
        ("food", "is-up"), ("energy", ""), ("ore", "is-downward"),
    ]  # fmt: skip


def test_the_round_s_end_reports_what_the_colony_lacks() -> None:
    """E-209: Nahrung and Energie of the colony, Erz of the store; E-184: no level of the colony before the end."""
    state = ended()
    for settler in state.settlers:
        settler.goods = dict.fromkeys(GOODS, 0)
    state.store.goods = dict.fromkeys(GOODS, 0)
    told = words(section(html(state), "e-work"))
    assert "Der Kolonie fehlt Nahrung: Bedarf 16, Vorrat 0." in told
    assert "Dem Laden fehlt Erz: 10 für einen vollen Stall, da sind 0." in told
    assert not any(verdict in words(html(state)) for verdict in VERDICTS) and "e-levels" not in html(state)


# --- the end -------------------------------------------------------------------------------------


def finished(total: int, *, collapsed: bool = False) -> State:
    state = scene(round_=12)
    state.rank = [1, 0, 2, 3]
    rest = (total - 10) // 4
    sums = [rest, total - 3 * rest, rest, rest]
    state.phase = Over(4_000_000, [(one, 0, 0, one) for one in sums], collapsed)
    return state


@pytest.mark.parametrize("level", range(7))
def test_the_end_judges_the_colony_by_seven_levels(level: int) -> None:
    """E-206, E-207: one of seven verdicts with its picture; E-208: from the fourth on the best is „Erster Gründer“."""
    shown = html(finished(20_000 * level + 500))
    verdict = section(shown, "e-verdict")
    assert VERDICTS[level] in words(verdict) and f'href="#verdict-{level}"' in shown
    assert len(re.findall(r"<li class=", verdict)) == 7
    assert verdict.count("is-on") == level + 1
    assert ("Erster Gründer Jonas" in words(verdict)) == (level >= 3)


def test_a_colony_without_food_or_energy_is_at_its_end() -> None:
    """E-210: the verdict says what it had nothing more of, and nobody is a founder."""
    state = finished(90_000, collapsed=True)
    for settler in state.settlers:
        settler.goods = dict.fromkeys(GOODS, 0)
    state.store.goods = dict.fromkeys(GOODS, 0)
    told = words(html(state))
    assert "Die Kolonie ist am Ende: Es gibt keine Nahrung mehr" in told and "e-levels" not in html(state)
    assert "Erster Gründer" not in told
    own(state, 0, "A1", elums=("food",))
    assert "Die Kolonie ist am Ende: Es gibt keine Energie mehr" in words(html(state))


def test_the_end_goes_from_walk_in_over_lift_off_to_the_verdict() -> None:
    """E-036: the ship lifts off. Every step has the way to the result, the page itself; the portal waits for it."""
    shown = html(finished(90_000))
    assert "data-ending" in shown
    steps = re.findall(r'class="e-ending__step" data-step="(\w+)"( hidden)?', shown)
    assert steps == [("rank", ""), ("show", " hidden"), ("verdict", " hidden")]
    assert "e-liftoff" in shown and shown.count("data-ending-next") == 2
    assert shown.count('href=""') == 3 and "data-action" not in shown


def test_who_failed_goes_aboard() -> None:
    assert 'data-aboard="1"' in html(finished(1_000))
    assert 'data-aboard="1"' in html(finished(90_000, collapsed=True))
    assert 'data-aboard="0"' in html(finished(30_000))


def test_the_shows_hold_no_inline_style_or_script() -> None:
    for state in everything():
        assert not re.search(r"\sstyle=|<script|\son\w+=", html(state))


def test_facts_of_the_same_observation_are_equal() -> None:
    for state in everything():
        observation: Observation = game.observe(state, 0)
        assert observation.phase == game.observe(state, None).phase
        assert fragment(state) == fragment(state) and hash(fragment(state)) == hash(fragment(state))
