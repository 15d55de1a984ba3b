"""Addresses below ``/bestenliste/``."""

from __future__ import annotations

from django.urls import path, register_converter

from leaderboard import views
from leaderboard.converters import DayConverter

register_converter(DayConverter, "day")

urlpatterns = [
    path("", views.leaderboard, name="leaderboard"),
    path("tag/<slug:slug>/<slug:variant>/", views.daily_list, name="daily_list"),
    path("tag/<slug:slug>/<slug:variant>/<day:on>/", views.daily_list, name="daily_list"),
]
