"""The last look, when play has stopped: the journal against the players' lists, every match against its replay."""

from __future__ import annotations

import re
import urllib.request
from collections.abc import Sequence

from chaos.attack import NUMBERS
from chaos.diary import Diary
from chaos.findings import Part
from chaos.mirror import Mirror
from chaos.nonsense import sender
from chaos.party import Party, everybody
from chaos.people import held
from chaos.town import Town
from chaos.watch import books_wrong

TABLE = re.compile(r"/tische/([0-9a-z]+)/")


def journal_held(part: Part, diary: Diary, mirror: Mirror, matches: set[int]) -> None:
    """In these matches each acknowledged action is there once, none twice, none that its seat's player did not send."""
    stored = {
        client_id: [place for place in places if place[0] in matches]
        for client_id, places in mirror.stored.items()
        if not client_id.startswith("bot:")
    }
    lost = [client_id for client_id in diary.acked if not stored.get(client_id)]
    doubled = [client_id for client_id, places in stored.items() if len(places) > 1]
    foreign = [
        client_id
        for client_id, places in stored.items()
        if any(mirror.seated[place] != diary.sent.get(client_id, 0) for place in places)
    ]
    part.rows |= {
        "actions acknowledged": len(diary.acked),
        "lost": len(lost),
        "doubled": len(doubled),
        "sent again after the ack": diary.asked_again,
        "refused": dict(diary.refused),
    }
    part.violations += [f"acknowledged and not stored: {client_id}" for client_id in lost]
    part.violations += [f"stored twice: {client_id}" for client_id in doubled]
    part.violations += [f"stored for a seat whose player did not send it: {client_id}" for client_id in foreign]
    part.violations += mirror.wrong + diary.wrong


def seats_held(part: Part, mirror: Mirror, numbers: dict[int, int], arenas: set[int]) -> None:
    """What attackers got stored is at their own seats only, each id once. ``numbers``: attacker -> player."""
    stored = 0
    for client_id, places in mirror.stored.items():
        there = [place for place in places if place[0] in arenas]
        number = sender(client_id)
        stored += len(there)
        part.require(len(set(there)) == len(there), f"stored twice for a seat: {client_id}")
        if number is not None:
            owner = numbers.get(number // NUMBERS)
            right = there == places and all(mirror.seated[place] == owner for place in there)
            part.require(right, f"stored where it must not be: {client_id}")
    part.rows["of them legal actions, stored"] = stored


async def everything_replayed(town: Town) -> Part:
    """Every match of the database, ended or not. The portal ends first: a replay reads more than once."""
    part = Part("replay")
    await town.hands(town.stop)
    codes = await town.orm(_match_codes)
    wrong = [line for code in codes for line in await town.orm(_verify, code)]
    part.rows |= {"matches replayed": len(codes), "lines of them that are wrong": len(wrong)}
    part.violations += wrong
    part.violations += await town.orm(books_wrong, town.database.url)
    return part


def _match_codes() -> list[str]:
    from tables.models import Match

    return list(Match.objects.order_by("pk").values_list("code", flat=True))


def _verify(code: str) -> list[str]:
    from tables.models import Match
    from tables.services.verify import match_verify, report

    found = match_verify(Match.objects.get(code=code))
    return (
        []
        if found.ok and found.replayed
        else [f"match {code}: {line}" for line in report(found) if "ok" not in line[:4]]
    )


async def refunds_held(part: Part, town: Town, codes: Sequence[str]) -> None:
    """Matches that everybody deserted are abandoned, and everybody has the stake back."""
    found = await town.orm(held, codes)
    part.rows["deserted matches"] = len(codes)
    for code, (status, paid, back, pot) in found.items():
        part.require(
            status == "abandoned" and paid == back > 0 and pot == 0,
            f"deserted match at {code}: {status}, paid in {paid}, given back {back}, pot {pot}",
        )


def lobby_held(part: Part, town: Town, parties: Sequence[Party]) -> None:
    """The home page shows running matches at which somebody is, and no other."""
    with urllib.request.urlopen(f"{town.portal.url}/", timeout=15) as answer:
        shown = set(TABLE.findall(answer.read().decode()))
    there = {player.code for player in everybody(parties) if player.back}
    part.rows["matches in the lobby"] = len(shown)
    part.require(bool(shown) or not parties, "the lobby shows no running match")
    part.violations += [f"the lobby shows {code}, where nobody is" for code in sorted(shown - there)]
