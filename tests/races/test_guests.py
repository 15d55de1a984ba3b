"""A guest becomes a user from twenty tabs at once, through the real page."""

from __future__ import annotations

from functools import partial

from django.conf import settings
from django.http import HttpResponse
from django.test import Client

from accounts import ledger, selectors
from accounts.errors import ApplicationError
from accounts.models import Player, Transfer, User
from accounts.services import guest_create, user_register
from accounts.services.guests import SESSION_GUEST
from portal.konto import services as konto
from portal.tasks import housekeeping
from tables.models import Seat
from tables.services import seats
from tests.races.support import ROUNDS, TASKS, Crowd, again, assert_sound, codes, someone
from tests.tables.lobby.support import table_of

WORD = "kiesel-und-farn-7"
Answer = HttpResponse


def session_of(guest: Player) -> str:
    session = Client().session
    session[SESSION_GUEST] = guest.pk
    session.save()
    return str(session.session_key)


def upgrade(key: str, name: str) -> tuple[int, str]:
    """„Registrieren“ in one more tab of that session: the status, and the session it has then."""
    tab = Client()
    tab.cookies[settings.SESSION_COOKIE_NAME] = key
    form = {"username": name, "email": "", "password1": WORD, "password2": WORD}
    response = tab.post("/konto/registrieren/", form)
    return response.status_code, tab.cookies[settings.SESSION_COOKIE_NAME].value


def test_the_upgrade(crowd: Crowd) -> None:
    """One account with the guest's row, seat and 1000 Taler; the other tabs read that the name is taken, or go on."""
    opener = someone()
    for number in range(ROUNDS):
        guest = guest_create(name=f"Gast-{number}x")
        table = table_of(opener, guest, seats_count=2)
        key = session_of(guest)
        results = crowd.at_once([partial(upgrade, key, guest.name)] * TASKS)
        assert {status for status, _key in results} <= {200, 302}
        users = User.objects.filter(username=guest.name)
        assert [user.player.pk for user in users] == [guest.pk], "the row of the guest, and no second one"
        assert ledger.balance(guest) == 1000
        assert Transfer.objects.filter(key=f"welcome:{guest.pk}").count() == 1
        assert Seat.objects.get(table=table, index=1).player_id == guest.pk
        inside = [key for status, key in results if _is(key, guest)]
        assert inside, "nobody is logged in as the new user"
        assert_sound()
        for one in (again(guest), opener):
            seats.seat_leave(code=table.code, player=one)


def _is(key: str, player: Player) -> bool:
    return selectors.player_id_by_session(key) == player.pk and Player.objects.get(pk=player.pk).is_user


def test_twenty_names_for_one_guest(crowd: Crowd) -> None:
    """Each tab asks for another name: one of them is the guest, the others are new, and none has two rows."""
    for number in range(ROUNDS):
        guest = guest_create(name=f"Gast-{number}y")
        names = [f"Neu-{number:03}-{tab:02}" for tab in range(TASKS)]
        register = [partial(user_register, username=n, email="", password=WORD, guest=again(guest)) for n in names]
        results = crowd.at_once(register)
        assert codes(results) == {"ok": TASKS}
        assert [user.player.pk for user in User.objects.filter(player=guest)] == [guest.pk]
        assert Player.objects.filter(user__username__in=names).count() == TASKS
        assert_sound()


def test_one_name_for_twenty_guests(crowd: Crowd) -> None:
    for number in range(ROUNDS):
        guests = [guest_create(name=f"Gast-{number:03}-{tab:02}z") for tab in range(TASKS)]
        name = f"Begehrt-{number}"
        register = [partial(user_register, username=name, email="", password=WORD, guest=guest) for guest in guests]
        assert codes(crowd.at_once(register)) == {"ok": 1, "name_taken": TASKS - 1}
        assert sum(again(guest).is_user for guest in guests) == 1
        assert_sound()


def test_a_guest_goes_and_stays(crowd: Crowd) -> None:
    """Registers, logs out, sits down and is swept away at once: a user with all seats, or nobody with none."""
    opener = someone()
    for number in range(ROUNDS):
        guest = guest_create(name=f"Gast-{number}w")
        table, other = table_of(opener, guest, seats_count=2), table_of(opener, clock_s=30)

        def go(guest: Player) -> None:
            konto.guest_leave(guest=guest)

        register = partial(user_register, username=guest.name, email="", password=WORD)
        results = crowd.at_once(
            [
                *(partial(register, guest=again(guest)) for _ in range(6)),
                *(partial(go, again(guest)) for _ in range(6)),
                *(partial(seats.seat_take, code=other.code, player=again(guest)) for _ in range(6)),
                *[housekeeping] * 2,
            ]
        )
        assert {r.code for r in results if isinstance(r, ApplicationError)} <= {"name_taken", "gone", "full"}
        now = again(guest)
        if now.is_user:
            assert ledger.balance(now) == 1000
        else:
            assert now.name_key is None
            assert not Seat.objects.filter(player=guest).exists()
        assert_sound()
        for one in (now, opener):
            for code in (table.code, other.code):
                seats.seat_leave(code=code, player=one)
