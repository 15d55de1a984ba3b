"""Addresses of tables: opening one, its page, and what is done there (each a POST below ``/tische/<code>/``)."""

from __future__ import annotations

from django.urls import path

from tables.views import actions, lobby, replay, table

urlpatterns = [
    path("spiele/<slug:slug>/tisch/", lobby.table_open, name="table_open"),
    path("spiele/<slug:slug>/dauer/", lobby.table_minutes, name="table_minutes"),
    path("spiele/<slug:slug>/schnell/", lobby.table_quick, name="table_quick"),
    path("heute/<slug:slug>/<slug:variant>/", lobby.daily_start, name="daily_start"),
    path("tische/<slug:code>/", table.table_page, name="table"),
    path("tische/<slug:code>/raum/", table.table_room, name="table_room"),
    path("tische/<slug:code>/setzen/", actions.table_sit, name="table_sit"),
    path("tische/<slug:code>/aufstehen/", actions.table_stand, name="table_stand"),
    path("tische/<slug:code>/bereit/", actions.table_ready, name="table_ready"),
    path("tische/<slug:code>/wahl/", actions.table_pick, name="table_pick"),
    path("tische/<slug:code>/computer/", actions.table_bot, name="table_bot"),
    path("tische/<slug:code>/platz-frei/", actions.table_free, name="table_free"),
    path("tische/<slug:code>/einstellungen/", actions.table_options, name="table_options"),
    path("tische/<slug:code>/start/", actions.table_start, name="table_start"),
    path("tische/<slug:code>/verlassen/", actions.table_leave, name="table_leave"),
    path("tische/<slug:code>/uebergeben/", actions.table_give, name="table_give"),
    path("tische/<slug:code>/beenden/", actions.table_end, name="table_end"),
    path("tische/<slug:code>/nochmal/", actions.table_again, name="table_again"),
    path("tische/<slug:code>/revanche/", actions.table_rematch, name="table_rematch"),
    path("partien/<slug:code>/", replay.match_replay, name="match"),
]
