#!/usr/bin/env python
"""Django's command line for the portal."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Run a command; what is wrong with the settings is said in one line."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings")
    from django.conf import settings
    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    try:
        _ = settings.INSTALLED_APPS
    except ImproperlyConfigured as error:
        sys.exit(f"Settings: {error}")
    except OSError as error:
        sys.exit(f"Settings: {error.filename}: {error.strerror}. PORTAL_DATA has to be a directory to write to.")
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
