"""Booked results (the truth), and what is kept from them: standings, records, daily lists.

Rows hold players' ids, never names: a deleted account's row stays and is shown as „Gelöscht“.
"""

from __future__ import annotations

from typing import ClassVar

from django.db import models

from accounts.models import Player


class Result(models.Model):
    """What one registered player got for one match. Written once, never changed."""

    match_code = models.CharField(max_length=16)
    player = models.ForeignKey(Player, models.PROTECT, related_name="results")
    game = models.CharField(max_length=20)
    ended_at = models.DateTimeField()
    ended_on = models.DateField()
    """The day in Berlin when the match ended: the day that it counts for."""
    with_people = models.BooleanField()
    points_tenths = models.IntegerField()
    place = models.PositiveSmallIntegerField()
    score = models.IntegerField()
    left = models.BooleanField(default=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match_code", "player"], name="result_once"),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.match_code}: {self.points_tenths}"


class Standing(models.Model):
    """Sum of a player's results of one game, period and scope; kept by ``results_book``, rebuilt from ``Result``.

    The first index is a list in its order: a page is a slice of it. The unique one finds a player's own rows.
    """

    game = models.CharField(max_length=20)
    span = models.PositiveSmallIntegerField()
    """Index into ``periods.SPANS``."""
    begins = models.DateField()
    with_people = models.BooleanField()
    player = models.ForeignKey(Player, models.PROTECT, related_name="standings", db_index=False)
    points_tenths = models.BigIntegerField(default=0)
    matches = models.PositiveIntegerField(default=0)
    wins = models.PositiveIntegerField(default=0)
    """Matches on place 1 (shared ones too) that the player did not leave."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "span", "begins", "with_people", "game"], name="standing_once"),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["span", "begins", "with_people", "game", "-points_tenths", "player"], name="standing_order"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.span} {self.begins}: {self.points_tenths}"


class RecordEntry(models.Model):
    """A player's best value in one of a game's record lists; more is better."""

    game = models.CharField(max_length=20)
    key = models.CharField(max_length=40)
    label = models.JSONField()
    """The list's name: a kernel ``Text`` as plain data."""
    player = models.ForeignKey(Player, models.PROTECT, related_name="record_entries", db_index=False)
    value = models.IntegerField()
    match_code = models.CharField(max_length=16)
    reached_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "game", "key"], name="recordentry_once"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["game", "key", "-value", "reached_at"], name="recordentry_order"),
        ]

    def __str__(self) -> str:
        return f"{self.game}/{self.key}: {self.value}"


class DailyEntry(models.Model):
    """A player's first attempt at a daily challenge; one that was left stays without a place."""

    key = models.CharField(max_length=40)
    """``<slug>/<variant>``."""
    on = models.DateField()
    player = models.ForeignKey(Player, models.PROTECT, related_name="daily_entries", db_index=False)
    score = models.IntegerField()
    place = models.PositiveSmallIntegerField()
    left = models.BooleanField(default=False)
    match_code = models.CharField(max_length=16)
    ended_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["player", "key", "on"], name="dailyentry_once"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["key", "on", "left", "-score", "ended_at"], name="dailyentry_order"),
        ]

    def __str__(self) -> str:
        return f"{self.key} {self.on}: {self.score}"
