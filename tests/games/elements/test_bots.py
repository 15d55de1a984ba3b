"""Computer players and Rat."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from games.elements.actions import Action, Freeze, Take
from games.elements.bots import BOTS, advise, hard, model
from games.elements.bots.advice import reason
from games.elements.data import ROW_INDEX, ROWS, X_COLUMN
from games.elements.game import game
from games.elements.state import State
from games.kernel.contract import Level
from games.kernel.simulate import simulate
from games.kernel.texts import plain
from tests.games.elements.table import DONE, PAST, Board, legal, moves, opening, position, turn


def choice(level: Level, state: State, chance: int = 1) -> Action:
    seat = turn(state)
    return BOTS[level].choose(game.observe(state, seat), game.actions(state, seat), random.Random(chance))


def rat(state: State, chance: int = 1) -> tuple[Action, str]:
    seat = turn(state)
    advice = advise(game.observe(state, seat), game.actions(state, seat), random.Random(chance))
    assert advice is not None
    return advice.action, plain(advice.reason)


# --- easy and normal -------------------------------------------------------------------------


def test_easy_takes_the_first_fitting_die() -> None:
    """L-050: also a dark one that costs six points, and it thinks of no freezing."""
    state = position(["luft", "dunkel", "erde", "feuer"], DONE | {"erde": 8, "dunkel": X_COLUMN}, {})
    assert Freeze() in legal(state)
    assert choice("easy", state) == Take("blau", "dunkel")
    assert choice("easy", position(["erde"] * 4, {"feuer": 3}, {})) == Take("rot", "feuer")


def test_normal_takes_the_best_gain() -> None:
    """L-051: a dark step from −2 to +1 is worth three points."""
    state = position(["feuer", "wasser", "erde", "dunkel"], {"dunkel": 2}, {})
    assert choice("normal", state) == Take("gelb", "dunkel")
    state = position(["dunkel", "dunkel", "erde", "dunkel"], {"dunkel": X_COLUMN}, {})
    assert choice("normal", state) == Take("gruen", "erde")


def test_normal_chooses_among_equals_by_chance() -> None:
    """L-051"""
    state = position(["feuer", "wasser", "erde", "luft"], {}, {})
    assert {choice("normal", state, chance) for chance in range(40)} == set(legal(state))


def test_normal_freezes_when_it_can() -> None:
    """L-051"""
    state = position(["feuer"] * 4, PAST | {"dunkel": X_COLUMN}, {})
    assert choice("normal", state) == Freeze()


def test_normal_leaves_out_a_free_step_that_costs() -> None:
    """L-051"""
    state = position(["feuer"] * 4, DONE | {"hell": 10, "dunkel": 6}, {})
    assert isinstance(action := choice("normal", state), Take) and action.row is None


# --- hard ------------------------------------------------------------------------------------


def test_hard_counts_different_needed_colours() -> None:
    """L-052: with equal boards otherwise, four colours are worth more than three."""
    same = [4, 3, 0, 0, 0, 0, 0]
    other = [3, 4, 0, 0, 0, 0, 0]
    assert len({model.NEED[row][same[row]] for row in range(4)}) == 3
    assert len({model.NEED[row][other[row]] for row in range(4)}) == 2
    assert model.worth(same) > model.worth(other)


def test_hard_counts_freeze_progress() -> None:
    """L-052: of two boards with the same score, the one nearer its arrows is worth more."""
    near, far = [6, 5, 6, 2, 4, 0, 0], [8, 2, 7, 2, 4, 0, 0]
    assert sum(near[:4]) == sum(far[:4])
    assert model.missing(near) < model.missing(far)
    assert model.worth(near) > model.worth(far)


def test_hard_freezes_when_it_can() -> None:
    """L-052"""
    assert choice("hard", position(["feuer"] * 4, PAST | {"dunkel": X_COLUMN}, {})) == Freeze()


def test_hard_keeps_off_the_step_behind_x() -> None:
    """L-052"""
    state = position(["dunkel", "erde", "dunkel", "dunkel"], {"dunkel": X_COLUMN}, {"dunkel": X_COLUMN})
    assert choice("hard", state) == Take("blau", "erde")


@pytest.fixture
def picks(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The picks of the model, one number for each time that it played on."""
    made: list[int] = []
    play_on = model.play_on

    def counted(*args: Any) -> int:
        made.append(play_on(*args))
        return made[-1]

    monkeypatch.setattr(model, "play_on", counted)
    return made


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_hard_samples_throws_ahead_within_its_steps(picks: list[int], seats: int) -> None:
    """L-052: the picks of the model are counted and bounded."""
    choice("hard", opening(seats))
    assert max(picks) > seats + 1
    assert 100 < sum(picks) <= hard.PICKS


def test_hard_stays_within_its_steps_with_the_most_choices_there_are(picks: list[int]) -> None:
    """L-052: all need Erde, none lies there, and with each of four faces five choices are free."""
    rows: Board = {"feuer": 3, "wasser": 4, "luft": 5, "dunkel": 10, "hell": 10}
    state = position(["feuer", "wasser", "luft", "dunkel", "dunkel"], rows, {}, {}, {})
    assert len(legal(state)) == 25
    choice("hard", state)
    assert len(picks) >= 20 * hard.SAMPLES_MIN
    assert sum(picks) <= hard.PICKS


def test_the_model_plays_by_the_rules() -> None:
    """What the model does at a glance is legal, and leads to the boards and the end of the real rules."""
    for number in range(12):
        state, rng = opening(2 + number % 3, seed=number.to_bytes(32, "big")), random.Random(number)
        while not state.over:
            seat = turn(state)
            table = model.table_of(state)
            board = table.boards[seat]
            model.settle(board)
            if board[model.FROZEN] and not state.seats[seat].frozen:
                game.apply(state, seat, Freeze(), 0)
            face, row = model.glance(board, table.faces)
            action = _real(state, face, row)
            assert action in legal(state)
            if rng.random() < 0.3:
                action = rng.choice([a for a in legal(state) if isinstance(a, Take)])
                face, row = _modelled(state, action)
            model.move(table, face, row)
            game.apply(state, seat, action, 0)
            after = model.table_of(state)
            assert table.boards == after.boards
            assert (table.last_throw, table.over) == (after.last_throw, after.over)


def _real(state: State, face: int, row: int) -> Take:
    die = next(d for d in state.tray if d.by is None and model.FACE_INDEX[d.face] == face)
    return Take(die.id, ROWS[row] if row >= 0 else None)


def _modelled(state: State, action: Take) -> tuple[int, int]:
    die = next(d for d in state.tray if d.id == action.die)
    return model.FACE_INDEX[die.face], -1 if action.row is None else ROW_INDEX[action.row]


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_a_computer_is_the_same_for_the_same_chance(level: Level) -> None:
    state = opening(4)
    assert choice(level, state, 5) == choice(level, state, 5)


def _duel(stronger: Level, weaker: Level, matches: int) -> float:
    report = simulate(
        game=game,
        options=game.decode_options({}),
        levels=[stronger, weaker],
        matches=matches,
        seed=11,
        stopwatch=lambda: 0.0,
        cpu=lambda: 0.0,
    )
    assert report["rejections"] == 0
    share: float = report["levels"][stronger]["win_share"]
    return share


def test_normal_beats_easy() -> None:
    """L-050, L-051: the goal is 75 % of 400 matches; 60 of them show more than 70 %."""
    assert _duel("normal", "easy", 60) >= 0.7


def test_hard_beats_normal() -> None:
    """L-052: the goal is 65 % of 400 matches; 16 of them show more than that by far."""
    assert _duel("hard", "normal", 16) >= 0.65


# --- Rat -------------------------------------------------------------------------------------


def test_rat_is_the_choice_of_hard_with_what_it_brings() -> None:
    """L-056"""
    state = position(["dunkel", "erde", "dunkel", "dunkel"], {"dunkel": X_COLUMN}, {})
    action, said = rat(state)
    assert action == choice("hard", state) == Take("blau", "erde")
    assert said.startswith("Erde passt: „Erde“ rückt von −10 auf −8.")


def test_rat_explains_freezing() -> None:
    """L-056"""
    action, said = rat(position(["feuer"] * 4, PAST | {"dunkel": X_COLUMN}, {}))
    assert action == Freeze()
    assert "Friere „Das Dunkle“ ein" in said and "−1" in said


def test_rat_takes_a_die_that_the_next_seat_needs() -> None:
    """L-056: in a misthrow the die itself is the choice."""
    own = DONE | {"luft": 9, "dunkel": 10, "hell": 3}
    state = position(["feuer", "wasser", "wasser", "wasser"], own, {"feuer": 9, "wasser": 10})
    assert {row for _, row in moves(state)} == {"hell"}
    action, said = rat(state)
    assert action == Take("rot", "hell")
    assert said.startswith("Kein Würfel passt. Nimm Feuer: „Das Helle“ rückt von −2 auf +1.")
    assert "fehlt dann dem Platz, der nach dir wählt" in said


ALL_THE_WAY = dict.fromkeys(("feuer", "wasser", "erde", "luft", "dunkel", "hell"), 10)


@pytest.mark.parametrize(
    ("board", "frozen", "said"),
    [
        (ALL_THE_WAY | {"dunkel": X_COLUMN}, (0,), "Nimm Erde: Kein Schieber kann mehr rücken."),
        (ALL_THE_WAY | {"dunkel": 9}, (), "Nimm Erde und lass alle Schieber stehen: Jeder Schritt würde nur kosten."),
        (
            ALL_THE_WAY | {"dunkel": 9, "luft": 9},
            (),
            "Nimm Erde und lass alle Schieber stehen. Beim Durchspielen der nächsten Würfe kam das am besten heraus.",
        ),
    ],
    ids=["nothing moves", "each step costs", "a step would gain"],
)
def test_rat_gives_the_true_reason_to_let_a_die_lapse(board: Board, frozen: tuple[int, ...], said: str) -> None:
    """L-056: it used to say that each step would cost, also where none was possible or one would have gained."""
    seen = game.observe(position(["erde"], board, {}, pick=2, frozen=frozen), 0)
    lapse = next(option for option in seen.options if option.row is None)
    assert plain(reason(seen, lapse)) == said


def test_rat_has_nothing_to_say_to_others() -> None:
    """L-056"""
    state = opening(2)
    for viewer in (None, 1):
        seen = game.observe(state, viewer)
        assert game.advise(seen, [], random.Random(1)) is None


def test_rat_speaks_whole_sentences_in_every_position() -> None:
    """L-056: no place is left unfilled, minus signs are real ones."""
    for number in range(4):
        state, rng = opening(2 + number % 3, seed=number.to_bytes(32, "little")), random.Random(number)
        while not state.over:
            seen = game.observe(state, turn(state))
            option = rng.choice(seen.options)
            said = plain(reason(seen, option))
            assert said.endswith(".") and not re.search(r"[{}]|-\d", said), said
            game.apply(state, turn(state), option.action, 0)
