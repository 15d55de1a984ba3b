"""allauth's forms in our words, and the forms for e-mail and deletion. Hints stand below, placeholders nowhere."""

from __future__ import annotations

from typing import Any

from allauth.account import forms as allauth
from allauth.account.adapter import get_adapter
from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext_lazy as _

from accounts.forms import NameField
from accounts.models import User
from accounts.names import NAME_MAX

EMAIL_MAX = 254
PASSWORD_HINT = _("Mindestens 8 Zeichen, und keins, das oft benutzt wird. Ein paar Wörter hintereinander sind gut.")
NO_EMAIL_HINT = _("Nur für ein neues Passwort. Ohne E-Mail ist ein vergessenes Passwort verloren, und dein Konto mit.")


class OurWords:
    """Takes a form's placeholders away and sets labels and hints (field -> text)."""

    labels: dict[str, Any] = {}  # noqa: RUF012
    hints: dict[str, Any] = {}  # noqa: RUF012
    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.widget.attrs.pop("placeholder", None)
            field.label = self.labels.get(name, field.label)
            field.help_text = self.hints.get(name, "")


class LoginForm(OurWords, allauth.LoginForm):
    labels = {"login": _("Name"), "password": _("Passwort")}  # noqa: RUF012


class SignupForm(OurWords, allauth.SignupForm):
    labels = {  # noqa: RUF012
        "username": _("Name"),
        "email": _("E-Mail"),
        "password1": _("Passwort"),
        "password2": _("Passwort noch einmal"),
    }
    hints = {  # noqa: RUF012
        "username": NameField().help_text,
        "email": NO_EMAIL_HINT,
        "password1": PASSWORD_HINT,
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # The judge of names says it better than a length check before it.
        self.fields["username"].validators = []
        self.fields["email"].validators.append(MaxLengthValidator(EMAIL_MAX))
        self.fields["username"].widget.attrs.update(spellcheck="false", autocapitalize="off", maxlength=NAME_MAX)


class ChangePasswordForm(OurWords, allauth.ChangePasswordForm):
    labels = {  # noqa: RUF012
        "oldpassword": _("Jetziges Passwort"),
        "password1": _("Neues Passwort"),
        "password2": _("Neues Passwort noch einmal"),
    }
    hints = {"password1": PASSWORD_HINT}  # noqa: RUF012


class ResetPasswordForm(OurWords, allauth.ResetPasswordForm):
    labels = {"email": _("E-Mail")}  # noqa: RUF012


class ResetPasswordKeyForm(OurWords, allauth.ResetPasswordKeyForm):
    labels = {"password1": _("Neues Passwort"), "password2": _("Neues Passwort noch einmal")}  # noqa: RUF012
    hints = {"password1": PASSWORD_HINT}  # noqa: RUF012


class ReauthenticateForm(OurWords, allauth.ReauthenticateForm):
    labels = {"password": _("Passwort")}  # noqa: RUF012


class EmailForm(forms.Form):
    """The address for a forgotten password; empty takes it away."""

    email = forms.EmailField(
        label=_("E-Mail"),
        required=False,
        max_length=EMAIL_MAX,
        help_text=NO_EMAIL_HINT,
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )


class DeleteForm(forms.Form):
    """The password once more, before an account goes for good."""

    password = forms.CharField(
        label=_("Dein Passwort"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean_password(self) -> str:
        """Checked like a log-in, so guessing is slowed down by the same limits."""
        password: str = self.cleaned_data["password"]
        if not get_adapter().reauthenticate(self.user, password):
            raise ValidationError(get_adapter().error_messages["incorrect_password"], code="incorrect_password")
        return password
