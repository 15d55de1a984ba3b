"""Legality and effects, after ``rules/gourmet.txt`` and the decisions E1 of ``games/gourmet.md``.

``card`` knows what a card takes and brings, ``chain`` enters boni, ``legal`` what a seat may do, ``flow`` goes from
step to step.
"""
