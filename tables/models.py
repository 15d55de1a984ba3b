"""Tables and their seats, matches with their records and snapshots, match time and presence.

Times ending in ``_ms`` are whole milliseconds of match time (``tables/matchtime.py``), not of the wall clock.
"""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.db.models import Q

from accounts.models import Player, new_code


class Level(models.TextChoices):
    EASY = "easy", "leicht"
    NORMAL = "normal", "normal"
    HARD = "hard", "stark"


class Table(models.Model):
    """A meeting place: game, options, stake, seats. It holds at most one match."""

    class Status(models.TextChoices):
        OPEN = "open"
        PLAYING = "playing"
        OVER = "over"
        CLOSED = "closed"

    code = models.CharField(max_length=16, unique=True, default=new_code, editable=False)
    game = models.CharField(max_length=20)
    options = models.JSONField(default=dict)
    """The game's own options, as the strings of its schema."""
    clock_s = models.PositiveIntegerField(default=0)
    stake = models.PositiveIntegerField(default=0)
    public = models.BooleanField(default=True)
    seats_count = models.PositiveSmallIntegerField()
    fill_level = models.CharField(max_length=6, choices=Level.choices, blank=True)
    """Strength of the computers that take seats still empty at the start; empty: nobody does."""
    fast_bots = models.BooleanField(default=False)
    opener = models.ForeignKey(Player, models.SET_NULL, null=True, related_name="opened_tables")
    opener_away_ms = models.BigIntegerField(null=True, blank=True)
    empty_since_ms = models.BigIntegerField(null=True, blank=True)
    status = models.CharField(max_length=7, choices=Status.choices, default=Status.OPEN)
    revision = models.PositiveIntegerField(default=0)
    """Counts up with every change of seats, options or status; a form names the one that it saw."""
    daily_key = models.CharField(max_length=40, blank=True)
    """``<slug>/<variant>`` of a daily challenge; empty otherwise."""
    daily_on = models.DateField(null=True, blank=True)
    rematch_of = models.OneToOneField("self", models.SET_NULL, null=True, blank=True, related_name="rematch")
    barred = models.JSONField(default=list, blank=True)
    """Ids of players whose seat the opener freed for somebody else: they don't sit down here again, and a table
    by link only is closed to them."""
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(stake__lte=500), name="table_stake"),
            models.CheckConstraint(condition=Q(seats_count__range=(1, 6)), name="table_seats"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["status", "public", "-id"], name="table_lobby"),
        ]

    def __str__(self) -> str:
        return f"{self.game} {self.code}"


class Seat(models.Model):
    """A place at a table, held by a player, by a computer of a level, or free."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.CASCADE, null=True, blank=True, related_name="seats")
    bot = models.CharField(max_length=6, choices=Level.choices, blank=True)
    ready = models.BooleanField(default=False)
    pick = models.CharField(max_length=20, blank=True)
    """What its player has chosen for this seat (``Info.seat_field``); empty: the game draws."""

    class Meta:
        ordering: ClassVar = ["index"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "pick"], condition=~Q(pick=""), name="seat_pick_once"),
            models.CheckConstraint(condition=Q(player__isnull=False) | Q(pick=""), name="seat_pick_of_player"),
            models.UniqueConstraint(fields=["table", "index"], name="seat_once"),
            models.UniqueConstraint(fields=["table", "player"], name="seat_one_per_player"),
            models.CheckConstraint(condition=Q(player__isnull=True) | Q(bot=""), name="seat_one_holder"),
        ]


class Match(models.Model):
    """One play-through. The truth is seed, options and records; this row is small and moves with each record."""

    class Status(models.TextChoices):
        RUNNING = "running"
        ENDED = "ended"
        ABANDONED = "abandoned"

    code = models.CharField(max_length=16, unique=True, default=new_code, editable=False)
    table = models.OneToOneField(Table, models.PROTECT, related_name="match")
    game = models.CharField(max_length=20)
    rules_version = models.PositiveIntegerField()
    options = models.JSONField(default=dict)
    step_ms = models.PositiveIntegerField(null=True, blank=True)
    stake = models.PositiveIntegerField(default=0)
    seed = models.BinaryField()
    seed_hash = models.CharField(max_length=64)
    status = models.CharField(max_length=9, choices=Status.choices, default=Status.RUNNING)
    version = models.PositiveIntegerField(default=0)
    origin_ms = models.BigIntegerField()
    """Match time at ``now`` = 0; moves on by every pause."""
    paused_at_ms = models.BigIntegerField(null=True, blank=True)
    """Match time when this match's own time was stopped, for nobody is there who plays; None while it runs."""
    advanced_to_ms = models.BigIntegerField(default=0)
    wake_at_ms = models.BigIntegerField(null=True, blank=True)
    """Absolute match time of the next wake, None while only people are waited for."""
    bot_at_ms = models.BigIntegerField(null=True, blank=True)
    """Absolute match time when a computer's move is due."""
    turn_mask = models.PositiveSmallIntegerField(default=0)
    """Bit n: the match waits for seat n's decision. So that lists say „Du bist dran“ without the state."""
    solo = models.BooleanField(default=False)
    """One human alone against computers when it began."""
    daily_key = models.CharField(max_length=40, blank=True)
    daily_on = models.DateField(null=True, blank=True)
    public = models.BooleanField(default=True)
    fast_bots = models.BooleanField(default=False)
    started_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    flags = models.JSONField(default=list)
    """Words of the outcome (``left``, ``abandoned``, …)."""

    class Meta:
        # What a move changes (version, wake, bot) stands in no index: PostgreSQL then changes the row in its place,
        # half the work of a move. The few running matches are found by their status.
        indexes: ClassVar = [models.Index(fields=["status", "-id"], name="match_status")]

    def __str__(self) -> str:
        return f"{self.game} {self.code}"


class MatchSeat(models.Model):
    """Who played at which seat, and how it ended there. Seats are 0-based, in the drawn order."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    player = models.ForeignKey(Player, models.PROTECT, null=True, blank=True, related_name="match_seats")
    bot = models.CharField(max_length=6, choices=Level.choices, blank=True)
    """Strength of the computer that plays here: from the start, or since the player left."""
    pick = models.CharField(max_length=20, blank=True)
    """As it was chosen before the start (``SeatSpec.pick``); empty: the game has drawn."""
    left = models.BooleanField(default=False)
    """The human left (or was given up for absence): a computer plays on."""
    offline = models.BooleanField(default=False)
    """Real time: the game was told last that no socket is there for this seat."""
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    score = models.IntegerField(null=True, blank=True)
    points_tenths = models.IntegerField(null=True, blank=True)
    """Booked for the best list, in tenths; None where nothing is booked."""
    taler = models.IntegerField(null=True, blank=True)
    """Won (+) or lost (−) Taler, None without a stake."""

    class Meta:
        ordering: ClassVar = ["index"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["match", "index"], name="matchseat_once"),
            models.UniqueConstraint(fields=["match", "player"], name="matchseat_one_per_player"),
        ]
        indexes: ClassVar = [models.Index(fields=["player", "-match"], name="matchseat_history")]


class Record(models.Model):
    """One step of a match: an action, the host's word on a seat, or time alone (``kind`` wake).

    ``pause``: the match's time stops or goes on. It changes nothing in the state; it is a record so that whoever has
    another idea of the match's time loses the next conditional update.
    """

    class Kind(models.IntegerChoices):
        WAKE = 0
        ACTION = 1
        PRESENCE = 2
        PAUSE = 3

    match = models.ForeignKey(Match, models.CASCADE, related_name="records", db_index=False)
    version = models.PositiveIntegerField()
    kind = models.PositiveSmallIntegerField(choices=Kind.choices)
    at_ms = models.BigIntegerField()
    """``now`` of the match when it was judged."""
    seat = models.SmallIntegerField(null=True)
    decision = models.PositiveIntegerField(null=True)
    client_id = models.CharField(max_length=40, blank=True)
    payload = models.BinaryField(null=True)
    """The action's or presence's JSON, where time stands after a pause; None for a wake."""

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "version"], name="record_once")]


class Snapshot(models.Model):
    """The state after ``version`` and the events since the snapshot before it (the Chronik), msgpack."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="snapshots")
    version = models.PositiveIntegerField()
    state = models.BinaryField()
    events = models.BinaryField()

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["match", "version"], name="snapshot_once")]


class MatchTime(models.Model):
    """The one row of match time: it runs only while an ASGI process can serve players."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    now_ms = models.BigIntegerField(default=0)


class ServerProcess(models.Model):
    """An ASGI process that claims sockets; dead when its beat is more than some seconds of match time old."""

    id = models.CharField(max_length=16, primary_key=True)
    seen_ms = models.BigIntegerField()


class Presence(models.Model):
    """How many sockets a process holds at a table for a player (or for spectators without one)."""

    process = models.ForeignKey(ServerProcess, models.CASCADE, related_name="claims")
    table = models.ForeignKey(Table, models.CASCADE, related_name="presences")
    player = models.ForeignKey(Player, models.CASCADE, null=True, related_name="+")
    sockets = models.PositiveIntegerField(default=0)
    left_ms = models.BigIntegerField(null=True, blank=True)
    """Match time when the last socket went; None while there is one."""

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["process", "table", "player"], name="presence_once"),
            models.UniqueConstraint(
                fields=["process", "table"], condition=Q(player__isnull=True), name="presence_once_spectators"
            ),
        ]


class LastChoice(models.Model):
    """What a player chose last for a game: the start of „Schnelle Partie“ and of a new table's form."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="last_choices")
    game = models.CharField(max_length=20)
    choice = models.JSONField(default=dict)
    """Empty: only ``pick`` was ever chosen."""
    pick = models.CharField(max_length=20, blank=True)

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "game"], name="lastchoice_once")]
