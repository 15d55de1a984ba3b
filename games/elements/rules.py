"""Legality and effects, after ``rules/elements.txt`` and the decisions E6 of ``games/elements.md``."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from games.elements.actions import Action, Freeze, Take
from games.elements.data import (
    ARROWS,
    DARK,
    DICE,
    DICE_BY_SEATS,
    END,
    LIGHT,
    NAMES,
    NEEDS,
    ROW_INDEX,
    ROWS,
    VALUES,
    X_COLUMN,
    DieId,
    Face,
    RowId,
)
from games.elements.events import Ended, EndReached, Event, Frozen, Taken, Thrown
from games.elements.scoring import end_seats, standing
from games.elements.state import Die, Move, MoveKind, Seat, State
from games.kernel.contract import Rejection
from games.kernel.texts import Text, text
from games.kernel.texts import gettext_noop as _

# --- whose pick it is ------------------------------------------------------------------------


def thrower(state: State) -> int:
    """The active seat: seat 0 has the first throw, then it goes round to the left (L-017, L-033)."""
    return (state.throw - 1) % len(state.seats)


@cache
def pick_order(seats: int, first: int) -> tuple[int, ...]:
    """Who picks in a throw of ``first``: everybody clockwise, then ``first`` once more (L-028 to L-032)."""
    return (*((first + i) % seats for i in range(seats)), first)


def picker(state: State) -> int | None:
    """The seat whose pick it is, or None once the match is over."""
    if state.over:
        return None
    return (thrower(state) + state.pick) % len(state.seats)


def dice_left(state: State) -> list[Die]:
    """Dice of this throw that nobody has taken, in the dice's order."""
    return [die for die in state.tray if die.by is None]


# --- what is legal ---------------------------------------------------------------------------


def needs(seat: Seat, row: int) -> Face | None:
    """The face that moves this slider next; None for Das Helle, at the end and when frozen."""
    if row == DARK and seat.frozen:
        return None
    return NEEDS[row][seat.positions[row]]


def all_needs(seat: Seat) -> list[Face | None]:
    """``needs`` of each row but Das Helle."""
    needed = [needs_of[column] for needs_of, column in zip(NEEDS, seat.positions[:LIGHT], strict=False)]
    if seat.frozen:
        needed[DARK] = None
    return needed


def fitting_rows(seat: Seat, face: Face) -> list[int]:
    """Rows that a die showing ``face`` moves: the colour of the next field counts, not the row's own (L-020)."""
    return [row for row, needed in enumerate(all_needs(seat)) if needed == face]


def can_freeze(seat: Seat) -> bool:
    """Das Dunkle stands on X and every slider above has reached its arrow (L-035, L-036)."""
    return (
        not seat.frozen
        and seat.positions[DARK] == X_COLUMN
        and all(column >= arrow for column, arrow in zip(seat.positions, ARROWS, strict=False))
    )


def free_rows(seat: Seat) -> list[int]:
    """Sliders a free step may move: not at the end, and not the frozen one (L-026)."""
    return [row for row, column in enumerate(seat.positions) if column < END and not (row == DARK and seat.frozen)]


TAKES: dict[tuple[DieId, RowId | None], Take] = {(die, row): Take(die, row) for die in DICE for row in (*ROWS, None)}
"""Each take there is, made once: they are compared and looked up with every move."""


def legal(seat: Seat, dice: Sequence[Die]) -> list[tuple[Action, MoveKind | None]]:
    """Every legal action at a pick from ``dice`` with its kind (None: freezing). Dice first, in their order."""
    needed = all_needs(seat)
    found: list[tuple[Action, MoveKind | None]] = [
        (TAKES[die.id, ROWS[row]], "fit") for die in dice for row, face in enumerate(needed) if face == die.face
    ]
    if not found and seat.positions[LIGHT] < END:
        found = [(TAKES[die.id, "hell"], "misthrow") for die in dice]
    elif not found:
        rows = free_rows(seat)
        for die in dice:
            found += [(TAKES[die.id, ROWS[row]], "free") for row in rows]
            found.append((TAKES[die.id, None], "lapse"))
    if can_freeze(seat):
        found.append((Freeze(), None))
    return found


def judge(seat: Seat, tray: Sequence[Die], action: Take) -> tuple[Die, MoveKind]:
    """The die and the kind of a legal take. Raises Rejection otherwise; changes nothing."""
    die = next((d for d in tray if d.id == action.die), None)
    if die is None:
        raise Rejection("die", text(_("Dieser Würfel ist hier nicht im Spiel.")))
    if die.by is not None:
        raise Rejection("die_taken", text(_("Dieser Würfel ist schon weg. Nimm einen anderen.")))
    needed = all_needs(seat)
    if any(d.face in needed for d in tray if d.by is None):
        _judge_fit(seat, die, action)
        return die, "fit"
    if seat.positions[LIGHT] < END:
        if action.row != "hell":
            raise Rejection("misthrow", text(_("Kein Würfel passt. Bei einem Fehlwurf rückt „Das Helle“ vor.")))
        return die, "misthrow"
    if action.row is None:
        return die, "lapse"
    if ROW_INDEX[action.row] not in free_rows(seat):
        raise Rejection("row_done", _row_done(seat, ROW_INDEX[action.row]))
    return die, "free"


def _judge_fit(seat: Seat, die: Die, action: Take) -> None:
    """Some die fits, so a fitting one has to be taken (L-024)."""
    if action.row is None or action.row == "hell":
        raise Rejection("fits", text(_("Ein Würfel passt noch. „Das Helle“ rückt nur bei einem Fehlwurf vor.")))
    row = ROW_INDEX[action.row]
    needed = needs(seat, row)
    if needed is None:
        raise Rejection("row_done", _row_done(seat, row))
    if needed != die.face:
        name, face = Text(NAMES[action.row]), Text(NAMES[needed])
        raise Rejection("colour", text(_("„{row}“ braucht als Nächstes {face}."), row=name, face=face))


def _row_done(seat: Seat, row: int) -> Text:
    if row == DARK and seat.frozen:
        return text(_("„Das Dunkle“ ist eingefroren."))
    return text(_("„{row}“ ist schon am Ende."), row=Text(NAMES[ROWS[row]]))


# --- effects ---------------------------------------------------------------------------------


def begin(state: State, now: int) -> None:
    """The first throw. Its event is told with the first step."""
    _throw(state)
    _ask(state, now)


def act(state: State, seat: int, action: Action, now: int, *, expired: bool = False) -> list[Event]:
    """Make the pick or the freezing of ``seat``. Raises Rejection and changes nothing when it is illegal."""
    if state.over:
        raise Rejection("over", text(_("Diese Partie ist zu Ende.")))
    if picker(state) != seat:
        raise Rejection("not_your_pick", text(_("Du bist gerade nicht dran.")))
    board = state.seats[seat]
    if isinstance(action, Freeze):
        if not can_freeze(board):
            raise Rejection("freeze", _no_freeze(board))
        board.frozen = True
        board.decision += 1  # the same pick goes on, and so does its clock
        return [*opening(state), Frozen(seat)]
    die, kind = judge(board, state.tray, action)
    taken = _take(state, seat, die, action, kind, expired=expired)
    return [*opening(state), taken, *_next(state, now)]


def _no_freeze(seat: Seat) -> Text:
    if seat.frozen:
        return text(_("„Das Dunkle“ ist eingefroren."))
    if seat.positions[DARK] != X_COLUMN:
        return text(_("Einfrieren geht nur, wenn „Das Dunkle“ auf dem X steht."))
    return text(_("Einfrieren geht erst, wenn alle Schieber darüber ihren Pfeil erreicht haben."))


def opening(state: State) -> list[Event]:
    """The first throw, once. It is called after the action was judged and before anything is thrown again."""
    if state.told:
        return []
    state.told = True
    return [_thrown(state, opening=True)]


def _take(state: State, seat: int, die: Die, action: Take, kind: MoveKind, *, expired: bool) -> Taken:
    board = state.seats[seat]
    before = after = gain = 0
    if action.row is not None:
        row = ROW_INDEX[action.row]
        before = board.positions[row]
        after = before + 1
        gain = VALUES[row][after] - VALUES[row][before]
        board.positions[row] = after
    die.by = seat
    board.last = Move(state.throw, die.id, die.face, action.row, before, after, kind, expired)
    free = kind in {"free", "lapse"}
    return Taken(state.throw, seat, die.id, die.face, action.row, before, after, gain, kind != "fit", free, expired)


def _next(state: State, now: int) -> list[Event]:
    """After a die was taken: the next pick, the next throw or the end."""
    seats = len(state.seats)
    state.pick += 1
    if state.pick <= seats:
        _ask(state, now)
        return []
    events: list[Event] = []
    if state.last_throw is None and (reached := end_seats(state.seats)):
        state.last_throw = -(-state.throw // seats) * seats  # up to the seat right of the first one (L-046)
        events.append(EndReached(state.throw, reached, state.last_throw - state.throw))
    if state.throw == state.last_throw:
        state.over = True
        state.clock.stop()
        outcome = standing(state)
        return [*events, Ended(outcome.places, outcome.scores)]
    _throw(state)
    _ask(state, now)
    return [*events, _thrown(state)]


def _throw(state: State) -> None:
    """Throw the dice of this number of seats. The label names throw and die, so choices shift no draw."""
    state.throw += 1
    state.pick = 0
    state.tray = [
        Die(die, DICE[die][state.dice.below(f"throw/{state.throw}/{die}", 6)])
        for die in DICE_BY_SEATS[len(state.seats)]
    ]


def _thrown(state: State, *, opening: bool = False) -> Thrown:
    return Thrown(state.throw, thrower(state), {die.id: die.face for die in state.tray}, opening)


def _ask(state: State, now: int) -> None:
    """A new decision for the picker; its clock runs only for a human."""
    seat = picker(state)
    if seat is None:
        return
    board = state.seats[seat]
    board.decision += 1
    if board.level is None:
        state.clock.start(now)
    else:
        state.clock.stop()
