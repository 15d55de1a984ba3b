"""The Celery application: queues ``clock`` (deadlines) and ``bots`` (computers' moves)."""

from __future__ import annotations

import os

from celery import Celery, Task
from django.db import InterfaceError, OperationalError

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")


class PatientTask(Task):  # type: ignore[type-arg]
    """A database that is away is no bug of the task's, and beat sends it again: no traceback in the log."""

    throws = (OperationalError, InterfaceError)


app = Celery("portal", task_cls=PatientTask)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
