"""Headers of static files; settings need the function itself, so this module imports nothing of Django's."""

from __future__ import annotations

from wsgiref.headers import Headers


def static_headers(headers: Headers, path: str, url: str) -> None:
    """A drawing that is opened by itself is a document, too: it runs nothing and stands in nobody's frame."""
    headers["Content-Security-Policy"] = "default-src 'none'; style-src 'self'; frame-ancestors 'none'; sandbox"
    headers["Cross-Origin-Resource-Policy"] = "same-origin"
