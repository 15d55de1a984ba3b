"""Wires the apps together; knows everything."""

from __future__ import annotations

from portal.celery import app as celery_app

__all__ = ["celery_app"]
