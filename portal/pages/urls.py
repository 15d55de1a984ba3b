"""Addresses of the home page, the games' own pages and the legal ones."""

from __future__ import annotations

from django.urls import path

from portal.pages import games, home, legal

urlpatterns = [
    path("", home.home, name="home"),
    path("start/tische/", home.lobby_tables, name="lobby_tables"),
    path("spiele/", games.games, name="games"),
    path("spiele/<slug:slug>/", games.game, name="game"),
    path("aussehen/", legal.theme, name="theme"),
    path("impressum/", legal.impressum, name="impressum"),
    path("datenschutz/", legal.datenschutz, name="datenschutz"),
]
