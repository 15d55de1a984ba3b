"""What a table's page makes a phone load: counted as the server sends it."""

from __future__ import annotations

import gzip
import re
import urllib.request
from collections.abc import Iterator
from urllib.parse import urljoin

import pytest

from games import registry
from tests.support.client import Caller
from tests.support.live import Portal

LIMITS = {"elements": 120 * 1024, "elum": 170 * 1024}
"""E.L.U.M. is a world in two views: it may weigh half as much again. A sheet of drawings comes on top of it."""
LINKED = re.compile(r'<link rel="stylesheet" href="([^"]+)"|<script[^>]* src="([^"]+)"')
IMPORTED = re.compile(r'(?:\bfrom|\bimport)\s*["\'](\.{1,2}/[^"\']+)["\']|@import\s+(?:url\()?["\']?([^"\')]+)')


def fetched(url: str) -> tuple[bytes, str, dict[str, str]]:
    """A file as it comes over the line, its text, and its headers."""
    request = urllib.request.Request(url, headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(request, timeout=30) as answer:
        sent, headers = answer.read(), {key.lower(): value for key, value in answer.headers.items()}
    return sent, (gzip.decompress(sent) if headers.get("content-encoding") == "gzip" else sent).decode(), headers


def loaded(url: str, page: str) -> Iterator[tuple[str, int, dict[str, str]]]:
    """Styles and scripts of a page, and what these import: address, bytes sent, headers."""
    waiting = [urljoin(url, style or script) for style, script in LINKED.findall(page)]
    seen = set()
    while waiting:
        here = waiting.pop()
        if here in seen:
            continue
        seen.add(here)
        sent, text, headers = fetched(here)
        yield here, len(sent), headers
        waiting += [urljoin(here, module or sheet) for module, sheet in IMPORTED.findall(text)]


def running_match(portal: Portal, game: str = "elements") -> str:
    guest = Caller(portal).be_guest()
    options = {f"option-{field.key}": field.default for field in registry.get(game).info.options}
    path = guest.open_table(game=game, fill_level="easy", **options)
    guest.start(path)
    status, page, _path = guest.ask(path)
    assert status == 200 and 'data-live="match"' in page
    return page


@pytest.mark.parametrize("game", LIMITS)
def test_styles_and_scripts_of_a_running_match_weigh_little(portal: Portal, game: str) -> None:
    files = list(loaded(portal.url, running_match(portal, game)))
    weights = {url.rpartition("/")[2]: size for url, size, _headers in files}
    assert {"live", game, "table", "tokens"} <= {name.split(".")[0] for name in weights}
    assert len([url for url, _size, _headers in files if url.endswith(".js")]) > 15
    assert sum(weights.values()) <= LIMITS[game], (sum(weights.values()), weights)


def test_they_are_kept_for_good_and_taken_by_this_portal_alone(portal: Portal) -> None:
    for url, size, headers in loaded(portal.url, running_match(portal)):
        assert "immutable" in headers["cache-control"], url
        assert headers.get("content-encoding") == "gzip" or size < 400, url
        assert headers["x-content-type-options"] == "nosniff"
        assert "sandbox" in headers["content-security-policy"]
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert "access-control-allow-origin" not in headers
