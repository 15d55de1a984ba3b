"""The form of a table's settings, made out of the game's own schema."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _

from accounts import ui
from games.kernel.contract import Info, OptionField, Pace
from tables.models import Level
from tables.picks import PickCard, option_cards, pick_cards
from tables.render import said
from tables.services.choices import STAKE_MAX, TableChoice

OPTION = "option-"
TRAY_MOST = 6
"""With more values than so many an option is a list to unfold instead of a tray of tiles."""


class Cards(forms.RadioSelect):
    """Radios with more to say than a word each: ``portal/field.html`` shows their cards."""

    def __init__(self, cards: tuple[PickCard, ...]) -> None:
        super().__init__()
        self.cards = cards


class TableForm(forms.Form):
    """Settings of a new or a waiting table. ``with_stake`` False for who can't play for Taler: guests.

    ``pick`` is what the opener has chosen for the own seat; None: this form doesn't ask for it.
    """

    def __init__(
        self,
        info: Info,
        *,
        choice: TableChoice,
        with_stake: bool,
        data: Any = None,
        prefix: str | None = None,
        pick: str | None = None,
    ) -> None:
        super().__init__(data, prefix=prefix)
        self.info, self.shown = info, choice
        if info.seat_field is not None and pick is not None:
            self.fields["pick"] = _own_seat(info.seat_field, pick)
        self.fields.update({OPTION + field.key: _option(field, choice) for field in info.options})
        turns = info.pace is Pace.TURNS
        self.fields["clock_s"] = _whole(_("Bedenkzeit"), choice.clock_s, _clocks(info), asked=turns)
        if "untimed_alone" in info.traits:
            self.fields["clock_s"].help_text = _("Allein gegen Computer spielst du ohne Uhr.")
        self.fields["seats_count"] = _whole(_("Plätze"), choice.seats_count, _seats(info))
        computer = _(info.computer)
        levels = [("", _("bleiben leer")), *((v, f"{computer} {_(label)}") for v, label in Level.choices)]
        self.fields["fill_level"] = _pick(_("Freie Plätze beim Start"), choice.fill_level, levels)
        self.fields["fast_bots"] = _pick(
            _("Computer ziehen"), str(int(choice.fast_bots)), [("0", _("in Ruhe")), ("1", _("zügig"))]
        )
        if not turns:  # nobody takes turns, nobody's pace is to be chosen
            self.fields["fast_bots"].widget = forms.HiddenInput()
        self.fields["public"] = _pick(
            _("Wer darf kommen?"), str(int(choice.public)), [("1", _("alle")), ("0", _("nur mit Link"))]
        )
        if with_stake:
            self.fields["stake"] = _stake(choice.stake)

    def pick(self) -> str:
        """What a valid form chooses for the own seat; empty: the game draws."""
        return str(self.cleaned_data.get("pick", ""))

    def choice(self) -> TableChoice:
        """The settings of a valid form."""
        data = self.cleaned_data
        return TableChoice(
            options={field.key: data[OPTION + field.key] for field in self.info.options},
            clock_s=data["clock_s"],
            seats_count=data["seats_count"],
            stake=data.get("stake") or 0,
            public=data["public"] == "1",
            fill_level=data["fill_level"],
            fast_bots=data["fast_bots"] == "1",
        )


def _pick(label: str, initial: str, choices: list[tuple[str, str]], help_text: str = "") -> forms.ChoiceField:
    required = all(value for value, _label in choices)
    if len(choices) > TRAY_MOST:
        return forms.ChoiceField(label=label, initial=initial, choices=choices, help_text=help_text, required=required)
    return forms.ChoiceField(
        label=label,
        initial=initial,
        choices=choices,
        help_text=help_text,
        required=required,
        widget=forms.RadioSelect,
    )


def _whole(label: str, initial: int, choices: list[tuple[str, str]], *, asked: bool = True) -> forms.TypedChoiceField:
    """``asked`` False: the form says it without showing it."""
    widget = forms.RadioSelect if asked else forms.HiddenInput
    return forms.TypedChoiceField(label=label, initial=str(initial), choices=choices, coerce=int, widget=widget)


def _own_seat(field: OptionField, initial: str) -> forms.ChoiceField:
    cards = pick_cards(field)
    help_text = said(field.help) if field.help else ""
    choices = [(card.value, card.label) for card in cards]
    return forms.ChoiceField(
        label=said(field.label), initial=initial, choices=choices, help_text=help_text, required=False,
        widget=Cards(cards),
    )  # fmt: skip


def _option(field: OptionField, choice: TableChoice) -> forms.ChoiceField:
    choices = [(c.value, said(c.label)) for c in field.choices]
    help_text = said(field.help) if field.help else ""
    if any(c.note or c.picture for c in field.choices):
        initial = choice.options.get(field.key, field.default)
        return forms.ChoiceField(
            label=said(field.label), initial=initial, choices=choices, help_text=help_text,
            widget=Cards(option_cards(field)),
        )  # fmt: skip
    return _pick(said(field.label), choice.options.get(field.key, field.default), choices, help_text)


def _clocks(info: Info) -> list[tuple[str, str]]:
    return [(str(seconds), ui.clock_words(seconds)) for seconds in info.clock_choices]


def _seats(info: Info) -> list[tuple[str, str]]:
    return [(str(count), str(count)) for count in range(info.seats_min, info.seats_max + 1)]


def _stake(initial: int) -> forms.IntegerField:
    return forms.IntegerField(
        label=_("Einsatz in Talern"),
        initial=initial,
        min_value=0,
        max_value=STAKE_MAX,
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "step": "1"}),
        help_text=_("0 bis 500. Alle zahlen gleich viel ein, wer gewinnt, bekommt alles. Gäste spielen nur ohne."),
        error_messages={
            "min_value": _("Der Einsatz geht von 0 bis 500 Taler."),
            "max_value": _("Der Einsatz geht von 0 bis 500 Taler."),
            "invalid": _("Bitte eine ganze Zahl."),
            "required": _("Bitte eine Zahl von 0 bis 500."),
        },
    )
