from __future__ import annotations

from typing import Any

import pytest
import redis
from django.conf import settings
from django.test import Client
from pytest_django import Settings

from portal import health
from portal.tasks import alive
from tables import notices

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def no_workers() -> None:
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        client.delete(*[f"speedgamez:alive:{queue}" for queue in health.QUEUES])


def ask(client: Client) -> tuple[int, dict[str, Any]]:
    answer = client.get("/health/")
    assert answer.headers["Cache-Control"].startswith("max-age=0")
    return answer.status_code, answer.json()


def test_all_well(client: Client) -> None:
    for queue in health.QUEUES:
        alive(queue)
    with redis.Redis.from_url(settings.REDIS_URL) as listener, listener.pubsub() as subscription:
        subscription.subscribe(notices.CHANNEL)
        assert subscription.get_message(timeout=2)
        status, found = ask(client)
    assert status == 200
    assert found == {"status": "ok", "database": True, "broker": True, "notices": True, "workers": True}


def test_a_dead_worker_and_a_deaf_server_are_told(client: Client) -> None:
    alive("clock")
    status, found = ask(client)
    assert status == 503
    assert found == {"status": "degraded", "database": True, "broker": True, "notices": False, "workers": False}


def test_a_sign_of_life_ends_by_itself() -> None:
    alive("bots")
    with redis.Redis.from_url(settings.REDIS_URL) as client:
        assert 0 < client.ttl("speedgamez:alive:bots") <= health.WORKER_LOST_S


def test_redis_away_is_an_answer_not_a_crash(client: Client, settings: Settings) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    status, found = ask(client)
    assert status == 503
    assert found["database"] is True
    assert found["broker"] is found["notices"] is found["workers"] is False


def test_only_reading_is_allowed(client: Client) -> None:
    assert client.post("/health/").status_code == 405
