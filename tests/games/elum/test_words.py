"""What players read: Chronik, letters, cards, hints at the foot."""

from __future__ import annotations

from typing import Any

import pytest

from games import registry
from games.elum import events as e
from games.elum.actions import Pub, PutUp, Withdraw
from games.elum.board import controls, ladder, log, side
from games.elum.board.shows import store as stores
from games.elum.board.shows import ticker
from games.elum.board.words import letter
from games.elum.game import game
from games.elum.state import Happened, Lot, State
from games.kernel.board import BoardContext, SeatCard, flat
from games.kernel.texts import plain
from tables.render import fragment_bytes, names_html, with_names
from tests.games.elum.scenes import auction, do, ground, own, refused, scene, stock, turn
from tests.games.elum.test_shows import ended, words

NAMES = ("Mara", "Jonas", "Ayşe", "Robo Emil")


def lines(event: Any) -> list[str]:
    context = BoardContext(tuple(SeatCard() for _seat in NAMES))
    return [plain(line.text) for line in log.log_lines(event, context) if line.text is not None]


def shown(state: State, seat: int | None, name: str) -> str:
    """The words of one of the viewer's own fragments."""
    board = registry.board("elum")
    seen = game.observe(state, seat)
    context = BoardContext(tuple(SeatCard() for _settler in state.settlers))
    own_part = board.spectator_fragments(seen, context) if seat is None else board.seat_fragments(seen, seat, context)
    found = next(part for part in flat(own_part) if part.name == name)
    return words(with_names(fragment_bytes("elum", found), names_html(NAMES)).decode())


@pytest.mark.parametrize("id_", ["E13", "E22"])
def test_the_chronik_calls_no_plot_what_it_is_not(id_: str) -> None:
    """E-070: events know no kinds; E2 is at the river."""
    told = lines(e.TurnOpened(1, Happened(id_, plot="E2"), False, False))
    assert "Feld nördlich der Stadt (E2)" in told[0] and "Steppenfeld" not in told[0]


def test_the_landamt_finds_no_claim_on_the_plot() -> None:
    """E-070: with its article."""
    from games.elum.rules.maps import plot_name

    assert "deinen Anspruch auf das Bergfeld im Nordosten nicht mehr" in plain(
        letter(Happened("E22", plot="H2"), plot_name("mountain", "H2"))
    )


@pytest.mark.parametrize(
    ("id_", "one", "many"),
    [
        ("E5", "fördert dein Nahrungsfeld mit 50 Talern", "jedes deiner 2 Nahrungsfelder, zusammen 50 Taler"),
        ("E16", "den Bohrer deines Gruben-ELUMs: 50 Taler", "die Bohrer deiner 2 Gruben-ELUMs: 50 Taler"),
        ("E17", "Dein Sonnensegel ist blind", "Deine 2 Sonnensegel sind blind"),
    ],
)
def test_one_is_one(id_: str, one: str, many: str) -> None:
    """E-070"""
    assert one in plain(letter(Happened(id_, money=-50, count=1), None))
    assert many in plain(letter(Happened(id_, money=-50, count=2), None))


def test_the_chronik_in_whole_sentences() -> None:
    """The name stands before a seat's line."""
    assert lines(e.RanAway(0)) == ["verliert einen ELUM: Er läuft weg"]
    assert lines(e.SeatGiven(0, "normal")) == ["wird jetzt vom Computer gespielt"]
    assert lines(e.MountainMoved("B2", "C2")) == ["Ein Berg wandert auf das Feld im Nordwesten (C2)"]
    assert lines(e.Granted(0, "B2", (1,))) == ["bekommt das Feld im Nordwesten (B2): Wer hinten steht, geht vor"]


def test_one_elum_in_the_store() -> None:
    """E-183"""
    facts = ticker.Ticker((), 1, 4, False)
    assert plain(ticker.ticker_data(facts)[0]["said"]) == "Laden: 1 ELUM, 4 Erz"
    state = scene()
    state.store.elums = 1
    turn(state, 0, begin=False)
    assert "1 ELUM zu 100 T" in shown(state, 0, "action")


def test_a_full_stable_builds_none() -> None:
    """E-186: not for lack of Erz."""
    state = ended()
    state.phase.built, state.store.elums = 0, 14  # type: ignore[union-attr]
    observation = game.observe(state, None)
    told = stores.summary(observation, observation.phase)  # type: ignore[arg-type]
    assert "Der Stall ist voll" in words(fragment_bytes("elum", told).decode())
    state.store.elums = 13
    observation = game.observe(state, None)
    told = stores.summary(observation, observation.phase)  # type: ignore[arg-type]
    assert "reicht das Erz für keinen neuen ELUM" in words(fragment_bytes("elum", told).decode())


def test_an_offer_is_told_when_the_turn_is_over() -> None:
    """E-097, A-24: it may be taken back and put up again as often as anybody clicks; the Chronik tells what stands."""
    state = scene()
    own(state, 0, "A1", "C1")
    turn(state, 0)
    told = []
    for plot in ("A1", "A1", "C1"):
        told += [line for event in do(state, 0, PutUp(plot), 0) for line in lines(event)]
        told += [line for event in do(state, 0, Withdraw(), 0) for line in lines(event)]
    do(state, 0, PutUp("C1"), 0)
    assert told == []
    events = do(state, 0, Pub(), 1_000)
    assert [line for event in events for line in lines(event) if "bietet" in line] == [
        "bietet das Feld im Nordwesten (C1) an"
    ]


def test_nobody_builds_for_beginners() -> None:
    """E-018: the store has ELUMs without end."""
    for level, builds in (("einsteiger", False), ("standard", True)):
        state = scene(level=level)
        turn(state, 0)
        assert ("Gebaut wird aus dem Erz" in shown(state, 0, "e-side")) == builds


def test_who_watches_reads_for_whom_it_waits() -> None:
    """E-178: it goes on by itself only after the first has pressed."""
    state = ended()
    assert "Wartet auf die Siedler" in shown(state, None, "action")
    state.phase.until = 60_000  # type: ignore[union-attr]
    assert "Gleich geht es weiter" in shown(state, None, "action")


@pytest.mark.parametrize("peaks", [1, 2, 3])
def test_the_landamt_shows_the_mountain_with_its_peaks(peaks: int) -> None:
    """E-060, E-104: the peaks are what it brings."""
    state = scene()
    ground(state, "H2", "mountain", peaks=peaks)
    auction(state, Lot("H2", None))
    observation = game.observe(state, None)
    found = ladder.land(observation, observation.phase)  # type: ignore[arg-type]
    assert f'href="#mountain-{peaks}"' in fragment_bytes("elum", found).decode()


def test_the_reason_that_matters_comes_first() -> None:
    """E-089, A-28: of two ELUMs the same good is refused, whichever would be replaced."""
    from games.elum.actions import Place
    from tests.games.elum.scenes import hold

    state = scene()
    own(state, 0, "A1", elums=("food", "energy"))
    state.plots["A1"].badge = True
    turn(state, 0)
    hold(state, "food")
    assert refused(state, 0, Place("A1"), 0) == "same"
    assert refused(state, 0, Place("A1", "energy"), 0) == "twice"
    hold(state, "ore")
    assert refused(state, 0, Place("A1"), 0) == "which"


def test_what_an_assay_has_found_is_on_the_map_of_its_settler() -> None:
    """E-096, E-119: and where a meteorite fell on everybody's."""
    state = scene(level="turnier")
    for plot, deposit in (("B2", 3), ("C2", 4)):
        ground(state, plot, "plain", deposit=deposit)
    state.plots["B2"].known = [0]
    turn(state, 0)
    assert '"B2":3' in str(controls.glow(game.observe(state, 0), 0).data)
    assert '"B2"' not in str(controls.glow(game.observe(state, 1), 1).data)


def test_the_purse_waits_for_the_reels() -> None:
    """E-099: what is won is told when they have stopped, not before."""
    state = scene()
    turn(state, 0)
    before = state.settlers[0].money
    do(state, 0, Pub(), 1_000)
    assert state.settlers[0].money > before
    assert side.purse(game.observe(state, 0), 0) == side.purse(game.observe(state, None), 0) == before
    assert side.own(game.observe(state, 0), 0).facts.money == before
    game.advance(state, game.wake_at(state) or 0)
    assert side.purse(game.observe(state, 0), 0) == state.settlers[0].money > before


@pytest.mark.parametrize(("food", "said"), [(3, "voll"), (2, "76 %"), (0, "10 %: 4 s")])
def test_the_start_window_says_how_long_the_turn_is_and_that_it_is_short(food: int, said: str) -> None:
    """E-083: with 10 % an ELUM may be lost on its way, which is to be known before one is bought."""
    state = scene()
    stock(state, 0, food=food)
    turn(state, 0, begin=False)
    told = shown(state, 0, "action")
    assert said in told and f"{food}, nötig 3" in told
    assert ("Das ist knapp" in told) == (food == 0)
