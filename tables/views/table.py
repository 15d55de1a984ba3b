"""A table's page: the waiting room, and from the start on what ``tables/views/match.py`` shows there."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django_htmx.http import HttpResponseClientRedirect, HttpResponseClientRefresh

from accounts.errors import ApplicationError
from accounts.http import PlayerRequest
from games import registry
from tables.forms import TableForm
from tables.minutes import form_minutes
from tables.models import Table
from tables.room import Room, room_of, table_admits
from tables.services.choices import choice_of
from tables.views import match


@dataclass(frozen=True)
class Refusal:
    """A sentence and where it belongs: at the buttons, or (``place`` "options") at the settings."""

    place: str
    text: str


def table_page(request: PlayerRequest, code: str) -> HttpResponse:
    """The page behind every link to a table. Opening it seats nobody."""
    table = get_object_or_404(Table.objects.select_related("opener"), code=code)
    if not table_admits(table, request.player):
        return closed_page(request, table, status=403)
    if table.status == Table.Status.PLAYING:
        return match.match_page(request, table)
    if table.status == Table.Status.OVER:
        return match.result_page(request, table)
    if table.status == Table.Status.CLOSED:
        return closed_page(request, table, status=410)
    return _room(request, table, page=True)


def table_room(request: PlayerRequest, code: str) -> HttpResponse:
    """The waiting room alone, fetched anew when something changes there; it says when the match has begun."""
    if not request.htmx:
        return redirect("table", code=code)
    table = get_object_or_404(Table.objects.select_related("opener"), code=code)
    if not table_admits(table, request.player) or table.status == Table.Status.CLOSED:
        return HttpResponseClientRefresh()
    if table.status != Table.Status.OPEN:
        return render(request, "tables/room/begun.html", {"table": table})
    return _room(request, table, page=False, keep=True)


def table_answer(request: PlayerRequest, table: Table) -> HttpResponse:
    """After an action: where its table is now; the waiting room in place if that is what is shown."""
    shown = request.resolver_match.kwargs.get("code") if request.resolver_match else None
    if request.htmx and table.status == Table.Status.OPEN and table.code == shown:
        fresh = Table.objects.select_related("opener").get(pk=table.pk)
        return _room(request, fresh, page=False)
    if request.htmx:
        return HttpResponseClientRedirect(f"/tische/{table.code}/")
    return redirect("table", code=table.code)


def table_refuse(
    request: PlayerRequest, table: Table, error: ApplicationError, place: str, form: TableForm | None = None
) -> HttpResponse:
    """After a refused action: the table as it is now, with the sentence at its place."""
    fresh = Table.objects.select_related("opener").get(pk=table.pk)
    if fresh.status != Table.Status.OPEN or not table_admits(fresh, request.player):
        messages.error(request, error.text)
        return table_answer(request, fresh)
    refusal = Refusal(place, error.text)
    # htmx swaps in what comes with 200 only.
    status = 200 if request.htmx else error.status
    return _room(request, fresh, page=not request.htmx, refusal=refusal, form=form, status=status)


def closed_page(request: PlayerRequest, table: Table, *, status: int) -> HttpResponse:
    """The table is closed, or closed to this player: what it was, and the way out."""
    info = registry.get(table.game).info
    context = {"table": table, "info": info, "barred": status == 403}
    return render(request, "tables/closed.html", context, status=status)


def settings_form(request: PlayerRequest, table: Table, data: object = None) -> TableForm:
    """The settings of a waiting table, for whoever leads it."""
    with_stake = request.player is not None and request.player.is_user
    info = registry.get(table.game).info
    return TableForm(info, choice=choice_of(table), with_stake=with_stake, data=data)


def _room(
    request: PlayerRequest,
    table: Table,
    *,
    page: bool,
    keep: bool = False,
    refusal: Refusal | None = None,
    form: TableForm | None = None,
    status: int = 200,
) -> HttpResponse:
    """``keep``: an open settings form and a sentence that stand on the page stay there."""
    room = room_of(table, request.player)
    context = {"room": room, "keep": keep, "refusal": refusal, "link": _link(request, room)}
    if room.leads:
        shown = context["form"] = form or settings_form(request, table)
        context["form_minutes"] = form_minutes(shown, computers=room.computers)
    response = render(request, "tables/room.html" if page else "tables/room/raum.html", context, status=status)
    if not page and not keep:
        # The room may have been fetched anew meanwhile, and the form that asked is gone with its attributes.
        response["HX-Retarget"], response["HX-Reswap"], response["HX-Push-Url"] = "#raum", "outerHTML", "false"
    return response


def _link(request: PlayerRequest, room: Room) -> str:
    return request.build_absolute_uri(f"/tische/{room.code}/")
