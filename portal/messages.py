"""Django's messages, whose cookie bears our name."""

from __future__ import annotations

from django.conf import settings
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.contrib.messages.storage.session import SessionStorage


class NamedCookieStorage(CookieStorage):
    """In a cookie that only this host can set."""

    cookie_name = settings.MESSAGES_COOKIE_NAME


class Storage(FallbackStorage):
    """The cookie first; what is too long for it goes into the session."""

    storage_classes = (NamedCookieStorage, SessionStorage)
