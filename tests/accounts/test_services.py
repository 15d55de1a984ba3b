from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts import ledger, selectors, services
from accounts.errors import ApplicationError, NameRefused
from accounts.models import Player, User

pytestmark = pytest.mark.django_db


def register(name: str, guest: Player | None = None) -> User:
    return services.user_register(username=name, email="", password="farn-und-moos-3", guest=guest)


class TestUserRegister:
    def test_makes_user_player_and_account(self) -> None:
        user = services.user_register(username="Mila", email="Mila@Example.INVALID", password="farn-und-moos-3")
        assert user.check_password("farn-und-moos-3")
        assert user.player.name == user.username == "Mila"
        assert (user.player.is_user, user.player.is_guest, user.player.figure) == (True, False, "user")
        assert ledger.balance(user.player) == 1000

    def test_a_guest_keeps_the_row_look_and_history(self) -> None:
        guest = services.guest_create(name="Frieda")
        services.player_look_set(player=guest, colour=5, sign=2)
        user = register("Frieda", guest=guest)
        assert (user.player.pk, user.player.code) == (guest.pk, guest.code)
        assert (user.player.colour, user.player.sign, user.player.guest_expires_at) == (5, 2, None)
        assert Player.objects.count() == 1

    def test_a_guest_may_take_another_name_and_frees_the_old_one(self) -> None:
        guest = services.guest_create(name="Frieda")
        assert register("Tarik", guest=guest).player.pk == guest.pk
        assert services.guest_create(name="Frieda").pk != guest.pk

    def test_a_guest_who_ended_meanwhile_still_keeps_the_row(self) -> None:
        guest = services.guest_create(name="Frieda")
        services.guest_end(guest=Player.objects.get(pk=guest.pk))
        assert register("Frieda", guest=guest).player.pk == guest.pk

    def test_somebody_elses_row_is_never_taken_over(self) -> None:
        mila = register("Mila").player
        assert register("Tarik", guest=mila).player.pk != mila.pk
        gone = register("Weg").player
        services.user_blank(player=gone, session_keys=[])
        assert register("Neu", guest=gone).player.pk != gone.pk

    def test_a_refused_name_leaves_nothing_behind(self) -> None:
        register("Mila")
        with pytest.raises(NameRefused):
            register("m-i-l-a")
        assert (User.objects.count(), Player.objects.count()) == (1, 1)


class TestGuests:
    def test_a_guest_lives_for_24_hours(self) -> None:
        guest = services.guest_create(name="Frieda")
        assert guest.guest_expires_at is not None
        assert timedelta(hours=23, minutes=59) < guest.guest_expires_at - timezone.now() <= timedelta(hours=24)
        assert (guest.is_guest, guest.figure) == (True, "guest")

    def test_prolonging_writes_once_an_hour(self, django_assert_num_queries: object) -> None:
        guest = services.guest_create(name="Frieda")
        first = guest.guest_expires_at
        assert first is not None
        services.guest_prolong(guest=guest, now=timezone.now() + timedelta(minutes=50))
        assert Player.objects.get(pk=guest.pk).guest_expires_at == first
        later = timezone.now() + timedelta(hours=2)
        services.guest_prolong(guest=guest, now=later)
        assert Player.objects.get(pk=guest.pk).guest_expires_at == later + timedelta(hours=24)

    def test_expiry_frees_the_name_and_keeps_the_row(self) -> None:
        guest = services.guest_create(name="Frieda")
        other = services.guest_create(name="Fritz")
        late = timezone.now() + timedelta(hours=25)
        services.guests_prolong(player_ids=[other.pk], now=late)
        assert services.guests_end_expired(now=late) == [guest.pk]
        assert services.guests_end_expired(now=late) == []
        guest.refresh_from_db()
        assert (guest.name, guest.name_key) == ("Frieda", None)
        assert services.guest_create(name="Frieda").pk != guest.pk
        assert selectors.guest_by_id(guest.pk) is None

    def test_prolonging_revives_nobody_and_makes_no_guest_of_a_user(self) -> None:
        ended = services.guest_create(name="Frieda")
        services.guest_end(guest=ended)
        mila = register("Mila").player
        assert services.guests_prolong(player_ids=[ended.pk, mila.pk], now=timezone.now()) == 0
        services.guest_prolong(guest=ended, now=timezone.now() + timedelta(days=2))
        assert selectors.guest_by_id(ended.pk) is None


class TestLookAndSettings:
    def test_are_stored(self) -> None:
        player = register("Mila").player
        services.player_look_set(player=player, colour=6, sign=1)
        services.player_settings_set(player=player, theme="dark", sounds=False, motion=False)
        stored = Player.objects.get(pk=player.pk)
        assert (stored.colour, stored.sign, stored.theme, stored.sounds, stored.motion) == (6, 1, "dark", False, False)

    @pytest.mark.parametrize(("colour", "sign"), [(0, 1), (7, 1), (1, 0), (1, 7)])
    def test_unknown_looks_are_refused(self, colour: int, sign: int) -> None:
        with pytest.raises(ApplicationError, match="Farbe"):
            services.player_look_set(player=register("Mila").player, colour=colour, sign=sign)

    def test_an_unknown_theme_is_refused(self) -> None:
        with pytest.raises(ApplicationError):
            services.player_settings_set(player=register("Mila").player, theme="pink", sounds=True, motion=True)


class TestUserBlank:
    def test_blanks_everything_personal_and_frees_the_name(self) -> None:
        user = services.user_register(username="Mila", email="mila@example.invalid", password="x")
        player = user.player
        services.player_look_set(player=player, colour=4, sign=4)
        services.user_blank(player=player, session_keys=[])
        assert (player.name, player.name_key, player.user_id) == ("", None, None)
        assert (player.colour, player.sign, player.display_name) == (1, 1, "Gelöscht")
        assert (player.is_user, player.is_guest) == (False, False)
        assert not User.objects.exists()
        assert register("Mila").player.pk != player.pk

    def test_a_blanked_player_cannot_be_renamed(self) -> None:
        player = register("Mila").player
        stale = Player.objects.get(pk=player.pk)
        services.user_blank(player=player, session_keys=[])
        with pytest.raises(ApplicationError, match="nicht mehr"):
            services.player_rename(player=stale, name="Milena")


class TestKinds:
    """The database keeps the four kinds of players apart."""

    @pytest.mark.parametrize(
        "fields",
        [
            {"name_key": "x"},  # a name taken by nobody
            {"guest_expires_at": timezone.now()},  # a living guest without a name
            {"deleted_at": timezone.now(), "name": "Mila"},  # deleted, but still named
            {"deleted_at": timezone.now(), "name_key": "x"},
        ],
    )
    def test_no_mixtures(self, fields: dict[str, object]) -> None:
        with pytest.raises(IntegrityError), transaction.atomic():
            Player.objects.create(**fields)

    def test_a_log_in_cannot_go_before_its_player_is_blanked(self) -> None:
        user = register("Mila")
        with pytest.raises(IntegrityError), transaction.atomic():
            user.delete()
