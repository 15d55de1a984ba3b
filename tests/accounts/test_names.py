from __future__ import annotations

import random
import threading
import unicodedata
from itertools import islice

import pytest
from django.db import connection
from hypothesis import given
from hypothesis import strategies as st

from accounts import selectors, services
from accounts.errors import NameRefused
from accounts.models import Player
from accounts.names import INSULTS, RESERVED, name_clean, name_fold, proposals


@pytest.mark.parametrize(
    ("name", "twin"),
    [
        ("Mila", "mila"),
        ("Mila", "Mi1a"),
        ("Mila", "MlLA"),
        ("Mila", "M-i_l-a"),
        ("Otto", "0tt0"),
        ("Jörg", "Jorg"),
        ("Straße", "strasse"),
        ("Łukasz", "lukasz"),
        ("ĸarla", "karla"),
        ("Søren", "soren"),
        ("Ærøskøbing", "aeroskobing"),
        ("Işıl", "isil"),
        ("ＭＩＬＡ", "mila"),  # full width, as NFKC takes it
    ],
)
def test_look_alikes_have_one_key(name: str, twin: str) -> None:
    assert name_fold(name) == name_fold(twin)


@pytest.mark.parametrize(("name", "other"), [("Mila", "Mika"), ("Anna", "Ana"), ("Tim5", "Tim6"), ("Uwe", "Vwe")])
def test_different_names_have_different_keys(name: str, other: str) -> None:
    assert name_fold(name) != name_fold(other)


@given(st.text(max_size=20))
def test_folding_twice_changes_nothing(name: str) -> None:
    assert name_fold(name_fold(name)) == name_fold(name)


@given(st.text(st.characters(max_codepoint=0x17F, categories=["Lu", "Ll", "Nd"]), min_size=3, max_size=20))
def test_the_key_of_a_valid_name_fits_its_column(name: str) -> None:
    limit = Player._meta.get_field("name_key").max_length
    assert limit is not None
    assert len(name_fold(unicodedata.normalize("NFKC", name)[:20])) <= limit


@pytest.mark.parametrize("name", ["Mila", "Jörg_7", "a-b", "Ayşe", "Žofie", "x" * 20, "M1l4"])
def test_names_that_can_be_had(name: str) -> None:
    assert name_clean(name) == name


def test_a_name_is_stored_in_its_composed_form_without_blanks_around() -> None:
    assert name_clean(" Jo\u0308rg ") == "Jörg"


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("ab", "name_length"),
        ("x" * 21, "name_length"),
        ("", "name_length"),
        ("Mila M", "name_characters"),
        ("Mila!", "name_characters"),
        ("<b>x</b>", "name_characters"),
        ("Мила", "name_characters"),  # Cyrillic
        ("a\u200bbc", "name_characters"),
        ("abc\x00", "name_characters"),
        ("²³abc", None),  # NFKC makes digits of them
        ("٣٤٥", "name_characters"),  # Arabic digits
        ("---", "name_empty"),
        ("-a-", "name_empty"),
        ("Admin", "name_refused"),
        ("4dmin", None),
        ("ADM1N", "name_refused"),
        ("Ge-löscht", "name_refused"),
        ("Robo-Rita", "name_refused"),  # a computer's
        ("xHitlerx", "name_refused"),
    ],
)
def test_names_that_are_refused_say_why(name: str, code: str | None) -> None:
    if code is None:
        assert name_clean(name)
        return
    with pytest.raises(NameRefused) as refusal:
        name_clean(name)
    assert refusal.value.code == code
    assert refusal.value.text.endswith((".", "!"))


def test_the_refusal_list_is_folded_like_names() -> None:
    assert all(word == name_fold(word) for word in (*RESERVED, *INSULTS))


def test_proposals_are_valid_names_with_few_repeats() -> None:
    names = list(islice(proposals(random.Random(7)), 400))
    assert all(name_clean(name) == name for name in names)
    assert len(set(names)) > 350


def test_no_proposal_is_on_the_refusal_list() -> None:
    from accounts.names import _FIRST, _SECOND

    assert all(name_clean(first + second) for first in _FIRST.split() for second in _SECOND.split())


@pytest.mark.django_db
def test_a_proposal_is_free() -> None:
    first = selectors.name_proposal(random.Random(3))
    services.guest_create(name=first)
    second = selectors.name_proposal(random.Random(3))
    assert name_fold(second) != name_fold(first)
    assert services.name_check(second) == second


@pytest.mark.django_db
@pytest.mark.parametrize("taken_by", ["user", "guest"])
def test_a_taken_name_or_its_look_alike_is_refused(taken_by: str) -> None:
    if taken_by == "user":
        services.user_register(username="Mila", email="", password="x")
    else:
        services.guest_create(name="Mila")
    for name in ("Mila", "m1la", "MI-LA"):
        with pytest.raises(NameRefused, match="ähnlich") as refusal:
            services.guest_create(name=name)
        assert refusal.value.code == "name_taken"
        with pytest.raises(NameRefused):
            services.user_register(username=name, email="", password="x")
    assert Player.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_many_at_once_one_gets_the_name_and_the_others_read_why(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody passes the check before anybody writes: then the database decides."""
    barrier = threading.Barrier(6)
    check = services.name_check

    def check_together(name: str) -> str:
        checked = check(name)
        barrier.wait(timeout=10)
        return checked

    monkeypatch.setattr("accounts.services.guests.name_check", check_together)
    answers: list[object] = []

    def enter(name: str) -> None:
        try:
            answers.append(services.guest_create(name=name))
        except NameRefused as refusal:
            answers.append(refusal.code)
        finally:
            connection.close()

    threads = [
        threading.Thread(target=enter, args=(name,)) for name in ("Mila", "mila", "M1la", "MILA", "Mi-la", "Mila_")
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=20)
    assert sorted(str(answer) for answer in answers if answer != "name_taken") == [Player.objects.get().name]
    assert answers.count("name_taken") == 5


@pytest.mark.django_db
def test_renaming_frees_the_old_name_and_may_change_case_only() -> None:
    user = services.user_register(username="Mila", email="", password="x")
    services.player_rename(player=user.player, name="MILA")
    services.player_rename(player=user.player, name="Tarik")
    user.refresh_from_db()
    assert (user.username, user.player.name) == ("Tarik", "Tarik")
    assert services.guest_create(name="Mila").name == "Mila"
    with pytest.raises(NameRefused):
        services.player_rename(player=user.player, name="mila")


def test_nobody_is_called_like_a_computer() -> None:
    from tables.host.live import BOT_NAMES

    assert {name_fold(name.replace(" ", "")) for name in BOT_NAMES} <= RESERVED
