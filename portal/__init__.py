"""Wires the apps together; knows everything."""

from portal.celery import app as celery_app

__all__ = ["celery_app"]
