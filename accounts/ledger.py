"""Taler: the only writer of accounts and transfers.

Double entry: every transfer takes from one account what it gives to another, so the sum over all accounts is always 0
(the house owes what the players have). Each function works inside the caller's transaction, locks the accounts it
touches in the order of their ids, and then checks. Who locks a player's row as well locks it after the accounts
(but a guest's who registers: it stands in no pot, so nobody who holds an account waits for it).
Keys make each thing happen once; constraints in the database forbid a negative balance (but the house's) and a second
use of a key, whatever goes wrong up here.

Amounts are whole Taler.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from django.db import transaction
from django.db.models import Sum

from accounts.errors import NotEnoughTaler
from accounts.models import Account, Player, Transfer

WELCOME = 1000
TOP_UP_TO = 100

Kind = Transfer.Kind


def balance(player: Player) -> int:
    """What the player can spend; 0 for guests, who hold no Taler."""
    return Account.objects.filter(player=player).values_list("balance", flat=True).first() or 0


def held(player: Player) -> int:
    """The player's stakes in pots that are not settled yet."""
    holds = Transfer.objects.filter(source__player=player, kind=Kind.HOLD, target__balance__gt=0)
    return holds.aggregate(total=Sum("amount"))["total"] or 0


def welcome(player: Player) -> None:
    """Opens the player's account with 1000 Taler, once."""
    account, _created = Account.objects.get_or_create(kind=Account.Kind.PLAYER, player=player)
    house, account = _locked([_house().pk, account.pk])
    if not Transfer.objects.filter(key=f"welcome:{player.pk}").exists():
        _transfer(Kind.WELCOME, f"welcome:{player.pk}", house, account, WELCOME)


def top_up(player: Player, today: date) -> int:
    """At the first visit of a day: fills up to 100, held stakes counted. Returns the Taler given.

    ``today`` is the day in Europe/Berlin. The day counts as visited afterwards, whether anything was missing or not.
    """
    _require_transaction()
    first = Player.objects.filter(pk=player.pk, user__isnull=False).exclude(topped_up_on__gte=today)
    if not first.exists():
        return 0
    house, account = _locked([_house().pk, Account.objects.get(player=player).pk])
    if not first.update(topped_up_on=today):
        return 0
    player.topped_up_on = today
    missing = TOP_UP_TO - account.balance - held(player)
    if missing <= 0:
        return 0
    _transfer(Kind.TOP_UP, f"top_up:{player.pk}:{today.isoformat()}", house, account, missing)
    return missing


def stakes_hold(*, match_code: str, players: Sequence[Player], amount: int) -> None:
    """Moves everybody's stake into the match's pot; a second call for the match does nothing.

    Raises ``NotEnoughTaler`` naming all who can't pay; nothing is held then. A stake of 0 needs no pot.
    """
    _require_transaction()
    if amount < 0 or len({player.pk for player in players}) != len(players):
        raise ValueError("A stake is not negative, and everybody pays once.")
    if amount == 0 or not players:
        return
    by_player = {account.player_id: account for account in _locked_players(players)}
    if Account.objects.filter(match_code=match_code).exists():
        return
    poor = [player for player in players if player.pk not in by_player or by_player[player.pk].balance < amount]
    if poor:
        raise NotEnoughTaler(poor)
    pot = Account.objects.create(kind=Account.Kind.POT, match_code=match_code)
    for player in players:
        key = f"hold:{match_code}:{player.pk}"
        _transfer(Kind.HOLD, key, by_player[player.pk], pot, amount, match_code=match_code)


def pot_settle(*, match_code: str, shares: Mapping[int, int]) -> None:
    """Pays the pot out: player id -> whole Taler; what is left goes to the house. Once: a second call does nothing.

    Raises ``ValueError`` when the shares exceed the pot or one is negative.
    """
    pot = _pot_locked(match_code, shares)
    if pot is None:
        return
    if any(share < 0 for share in shares.values()) or sum(shares.values()) > pot.balance:
        raise ValueError(f"Shares {dict(shares)} don't fit the pot of {pot.balance}.")
    _pay_out(pot, shares, Kind.SETTLE, match_code)
    if pot.balance:
        _transfer(Kind.FORFEIT, f"end:{match_code}:house", pot, _house(), pot.balance, match_code=match_code)


def pot_refund(*, match_code: str) -> None:
    """Gives each what he paid in; nothing when the pot is settled or refunded, or never was."""
    paid = Transfer.objects.filter(kind=Kind.HOLD, match_code=match_code).values_list("source__player_id", "amount")
    shares = dict(paid)
    pot = _pot_locked(match_code, shares)
    if pot is not None:
        _pay_out(pot, shares, Kind.REFUND, match_code)


def account_close(player: Player) -> None:
    """Books what the player still has to the house. Stakes in running pots stay there until the match ends."""
    _require_transaction()
    account = Account.objects.filter(player=player).first()
    if account is None:
        return
    house, account = _locked([_house().pk, account.pk])
    if account.balance:
        _transfer(Kind.CLOSE, f"close:{player.pk}", account, house, account.balance)


def split(pot: int, winners_in_seat_order: Sequence[int]) -> list[int]:
    """Equal parts of whole Taler for the winners, the remainder one by one in the order of seats."""
    if not winners_in_seat_order:
        return []
    part, rest = divmod(pot, len(winners_in_seat_order))
    return [part + (1 if index < rest else 0) for index in range(len(winners_in_seat_order))]


# --- below the surface -----------------------------------------------------------------------------


def _require_transaction() -> None:
    if not transaction.get_connection().in_atomic_block:
        raise transaction.TransactionManagementError("The ledger works inside the caller's transaction.")


def _house() -> Account:
    return Account.objects.get_or_create(kind=Account.Kind.HOUSE)[0]


def _locked(ids: Iterable[int]) -> list[Account]:
    """The accounts, locked in the order of their ids, returned in the order asked for."""
    _require_transaction()
    wanted = list(ids)
    rows = {row.pk: row for row in Account.objects.select_for_update().filter(pk__in=wanted).order_by("pk")}
    return [rows[pk] for pk in wanted]


def _locked_players(players: Sequence[Player]) -> list[Account]:
    ids = Account.objects.filter(player__in=players).values_list("pk", flat=True)
    return _locked(ids)


def _pot_locked(match_code: str, shares: Iterable[int]) -> Account | None:
    """The pot, locked together with all who get something and the house; None when nothing is in it any more."""
    _require_transaction()
    pot = Account.objects.filter(match_code=match_code).first()
    if pot is None:
        return None
    receivers = Account.objects.filter(player_id__in=list(shares)).values_list("pk", flat=True)
    pot = _locked([pot.pk, _house().pk, *receivers])[0]
    return pot if pot.balance else None


def _pay_out(pot: Account, shares: Mapping[int, int], kind: Transfer.Kind, match_code: str) -> None:
    """Pays each share; one of a deleted player goes to the house."""
    house = _house()
    accounts = {row.player_id: row for row in Account.objects.filter(player_id__in=shares).select_related("player")}
    if len(accounts) < len(shares):
        raise ValueError(f"Shares {dict(shares)} name somebody who holds no Taler.")
    for player_id, share in sorted(shares.items()):
        account = accounts[player_id]
        gone = account.player is not None and account.player.deleted_at is not None
        if share:
            _transfer(
                kind, f"end:{match_code}:{player_id}", pot, house if gone else account, share, match_code=match_code
            )


def _transfer(
    kind: Transfer.Kind, key: str, source: Account, target: Account, amount: int, *, match_code: str = ""
) -> None:
    """Books one double entry; both accounts are locked by the caller."""
    source.balance -= amount
    target.balance += amount
    Account.objects.filter(pk=source.pk).update(balance=source.balance)
    Account.objects.filter(pk=target.pk).update(balance=target.balance)
    Transfer.objects.create(
        kind=kind,
        key=key,
        source=source,
        target=target,
        amount=amount,
        source_after=source.balance,
        target_after=target.balance,
        match_code=match_code,
    )
