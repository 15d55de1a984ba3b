"""Every kind of page: narrow without horizontal scroll, no serious barrier, in light and dark."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.browser.conftest import Come
from tests.support.browser import Person, play_on, play_out, until

STILL = "document.getAnimations().every((a) => a.playState !== 'running')"
SERIOUS = {"serious", "critical"}
PHONE: dict[str, Any] = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}

PUBLIC = ("/", "/spiele/", "/spiele/elements/", "/bestenliste/", "/impressum/", "/datenschutz/", "/konto/registrieren/",
          "/konto/anmelden/", "/konto/gast/", "/konto/passwort/vergessen/", "/gibt-es-nicht/")  # fmt: skip
OWN = ("/konto/einstellungen/", "/konto/taler/", "/konto/partien/", "/konto/sitzungen/", "/konto/email/",
       "/konto/passwort/", "/konto/loeschen/", "/spiele/elements/tisch/", "/konto/")  # fmt: skip


def barriers(person: Person) -> list[str]:
    """What axe calls serious or critical on the page, in light and dark."""
    told = []
    for scheme in ("light", "dark"):
        person.page.emulate_media(color_scheme=scheme)
        until(lambda: person.page.evaluate(STILL), page=person.page)
        for found in Axe().run(person.page).response["violations"]:
            if found["impact"] in SERIOUS:
                where = [(node["html"][:160], [why["data"] for why in node["any"]]) for node in found["nodes"][:3]]
                told.append(f"{person.page.url} ({scheme}) {found['id']}: {found['help']}: {where}")
    return told


def overflow(person: Person) -> list[str]:
    """How far the page is wider than the window, and what sticks out."""
    wide: list[str] = person.page.evaluate(
        """() => {
          const most = document.documentElement.clientWidth;
          if (document.documentElement.scrollWidth <= most) return [];
          const right = (e) => Math.round(e.getBoundingClientRect().right);
          return [...document.querySelectorAll("body *")].filter((e) => right(e) > most + 1).slice(0, 5)
            .map((e) => `${location.pathname} ${e.localName}.${e.className} ${right(e)}`);
        }"""
    )
    return wide


def small_targets(person: Person) -> list[str]:
    """Buttons and fields below 44 px, where a finger is meant to press.

    A board's fields (``.el-go``, ``.go-field``) lie side by side and are one of two ways: the die and the main button
    are the other. Dice that lie close together (``.go-die``) answer beyond their edge.
    """
    small: list[str] = person.page.evaluate(
        """() => {
          const what = "button:not(.el-go, .go-field, .go-die), .btn, select, "
            + "input:not([type=hidden], [type=radio], [type=checkbox])";
          const closed = "[popover]:not(:popover-open), dialog:not([open])";
          return [...document.querySelectorAll(what)].filter((e) => e.offsetParent && !e.closest(closed))
            .map((e) => [e, e.getBoundingClientRect()])
            .filter(([, box]) => box.width && box.height && Math.min(box.width, box.height) < 43.5)
            .map(([e, box]) => `${location.pathname} ${e.localName}#${e.id}.${e.className} ` +
              `${Math.round(box.width)}x${Math.round(box.height)}`);
        }"""
    )
    return small


def everywhere(come: Come, look: Callable[[Person], list[str]], **options: object) -> list[str]:
    """Look at every kind of page, from the front door to the result."""
    found: list[str] = []
    anna = come(**options)
    for path in PUBLIC:
        anna.page.goto(path)
        found += look(anna)
    anna.register()
    for path in OWN:
        anna.page.goto(path)
        found += look(anna)
    anna.open_table(seats_count="2", clock_s="60")
    found += look(anna)
    anna.problems = [problem for problem in anna.problems if "404" not in problem]
    return found


def sums_in_sight(person: Person) -> bool:
    """Whether everybody's sum in the scoring shows without scrolling sideways."""
    shown: bool = person.page.evaluate(
        """() => {
          const wrap = document.querySelector(".score__wrap").getBoundingClientRect();
          const sums = [...document.querySelectorAll("#score .sum")].map((e) => e.getBoundingClientRect());
          return sums.length > 0 && sums.every((box) => box.left >= wrap.left && box.right <= wrap.right + 1);
        }"""
    )
    return shown


def colourless(person: Person) -> list[str]:
    """Parts of drawings that wait for a colour by their class, and no style sheet of this page has it: black."""
    found: list[str] = person.page.evaluate(
        """() => [...document.querySelectorAll("svg [class]:is(path, rect, circle, ellipse):not([fill])")]
          .filter((e) => getComputedStyle(e).fill === "rgb(0, 0, 0)" && getComputedStyle(e).stroke === "none")
          .map((e) => `${location.pathname} ${e.outerHTML}`)"""
    )
    return found


def at_390(person: Person) -> list[str]:
    return overflow(person) + small_targets(person) + colourless(person)


def test_pages_at_390_pixels(come: Come) -> None:
    found = everywhere(come, at_390, **PHONE)
    assert not found, "\n".join(found)


def test_axe_finds_nothing_serious_on_pages(come: Come) -> None:
    found = everywhere(come, barriers)
    assert not found, "\n".join(found)


def test_match_and_result_have_no_serious_barrier_and_fit_390_pixels(come: Come) -> None:
    """One match for both: axe looks at Anna's pages, Ben has a phone."""
    anna, ben = come().register(), come(**PHONE).register()
    both = (anna, ben)
    path = anna.open_table(seats_count="4", clock_s="0", fast_bots="1", fill_level="easy")
    ben.sit(path).ready()
    anna.ready().start()
    ben.at_board()
    found: list[str] = []

    def look() -> None:
        found.extend(barriers(anna) + at_390(ben))

    for person in both:
        play_on(both, person.my_turn)
        look()
    for person in both:
        person.page.get_by_role("button", name="Menü dieser Partie").click()
    look()
    for person in both:
        person.page.keyboard.press("Escape")
    play_out(both)
    for person in both:
        expect(person.page.get_by_role("button", name="Revanche")).to_be_visible()
    anna.page.wait_for_timeout(1500)  # the result counts up
    look()
    assert sums_in_sight(ben)
    for person in both:
        person.page.get_by_role("link", name="Partie nachspielen").click()
        person.page.wait_for_url("**/partien/*/")
    look()
    for person in both:
        person.page.goto("/bestenliste/?spiel=elements")
    look()
    assert not found, "\n".join(found)
