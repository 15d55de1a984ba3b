"""Guest entry and settings, below ``/konto/``."""

from __future__ import annotations

from django.urls import path

from accounts import views

urlpatterns = [
    path("gast/", views.guest, name="guest"),
    path("einstellungen/", views.settings, name="settings"),
]
