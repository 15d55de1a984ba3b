from __future__ import annotations

import pytest
from allauth.core.internal.ratelimit import get_ip
from django.test import RequestFactory
from pytest_django import Settings

from portal.adapters import AccountAdapter


@pytest.mark.parametrize(
    ("proxies", "forwarded", "remote", "address"),
    [
        (0, "", "192.0.2.1", "192.0.2.1"),
        (0, "203.0.113.9", "192.0.2.1", "192.0.2.1"),  # nobody asked for it: a forgery
        (1, "203.0.113.9", "192.0.2.1", "203.0.113.9"),
        (1, "198.51.100.1, 203.0.113.9", "192.0.2.1", "203.0.113.9"),  # what the client wrote himself stands left
        (2, "198.51.100.1, 203.0.113.9, 192.0.2.5", "192.0.2.1", "203.0.113.9"),
        (2, "203.0.113.9", "192.0.2.1", "192.0.2.1"),  # past a proxy: fewer hops than there should be
        (1, "", "192.0.2.1", "192.0.2.1"),
        (1, "nonsense", "192.0.2.1", "0.0.0.0"),
        (1, "203.0.113.9:4711", "192.0.2.1", "203.0.113.9"),
        (1, "[2001:db8::1]:4711", "192.0.2.1", "2001:db8::1"),
        (0, "", "", "0.0.0.0"),  # a Unix socket
    ],
)
def test_the_clients_address(settings: Settings, proxies: int, forwarded: str, remote: str, address: str) -> None:
    settings.TRUSTED_PROXIES = proxies
    headers = {"X-Forwarded-For": forwarded} if forwarded else {}
    request = RequestFactory().get("/", headers=headers, REMOTE_ADDR=remote)
    assert AccountAdapter().get_client_ip(request) == address


def test_limits_count_by_that_address(settings: Settings) -> None:
    settings.TRUSTED_PROXIES = 1
    request = RequestFactory().get("/", headers={"X-Forwarded-For": "203.0.113.9"}, REMOTE_ADDR="192.0.2.1")
    assert get_ip(request) == "203.0.113.9"
