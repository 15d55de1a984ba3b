"""Writes across apps for one player: leaving, deleting, guests' seats, sockets that lose their right."""

from __future__ import annotations

from contextlib import suppress

from allauth.account.models import EmailAddress
from allauth.usersessions.models import UserSession
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.models import Session
from django.db import transaction

from accounts import services
from accounts.errors import ApplicationError
from accounts.models import Player, User
from portal.konto import selectors
from tables import notices
from tables.host import api
from tables.services.choices import choices_forget
from tables.services.seats import seat_leave


def sessions_tell(*, player_id: int) -> None:
    """After the commit, every process checks this player's sockets against the session store again."""
    transaction.on_commit(lambda: notices.sessions_changed(player_id))


def guest_became_user(*, player: Player) -> None:
    """After the commit, the player's sockets are closed with 1012 and come back with the new session."""
    transaction.on_commit(lambda: notices.identity_changed(player.pk))


def seats_give_up(*, player: Player) -> int:
    """Stands up at waiting tables and leaves running matches (a stake is lost then). Returns how many it were.

    Each in a transaction of its own, as leaving can end a match.
    """
    codes = selectors.waiting_codes(player)
    for code in codes:
        seat_leave(code=code, player=player)
    matches = selectors.running_matches(player)
    for match in matches:
        with suppress(ApplicationError):  # it has ended in the meantime
            api.leave(match, player)
    return len(codes) + len(matches)


def guest_leave(*, guest: Player) -> int:
    """The guest goes for good: seats free, name free, sockets closed. Returns how many seats were given up."""
    seats = seats_give_up(player=guest)
    services.guest_end(guest=guest)
    _last_traces(player=guest)
    return seats


def _last_traces(*, player: Player) -> None:
    """What another tab took while the player was going; who is nobody takes nothing more (``player_lock``)."""
    seats_give_up(player=player)
    choices_forget(player=player)
    sessions_tell(player_id=player.pk)


def sessions_purge() -> int:
    """Forgets address and browser of sessions that are over; call it after expired sessions were cleared."""
    over = UserSession.objects.exclude(session_key__in=Session.objects.values("session_key"))
    return int(over.delete()[0])


def session_renew(*, session: SessionBase) -> None:
    """Gives a session another key; whoever knew the old one has nothing."""
    old = session.session_key
    session.cycle_key()
    UserSession.objects.filter(session_key=old).update(session_key=session.session_key)


def sessions_end(*, player: Player | None) -> int:
    """Ends all sessions of a user (None: of everybody, guests too), sockets included. Returns how many it were."""
    with transaction.atomic():
        known, sessions = UserSession.objects.all(), Session.objects.all()
        players = {player.pk} if player is not None else selectors.connected_ids()
        if player is not None:
            known = known.filter(user__player=player)
            sessions = sessions.filter(session_key__in=known.values("session_key"))
        count, _by_model = sessions.delete()
        known.delete()
        for player_id in players:
            sessions_tell(player_id=player_id)
    return count


def email_set(*, user: User, email: str) -> None:
    """Sets or (empty) removes the address for a forgotten password. Links sent to the old one are void then."""
    with transaction.atomic():
        EmailAddress.objects.filter(user=user).delete()
        user.email = email.lower()
        user.save(update_fields=["email"])
        if email:
            EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=False)


def account_delete(*, player: Player) -> None:
    """Deletes a user's account: leaves what runs, books the Taler to the house, blanks the row, ends the sessions.

    Matches stay, with „Gelöscht“ in the seat. Running ones are left first, by the same way and at the same price
    as „Partie verlassen“: the others play on with a computer. What a pot still owes him goes to the house.
    """
    seats_give_up(player=player)
    services.user_blank(player=player, session_keys=selectors.session_keys(player))
    _last_traces(player=player)
