"""Addresses of the portal; each app keeps its own."""

from __future__ import annotations

from django.urls import include, path

from portal.health import health

handler400 = "portal.pages.errors.bad_request"
urlpatterns = [
    path("health/", health, name="health"),
    path("", include("portal.pages.urls")),
    path("konto/", include("portal.konto_urls")),
    path("bestenliste/", include("leaderboard.urls")),
    path("", include("tables.urls")),
]
