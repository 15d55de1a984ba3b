"""Addresses of sockets."""

from __future__ import annotations

from django.urls import path

from tables.consumers import LobbySocket, TableSocket

websocket_urlpatterns = [
    path("ws/tische/<slug:code>/", TableSocket.as_asgi()),
    path("ws/start/", LobbySocket.as_asgi()),
]
