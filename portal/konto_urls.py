"""Everything below ``/konto/``: allauth's views under their own names and German addresses, and ours."""

from __future__ import annotations

from allauth.account import views as allauth
from django.urls import include, path, re_path

from portal.konto import auth, views

urlpatterns = [
    path("", views.konto, name="konto"),
    path("", include("accounts.urls")),
    path("registrieren/", auth.SignupView.as_view(), name="account_signup"),
    path("anmelden/", auth.LoginView.as_view(), name="account_login"),
    path("abmelden/", auth.LogoutView.as_view(), name="account_logout"),
    path("gesperrt/", allauth.account_inactive, name="account_inactive"),
    path("bestaetigen/", auth.ReauthenticateView.as_view(), name="account_reauthenticate"),
    path("passwort/", allauth.password_change, name="account_change_password"),
    path("passwort/neu/", allauth.password_set, name="account_set_password"),
    path("passwort/vergessen/", allauth.password_reset, name="account_reset_password"),
    path("passwort/vergessen/gesendet/", allauth.password_reset_done, name="account_reset_password_done"),
    re_path(
        r"^passwort/vergessen/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        allauth.password_reset_from_key,
        name="account_reset_password_from_key",
    ),
    path(
        "passwort/vergessen/fertig/",
        allauth.password_reset_from_key_done,
        name="account_reset_password_from_key_done",
    ),
    path("sitzungen/", auth.SessionsView.as_view(), name="usersessions_list"),
    path("sitzungen/<int:session_id>/beenden/", auth.session_end, name="session_end"),
    path("email/", views.email, name="account_email"),
    path("profil/<slug:code>/", views.profile, name="profile"),
    path("partien/", views.matches, name="matches"),
    path("taler/", views.taler, name="taler"),
    path("daten/", views.export, name="export"),
    path("loeschen/", views.delete, name="delete"),
]
