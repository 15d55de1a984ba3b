"""Speedgourmet as people play it: both menus to the end, by mouse, by keys, on a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Come
from tests.browser.gourmet_play import MARKS, OWN, STEP, open_gourmet, phase, play, press
from tests.browser.test_pages import barriers, overflow, small_targets
from tests.support.browser import Person, play_out, until


def seat_of(person: Person) -> str:
    return person.page.locator(".go").get_attribute("data-me") or ""


def two_at_a_table(come: Come, menu: str) -> tuple[Person, Person]:
    """Two people, one of them on a phone, and a computer."""
    one, two = come().be_guest(), come(width=390, height=844, color_scheme="dark", has_touch=True).be_guest()
    path = open_gourmet(one, menu, seats_count="3", clock_s="120")
    two.sit(path).ready()
    one.start()
    two.at_board()
    return one, two


def reload_in_the_tray_step(one: Person, two: Person) -> None:
    """Who has taken something and reloads still has it, and the other is told nothing before the step is over."""
    people = (one, two)
    play(people, enough=lambda: phase(one) == "tray" and one.my_turn() and two.my_turn(), seconds=90)
    seat = seat_of(one)
    seen, own = two.page.evaluate(MARKS, seat), one.page.evaluate(OWN)
    while one.my_turn():
        press(one)
        one.page.wait_for_timeout(60)
    expect(one.page.locator(f'.who__one[data-seat="{seat}"]')).to_have_attribute("data-state", "done")
    assert one.page.evaluate(OWN) > own
    kept = one.page.evaluate(OWN)
    one.page.reload()
    one.at_board()
    assert one.page.evaluate(OWN) == kept
    expect(two.page.locator(f'.who__one[data-seat="{seat}"]')).to_have_attribute("data-state", "done")
    assert two.page.evaluate(MARKS, seat) == seen
    two.page.reload()
    two.at_board()
    assert two.page.evaluate(MARKS, seat) == seen
    while two.my_turn() and phase(two) == "tray":
        press(two)
        two.page.wait_for_timeout(60)
    until(lambda: bool(two.page.evaluate(MARKS, seat) > seen), page=two.page)


@pytest.mark.parametrize("menu", ["haus", "chef"])
def test_a_whole_match_of_two_people_and_a_computer(menu: str, come: Come) -> None:
    """G-006, G-020, G-025, G-103, G-104: with a reload in the tray step; then the result and a step of the replay."""
    one, two = two_at_a_table(come, menu)
    expect(one.page.locator(".carte--own h2")).to_have_text("Hausmenü" if menu == "haus" else "Chefmenü")
    reload_in_the_tray_step(one, two)
    play((one, two), enough=lambda: one.my_turn() and phase(one) == ("pass" if menu == "haus" else "tray"), seconds=90)
    found = barriers(one) + overflow(two) + small_targets(two)
    assert not found, "\n".join(found)
    play_out((one, two), step=STEP)
    for person in (one, two):
        expect(person.page.locator("#score tbody tr")).to_have_count(3)
        assert person.page.evaluate("document.documentElement.scrollWidth") <= person.page.viewport_size["width"]  # type: ignore[index]
    one.page.get_by_role("link", name="Partie nachspielen").click()
    expect(one.page.locator(".carte--watched:not([hidden])")).to_have_count(1)
    one.page.locator(".mini__card").nth(1).click()
    expect(one.page.locator("#go-card-2")).to_be_visible()


def alone(come: Come, menu: str = "haus", **options: object) -> Person:
    guest = come(**options).be_guest()
    open_gourmet(guest, menu, seats_count="2", clock_s="120")
    return guest.start()


def until_mine(guest: Person, wanted: str) -> None:
    """Play on until this step is the guest's own, and what glows is laid over (that comes just after the message)."""
    glowing = guest.page.locator(".go-die")
    play((guest,), enough=lambda: guest.my_turn() and phase(guest) == wanted and glowing.count() > 0, seconds=90)


def test_by_keyboard(come: Come) -> None:
    """G-107 to G-110: keys 1 to 6 choose a die, Esc drops it, N rolls anew, R asks for Rat, F is „Fertig“."""
    guest = alone(come)
    page = guest.page
    assert guest.page.locator("#bar-what").inner_text().count("ohne Bedenkzeit") == 1  # alone there is no clock
    until_mine(guest, "pass")
    dice = page.locator(".go-die")
    numbers = [dice.nth(i).get_attribute("aria-keyshortcuts") for i in range(dice.count())]
    page.keyboard.press(numbers[0] or "1")
    expect(page.locator(".die.is-picked")).to_have_count(1)
    expect(page.locator("#go-back")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".die.is-picked")).to_have_count(0)
    page.keyboard.press("r")
    expect(page.locator("#refusals .toast--advice")).to_be_visible()
    assert len(page.locator("#refusals .toast--advice span").inner_text()) > 20
    decision = guest.decision()
    page.keyboard.press("n")
    until(lambda: guest.decision() != decision, page=page)
    expect(page.locator('.bon-slip[data-state="now"]')).to_contain_text("neu angerichtet")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".go-die:focus")).to_have_count(1)
    until_mine(guest, "seconds")
    decision = guest.decision()
    page.keyboard.press("f")
    until(lambda: guest.over() or guest.decision() != decision or phase(guest) != "seconds", page=page)


def test_what_cant_be_taken_back_asks_first(come: Come) -> None:
    """G-015, G-024, G-105: „Verfallen lassen“ and „Nichts nehmen“ ask while something fits."""
    guest = alone(come)
    page = guest.page
    until_mine(guest, "pass")
    decision = guest.decision()
    page.get_by_role("button", name="Verfallen lassen").click()
    dialog = page.locator("#go-ask")
    expect(dialog).to_be_visible()
    page.get_by_role("button", name="Zurück zur Karte").click()
    expect(dialog).to_be_hidden()
    assert guest.decision() == decision
    page.get_by_role("button", name="Verfallen lassen").click()
    dialog.get_by_role("button", name="Verfallen lassen").click()
    until(lambda: guest.decision() != decision, page=page)
    expect(page.locator(".bon-slip").first).to_contain_text("verfallen")
    until_mine(guest, "tray")
    decision = guest.decision()
    page.get_by_role("button", name="Nichts nehmen").click()
    dialog.get_by_role("button", name="Nichts nehmen").click()
    until(lambda: phase(guest) != "tray" or guest.decision() != decision, page=page)


def test_a_field_shows_what_it_brings_and_dice_what_they_cost(come: Come) -> None:
    """G-103, G-104: a picked die glows its fields with points; the panel names dice that go to the tray."""
    guest = alone(come)
    page = guest.page
    until_mine(guest, "pass")
    page.locator(".go-die").last.click()
    expect(page.locator(".die.is-picked")).to_have_count(1)
    field = page.locator(".go-field:not(.is-dim)").first
    assert "eintragen" in (field.get_attribute("aria-label") or "")
    field.hover()
    expect(page.locator("#go-say")).not_to_contain_text("Wähle einen Würfel")
    decision = guest.decision()
    field.click()
    until(lambda: guest.decision() != decision or not guest.my_turn(), page=page)


def test_what_would_be_written_shows_faintly_and_a_circle_that_is_there_stays(come: Come) -> None:
    """G-104: a cross offered in a circled field lies over the circle, which the button would cover."""
    guest = alone(come, "chef")
    page = guest.page
    until_mine(guest, "pass")
    page.keyboard.press("Escape")
    drawn = "(stroke) => getComputedStyle(stroke).backgroundImage"
    strokes = page.locator(".go-field .ghost")
    assert strokes.count() and all("#pen-" in strokes.nth(i).evaluate(drawn) for i in range(strokes.count()))
    assert page.locator(".go-field .is-there").count() == page.locator(".f[data-m=o] > .go-field").count()
    field = page.locator(".go-field").first
    field.evaluate("(field) => { field.parentElement.dataset.m = 'o'; }")
    field.hover()
    expect(field.locator(".is-there")).to_have_count(1)
    assert "#pen-o" in field.locator(".is-there").evaluate(drawn)


def test_words_of_a_new_panel_are_not_written_over_by_what_was_picked_before(come: Come) -> None:
    """A swap takes the focus from the old panel's dice before the board's module knows of the new one."""
    guest = alone(come)
    page = guest.page
    until_mine(guest, "pass")
    page.locator(".go-die").last.click()
    expect(page.locator(".die.is-picked")).to_have_count(1)
    page.evaluate("""() => {
        const say = document.getElementById("go-say"), fresh = say.cloneNode(true);
        fresh.removeAttribute("data-asked");
        fresh.querySelector("b").textContent = "Ein neuer Schritt.";
        say.replaceWith(fresh);
        document.querySelector(".go-die").dispatchEvent(new FocusEvent("focusout", {bubbles: true})); }""")
    expect(page.locator("#go-say b")).to_have_text("Ein neuer Schritt.")


def test_what_happens_meanwhile_takes_no_press_and_answers_no_question(come: Come) -> None:
    """A press that has begun on a die ends on it though others are done meanwhile; an old question is closed."""
    one, two = two_at_a_table(come, "haus")
    page = one.page
    play((one, two), enough=lambda: phase(one) == "tray" and one.my_turn() and two.my_turn(), seconds=90)
    other = page.locator(f'.who__one[data-seat="{seat_of(two)}"]')
    page.keyboard.press("Escape")  # one of the presses so far may have picked a die already; a second drops it
    page.locator(".go-die").first.hover()
    page.mouse.down()
    while two.my_turn() and phase(two) == "tray":
        press(two)
        two.page.wait_for_timeout(60)
    expect(other).to_have_attribute("data-state", "done")
    page.mouse.up()
    expect(page.locator(".die.is-picked")).to_have_count(1)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Nichts nehmen").click()
    expect(page.locator("#go-ask")).to_be_visible()
    elsewhere = one.tab()
    elsewhere.goto(page.url)
    one.at_board(elsewhere)
    expect(elsewhere.locator(".go-die").first).to_be_visible()  # the board's module listens
    elsewhere.get_by_role("button", name="Nichts nehmen").click()
    elsewhere.locator("#go-ask-yes").click()
    expect(page.locator("#go-ask")).to_be_hidden()


def test_holding_nachschlaege_back_is_kept_over_a_reload(come: Come) -> None:
    """G-037: „Nachschläge aufheben“ answers „Fertig“ until it is taken back."""
    guest = alone(come)
    page = guest.page
    play((guest,), enough=lambda: guest.my_turn() and page.locator("#go-hold").count() > 0, seconds=90)
    page.keyboard.press("Escape")  # in a low window the button makes room while something is picked
    page.locator("#go-hold").click()
    play((guest,), enough=lambda: guest.my_turn() and phase(guest) == "pass", seconds=60)
    page.reload()
    guest.at_board()
    expect(page.locator("#go-hold")).to_have_attribute("aria-pressed", "true")
    page.locator("#go-hold").click()
    expect(page.locator("#go-hold")).to_have_attribute("aria-pressed", "false")


def test_on_a_phone(come: Come) -> None:
    """G-052, G-111: nothing scrolls sideways, fields are big enough, others' cards show whole; the rounds' boni."""
    guest = alone(come, "chef", width=390, height=844, has_touch=True)
    page = guest.page
    until_mine(guest, "pass")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    sizes = page.eval_on_selector_all(
        ".go-field", "all => all.map(e => e.getBoundingClientRect()).map(b => [b.width, b.height])"
    )
    assert sizes and min(w for w, _h in sizes) >= 40 and min(h for _w, h in sizes) >= 44
    expect(page.locator(".carte--own .medal")).to_have_count(4)
    other = "2" if seat_of(guest) == "1" else "1"
    page.locator(f'.mini[data-seat="{other}"] .mini__card').click()
    sheet = page.locator(f"#go-card-{other}")
    expect(sheet).to_be_visible()
    expect(sheet.get_by_role("img", name=re.compile("^Silber, Reihe Gelb: 1"))).to_be_visible()
    sheet.get_by_role("button", name="Schließen").click()
    expect(sheet).to_be_hidden()
