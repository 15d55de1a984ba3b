"""One supervisor for all processes of the portal: ``manage.py serve``.

``prepare`` does what has to be right before anything starts, ``programs`` says what is to run, ``child`` keeps one
of them running, ``supervise`` starts and ends all in order, ``console`` merges their output, ``server`` is the
ASGI process itself.
"""
