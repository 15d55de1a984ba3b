"""Computer players and Rat."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from games.gourmet.actions import Action, Done, Fetch, Hold, Lapse, Mark, Nothing, Reroll, Roll, Take
from games.gourmet.bots import BOTS, advise, hard, throws
from games.gourmet.bots.advice import reason
from games.gourmet.bots.model import ALL, MEMBERS
from games.gourmet.bots.net import Net, net_of, packed, unpacked
from games.gourmet.data import MENUS, MenuId
from games.gourmet.game import game
from games.gourmet.options import Options
from games.gourmet.rules.card import new_card, total
from games.gourmet.state import Card, State
from games.kernel.contract import Level
from games.kernel.simulate import simulate
from games.kernel.texts import plain
from tests.games.gourmet.table import at_seconds, at_tray, card, do, legal, opening, scene

MENU_IDS: tuple[MenuId, ...] = ("haus", "chef")
LEVELS: tuple[Level, ...] = ("easy", "normal", "hard")


def choice(level: Level, state: State, seat: int = 0, chance: int = 1) -> Action:
    return BOTS[level].choose(game.observe(state, seat), game.actions(state, seat), random.Random(chance))


def judged(state: State, seat: int = 0, chance: int = 1) -> dict[Action, hard.Verdict]:
    """Verdicts by action, best first."""
    found = hard.verdicts(game.observe(state, seat), random.Random(chance))
    return {verdict.option.action: verdict for verdict in found}


def positions(menu: MenuId, seats: int, seed: int, level: Level = "normal") -> Iterator[tuple[State, int]]:
    """Every decision of a match, before it is taken: mostly by ``level``, now and then by chance."""
    rng = random.Random(seed)
    state = opening(menu, seats, seed=seed.to_bytes(32, "big"), first=None)
    while state.phase != "over":
        seat = game.to_act(state)[0].seat
        yield state, seat
        action = rng.choice(legal(state, seat)) if rng.random() < 0.2 else choice(level, state, seat)
        do(state, action, seat)


# --- easy and normal -------------------------------------------------------------------------


def test_easy_takes_the_biggest_die() -> None:
    """G-116: a 6 in the first roll, though all others are lost by it."""
    assert choice("easy", scene("haus", [1, 2, 3, 4, 5, 6])) == Take("lila", "lila", 0)
    assert choice("easy", scene("chef", [1, 2, 3, 4, 5, 6])) == Take("rosa", "rosa", 0)


def test_easy_thinks_little_ahead() -> None:
    """G-116: no Neu anrichten, no die fetched back, and a Nachschlag goes as soon as it is there."""
    full = card("haus", neu=1, gelb=range(16), gruen=[1] * 11, orange=[1] * 11, lila=[5], blau=range(11))
    assert choice("easy", scene("haus", [1, 1, 1, 1, 1, 1], full)) == Lapse()
    assert isinstance(choice("easy", at_seconds("haus", [1, 1, 1, 1, 1, 1], card("haus", nach=1), round_=1)), Take)
    state = scene("chef", [2, 1, 1, 6, 6, 6], card("chef", kueche=1))
    do(state, Take("weiss", "rosa", 0))
    assert state.phase == "kitchen" and choice("easy", state) == Roll()


def test_normal_keeps_dice_for_the_next_rolls() -> None:
    """G-117: what easy takes at once it takes from the last roll only."""
    first = choice("normal", scene("haus", [4, 4, 4, 3, 1, 6], roll=1))
    assert first == Take("orange", "orange", 0) or first == Take("gruen", "gruen", 0)
    last = choice("normal", scene("haus", [4, 4, 4, 3, 1, 6], card("haus", lila=[5]), roll=3))
    assert last == Take("lila", "lila", 1)


def test_normal_weighs_what_an_entry_brings() -> None:
    """G-117: a Nachschlag beats some points, a full column of 20 points beats that."""
    state = scene("haus", [1, 1, 1, 4, 5, 1], card("haus", gruen=[1, 2, 3], lila=[3]), roll=3)
    assert choice("normal", state) == Take("gruen", "gruen", 3)
    own = card("haus", gruen=[1, 2, 3], lila=[3], gelb=[3, 6, 9, 12, 7, 11])
    assert choice("normal", scene("haus", [1, 6, 1, 4, 5, 1], own, roll=3)) == Take("gelb", "gelb", 15)


def test_normal_uses_its_actions_in_time() -> None:
    """G-117: a poor roll is thrown again; a Nachschlag is kept for later, but not beyond the last turn."""
    poor = card("haus", neu=1, gelb=range(16), gruen=[1] * 11, orange=[1] * 11, lila=[5], blau=range(11))
    assert choice("normal", scene("haus", [1, 1, 1, 1, 1, 1], poor)) == Reroll()
    faces = [1, 3, 1, 1, 1, 1]
    assert choice("normal", at_seconds("haus", faces, card("haus", nach=1), round_=1)) == Done()
    assert isinstance(choice("normal", at_seconds("haus", faces, card("haus"), card("haus", nach=1), turn=1), 1), Take)


# --- hard ------------------------------------------------------------------------------------


def test_hard_plays_a_roll_through_several_times() -> None:
    """G-118: the best choices that leave dice are tried with many throws each."""
    found = judged(scene("haus", [3, 3, 2, 4, 2, 5], round_=2))
    tried = [verdict for verdict in found.values() if verdict.thrown]
    assert len(tried) >= 2
    assert min(verdict.thrown for verdict in tried) >= 6


@pytest.mark.parametrize("menu", MENU_IDS)
def test_hard_counts_its_steps(menu: MenuId, monkeypatch: pytest.MonkeyPatch) -> None:
    """G-118: its thinking is bounded by the cards that it values, whatever the position."""
    valued = [0]
    value = Net.value

    def counted(self: Net, given: Card, match: tuple[float, ...]) -> float:
        valued[0] += 1
        return value(self, given, match)

    monkeypatch.setattr(Net, "value", counted)
    most = 0
    for number, (state, seat) in enumerate(positions(menu, 2, seed=5)):
        if number % 4 == 0:
            valued[0] = 0
            choice("hard", state, seat)
            most = max(most, valued[0])
    assert 500 < most < 2.5 * hard.CARDS


def test_a_block_of_throws_shows_each_face_once() -> None:
    """G-118: of one or two dice all throws come, each once."""
    for pool in (0b1, 0b100100):
        found = [throw for block in range(8) for throw in throws.throws_of(pool, block, 3)]
        assert len(found) == len(set(found)) == 6 ** pool.bit_count()
    block = throws.throws_of(ALL, 2, 3)
    assert all(sorted(throw[die] for throw in block) == [1, 2, 3, 4, 5, 6] for die in MEMBERS[ALL])
    half = throws.throws_of(0b000111, 2, 3)
    assert [throw[:3] for throw in half] == [throw[:3] for throw in block]
    assert all(throw[3:] == (0, 0, 0) for throw in half)


def test_hard_heeds_what_it_lays_on_the_tray() -> None:
    """G-119: white or yellow cross the same 3; white is what the other could use, so white goes."""
    wanting = card("haus", gelb=range(16), blau=range(11), gruen=[1] * 11, orange=[1] * 10, lila=[1] * 11)
    own = card("haus", lila=[5], orange=[1] * 11)
    state = scene("haus", [3, 3, 1, 1, 1, 1], wanting, own, roll=3, turn=1)
    found = judged(state, 1)
    white, yellow = found[Take("weiss", "gelb", 0)], found[Take("gelb", "gelb", 0)]
    assert white.points == yellow.points
    assert yellow.given == pytest.approx(9.0) and white.given < yellow.given
    assert list(found).index(white.option.action) < list(found).index(yellow.option.action)


def test_nobody_who_cant_use_it_is_denied_anything() -> None:
    """G-119"""
    full = card("haus", gelb=range(16), blau=range(11), gruen=[1] * 11, orange=[1] * 11, lila=[1] * 11)
    found = judged(scene("haus", [3, 3, 1, 1, 1, 1], full, card("haus"), roll=3, turn=1), 1)
    assert {verdict.given for verdict in found.values()} == {0.0}


@pytest.mark.parametrize("menu", MENU_IDS)
def test_what_hard_imagines_is_what_the_rules_make_of_it(menu: MenuId) -> None:
    """G-118: entries in the head and on the table lead to the same card."""
    compared = 0
    for number, (state, seat) in enumerate(positions(menu, 2, seed=9)):
        action = choice("normal", state, seat)
        if number % 3 or not isinstance(action, Take | Mark | Reroll):
            continue
        head = hard.Head(game.observe(state, seat))
        option = next(o for o in game.observe(state, seat).options if o.action == action)
        imagined = head.judge(option)
        copied = game.decode_state(game.encode_state(state))
        do(copied, action, seat)
        board = copied.seats[seat]
        if (not board.waiting and copied.phase != "extra" and board.shown is not None) or isinstance(action, Reroll):
            assert board.card == imagined.card
            compared += 1
    assert compared > 5


def test_no_points_are_expected_after_the_last_step() -> None:
    """G-118: what counts in the end is the card's sum."""
    state = at_seconds("haus", [1, 3, 1, 1, 1, 1], card("haus"), card("haus", nach=1, lila=[2], hauben=1), turn=1)
    found = judged(state, 1)
    own = state.seats[1].card
    assert found[Done()].points == total(MENUS["haus"], own)
    best = next(iter(found.values()))
    assert best.points > found[Done()].points and isinstance(best.option.action, Take)


@pytest.mark.parametrize("menu", MENU_IDS)
def test_the_learned_weights_fit_the_features(menu: MenuId) -> None:
    """G-118: an empty card is worth some hundred points with all turns to come, and ever less later on."""
    net, empty = net_of(menu), new_card(MENUS[menu])
    worth = [net.value(empty, net.match(left, left, max(0, left - 2))) for left in (6, 5, 4, 3)]
    assert 200 < worth[0] < 350 and worth == sorted(worth, reverse=True)


def test_hard_takes_the_points_on_a_card_that_nobody_fills_in_like_that() -> None:
    """G-118: an empty card in the last round; the network has never seen one."""
    own = card("haus", gelb=[7, 11])
    found = judged(scene("haus", [1, 6, 1, 1, 1, 1], own, roll=3))
    assert next(iter(found)) == Take("gelb", "gelb", 15)


def test_weights_are_packed_with_little_loss() -> None:
    rows = [[0.0, 0.0], [1.0, -0.333], [250.0, 1e-3]]
    for row, back in zip(rows, unpacked(packed(rows)), strict=True):
        assert back == pytest.approx(row, abs=max(map(abs, row)) / 60000 + 1e-12)


# --- all levels ------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("menu", "seats"), [("haus", 3), ("chef", 4)])
def test_a_computer_is_the_same_for_the_same_chance(menu: MenuId, seats: int, level: Level) -> None:
    """G-116, G-117, G-118: one of the actions, never „Nachschläge aufheben“, and always the same."""
    for number, (state, seat) in enumerate(positions(menu, seats, seed=3)):
        if level != "hard" or number % 12 == 0:
            action = choice(level, state, seat, chance=number)
            assert action in game.actions(state, seat) and not isinstance(action, Hold)
            assert choice(level, state, seat, chance=number) == action


def _duel(menu: MenuId, stronger: Level, weaker: Level, matches: int) -> tuple[float, float]:
    """The stronger one's share of wins and mean sum."""
    report = simulate(
        game=game,
        options=Options(menu),
        levels=[stronger, weaker],
        matches=matches,
        seed=11,
        stopwatch=lambda: 0.0,
        cpu=lambda: 0.0,
    )
    assert report["rejections"] == 0
    found = report["levels"][stronger]
    return found["win_share"], found["mean_score"]


@pytest.mark.parametrize("menu", MENU_IDS)
def test_normal_beats_easy(menu: MenuId) -> None:
    """G-116, G-117: the goal is 80 % of 400 matches."""
    share, mean = _duel(menu, "normal", "easy", 30)
    assert share >= 0.7 and mean > 125


@pytest.mark.parametrize("menu", MENU_IDS)
def test_hard_beats_normal(menu: MenuId, monkeypatch: pytest.MonkeyPatch) -> None:
    """G-117, G-118: the goal is 75 % of 400 matches, and 200 points in the Hausmenü. Here it thinks a tenth."""
    monkeypatch.setattr(hard, "CARDS", 1)
    monkeypatch.setattr(hard, "CLOSE", 3)
    share, mean = _duel(menu, "hard", "normal", 4)
    assert share >= 0.75 and mean > 180


# --- Rat -------------------------------------------------------------------------------------


def rat(state: State, seat: int = 0) -> tuple[Action, str]:
    advice = advise(game.observe(state, seat), game.actions(state, seat), random.Random(1))
    assert advice is not None
    return advice.action, plain(advice.reason)


def why(state: State, action: Action, seat: int = 0) -> str:
    """The reason that Rat would give, had hard chosen this action."""
    found = judged(state, seat)
    best = found.pop(action)
    return plain(reason(game.observe(state, seat), [best, *found.values()]))


def test_rat_is_the_choice_of_hard() -> None:
    """G-110"""
    for number, (state, seat) in enumerate(positions("haus", 2, seed=21)):
        if number % 10 == 0:
            assert rat(state, seat)[0] == choice("hard", state, seat)


def test_rat_has_nothing_to_say_to_others() -> None:
    """G-110"""
    state = scene("haus", [1, 2, 3, 4, 5, 6])
    assert advise(game.observe(state, 1), [], random.Random(1)) is None
    assert advise(game.observe(state, None), [], random.Random(1)) is None


@pytest.mark.parametrize("menu", MENU_IDS)
def test_rat_always_has_a_reason_in_german(menu: MenuId, monkeypatch: pytest.MonkeyPatch) -> None:
    """G-110: one to three short sentences without a gap."""
    monkeypatch.setattr(hard, "CARDS", 1)
    monkeypatch.setattr(hard, "CLOSE", 2)
    said = [rat(state, seat)[1] for state, seat in positions(menu, 2, seed=4)]
    assert all(1 <= len(re.findall(r"\.(?: |$)", sentence)) <= 3 and "{" not in sentence for sentence in said)
    assert max(map(len, said)) < 240 and len(set(said)) > len(said) / 3


def test_rat_names_points_and_a_full_column() -> None:
    """G-110"""
    own = card("haus", gelb=[3, 6, 9, 12, 7, 11])
    action, said = rat(scene("haus", [1, 6, 1, 1, 1, 1], card("haus"), own, roll=3, turn=1), 1)
    assert action == Take("gelb", "gelb", 15)
    assert said.startswith("Nimm Gelb 6 für „Zitronentarte“ (Reihe 4, Spalte 4): Das bringt 20 Punkte.")
    assert said.endswith("Damit ist die Spalte voll.")


def test_rat_says_what_a_haube_counts() -> None:
    """G-110: as much as the weakest area, which is named with its points."""
    own = card("haus", gelb=[7, 11, 15], blau=[0, 1, 2, 3], gruen=[1] * 6, orange=[6, 6], lila=[1, 2, 3, 4, 5, 6])
    state = scene("haus", [2, 2, 1, 1, 1, 5], own, roll=3, tray=["weiss", "gelb", "blau", "gruen", "orange"])
    action, said = rat(state)
    assert action == Take("lila", "lila", 6)
    assert said.startswith("Nimm Lila 5 für „Feigen-Tatin“: Das bringt 12 Punkte und eine Sternehaube.")
    assert said.endswith("so viel wie dein schwächster Bereich, zurzeit „Blaubeer-Parfait“ mit 7 Punkten.")


def test_rat_says_when_nothing_fits() -> None:
    """G-110: whether to throw again or to let it lapse."""
    full = {"gelb": range(16), "gruen": [1] * 11, "orange": [1] * 11, "lila": [5], "blau": range(11)}
    state = scene("haus", [1] * 6, card("haus", neu=1, **full))  # type: ignore[arg-type]
    assert rat(state) == (Reroll(), "Richte neu an und wirf die 6 Würfel noch einmal. So passt keiner davon.")
    state = scene("haus", [1] * 6, card("haus", **full))  # type: ignore[arg-type]
    assert rat(state) == (Lapse(), "Lass den Wurf verfallen. Keiner der Würfel passt.")
    state = scene("haus", [1, 1, 1, 1, 1, 6], card("haus", neu=1, lila=[5]))
    assert why(state, Lapse()).startswith("Lass den Wurf verfallen. So behältst du 6 Würfel für den nächsten Wurf")
    assert why(state, Reroll()).endswith("Ein neuer Wurf verspricht mehr als jeder Eintrag aus diesem.")


def test_rat_tells_which_dice_stay() -> None:
    """G-110: a small die with more points to be had elsewhere, and a big one."""
    state = scene("haus", [2, 6, 3, 4, 1, 6], card("haus", lila=[5]))
    found = judged(state)
    small = found.pop(Take("orange", "orange", 0))
    small.points = 1000.0
    said = plain(reason(game.observe(state, 0), [small, *found.values()]))
    assert said.endswith("Kein Würfel geht dabei verloren, 5 bleiben dir für den nächsten Wurf.")
    assert why(state, Take("lila", "lila", 1)).endswith("Das ist die 4 Würfel wert, die dafür aufs Tablett wandern.")


def test_rat_uses_a_nachschlag_in_the_last_turn_and_keeps_it_before() -> None:
    """G-110"""
    last = at_seconds("haus", [1, 1, 1, 1, 4, 1], card("haus"), card("haus", nach=1, orange=[1] * 3), turn=1)
    action, said = rat(last, 1)
    assert action == Take("orange", "orange", 3)
    assert said == (
        "Nutze einen Nachschlag: Orange 4 für „Orangen-Glace“ bringt 8 Punkte. "
        "Es ist der letzte Zug: Nachschläge, die du jetzt nicht nutzt, verfallen."
    )
    early = at_seconds("haus", [1] * 6, card("haus", nach=2, blau=[0], gelb=[5, 8], orange=[1]), round_=1)
    assert why(early, Done()) == (
        "Heb deine 2 Nachschläge auf. Ein späterer Wurf passt besser: Bis zum letzten Zug darfst du damit warten."
    )


def test_rat_explains_the_kitchen() -> None:
    """G-110: without a die there is no next roll."""
    state = scene("chef", [1, 1, 1, 1, 1, 6], card("chef", kueche=1), roll=2)
    do(state, Take("rosa", "rosa", 0))
    said = why(state, Fetch("weiss"))
    assert said == "Hol Weiß 1 zurück in die Küche. Sonst hättest du keinen Würfel mehr für den nächsten Wurf."
    state = scene("chef", [1, 1, 1, 1, 1, 6], card("chef", kueche=1), roll=2, round_=3)
    do(state, Take("rosa", "rosa", 0))
    assert why(state, Roll()) == "Lass es für diesen Zug gut sein. „Zurück in die Küche“ bringt dir später mehr."


def test_rat_knows_a_chain_and_where_a_bonus_goes() -> None:
    """G-110: the last of row 3 in blue brings a Haube; X in green goes on to the Nachschlag."""
    own = card("haus", gelb=[3, 6, 9, 12, 8, 10], gruen=[1, 2, 3])
    said = why(scene("haus", [1, 4, 1, 1, 1, 1], own, roll=3), Take("gelb", "gelb", 11))
    assert "ein Kreuz in Grün und „Nachschlag“" in said and said.endswith("So löst ein Bonus gleich den nächsten aus.")
    state = scene("haus", [1, 1, 1, 1, 1, 6], card("haus", lila=[1, 2, 3]), roll=3)
    do(state, Take("lila", "lila", 3))
    said = rat(state)[1]
    assert re.match(r"Kreuze mit deinem Bonus die \d+ an, in „Blaubeer-Parfait“", said)


def test_rat_tells_what_is_done_against_the_others() -> None:
    """G-110, G-119"""
    wanting = card("haus", gelb=range(16), blau=range(11), gruen=[1] * 11, orange=[1] * 10, lila=[1] * 11)
    own = card("haus", lila=[5], orange=[1] * 11)
    state = scene("haus", [3, 3, 1, 1, 1, 1], wanting, own, roll=3, turn=1)
    found = judged(state, 1)
    white, yellow = found.pop(Take("weiss", "gelb", 0)), found.pop(Take("gelb", "gelb", 0))
    yellow.points += 0.1
    said = plain(reason(game.observe(state, 1), [white, yellow]))
    assert said.endswith("aber so bleibt den anderen weniger auf dem Tablett.")


def test_rat_at_the_tray() -> None:
    """G-110: the weakest area with Hauben, a single fit, nothing."""
    own = card("haus", hauben=2, gelb=[7, 11, 15], blau=[0, 1, 2, 4], gruen=[1] * 6, orange=[6, 6], lila=[6, 6])
    state = at_tray("haus", [6, 1, 3, 1, 1, 1], card("haus"), own, round_=4)
    said = why(state, Take("blau", "blau", 7), 1)
    assert said.startswith("Nimm Blau 3 für „Blaubeer-Parfait“: Das bringt 12 Punkte")
    assert said.endswith("dein schwächster Bereich, und den zählen deine 2 Sternehauben jeweils noch einmal.")
    full = {"gelb": range(16), "gruen": [1] * 11, "orange": [1] * 10, "lila": [5], "blau": range(11)}
    state = at_tray("haus", [1, 1, 1, 1, 2, 1], card("haus"), card("haus", **full), plates=["weiss"])  # type: ignore[arg-type]
    assert rat(state, 1) == (
        Take("orange", "orange", 10),
        "Nimm Orange 2 für „Orangen-Glace“: Das bringt 6 Punkte. Sonst passt nichts.",
    )
    assert why(state, Nothing(), 1).startswith("Nimm nichts.")
