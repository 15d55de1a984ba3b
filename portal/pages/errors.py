"""What a visitor sees when something is refused or broken."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form came without its token: mostly a page that stood open too long, or cookies switched off."""
    return render(request, "403_csrf.html", status=403)
