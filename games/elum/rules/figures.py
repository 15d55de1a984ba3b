"""Where figures are on a ladder, and how they are sent on their ways: a function of time (elum.md 8)."""

from __future__ import annotations

from games.elum.data import STEPS_PER_S
from games.elum.state import Figure, Ladder


def home(ladder: Ladder, figure: Figure) -> int:
    """The start place: one step outside the scale."""
    return -1 if figure.side == "buy" else ladder.top + 1


def target(ladder: Ladder, figure: Figure) -> int:
    """The step that the figure walks to."""
    return home(ladder, figure) if figure.to is None else figure.to


def steps_done(figure: Figure, goal: int, t: int) -> int:
    """Steps made at the instant ``t``."""
    if figure.at is None:
        return 0
    return max(0, min(abs(goal - figure.at), (t - figure.since) * STEPS_PER_S // 1000))


def standing_at(ladder: Ladder, figure: Figure, t: int) -> int:
    """Where the figure stands at ``t``, its start place included."""
    goal = target(ladder, figure)
    if figure.at is None:
        return home(ladder, figure)
    done = steps_done(figure, goal, t)
    return figure.at + (done if goal > figure.at else -done)


def step_ms(count: int) -> int:
    """When step number ``count`` is made, after setting out."""
    return -(-count * 1000 // STEPS_PER_S)


def stop_figure(ladder: Ladder, figure: Figure, t: int) -> None:
    """Let it stand where it is at ``t``."""
    if figure.at is not None:
        pos = standing_at(ladder, figure, t)
        figure.at, figure.since, figure.to = pos, t, pos
        if pos == home(ladder, figure):
            figure.at = figure.to = None


def send_figure(ladder: Ladder, figure: Figure, to: int | None, t: int) -> None:
    """Let it walk to step ``to`` (None: home) from ``t`` on; who walks that way already keeps its pace."""
    pos, goal = standing_at(ladder, figure, t), target(ladder, figure)
    done = steps_done(figure, goal, t)
    walking = figure.at is not None and pos != goal
    last = figure.since + step_ms(done) if walking else t
    new_goal = home(ladder, figure) if to is None else to
    same_way = walking and (new_goal > pos) == (goal > pos)
    if new_goal == pos:
        figure.at = figure.to = to
        figure.since = t
    else:
        figure.at, figure.since, figure.to = pos, last if same_way else t, to
