"""The ledger under random histories: nothing is made or lost, and every balance is what its entries say."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import date, timedelta

import pytest
from django.db import transaction
from django.db.models import Sum
from django.db.transaction import Atomic
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule, run_state_machine_as_test

from accounts import ledger, services
from accounts.errors import NotEnoughTaler
from accounts.models import Account, Player, Transfer


class History(RuleBasedStateMachine):
    """Players come, stake, win, lose, abandon, visit and leave in any order."""

    def __init__(self) -> None:
        super().__init__()
        self.around = Atomic(using=None, savepoint=True, durable=False)
        self.around.__enter__()
        self.players: list[Player] = []
        self.pots: dict[str, dict[int, int]] = {}
        self.day = date(2031, 1, 1)
        self.come()

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.around.__exit__(None, None, None)

    @rule()
    def come(self) -> None:
        if len(self.players) < 5:
            name = f"Name-{Player.objects.count()}x"
            self.players.append(services.user_register(username=name, email="", password="x").player)

    @rule(data=st.data(), amount=st.integers(0, 500))
    def stake(self, data: st.DataObject, amount: int) -> None:
        chosen = data.draw(st.lists(st.sampled_from(self.players), unique=True, max_size=4))
        code = f"m{len(self.pots)}"
        before = {player.pk: ledger.balance(player) for player in chosen}
        try:
            with transaction.atomic():
                ledger.stakes_hold(match_code=code, players=chosen, amount=amount)
        except NotEnoughTaler as refusal:
            assert refusal.players == [player for player in chosen if before[player.pk] < amount]
            return
        self.pots[code] = {player.pk: amount for player in chosen} if amount else {}

    @rule(data=st.data())
    def settle(self, data: st.DataObject) -> None:
        if not self.pots:
            return
        code = data.draw(st.sampled_from(sorted(self.pots)))
        pot = sum(self.pots[code].values())
        shares = {player_id: data.draw(st.integers(0, pot)) for player_id in self.pots[code]}
        with suppress(ValueError), transaction.atomic():
            ledger.pot_settle(match_code=code, shares=shares)

    @rule(data=st.data())
    def refund(self, data: st.DataObject) -> None:
        if self.pots:
            ledger.pot_refund(match_code=data.draw(st.sampled_from(sorted(self.pots))))

    @rule(data=st.data())
    def visit(self, data: st.DataObject) -> None:
        player = data.draw(st.sampled_from(self.players))
        before = ledger.balance(player) + ledger.held(player)
        given = services.player_day_begin(player=player, today=self.day)
        assert given in (0, max(0, 100 - before))

    @rule()
    def night(self) -> None:
        self.day += timedelta(days=1)

    @rule(data=st.data())
    def leave(self, data: st.DataObject) -> None:
        if len(self.players) > 1:
            player = data.draw(st.sampled_from(self.players))
            services.user_blank(player=player, session_keys=[])
            self.players.remove(player)

    @invariant()
    def nothing_is_made_or_lost(self) -> None:
        assert Account.objects.aggregate(total=Sum("balance"))["total"] == 0

    @invariant()
    def only_the_house_owes(self) -> None:
        assert not Account.objects.exclude(kind="house").filter(balance__lt=0).exists()

    @invariant()
    def every_balance_is_what_its_entries_say(self) -> None:
        for account in Account.objects.all():
            entries = list(Transfer.objects.filter(source=account)) + list(Transfer.objects.filter(target=account))
            balance = 0
            for entry in sorted(entries, key=lambda entry: entry.pk):
                paid = entry.source_id == account.pk
                balance += -entry.amount if paid else entry.amount
                assert (entry.source_after if paid else entry.target_after) == balance
            assert account.balance == balance

    @invariant()
    def held_is_what_lies_in_pots(self) -> None:
        pots = Account.objects.filter(kind="pot").aggregate(total=Sum("balance"))["total"] or 0
        assert sum(ledger.held(player) for player in Player.objects.all()) == pots


@pytest.fixture
def in_a_transaction(db: None) -> Iterator[None]:
    yield


@pytest.mark.usefixtures("in_a_transaction")
def test_conservation() -> None:
    run_state_machine_as_test(
        History,
        settings=settings(
            max_examples=12,
            stateful_step_count=20,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
