"""The waiting room as its viewer sees it: chairs, what may be done, what is missing, how it is played. Reads only."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import ui
from accounts.models import Player
from games import registry
from games.kernel.clock import GRACE_MS
from games.kernel.contract import Info, Pace
from tables.dailies import daily_is_open
from tables.here import people_here
from tables.minutes import choice_minutes
from tables.models import Level, Seat, Table
from tables.picks import PickCard, option_cards, pick_cards
from tables.render import said
from tables.rows import SeatMark, seat_mark
from tables.services.choices import choice_of, choice_terms, step_ms_of
from tables.services.refusals import names_joined


@dataclass(frozen=True)
class Chair:
    """A seat with what the viewer may do to it. ``away``: a person sits there but is not connected.

    ``pick`` is what its player has chosen for it.
    """

    mark: SeatMark
    level_label: str
    mine: bool
    opener: bool
    ready: bool
    away: bool
    pick: PickCard | None = None

    @property
    def free(self) -> bool:
        return self.mark.free

    @property
    def is_bot(self) -> bool:
        return bool(self.mark.level)


@dataclass(frozen=True)
class Room:
    """Everything the template of a waiting room shows. ``revision`` and ``terms`` ride along in its forms.

    ``lacking`` says who is missing before anybody could start, ``waiting_for`` who is not ready. ``cards`` are what the
    viewer may choose for the own seat, ``pick_label`` what that is called; empty where there is nothing to choose.
    """

    code: str
    slug: str
    title: str
    opener: str
    opener_code: str
    stake: int
    public: bool
    revision: int
    terms: str
    chairs: tuple[Chair, ...]
    facts: tuple[tuple[str, str], ...]
    say: str
    mine: Chair | None
    leads: bool
    free: int
    lacking: str
    waiting_for: str
    account_needed: bool
    barred: bool
    pick_label: str = ""
    cards: tuple[PickCard, ...] = ()

    @property
    def people(self) -> int:
        return sum(not chair.free and not chair.is_bot for chair in self.chairs)

    @property
    def computers(self) -> int:
        return sum(chair.is_bot for chair in self.chairs)

    @property
    def takes_computers(self) -> bool:
        """Whether a free seat may go to a computer: for Taler somebody else has to play, so one seat stays free."""
        return not self.stake or self.people > 1 or self.free > 1

    @property
    def ready_count(self) -> int:
        return sum(chair.ready for chair in self.chairs if not chair.is_bot)

    @property
    def can_start(self) -> bool:
        return self.leads and self.mine is not None and not self.lacking and not self.waiting_for


def table_admits(table: Table, player: Player | None) -> bool:
    """Whether the player may see this table at all: its page, its fragments, its socket.

    Closed to everybody but its own player: a daily until its day is over. Closed to whose seat the opener freed: a
    table by link only.
    """
    if table.daily_on is not None:
        mine = player is not None and table.seats.filter(player=player).exists()
        return mine or (table.status == Table.Status.OVER and daily_is_open(table.daily_on))
    return table.public or player is None or player.pk not in table.barred


def room_of(table: Table, viewer: Player | None) -> Room:
    """The waiting room for ``viewer``, who may be nobody."""
    seats = list(table.seats.select_related("player").order_by("index"))
    here = people_here([table.pk]).get(table.pk, {})
    info = registry.get(table.game).info
    chairs = tuple(_chair(table, seat, viewer, here, _picked(info, seat)) for seat in seats)
    late = [c.mark.name for c in chairs if c.mark.code and not c.ready and not c.opener]
    leads = viewer is not None and table.opener_id == viewer.pk
    opener = table.opener.display_name if table.opener else ""
    lacking = _lacking(table, info, chairs)
    return Room(
        code=table.code,
        slug=table.game,
        title=info.title,
        opener=opener,
        opener_code=table.opener.code if table.opener else "",
        stake=table.stake,
        public=table.public,
        revision=table.revision,
        terms=choice_terms(choice_of(table)),
        chairs=chairs,
        facts=_facts(table, info, humans=sum(not chair.is_bot for chair in chairs)),
        say=_say(chairs, lacking, late, opener="" if leads else opener),
        mine=next((chair for chair in chairs if chair.mine), None),
        leads=leads,
        free=sum(chair.free for chair in chairs),
        lacking=lacking,
        waiting_for=names_joined(late),
        account_needed=bool(table.stake) and not (viewer is not None and viewer.is_user),
        barred=viewer is not None and viewer.pk in table.barred,
        pick_label=said(info.seat_field.label) if info.seat_field is not None else "",
        cards=_cards(info, seats, viewer),
    )


def _cards(info: Info, seats: list[Seat], viewer: Player | None) -> tuple[PickCard, ...]:
    """What whoever looks may choose for the own seat; none for others."""
    mine = next((seat for seat in seats if viewer is not None and seat.player_id == viewer.pk), None)
    if info.seat_field is None or mine is None:
        return ()
    taken = {seat.pick: seat.player.display_name for seat in seats if seat.pick and seat is not mine and seat.player}
    return pick_cards(info.seat_field, taken)


def _picked(info: Info, seat: Seat) -> PickCard | None:
    """What the seat's player has chosen, as all at the table see it."""
    if info.seat_field is None or not seat.pick:
        return None
    return next((card for card in option_cards(info.seat_field) if card.value == seat.pick), None)


def _chair(
    table: Table, seat: Seat, viewer: Player | None, here: dict[int | None, int], pick: PickCard | None
) -> Chair:
    person = seat.player_id is not None
    return Chair(
        mark=seat_mark(seat.index, seat.bot, seat.player.face if seat.player else None),
        level_label=_(Level(seat.bot).label) if seat.bot else "",
        mine=person and viewer is not None and seat.player_id == viewer.pk,
        opener=person and seat.player_id == table.opener_id,
        ready=bool(seat.bot) or seat.ready,
        away=person and seat.player_id not in here and not (viewer is not None and seat.player_id == viewer.pk),
        pick=pick,
    )


def _lacking(table: Table, info: Info, chairs: tuple[Chair, ...]) -> str:
    """What keeps the table from starting before it comes to „Bereit“; empty when nothing does."""
    people = sum(bool(chair.mark.code) for chair in chairs)
    computers = sum(chair.is_bot or (chair.free and bool(table.fill_level)) for chair in chairs)
    if table.stake and people < 2:
        return _("Um Taler geht es erst los, wenn noch jemand mitspielt.")
    if people + computers < info.seats_min:
        return _("Allein geht es nicht los: Es fehlt noch jemand, oder ein Computer.")
    return ""


def _say(chairs: tuple[Chair, ...], lacking: str, late: list[str], opener: str) -> str:
    """How things stand in one or two sentences; ``opener`` empty: the viewer leads the table."""
    free = sum(chair.free for chair in chairs)
    if not any(chair.mark.code for chair in chairs):
        return _("Hier sitzt gerade niemand. Wer sich setzt, führt den Tisch.")
    seats = _("Alle Plätze sind besetzt.")
    if free:
        seats = ngettext("Noch ein Platz frei.", "Noch {count} Plätze frei.", free).format(count=free)
    if lacking:
        return f"{seats} {lacking}"
    if late:
        then = _("Sobald alle bereit sind, kannst du starten.")
        if opener:
            then = _("Sobald alle bereit sind, kann {name} starten.").format(name=opener)
    else:
        then = _("{name} kann jetzt starten.").format(name=opener) if opener else _("Du kannst starten.")
    return f"{seats} {then}"


def _facts(table: Table, info: Info, humans: int) -> tuple[tuple[str, str], ...]:
    """„So wird gespielt“: a name and a value each, the game's own options first; ``humans`` are here or may come."""
    facts = []
    for field in info.options:
        value = table.options.get(field.key, field.default)
        label = next((c.label for c in field.choices if c.value == value), None)
        facts.append((said(field.label), said(label) if label else value))
    if info.pace is Pace.TURNS:
        clock = _("ohne Uhr")
        if table.clock_s and step_ms_of(info=info, clock_s=table.clock_s, humans=humans) is None:
            clock = _("allein ohne Uhr")
        elif table.clock_s:
            grace = GRACE_MS // 1000
            clock = _("{clock}, dann {grace} s Nachfrist").format(clock=ui.clock_words(table.clock_s), grace=grace)
        facts.append((_("Bedenkzeit"), clock))
    facts.append((_("Dauer"), choice_minutes(game=info.slug, choice=choice_of(table), humans=humans)))
    facts.append((_("Plätze"), str(table.seats_count)))
    empty = _("Computer, {level}").format(level=_(Level(table.fill_level).label)) if table.fill_level else ""
    facts.append((_("Freie Plätze"), empty or _("bleiben leer")))
    if info.pace is Pace.TURNS:
        facts.append((_("Computer ziehen"), _("zügig") if table.fast_bots else _("in Ruhe")))
    stake = ngettext("{count} Taler", "{count} Taler", table.stake).format(count=ui.number(table.stake))
    facts.append((_("Einsatz"), stake if table.stake else _("ohne")))
    facts.append((_("Tisch"), _("offen für alle") if table.public else _("nur mit Link")))
    return tuple((name, value) for name, value in facts if value)
