from __future__ import annotations

import threading
import time
from collections.abc import Callable
from datetime import date

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.models import Sum
from django.utils import timezone

from accounts import ledger, services
from accounts.errors import NotEnoughTaler
from accounts.models import Account, Player, Transfer
from tables.models import LastChoice
from tests.tables.lobby.support import at_once

DAY = date(2031, 5, 1)


def player(name: str) -> Player:
    return services.user_register(username=name, email="", password="x").player


def balances(*players: Player) -> list[int]:
    return [ledger.balance(one) for one in players]


def total() -> int:
    return Account.objects.aggregate(total=Sum("balance"))["total"] or 0


def spend(one: Player, amount: int, code: str = "spent") -> None:
    """Loses Taler to the house."""
    with transaction.atomic():
        ledger.stakes_hold(match_code=code, players=[one], amount=amount)
        ledger.pot_settle(match_code=code, shares={})


@pytest.mark.django_db
class TestWelcome:
    def test_a_new_account_has_1000_from_the_house(self) -> None:
        assert ledger.balance(player("Anna")) == 1000
        assert Account.objects.get(kind="house").balance == -1000
        assert total() == 0

    def test_twice_gives_once(self) -> None:
        anna = player("Anna")
        ledger.welcome(anna)
        assert ledger.balance(anna) == 1000

    def test_guests_hold_none(self) -> None:
        guest = services.guest_create(name="Gerd")
        assert ledger.balance(guest) == 0
        assert not Account.objects.filter(player=guest).exists()


@pytest.mark.django_db
class TestTopUp:
    def test_fills_to_100_at_the_first_visit_only(self) -> None:
        anna = player("Anna")
        spend(anna, 970)
        assert services.player_day_begin(player=anna, today=DAY) == 70
        spend(anna, 50, "again")
        assert services.player_day_begin(player=anna, today=DAY) == 0
        assert ledger.balance(anna) == 50

    def test_whoever_had_enough_in_the_morning_gets_nothing_later_that_day(self) -> None:
        anna = player("Anna")
        assert services.player_day_begin(player=anna, today=DAY) == 0
        spend(anna, 1000)
        fresh = Player.objects.get(pk=anna.pk)
        assert services.player_day_begin(player=fresh, today=DAY) == 0
        assert services.player_day_begin(player=fresh, today=date(2031, 5, 2)) == 100

    def test_held_stakes_count(self) -> None:
        anna = player("Anna")
        spend(anna, 940)
        ledger.stakes_hold(match_code="m", players=[anna], amount=50)
        assert ledger.held(anna) == 50
        assert services.player_day_begin(player=anna, today=DAY) == 40
        assert (ledger.balance(anna), ledger.held(anna)) == (50, 50)

    def test_a_clock_that_goes_back_gives_nothing(self) -> None:
        anna = player("Anna")
        spend(anna, 1000)
        assert services.player_day_begin(player=anna, today=DAY) == 100
        spend(anna, 100, "b")
        assert services.player_day_begin(player=anna, today=date(2031, 4, 30)) == 0

    def test_a_stale_row_gets_nothing_either(self) -> None:
        anna = player("Anna")
        spend(anna, 1000)
        stale = Player.objects.get(pk=anna.pk)
        assert services.player_day_begin(player=anna, today=DAY) == 100
        assert services.player_day_begin(player=stale, today=DAY) == 0

    def test_guests_and_deleted_get_none(self) -> None:
        guest = services.guest_create(name="Gerd")
        assert services.player_day_begin(player=guest, today=DAY) == 0
        anna = player("Anna")
        services.user_blank(player=anna, session_keys=[])
        assert services.player_day_begin(player=anna, today=DAY) == 0

    def test_the_day_of_registration_has_begun(self) -> None:
        anna = player("Anna")
        spend(anna, 1000)
        assert services.player_day_begin(player=anna, today=timezone.localdate()) == 0


@pytest.mark.django_db
class TestStakes:
    def test_are_held_and_settled_with_the_rest_to_the_house(self) -> None:
        anna, ben = player("Anna"), player("Ben")
        ledger.stakes_hold(match_code="m", players=[anna, ben], amount=100)
        assert balances(anna, ben) == [900, 900]
        assert (ledger.held(anna), ledger.held(ben)) == (100, 100)
        ledger.pot_settle(match_code="m", shares={anna.pk: 150, ben.pk: 0})
        assert balances(anna, ben) == [1050, 900]
        assert (ledger.held(anna), ledger.held(ben)) == (0, 0)
        assert Account.objects.get(kind="house").balance == -1950
        assert total() == 0

    def test_all_who_cannot_pay_are_named_and_nothing_is_held(self) -> None:
        anna, ben, cleo = player("Anna"), player("Ben"), player("Cleo")
        guest = services.guest_create(name="Gerd")
        spend(ben, 990)
        with pytest.raises(NotEnoughTaler) as refusal:
            ledger.stakes_hold(match_code="m", players=[anna, ben, cleo, guest], amount=500)
        assert refusal.value.players == [ben, guest]
        assert refusal.value.text == "Für diesen Einsatz haben Ben und Gerd nicht genug Taler."
        assert balances(anna, ben, cleo) == [1000, 10, 1000]
        assert not Account.objects.filter(match_code="m").exists()

    def test_one_who_cannot_pay_is_named_in_the_singular(self) -> None:
        anna = player("Anna")
        with pytest.raises(NotEnoughTaler, match="Einsatz hat Anna nicht"):
            ledger.stakes_hold(match_code="m", players=[anna], amount=1001)

    def test_a_second_hold_settle_or_refund_does_nothing(self) -> None:
        anna, ben = player("Anna"), player("Ben")
        for _twice in range(2):
            ledger.stakes_hold(match_code="m", players=[anna, ben], amount=10)
        assert balances(anna, ben) == [990, 990]
        for _twice in range(2):
            ledger.pot_settle(match_code="m", shares={ben.pk: 20})
            ledger.pot_refund(match_code="m")
        assert balances(anna, ben) == [990, 1010]

    def test_a_refund_gives_everybody_his_own_and_excludes_a_settlement(self) -> None:
        anna, ben = player("Anna"), player("Ben")
        ledger.stakes_hold(match_code="m", players=[anna, ben], amount=10)
        ledger.pot_refund(match_code="m")
        ledger.pot_settle(match_code="m", shares={ben.pk: 20})
        assert balances(anna, ben) == [1000, 1000]

    def test_without_a_stake_there_is_no_pot_and_ending_is_harmless(self) -> None:
        anna = player("Anna")
        ledger.stakes_hold(match_code="m", players=[anna], amount=0)
        ledger.pot_settle(match_code="m", shares={anna.pk: 0})
        ledger.pot_refund(match_code="m")
        assert ledger.balance(anna) == 1000
        assert not Account.objects.filter(kind="pot").exists()

    @pytest.mark.parametrize("shares", [{"anna": 21}, {"anna": 10, "ben": 11}, {"anna": -1, "ben": 5}])
    def test_shares_that_do_not_fit_change_nothing(self, shares: dict[str, int]) -> None:
        people = {"anna": player("Anna"), "ben": player("Ben")}
        ledger.stakes_hold(match_code="m", players=list(people.values()), amount=10)
        with pytest.raises(ValueError, match="Shares"), transaction.atomic():
            ledger.pot_settle(match_code="m", shares={people[name].pk: share for name, share in shares.items()})
        assert balances(*people.values()) == [990, 990]

    def test_a_share_for_somebody_without_taler_is_a_mistake(self) -> None:
        anna, guest = player("Anna"), services.guest_create(name="Gerd")
        ledger.stakes_hold(match_code="m", players=[anna], amount=10)
        with pytest.raises(ValueError, match="holds no Taler"), transaction.atomic():
            ledger.pot_settle(match_code="m", shares={guest.pk: 10})

    def test_nobody_pays_twice_or_negatively(self) -> None:
        anna = player("Anna")
        with pytest.raises(ValueError, match="pays once"):
            ledger.stakes_hold(match_code="m", players=[anna, anna], amount=10)
        with pytest.raises(ValueError, match="negative"):
            ledger.stakes_hold(match_code="m", players=[anna], amount=-1)


@pytest.mark.django_db
class TestClose:
    def test_what_is_left_goes_to_the_house(self) -> None:
        anna = player("Anna")
        ledger.account_close(anna)
        ledger.account_close(anna)
        assert ledger.balance(anna) == 0
        assert Account.objects.get(kind="house").balance == 0

    def test_what_a_pot_owes_a_deleted_player_goes_to_the_house(self) -> None:
        anna, ben = player("Anna"), player("Ben")
        ledger.stakes_hold(match_code="m", players=[anna, ben], amount=10)
        services.user_blank(player=anna, session_keys=[])
        ledger.pot_refund(match_code="m")
        assert balances(anna, ben) == [0, 1000]
        assert total() == 0


@pytest.mark.parametrize(
    ("pot", "winners", "parts"),
    [
        (100, [0], [100]),
        (100, [0, 2, 3], [34, 33, 33]),
        (101, [1, 3], [51, 50]),
        (2, [0, 1, 2], [1, 1, 0]),
        (5, [], []),
    ],
)
def test_split_gives_the_remainder_by_seat_order(pot: int, winners: list[int], parts: list[int]) -> None:
    assert ledger.split(pot, winners) == parts


@pytest.mark.django_db
class TestTheDatabaseHolds:
    """What no bug up here can get past."""

    def test_no_players_balance_below_zero(self) -> None:
        anna = player("Anna")
        with pytest.raises(IntegrityError), transaction.atomic():
            Account.objects.filter(player=anna).update(balance=-1)

    def test_a_key_once(self) -> None:
        anna = player("Anna")
        house, account = Account.objects.get(kind="house"), Account.objects.get(player=anna)
        with pytest.raises(IntegrityError), transaction.atomic():
            ledger._transfer(Transfer.Kind.WELCOME, f"welcome:{anna.pk}", house, account, 1000)
        assert ledger.balance(anna) == 1000

    def test_one_house(self) -> None:
        player("Anna")
        with pytest.raises(IntegrityError), transaction.atomic():
            Account.objects.create(kind="house")

    @pytest.mark.parametrize("amount", [0])
    def test_no_empty_transfer(self, amount: int) -> None:
        anna = player("Anna")
        house, account = Account.objects.get(kind="house"), Account.objects.get(player=anna)
        with pytest.raises(IntegrityError), transaction.atomic():
            ledger._transfer(Transfer.Kind.TOP_UP, "x", house, account, amount)

    def test_no_transfer_to_oneself(self) -> None:
        anna = Account.objects.get(player=player("Anna"))
        with pytest.raises(IntegrityError), transaction.atomic():
            ledger._transfer(Transfer.Kind.TOP_UP, "x", anna, anna, 5)

    def test_what_is_booked_stays(self) -> None:
        player("Anna")
        with pytest.raises(TypeError, match="append-only"):
            Transfer.objects.all().delete()
        with pytest.raises(TypeError, match="append-only"):
            Transfer.objects.update(amount=1)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "work",
    [
        lambda anna: ledger.stakes_hold(match_code="m", players=[anna], amount=1),
        lambda anna: ledger.pot_settle(match_code="m", shares={}),
        lambda anna: ledger.pot_refund(match_code="m"),
        lambda anna: ledger.top_up(anna, DAY),
        lambda anna: ledger.account_close(anna),
        lambda anna: ledger.welcome(anna),
    ],
)
def test_nothing_is_booked_outside_a_transaction(work: Callable[[Player], object]) -> None:
    anna = player("Anna")
    with pytest.raises(transaction.TransactionManagementError):
        work(anna)


@pytest.mark.django_db(transaction=True)
class TestAtOnce:
    def run(self, *works: Callable[[], object]) -> list[BaseException]:
        errors: list[BaseException] = []
        barrier = threading.Barrier(len(works))

        def one(work: Callable[[], object]) -> None:
            try:
                barrier.wait(timeout=10)
                with transaction.atomic():
                    work()
            except BaseException as error:
                errors.append(error)
            finally:
                connection.close()

        threads = [threading.Thread(target=one, args=(work,)) for work in works]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(timeout=60)
        return errors

    def test_one_pot_is_paid_once(self) -> None:
        anna, ben = player("Anna"), player("Ben")
        with transaction.atomic():
            ledger.stakes_hold(match_code="m", players=[anna, ben], amount=100)
        settle = [lambda: ledger.pot_settle(match_code="m", shares={anna.pk: 200})] * 3
        refund = [lambda: ledger.pot_refund(match_code="m")] * 3
        assert self.run(*settle, *refund) == []
        assert balances(anna, ben) in ([1100, 900], [1000, 1000])
        assert total() == 0

    def test_nobody_spends_the_same_taler_twice(self) -> None:
        anna, ben, cleo = player("Anna"), player("Ben"), player("Cleo")
        pairs = [[anna, ben], [ben, cleo], [cleo, anna], [ben, anna], [cleo, ben], [anna, cleo]]

        def hold(number: int, pair: list[Player]) -> Callable[[], object]:
            return lambda: ledger.stakes_hold(match_code=f"m{number}", players=pair, amount=400)

        errors = self.run(*(hold(number, pair) for number, pair in enumerate(pairs)))
        assert all(isinstance(error, NotEnoughTaler) for error in errors)
        pots = Account.objects.filter(kind="pot")
        assert all(pot.balance == 800 for pot in pots)
        assert pots.count() == len(pairs) - len(errors) >= 2
        assert sum(balances(anna, ben, cleo)) == 3000 - 800 * pots.count()
        assert total() == 0

    def test_two_first_visits_fill_once(self) -> None:
        anna = player("Anna")
        with transaction.atomic():
            spend(anna, 1000)
        rows = [Player.objects.get(pk=anna.pk) for _twice in range(4)]
        assert self.run(*((lambda row=row: ledger.top_up(row, DAY)) for row in rows)) == []
        assert ledger.balance(anna) == 100

    def test_an_account_goes_while_a_match_of_its_player_ends(self) -> None:
        """The end holds the house, and at its commit the foreign keys of what it wrote ask for the player's row."""
        anna = player("Anna")
        held = threading.Event()

        def match_ends() -> None:
            with transaction.atomic():
                ledger._locked([ledger._house().pk])
                held.set()
                time.sleep(0.5)  # the deletion is waiting for the house now
                LastChoice.objects.create(player=anna, game="elements")

        def account_goes() -> None:
            held.wait(10)
            services.user_blank(player=anna, session_keys=[])

        assert at_once([match_ends, account_goes]) == [None, None]
        assert (ledger.balance(anna), total()) == (0, 0)
