"""The portal's settings with the race among its games: for portals that tests start as processes of their own."""

from __future__ import annotations

from portal.settings import *  # noqa: F403
from portal.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.realtime.apps.RealtimeConfig"]
