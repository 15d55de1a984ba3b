"""The sound of Speed-E.L.U.M., heard by machine: rendered offline and measured, and in a live page.

The modules come from disk under the product's own security policy; no server runs.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Route

from tests.browser.live_page import POLICY
from tests.support.live import ROOT

HERE = Path(__file__).parent
ADDRESS = "http://sound.test/"
SKINS = ("retro", "modern")
PIECES = (
    "landing",
    "grant",
    "office",
    "turn",
    "harvest",
    "auction",
    "ranking",
    "verdict-good",
    "verdict-bad",
    "lift-off",
)
ONCE = {"landing", "lift-off"}
WHITE = set("cdefgab")

NAMES = """cursor-step grab grab-other refused elum-buy outfit elum-walk place fetch runaway assay assay-found offer
wampus-call wampus-caught pub-roll pub-win event-good event-bad rain sun pest quake pirates meteor radiation fire block
bonus refined side-chosen price-step deal-stand unit below-target clock-tick late-bid auction-end bell time-low time-up
weiter walk-in count-up founder ship-thrust"""
EFFECTS = NAMES.split()
PARAMS: dict[str, list[dict[str, Any]]] = {
    "assay-found": [{"level": level} for level in range(5)],
    "wampus-call": [{"row": row} for row in range(5)],
    "block": [{"good": good, "count": 8} for good in ("food", "energy", "ore", "crystal")],
    "price-step": [{"up": up, "share": share} for up in (True, False) for share in (0, 1)],
    "side-chosen": [{"side": side} for side in ("sell", "buy", "out")],
    "ship-thrust": [{"up": True}],
    "elum-walk": [{"foot": 1}],
    "count-up": [{"share": 1}],
}

PAGE = """<!doctype html><html lang="de"><head><meta charset="utf-8"><title>Klang</title><link rel="icon" href="data:,">
<script type="module" src="/boot.js"></script></head>
<body><button data-sound-toggle>Ton</button><p id="elsewhere">hier</p></body></html>"""


class Ear:
    """A page with the modules; ``problems`` gathers what the console says."""

    def __init__(self, browser: Browser) -> None:
        self.context = browser.new_context()
        self.page: Page = self.context.new_page()
        self.problems: list[str] = []
        self.report: dict[str, Any] = {}
        """What the page last told of itself, without having been asked (an asked page counts as pressed)."""
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.route("**/*", self._serve)

    def _said(self, said: ConsoleMessage) -> None:
        if said.type in {"error", "warning"}:
            self.problems.append(said.text)

    def _serve(self, route: Route) -> None:
        path = route.request.url.removeprefix("http://sound.test").split("?")[0]
        if path == "/report":
            self.report = json.loads(route.request.post_data or "{}")
            route.fulfill(status=204)
        elif path.endswith(".js"):
            file = ROOT / path[1:] if path.startswith("/static/") else HERE / path[1:]
            route.fulfill(path=file, content_type="text/javascript")
        else:
            route.fulfill(body=PAGE, headers={"Content-Security-Policy": POLICY}, content_type="text/html")

    def open(self, query: str = "") -> Ear:
        self.page.goto(ADDRESS + query)
        return self

    def ask(self, code: str, **given: Any) -> Any:
        """The value of an expression in which ``probe`` measures and ``given`` are the test's own values."""
        names = ", ".join(given)
        return self.page.evaluate(
            f"async ({{{names}}}) => {{ const probe = await import('/probe.js'); return await ({code}); }}", given
        )

    def ready(self) -> Page:
        """Wait for the page's own script."""
        self.page.wait_for_selector("html[data-ready]")
        return self.page

    def until(self, condition: Callable[[], bool], seconds: float = 15) -> None:
        for _ in range(int(seconds / 0.05)):
            if condition():
                return
            self.page.wait_for_timeout(50)
        raise AssertionError(f"it never came; the last report: {self.report}")

    def heard(self, ms: int = 600) -> float:
        """The loudest sample of the next moment."""
        return float(self.page.evaluate("(ms) => listen(ms)", ms))

    def hush(self) -> None:
        """Wait until nothing is heard any more: echoes take their time."""
        self.until(lambda: self.heard(150) < SILENT)


SILENT = 1e-4


@pytest.fixture
def ear(browser: Browser) -> Iterator[Ear]:
    new = Ear(browser)
    yield new
    new.context.close()
    assert not new.problems


@pytest.fixture(scope="module")
def lab(browser: Browser) -> Iterator[Ear]:
    """One page for all that is rendered offline."""
    new = Ear(browser).open()
    yield new
    new.context.close()
    assert not new.problems


# --- the Wampus ------------------------------------------------------------------------------------


@pytest.mark.parametrize("skin", SKINS)
def test_the_wampus_call_is_the_higher_the_further_up_it_sits(lab: Ear, skin: str) -> None:
    """E-079: row 0 is the top of the map; each row above another is one step of the five-tone scale higher."""
    found = [lab.ask("probe.pitch(skin, 'wampus-call', {row}, 0.12, 0.45)", skin=skin, row=row) for row in range(5)]
    steps = [12 * math.log2(upper / lower) for upper, lower in pairwise(found)]
    assert [round(step) for step in steps] == [3, 2, 2, 3]
    assert found == pytest.approx([1046.5, 880.0, 784.0, 698.5, 587.3], rel=0.01)


# --- the skins ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("instrument", "duty"), [("second", 1 / 2), ("lead", 1 / 4), ("pluck", 1 / 8)])
def test_retro_plays_pulse_waves_of_the_three_duties(lab: Ear, instrument: str, duty: float) -> None:
    """E-229: a pulse's n-th harmonic is |sin(πnd)|/n; at half duty only the odd ones are there."""
    found = lab.ask("probe.harmonics('retro', instrument, 440, 12)", instrument=instrument)
    pulse = [abs(math.sin(math.pi * n * duty)) / n / math.sin(math.pi * duty) for n in range(1, 13)]
    assert found == pytest.approx(pulse, abs=0.02)
    soft = lab.ask("probe.harmonics('modern', instrument, 440, 12)", instrument=instrument)
    assert max(soft[3:]) < 0.03 < max(found[3:])


def test_retro_has_a_triangle_bass_and_noise_of_two_levels(lab: Ear) -> None:
    """E-229: the stepped triangle has odd harmonics that fall by the square; a shift register knows two values."""
    bass = lab.ask("probe.harmonics('retro', 'bass', 110, 9)")
    assert bass[::2] == pytest.approx([1, 1 / 9, 1 / 25, 1 / 49, 1 / 81], abs=0.01)
    assert max(bass[1::2]) < 0.01
    assert lab.ask("probe.twoLevels('retro')") > 0.8 > 0.1 > lab.ask("probe.twoLevels('modern')")


def test_every_effect_has_another_colour_in_each_skin(lab: Ear) -> None:
    """E-229"""
    found = {name: lab.ask("probe.apart(name)", name=name) for name in EFFECTS}
    assert {name: db for name, db in found.items() if db < 3} == {}
    assert sorted(found.values())[len(found) // 2] > 8


def test_skins_have_the_same_instruments(lab: Ear) -> None:
    retro, modern = lab.ask("probe.instruments()")
    assert retro == modern and len(retro) == 10


# --- effects -------------------------------------------------------------------------------------------


def test_there_is_every_effect_and_every_piece(lab: Ear) -> None:
    names = lab.ask("probe.names()")
    assert sorted(names["effects"]) == sorted(EFFECTS)
    assert sorted(names["pieces"]) == sorted(PIECES)
    assert set(names["once"]) == ONCE


@pytest.mark.parametrize("skin", SKINS)
def test_every_effect_sounds_at_once_unclipped_and_ends(lab: Ear, skin: str) -> None:
    for name in EFFECTS:
        for params in [{}, *PARAMS.get(name, [])]:
            found = lab.ask("probe.effect(skin, name, params)", skin=skin, name=name, params=params)
            where = f"{name} {params}: {found}"
            assert found["bad"] == 0, where
            assert 0.05 < found["peak"] <= 1, where
            assert found["first"] < 0.05 + 0.05, where
            assert found["last"] < 7.5, where


@pytest.mark.parametrize("skin", SKINS)
def test_notes_begin_and_end_without_a_click(lab: Ear, skin: str) -> None:
    for instrument in lab.ask("probe.instruments()")[0]:
        found = lab.ask("probe.edges(skin, instrument)", skin=skin, instrument=instrument)
        assert found["before"] == 0 and found["first"] < 0.01 and found["last"] < 0.002, (instrument, found)


@pytest.mark.parametrize("skin", SKINS)
def test_what_counts_is_heard_in_the_pitch(lab: Ear, skin: str) -> None:
    """The price's share of the ladder, the units in a field, and how rich the ground is."""

    def rising(name: str, params: list[dict[str, Any]], begin: float, end: float) -> bool:
        code = "probe.pitch(skin, name, params, begin, end)"
        found = [lab.ask(code, skin=skin, name=name, params=one, begin=begin, end=end) for one in params]
        return all(upper > lower * 1.05 for lower, upper in pairwise(found))

    for up in (True, False):
        assert rising("price-step", [{"up": up, "share": x / 8} for x in range(9)], 0.004, 0.05)
    assert rising("count-up", [{"share": x / 3} for x in range(4)], 0.002, 0.06)
    assert rising("block", [{"good": "ore", "count": n} for n in range(1, 9)], 0.016, 0.08)
    assert rising("block", [{"good": good} for good in ("food", "energy", "ore", "crystal")], 0.016, 0.08)


# --- music -------------------------------------------------------------------------------------------------


Played = Callable[[str, str], dict[str, Any]]


@pytest.fixture(scope="module")
def played(lab: Ear) -> Played:
    """Each piece in each skin, rendered once for all tests: once through and two bars more."""

    @cache
    def play(skin: str, name: str) -> dict[str, Any]:
        found: dict[str, Any] = lab.ask("probe.music(skin, name)", skin=skin, name=name)
        return found

    return play


@pytest.mark.parametrize("skin", SKINS)
@pytest.mark.parametrize("name", PIECES)
def test_every_piece_sounds_quietly_and_unclipped(played: Played, skin: str, name: str) -> None:
    found = played(skin, name)
    assert found["bad"] == 0 and found["cuts"] == 0
    assert 0.1 < found["peak"] <= 0.7
    assert found["rms"] > 0.02 and found["loudest"] < 0.15
    if name in ONCE:
        assert found["length"] == pytest.approx(8, abs=0.01)
        assert found["last"] < 9.5
    else:
        assert found["bars"] >= 16


@pytest.mark.parametrize("skin", SKINS)
@pytest.mark.parametrize("name", sorted(set(PIECES) - ONCE))
def test_loops_join_without_a_click_and_in_time(played: Played, lab: Ear, skin: str, name: str) -> None:
    """Across the seam it is sample by sample what the same bars are inside a piece, and no step comes late."""
    seam = lab.ask("probe.seam(skin, name)", skin=skin, name=name)
    assert seam["most"] < SILENT < seam["peak"]
    found = played(skin, name)
    begun = [entry for entry in found["begun"] if entry[1] is not None]
    paces = [(late - early) / (step - before) for (before, early), (step, late) in pairwise(begun) if step > before]
    assert begun[-1][0] > found["bars"] * (12 if name == "harvest" else 16)
    assert max(paces) - min(paces) < 1e-6


@pytest.mark.parametrize("skin", SKINS)
def test_a_timer_that_was_held_up_makes_up_for_nothing(lab: Ear, skin: str) -> None:
    assert 0 < lab.ask("probe.heldUp(skin)", skin=skin) <= 8


def test_music_steps_back_and_effects_dont(lab: Ear) -> None:
    found = lab.ask("probe.ducked()")
    assert found == {"music": pytest.approx(0.4, abs=0.02), "effects": pytest.approx(1, abs=0.01)}


@pytest.mark.parametrize("name", sorted(set(PIECES) - ONCE))
def test_retro_music_is_edged_and_modern_music_round(played: Played, name: str) -> None:
    """E-229"""
    assert played("retro", name)["high"] > 3 * played("modern", name)["high"]


def test_pieces_are_of_one_family(lab: Ear) -> None:
    """White keys; the flat b is the mark of the bad end."""
    tunes = ("lead", "second", "bass", "pluck", "bell", "urgent")
    for name in PIECES:
        words = {word[:-1] for track, word, _length in lab.ask("probe.words(name)", name=name) if track in tunes}
        assert words <= WHITE | ({"bb"} if name == "verdict-bad" else set()), name
        assert "d" in words or "a" in words


@pytest.mark.parametrize("skin", SKINS)
@pytest.mark.parametrize("name", ["turn", "auction", "office"])
def test_urgency_makes_music_faster_and_adds_a_layer(played: Played, lab: Ear, skin: str, name: str) -> None:
    calm = played(skin, name)
    pressing = lab.ask("probe.music(skin, name, {urgency: 1})", skin=skin, name=name)
    assert pressing["begun"][-1][0] > 1.15 * calm["begun"][-1][0]
    assert pressing["rms"] > 1.03 * calm["rms"] and pressing["peak"] <= 1


@pytest.mark.parametrize("skin", SKINS)
def test_all_at_once_is_held_below_the_edge(lab: Ear, skin: str) -> None:
    found = lab.ask("probe.everything(skin)", skin=skin)
    assert found["bad"] == 0 and 0.3 < found["peak"] <= 1


def test_music_and_effects_are_turned_down_apart(lab: Ear) -> None:
    def peak(**volumes: float) -> float:
        return float(lab.ask("probe.turnedDown(volumes)", volumes=volumes)["peak"])

    both, effects, music = peak(), peak(music=0), peak(effects=0)
    assert both > max(effects, music) and min(effects, music) > 0.05
    assert peak(music=0, effects=0) < SILENT
    assert 0.2 * music < peak(effects=0, music=0.5) < 0.3 * music


def test_nothing_piles_up_in_a_long_evening(lab: Ear) -> None:
    """Ten minutes of all pieces, skins and effects, with bursts of 60 effects at once."""
    found = lab.ask("probe.evening(10)")
    assert found["music"] <= 40 and found["effects"] <= 40 and found["players"] <= 3
    assert found["cuts"] > 1000, "the bursts have met the limit"
    calm, later = found["calm"]
    assert 30 < calm < 200 and later < 1.4 * calm
    early, late = found["joined"]
    assert late < 1.1 * early


# --- in a live page ------------------------------------------------------------------------------------------


def test_nothing_sounds_before_the_first_press(ear: Ear) -> None:
    ear.open("?early")
    ear.until(lambda: bool(ear.report))
    ear.page.wait_for_timeout(1000)
    assert ear.report == {"contexts": 0, "sources": 0, "peak": 0, "states": []}
    ear.page.mouse.click(300, 300)
    ear.until(lambda: ear.report["peak"] > 0.005)
    assert ear.report["states"] == ["running"]


def test_a_key_wakes_it_too(ear: Ear) -> None:
    ear.open("?early")
    ear.until(lambda: bool(ear.report))
    ear.page.keyboard.press("Space")
    ear.until(lambda: ear.report["peak"] > 0.005)


@pytest.fixture
def awake(ear: Ear) -> Ear:
    """Started and pressed; no music yet."""
    ear.open().ready().evaluate("sound.start()")
    ear.page.locator("#elsewhere").click()
    ear.until(lambda: ear.page.evaluate("states()") == ["running"])
    return ear


def test_the_portals_switch_silences_all_at_once(awake: Ear) -> None:
    page = awake.page
    page.evaluate("sound.music('turn')")
    awake.until(lambda: awake.heard(200) > 0.005)
    page.locator("[data-sound-toggle]").click()
    awake.until(lambda: page.evaluate("states()") == ["suspended"])
    before = page.evaluate("counts.sources")
    page.evaluate("sound.effect('founder'); sound.music('auction')")
    assert awake.heard(500) == 0 and page.evaluate("counts.sources") == before
    assert page.evaluate("sound.settings().on") is False
    page.evaluate("sound.set({on: true})")
    awake.until(lambda: awake.heard(200) > 0.005)
    assert page.evaluate("sound.settings().on") is True
    assert page.locator("[data-sound-toggle]").get_attribute("aria-label") == "Ton ausschalten"


def test_music_and_effects_have_a_volume_each_and_the_device_remembers(awake: Ear) -> None:
    page = awake.page
    assert page.evaluate("sound.settings()") == {"on": True, "music": 0.6, "effects": 0.8}
    page.evaluate("sound.music('turn')")
    awake.until(lambda: awake.heard(200) > 0.005)
    page.evaluate("sound.set({music: 0})")
    awake.hush()
    page.evaluate("sound.effect('grab')")
    assert awake.heard() > 0.05
    page.evaluate("sound.set({effects: 0})")
    awake.hush()
    page.evaluate("sound.effect('grab')")
    assert awake.heard() < SILENT
    page.evaluate("sound.set({music: 0.25})")
    awake.until(lambda: awake.heard(200) > SILENT)
    kept = page.evaluate("['elum-music', 'elum-effects'].map((key) => localStorage.getItem(`speedgamez.${key}`))")
    assert kept == ["0.25", "0"]
    page.reload()
    awake.ready()
    assert page.evaluate("sound.settings()") == {"on": True, "music": 0.25, "effects": 0}


HIDE = """(hidden) => { Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});
    document.dispatchEvent(new Event('visibilitychange')); }"""


def test_a_hidden_page_rests_and_comes_back_without_a_burst(awake: Ear) -> None:
    page = awake.page
    page.evaluate("sound.music('turn')")
    awake.until(lambda: awake.heard(200) > 0.005)
    page.evaluate("sound.effect('founder')")
    page.evaluate(HIDE, True)
    awake.until(lambda: page.evaluate("states()") == ["suspended"])
    hidden = page.evaluate("counts.sources")
    page.evaluate("for (let i = 0; i < 50; i += 1) sound.effect('grab', {i})")
    page.wait_for_timeout(2000)
    assert page.evaluate("counts.sources") == hidden
    page.evaluate(HIDE, False)
    loudest = awake.heard(1000)
    assert 0.005 < loudest < 0.35, "the music alone"
    assert page.evaluate("counts.sources") - hidden < 60, "of two seconds that were missed nothing is made up for"


def test_an_effect_that_was_cut_short_by_hiding_is_not_heard_later(awake: Ear) -> None:
    page = awake.page
    page.evaluate("sound.skin('retro'); sound.effect('founder')")
    awake.until(lambda: awake.heard(100) > 0.05)
    page.evaluate(HIDE, True)
    awake.until(lambda: page.evaluate("states()") == ["suspended"])
    page.evaluate(HIDE, False)
    assert awake.heard(1000) < SILENT


def test_the_same_music_goes_on_and_another_fades_over(awake: Ear) -> None:
    page = awake.page
    made = "(name) => { const n = counts.sources; sound.music(name); return counts.sources - n; }"
    page.evaluate(made, "grant")
    awake.until(lambda: awake.heard(200) > 0.005)
    watch = """(name) => { const Real = GainNode; let n = 0;
        globalThis.GainNode = class extends Real { constructor(...all) { super(...all); n += 1; } };
        sound.music(name); globalThis.GainNode = Real; return n; }"""
    assert page.evaluate(watch, "grant") == 0
    assert page.evaluate(watch, "turn") > 0
    assert awake.heard(200) > 0.002, "no gap"
    page.evaluate("sound.music(null)")
    awake.hush()


def test_the_skin_changes_in_the_middle_of_a_piece(awake: Ear) -> None:
    """E-229: only retro shapes its waves itself."""
    page = awake.page
    page.evaluate("sound.skin('modern'); sound.music('turn')")
    awake.until(lambda: awake.heard(200) > 0.005)
    assert page.evaluate("counts.waves") == 0
    page.evaluate("sound.skin('retro')")
    awake.until(lambda: page.evaluate("counts.waves") > 5)
    page.evaluate("sound.skin('modern')")
    page.wait_for_timeout(200)
    before = page.evaluate("counts.waves")
    assert awake.heard(1000) > 0.005 and page.evaluate("counts.waves") == before


def test_an_effect_twice_at_once_is_heard_once(awake: Ear) -> None:
    page = awake.page
    once, twice = page.evaluate(
        """() => { const made = (...all) => { const n = counts.sources; all.forEach((one) => sound.effect(...one));
            return counts.sources - n; };
            return [made(['grab']), made(['unit'], ['unit'], ['unit'])]; }"""
    )
    assert once > 0 and 0 < twice <= 4
    assert page.evaluate("(() => { sound.effect('no-such'); sound.music('no-such'); return true; })()")


def test_a_scenes_music_that_comes_late_begins_in_the_middle(ear: Ear) -> None:
    """The landing lasts 8 s: pressed after 9 s, nothing of it is played."""
    ear.open().ready().evaluate(
        """() => { const real = performance.now.bind(performance); sound.music('landing');
            performance.now = () => real() + 9000; }"""
    )
    ear.page.evaluate("sound.start()")
    ear.page.locator("#elsewhere").click()
    ear.until(lambda: ear.page.evaluate("states()") == ["running"])
    assert ear.heard(800) == 0
    ear.page.evaluate("sound.music('grant')")
    ear.until(lambda: ear.heard(200) > 0.002)
