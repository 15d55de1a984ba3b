"""Writes around people: guests, players (look, settings, name) and registered users."""

from __future__ import annotations

from accounts.names import name_fold
from accounts.services.guests import (
    guest_create,
    guest_end,
    guest_enter,
    guest_prolong,
    guests_end_expired,
    guests_prolong,
)
from accounts.services.players import (
    name_check,
    player_day_begin,
    player_look_set,
    player_rename,
    player_settings_set,
)
from accounts.services.users import user_blank, user_register

__all__ = [
    "guest_create",
    "guest_end",
    "guest_enter",
    "guest_prolong",
    "guests_end_expired",
    "guests_prolong",
    "name_check",
    "name_fold",
    "player_day_begin",
    "player_look_set",
    "player_rename",
    "player_settings_set",
    "user_blank",
    "user_register",
]
