"""Sets a match of Speed-E.L.U.M. before its first viewer comes, in the database of a running portal.

``python -m tests.browser.elum.stage <scene> <name> <name> …`` with the portal's environment prints the table's path.
A match takes ten minutes to come to an auction; here it begins there.
"""

from __future__ import annotations

import subprocess
import sys

from tests.support import live
from tests.support.live import Portal

SCENES = ("trade", "turn", "grant", "balance", "summary", "office")


def stage(portal: Portal, scene: str, *names: str) -> str:
    """The path of a table where these people (and computers up to two seats) are in that phase."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.browser.elum.stage", scene, *names],
        cwd=live.ROOT,
        env=live.environment(portal.data, portal.port, portal.env),
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip().splitlines()[-1]


def main(scene: str, names: list[str]) -> None:
    import django

    django.setup()
    from accounts.models import Player
    from games.elum.game import game
    from tables.models import Match, Snapshot, Table
    from tables.services.matches import Holder, _wakes_set, match_create

    people = [Player.objects.get(name=name) for name in names]
    table = Table.objects.create(
        game="elum",
        opener=people[0],
        seats_count=max(2, len(people)),
        options={"rounds": "6", "level": "standard", "tempo": "schnell", "refinement": "true"},
        status=Table.Status.PLAYING,
    )
    for index, player in enumerate(people):
        table.seats.create(index=index, player=player)
    holders = [Holder(player) for player in people]
    if len(people) < 2:
        holders.append(Holder(None, "normal"))
        table.seats.create(index=1, bot="normal")
    match: Match = match_create(table=table, holders=holders, draw_seats=False)
    state = game.decode_state(bytes(Snapshot.objects.get(match=match, version=0).state))
    _set(state, scene)
    Snapshot.objects.filter(match=match, version=0).update(state=game.encode_state(state))
    _wakes_set(match, state)
    print(f"/tische/{table.code}/")


def _set(state: object, scene: str) -> None:
    """That phase begins at match time 0, with something to do in it."""
    from games.elum.rules import flow, harvest
    from games.elum.state import Lot, State
    from tests.games.elum import scenes as set_by_hand

    assert isinstance(state, State)
    state.round, state.rank = 2, list(range(len(state.settlers)))
    set_by_hand.own(state, 0, "C3", elums=["food"])
    set_by_hand.own(state, 1, "G3", elums=["energy"])
    set_by_hand.stock(state, 0, food=1, energy=4)
    set_by_hand.stock(state, 1, food=12, energy=4)
    if scene == "trade":
        set_by_hand.market(state, "food")
    elif scene == "turn":
        from games.elum.rules import turn

        turn.open_turn(state, [0, 1], 0, reversed_=False)
    elif scene == "grant":
        from games.elum.rules import grant

        grant.enter(state, 0)
    elif scene == "office":
        from games.elum.rules import office

        office.enter(state, [Lot("B2", None)], 0)
    elif scene == "balance":
        harvest.enter(state, 0)
    else:
        flow._end_round(state, 0)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
