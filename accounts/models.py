"""Who plays: players (users and guests alike), the log-in of users, and the Taler ledger's tables."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager
from django.db import models
from django.db.models import F, Q
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _

from accounts.faces import Face, shown_figure, shown_name

CODE_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"


def new_code() -> str:
    """A random id for addresses: 60 bits, no look-alikes."""
    return get_random_string(12, CODE_ALPHABET)


class Player(models.Model):
    """Whoever can hold a seat: a user, a guest, or what is left of a deleted account.

    Seats, matches, standings and entries point here, so a guest who registers keeps everything: only
    ``user`` is filled in. ``name_key`` is the folded name, unique over users and living guests; None frees it.

    Four kinds, kept apart by the constraint ``player_kind``: a *user* (``user``, ``name_key``), a *living guest*
    (``guest_expires_at``, ``name_key``), a *former guest* (neither; the name stays for old matches) and a
    *deleted* player (``deleted_at``, everything else blank).
    """

    class Theme(models.TextChoices):
        AUTO = "auto", _("wie das Gerät")
        LIGHT = "light", _("hell")
        DARK = "dark", _("dunkel")

    code = models.CharField(max_length=16, unique=True, default=new_code, editable=False)
    name = models.CharField(max_length=20, blank=True)
    name_key = models.CharField(max_length=60, unique=True, null=True, blank=True)
    user = models.OneToOneField("accounts.User", models.SET_NULL, null=True, blank=True, related_name="player")
    guest_expires_at = models.DateTimeField(null=True, blank=True, db_index=True)
    deleted_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    colour = models.PositiveSmallIntegerField(default=1)
    sign = models.PositiveSmallIntegerField(default=1)
    theme = models.CharField(max_length=5, choices=Theme.choices, default=Theme.AUTO)
    sounds = models.BooleanField(default=True)
    motion = models.BooleanField(default=True)
    topped_up_on = models.DateField(null=True, blank=True)
    """Day (Europe/Berlin) of the last first visit, whether Taler were missing then or not."""

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(colour__range=(1, 6)) & Q(sign__range=(1, 6)), name="player_look"),
            models.CheckConstraint(
                condition=Q(user__isnull=False, name_key__isnull=False, guest_expires_at=None, deleted_at=None)
                | Q(user=None, name_key__isnull=False, guest_expires_at__isnull=False, deleted_at=None)
                | Q(user=None, name_key=None, guest_expires_at=None, deleted_at=None)
                | Q(user=None, name_key=None, guest_expires_at=None, deleted_at__isnull=False, name=""),
                name="player_kind",
            ),
        ]

    def __str__(self) -> str:
        return self.display_name

    @property
    def is_user(self) -> bool:
        return self.user_id is not None

    @property
    def is_guest(self) -> bool:
        return self.user_id is None and self.deleted_at is None

    @property
    def display_name(self) -> str:
        return shown_name(self.name, self.deleted_at)

    @property
    def figure(self) -> str:
        """Which wooden figure stands for this player: ``user`` or ``guest``."""
        return shown_figure(self.user_id, self.deleted_at)

    @property
    def face(self) -> Face:
        """All that lists show. Asks for every column of it, so not for players of whom only some were read."""
        return Face(self.code, self.name, self.user_id, self.deleted_at, self.colour, self.sign)


class UserManager(BaseUserManager["User"]):
    """Creates log-ins; a user without its player is made by ``accounts.services.user_register`` only."""

    def create_user(self, username: str, email: str | None = None, password: str | None = None) -> User:
        user = self.model(username=username, email=self.normalize_email(email or ""))
        user.set_password(password)
        user.save(using=self._db)
        return user


class User(AbstractBaseUser):
    """A log-in: the player's name again, a password, an e-mail address if given."""

    username = models.CharField(_("Name"), max_length=20, unique=True)
    email = models.EmailField(_("E-Mail"), blank=True)
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)
    date_joined = models.DateTimeField(auto_now_add=True)

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    objects = UserManager()

    def __str__(self) -> str:
        return self.username


class Account(models.Model):
    """A ledger account: one per user's player, one escrow per match, one house.

    ``balance`` is the sum of the account's entries, kept by ``accounts/ledger.py`` in the same transaction.
    """

    class Kind(models.TextChoices):
        PLAYER = "player"
        POT = "pot"
        HOUSE = "house"

    kind = models.CharField(max_length=6, choices=Kind.choices)
    player = models.OneToOneField(Player, models.PROTECT, null=True, blank=True, related_name="account")
    match_code = models.CharField(max_length=16, unique=True, null=True, blank=True)
    balance = models.BigIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(kind="house") | Q(balance__gte=0), name="account_not_negative"),
            models.UniqueConstraint(fields=["kind"], condition=Q(kind="house"), name="account_one_house"),
            models.CheckConstraint(
                condition=Q(kind="player", player__isnull=False, match_code__isnull=True)
                | Q(kind="pot", player__isnull=True, match_code__isnull=False)
                | Q(kind="house", player__isnull=True, match_code__isnull=True),
                name="account_kind_fits",
            ),
        ]


class TransferQuerySet(models.QuerySet["Transfer"]):
    """Reads and inserts; what is booked stays booked."""

    def update(self, **kwargs: Any) -> int:
        raise TypeError("The ledger is append-only.")

    def delete(self) -> tuple[int, dict[str, int]]:
        raise TypeError("The ledger is append-only.")


class Transfer(models.Model):
    """Taler moved from one account to another: the debit and the credit of one double entry. Append-only.

    ``key`` says what it was for and makes that happen once (``welcome:<player>``, ``end:<match>:<player>`` …).
    """

    class Kind(models.TextChoices):
        WELCOME = "welcome", _("Startguthaben")
        TOP_UP = "top_up", _("Aufgefüllt")
        HOLD = "hold", _("Einsatz")
        SETTLE = "settle", _("Topf")
        REFUND = "refund", _("Zurückgezahlt")
        FORFEIT = "forfeit", _("Verfallen")
        CLOSE = "close", _("Konto gelöscht")

    kind = models.CharField(max_length=8, choices=Kind.choices)
    key = models.CharField(max_length=80, unique=True)
    source = models.ForeignKey(Account, models.PROTECT, related_name="outgoing")
    target = models.ForeignKey(Account, models.PROTECT, related_name="incoming")
    amount = models.PositiveIntegerField()
    source_after = models.BigIntegerField()
    """Balance of the source when this was booked; so is ``target_after`` the target's."""
    target_after = models.BigIntegerField()
    match_code = models.CharField(max_length=16, blank=True, db_index=True)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = TransferQuerySet.as_manager()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="transfer_positive"),
            models.CheckConstraint(condition=~Q(source=F("target")), name="transfer_two_accounts"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["source", "-id"], name="transfer_by_source"),
            models.Index(fields=["target", "-id"], name="transfer_by_target"),
        ]
