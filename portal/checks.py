"""What an operator should know before strangers come: warnings of ``manage.py check --deploy`` and of ``serve``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Tags, Warning, register

OPERATOR = ("OPERATOR_NAME", "OPERATOR_ADDRESS", "OPERATOR_EMAIL")


@register(Tags.security, deploy=True)
def operator_data(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """The law wants to know who runs the portal; the pages Impressum and Datenschutz say it."""
    missing = [name for name in OPERATOR if not getattr(settings, name)]
    if not missing:
        return []
    hint = "Impressum and Datenschutz are incomplete without them."
    return [Warning(f"{', '.join(missing)} missing.", hint=hint, id="portal.W001")]


@register(Tags.security, deploy=True)
def mail(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """Without a mail server nobody can reset a password."""
    if not settings.EMAIL_BACKEND.endswith("console.EmailBackend"):
        return []
    return [Warning("EMAIL_URL is missing: messages go to the log only.", id="portal.W002")]


@register(Tags.security, deploy=True)
def origins(app_configs: Sequence[AppConfig] | None, **kwargs: Any) -> list[CheckMessage]:
    """Behind a proxy that speaks HTTPS, forms are refused unless its origin is trusted."""
    if not settings.HTTPS or settings.CSRF_TRUSTED_ORIGINS:
        return []
    hint = "Set it to https:// and the portal's host name, unless the proxy passes the Host header on unchanged."
    return [Warning("CSRF_TRUSTED_ORIGINS is empty.", hint=hint, id="portal.W003")]
