"""Reads around people: who a session is, players, free names, the Taler statement."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from importlib import import_module
from itertools import islice
from typing import Any

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import connection
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts.models import Account, Player, Transfer, User
from accounts.names import name_fold, proposals
from accounts.services.guests import SESSION_GUEST


def player_id_by_session(session_key: str | None) -> int | None:
    """Whose session this is now: a user's player, a living guest, or None. Reads the store every time.

    A session whose password hash is no longer the user's counts as ended, as in ``django.contrib.auth.get_user``
    (which may write to the session, so it is not used here). Two plain statements: every socket asks this.
    """
    session = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    if session.session_key is None:
        return None
    with connection.cursor() as cursor:
        cursor.execute(_SESSION, [session.session_key, _stored_now()])
        row = cursor.fetchone()
        data = session.decode(row[0]) if row else {}
        if SESSION_KEY in data:
            return _user_player_id(cursor, data)
        guest = data.get(SESSION_GUEST)
        if not isinstance(guest, int):
            return None
        cursor.execute(_GUEST, [guest])
        return guest if cursor.fetchone() else None


_SESSION = "SELECT session_data FROM django_session WHERE session_key = %s AND expire_date > %s"
_GUEST = "SELECT 1 FROM accounts_player WHERE id = %s AND guest_expires_at IS NOT NULL"
_USER = (
    "SELECT u.password, p.id FROM accounts_user u JOIN accounts_player p ON p.user_id = u.id"
    " WHERE u.id = %s AND u.is_active"
)


def _stored_now() -> Any:
    """Now as the database's driver takes it."""
    return connection.ops.adapt_datetimefield_value(timezone.now())


def _user_player_id(cursor: Any, data: dict[str, Any]) -> int | None:
    cursor.execute(_USER, [data[SESSION_KEY]])
    row = cursor.fetchone()
    return None if row is None or not _is_of(data, row[0]) else int(row[1])


def _is_of(data: dict[str, Any], password: str) -> bool:
    """Whether a session with this ``data`` was begun with the user's present password, by a way that is still ours."""
    if data.get(BACKEND_SESSION_KEY) not in settings.AUTHENTICATION_BACKENDS:
        return False
    user, known = User(password=password), data.get(HASH_SESSION_KEY) or ""
    hashes = (user.get_session_auth_hash(), *user.get_session_auth_fallback_hash())
    return any(constant_time_compare(known, value) for value in hashes)


def player_ids_by_sessions(session_keys: Iterable[str]) -> dict[str, int]:
    """``player_id_by_session`` for many at once, those with a player only. Three statements."""
    store = import_module(settings.SESSION_ENGINE).SessionStore()
    rows = Session.objects.filter(session_key__in=set(session_keys), expire_date__gt=timezone.now())
    sessions = {key: store.decode(data) for key, data in rows.values_list("session_key", "session_data")}
    guests = {data[SESSION_GUEST] for data in sessions.values() if isinstance(data.get(SESSION_GUEST), int)}
    users = {data[SESSION_KEY] for data in sessions.values() if SESSION_KEY in data}
    living = set(Player.objects.filter(pk__in=guests, guest_expires_at__isnull=False).values_list("pk", flat=True))
    active = Player.objects.filter(user__in=users, user__is_active=True)
    known = {str(user): (password, pk) for user, password, pk in active.values_list("user", "user__password", "pk")}
    found: dict[str, int] = {}
    for key, data in sessions.items():
        if SESSION_KEY in data:
            password, pk = known.get(str(data[SESSION_KEY]), ("", 0))
            if pk and _is_of(data, password):
                found[key] = pk
        elif data.get(SESSION_GUEST) in living:
            found[key] = data[SESSION_GUEST]
    return found


def guest_by_id(player_id: object) -> Player | None:
    """The living guest of that id, or None (registered, deleted or expired meanwhile)."""
    if not isinstance(player_id, int):
        return None
    return Player.objects.filter(pk=player_id, guest_expires_at__isnull=False).first()


def player_by_code(code: str) -> Player | None:
    """The registered user's player behind a public address, or None."""
    return Player.objects.filter(code=code, user__isnull=False).first()


def player_by_name(name: str) -> Player | None:
    """Who has this name or one that folds to the same key."""
    return Player.objects.select_related("user").filter(name_key=name_fold(name)).first()


def players_by_id(ids: Iterable[int]) -> dict[int, Player]:
    """Players by primary key, in one query."""
    return Player.objects.in_bulk(list(ids))


def name_proposal(rng: random.Random | None = None) -> str:
    """A guest name that is free now."""
    source = proposals(rng or random.SystemRandom())
    while True:
        names = list(islice(source, 12))
        keys = {name: name_fold(name) for name in names}
        taken = set(Player.objects.filter(name_key__in=keys.values()).values_list("name_key", flat=True))
        for name, key in keys.items():
            if key not in taken:
                return name


@dataclass(frozen=True)
class StatementLine:
    """One entry of a player's Taler statement, seen from his side. ``delta`` and ``after`` in whole Taler."""

    id: int
    kind: str
    label: str
    delta: int
    after: int
    match_code: str
    at: datetime


def statement(player: Player, *, before: int | None = None, limit: int = 30) -> list[StatementLine]:
    """The player's entries, newest first, ``limit`` of them older than the entry ``before``."""
    account = Account.objects.filter(player=player).first()
    if account is None:
        return []
    # Two indexed halves: an OR over both columns would sort everything the player ever had.
    halves = [
        Transfer.objects.filter(side & (Q() if before is None else Q(pk__lt=before))).order_by("-pk")[:limit]
        for side in (Q(source=account), Q(target=account))
    ]
    rows = sorted((row for half in halves for row in half), key=lambda row: -row.pk)[:limit]
    return [_line(row, account) for row in rows]


def _line(row: Transfer, account: Account) -> StatementLine:
    paid = row.source_id == account.pk
    return StatementLine(
        id=row.pk,
        kind=row.kind,
        label=str(Transfer.Kind(row.kind).label),
        delta=-row.amount if paid else row.amount,
        after=row.source_after if paid else row.target_after,
        match_code=row.match_code,
        at=row.created_at,
    )
