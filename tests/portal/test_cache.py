from __future__ import annotations

from pathlib import Path

import pytest
from django.core.cache import caches
from django.test import Client
from pytest_django import Settings

from portal.cache import PatientRedisCache
from tests.accounts.people import PASSWORD


def patient(url: str) -> dict[str, dict[str, str]]:
    return {"default": {"BACKEND": "portal.cache.PatientRedisCache", "LOCATION": url}}


@pytest.fixture
def away(settings: Settings, tmp_path: Path) -> PatientRedisCache:
    """A cache whose server is not there."""
    settings.CACHES = patient(f"unix://{tmp_path / 'nobody.sock'}")
    return PatientRedisCache(f"unix://{tmp_path / 'nobody.sock'}", {})


def test_away_reads_miss_and_writes_are_lost(away: PatientRedisCache) -> None:
    away.set("a", 1)
    away.delete_many(["a"])
    assert away.get("a") is None
    assert away.get("a", 7) == 7
    assert away.get_many(["a"]) == {}
    assert away.add("a", 1) is True
    assert away.delete("a") is False
    assert ("a" in away) is False
    assert away.set_many({"a": 1}) == ["a"]


@pytest.mark.django_db
def test_people_come_in_while_it_is_away(away: PatientRedisCache) -> None:
    data = {"username": "Mila", "email": "", "password1": PASSWORD, "password2": PASSWORD}
    assert Client().post("/konto/registrieren/", data).status_code == 302
    assert Client().post("/konto/anmelden/", {"login": "Mila", "password": PASSWORD}).status_code == 302
    assert Client().post("/konto/gast/", {"gast-name": "Frieda"}).status_code == 302


@pytest.mark.django_db
def test_limits_count_in_a_real_server(redis_server: str, settings: Settings) -> None:
    settings.CACHES = patient(redis_server)
    caches["default"].clear()
    try:
        codes = [Client().post("/konto/gast/", {"gast-name": f"Frieda{number}x"}).status_code for number in range(21)]
        assert codes == [302] * 20 + [400]
    finally:
        caches["default"].clear()
