from __future__ import annotations

from pytest_django import Settings

from portal import checks


def test_missing_operator_data_is_a_warning(settings: Settings) -> None:
    assert checks.operator_data(None) == []
    settings.OPERATOR_EMAIL = ""
    found = checks.operator_data(None)
    assert [message.id for message in found] == ["portal.W001"]
    assert "OPERATOR_EMAIL missing" in found[0].msg


def test_mail_to_the_log_only_is_a_warning(settings: Settings) -> None:
    assert checks.mail(None) == []
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    assert [message.id for message in checks.mail(None)] == ["portal.W002"]


def test_https_without_trusted_origins_is_a_warning(settings: Settings) -> None:
    settings.HTTPS, settings.CSRF_TRUSTED_ORIGINS = True, []
    assert [message.id for message in checks.origins(None)] == ["portal.W003"]
    settings.CSRF_TRUSTED_ORIGINS = ["https://spiele.example.org"]
    assert checks.origins(None) == []
