"""The page for a request that nobody can read."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponseBadRequest
from django.template.loader import render_to_string


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponseBadRequest:
    """As Django's own, but it never looks into the form again: a form that can't be read would break this page, too.

    (Django's asks for the CSRF token, which may stand in the form.)
    """
    return HttpResponseBadRequest(render_to_string("400.html"))
