"""Forms around people. A refused name reads the reason at its field."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.errors import NameRefused
from accounts.models import Player
from accounts.names import NAME_MAX
from accounts.services import name_check
from accounts.ui import SEAT_COLOURS, SIGNS

COLOUR_CHOICES = [(number, _(name)) for number, name in enumerate(SEAT_COLOURS, start=1)]
SIGN_CHOICES = [(number, _(name)) for number, name in enumerate(SIGNS, start=1)]


class NameField(forms.CharField):
    """A player's name; its form and whether it is free are the services' to judge."""

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"autocomplete": "nickname", "spellcheck": "false", "autocapitalize": "off", "maxlength": NAME_MAX}
        kwargs.setdefault("label", _("Name"))
        kwargs.setdefault("help_text", _("3 bis 20 Buchstaben, Ziffern, „-“ und „_“. So sehen dich die anderen."))
        super().__init__(widget=forms.TextInput(attrs=attrs), max_length=NAME_MAX * 3, **kwargs)


class NameForm(forms.Form):
    """One name. ``player`` may keep his own."""

    name = NameField()

    def __init__(self, *args: Any, player: Player | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.player = player

    def clean_name(self) -> str:
        return name_clean_or_invalid(self.cleaned_data["name"], self.player)


class GuestForm(NameForm):
    """The one question to somebody without an account; its field name stays clear of other forms' fields."""

    PREFIX = "gast"

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, prefix=self.PREFIX, **kwargs)


class SettingsForm(NameForm):
    """Name, look and what the device does."""

    colour = forms.TypedChoiceField(
        label=_("Farbe"), coerce=int, choices=COLOUR_CHOICES, widget=forms.RadioSelect, error_messages={}
    )
    sign = forms.TypedChoiceField(label=_("Zeichen"), coerce=int, choices=SIGN_CHOICES, widget=forms.RadioSelect)
    theme = forms.ChoiceField(label=_("Aussehen"), choices=Player.Theme.choices, widget=forms.RadioSelect)
    sounds = forms.BooleanField(label=_("Töne, auch wenn du dran bist"), required=False)
    motion = forms.BooleanField(label=_("Bewegung: Würfel rollen, Steine gleiten"), required=False)


def name_clean_or_invalid(name: str, player: Player | None) -> str:
    """``name_check`` for a form's clean method: the refusal becomes a ``ValidationError``."""
    try:
        return name_check(name, player=player)
    except NameRefused as refusal:
        raise forms.ValidationError(refusal.text, code=refusal.code) from refusal
