"""Legality and effects, by phase. ``flow`` lets time pass, ``acts`` judges what seats do."""
