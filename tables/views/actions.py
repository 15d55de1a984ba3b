"""What is done at a table. Each a POST that changes one thing by a service and answers with the table.

Works without JavaScript (POST, redirect, page); with htmx the waiting room is swapped in place.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from accounts.errors import ApplicationError
from accounts.http import PlayerRequest
from accounts.models import Player
from accounts.web import guest_or_player
from tables.models import Table
from tables.room import table_admits
from tables.services import leave, picks, rematch, seats, tables
from tables.services.refusals import TableRefused
from tables.views.table import closed_page, settings_form, table_answer, table_refuse

Deed = Callable[[PlayerRequest, Table, Player], Table | HttpResponse]
View = Callable[[PlayerRequest, str], HttpResponse]


def action(place: str = "") -> Callable[[Deed], View]:
    """Make a view out of what a player does at a table. A refusal is shown at ``place`` of the table's page."""

    def decorate(deed: Deed) -> View:
        @wraps(deed)
        def view(request: PlayerRequest, code: str) -> HttpResponse:
            if request.method != "POST":
                return redirect("table", code=code)
            table = get_object_or_404(Table, code=code)
            if not table_admits(table, request.player):
                return closed_page(request, table, status=403)
            try:
                if request.player is None:
                    raise TableRefused("not_seated", _("Dafür musst du am Tisch sitzen."))
                done = deed(request, table, request.player)
            except ApplicationError as refusal:
                return table_refuse(request, table, refusal, place)
            return table_answer(request, done) if isinstance(done, Table) else done

        return view

    return decorate


@guest_or_player
@action("seats")
def table_sit(request: PlayerRequest, table: Table, player: Player) -> Table:
    return seats.seat_take(code=table.code, player=player)


@action("seats")
def table_stand(request: PlayerRequest, table: Table, player: Player) -> Table:
    return seats.seat_leave(code=table.code, player=player)


@action("seats")
def table_ready(request: PlayerRequest, table: Table, player: Player) -> Table:
    """``ready`` says which way, so that a double click says the same twice."""
    ready = request.POST.get("ready") == "1"
    return seats.seat_ready(code=table.code, player=player, ready=ready, terms=request.POST.get("terms", ""))


@action("pick")
def table_pick(request: PlayerRequest, table: Table, player: Player) -> Table:
    return picks.seat_pick(code=table.code, player=player, pick=request.POST.get("pick", ""))


@action("seats")
def table_bot(request: PlayerRequest, table: Table, player: Player) -> Table:
    level = request.POST.get("level", "")
    return seats.seat_give_bot(code=table.code, by=player, index=_number(request, "index"), level=level)


@action("seats")
def table_free(request: PlayerRequest, table: Table, player: Player) -> Table:
    who = request.POST.get("player", "")
    return seats.seat_free(code=table.code, by=player, index=_number(request, "index"), player_code=who)


@action("options")
def table_options(request: PlayerRequest, table: Table, player: Player) -> Table | HttpResponse:
    form = settings_form(request, table, request.POST)
    if not form.is_valid():
        return table_refuse(request, table, _invalid(), "options", form=form if table.opener_id == player.pk else None)
    terms = request.POST.get("terms", "")
    return tables.table_change(code=table.code, player=player, terms=terms, choice=form.choice())


@action("seats")
def table_start(request: PlayerRequest, table: Table, player: Player) -> Table:
    seen = _number(request, "revision", digits=9) if request.POST.get("revision") else None
    return tables.table_start(code=table.code, player=player, revision=seen).table


@action()
def table_leave(request: PlayerRequest, table: Table, player: Player) -> HttpResponse:
    leave.match_leave(code=table.code, player=player)
    messages.info(request, _("Du hast die Partie verlassen."))
    return redirect("home")


@action()
def table_give(request: PlayerRequest, table: Table, player: Player) -> Table:
    """``index`` is the seat in the match, from 0."""
    leave.match_give(code=table.code, index=_number(request, "index"), by=player)
    return Table.objects.get(pk=table.pk)


@action()
def table_end(request: PlayerRequest, table: Table, player: Player) -> Table:
    leave.match_end(code=table.code, by=player)
    return Table.objects.get(pk=table.pk)


@action()
def table_again(request: PlayerRequest, table: Table, player: Player) -> Table:
    return rematch.rematch_again(code=table.code, player=player)


@action()
def table_rematch(request: PlayerRequest, table: Table, player: Player) -> Table:
    return rematch.rematch_open(code=table.code, player=player)


def _number(request: PlayerRequest, name: str, *, digits: int = 3) -> int:
    """A posted whole number; -1, which no seat has and no revision is, for anything else."""
    value = request.POST.get(name, "")
    return int(value) if value.isdecimal() and len(value) <= digits else -1


def _invalid() -> TableRefused:
    return TableRefused("options", _("So geht es nicht. Schau auf die rot markierten Stellen."))
