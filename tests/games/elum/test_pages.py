"""The rules page of Speed-E.L.U.M.: its words, its numbers, its pictures."""

from __future__ import annotations

import html as entities
import importlib.util
import re
from functools import cache
from types import ModuleType

import pytest
from django.template.loader import render_to_string
from django.test import Client

from games.elum import data, scoring
from games.elum.rules.course import beat_length
from games.elum.rules.market import store_lines
from tests.support.live import ROOT


@cache
def page() -> str:
    return render_to_string("games/elum/rules.html")


@cache
def words() -> str:
    """What a reader sees, without pictures, in single spaces."""
    text = re.sub(r"<svg.*?</svg>", " ", page(), flags=re.DOTALL)
    return " ".join(entities.unescape(re.sub(r"<[^>]+>", " ", text)).split())


@cache
def figures() -> ModuleType:
    spec = importlib.util.spec_from_file_location("elum_figures", ROOT / "tools" / "elum_figures.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def german(number: float) -> str:
    """0.65 as „0,65“, 20000 as „20.000“."""
    if number >= 10_000:
        return f"{number:,}".replace(",", ".")
    return f"{number:g}".replace(".", ",")


def seconds(ms: int) -> str:
    return german(ms / 1000)


def table(*first: str) -> list[list[str]]:
    """The rows of the table whose head begins so."""
    for found in re.findall(r"<table.*?</table>", page(), re.DOTALL):
        rows = [
            [entities.unescape(re.sub(r"<[^>]+>", "", cell)).strip() for cell in re.findall(r"<t[hd].*?</t[hd]>", row)]
            for row in re.findall(r"<tr>.*?</tr>", found, re.DOTALL)
        ]
        if [cell for cell in rows[0] if cell not in ("", "Bild", "Regel")][: len(first)] == list(first):
            return [[cell for cell in row if cell] for row in rows[1:]]
    raise AssertionError(f"no table with {first}")


# --- the page ------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_the_page_has_the_rules_and_one_sentence_about_the_game() -> None:
    answer = Client().get("/spiele/elum/")
    html = answer.content.decode()
    assert answer.status_code == 200 and "So geht Speed-E.L.U.M." in html
    blurb = render_to_string("games/elum/blurb.html").strip()
    assert entities.escape(blurb, quote=False) in html and blurb.count(".") == 1 and len(blurb) < 160


def test_links_and_pictures_lead_somewhere_and_no_id_stands_twice() -> None:
    ids = re.findall(r'\bid="([^"]+)"', page())
    assert len(ids) == len(set(ids))
    wanted = set(re.findall(r'href="#([^"]+)"', page())) | set(re.findall(r"url\(#([^)]+)\)", page()))
    assert wanted <= set(ids)


def test_pictures_are_drawn_from_the_games_sprites_and_tables() -> None:
    drawn = figures().drawn()
    for name, picture in drawn.items():
        assert (figures().TARGET / f"{name}.svg").read_text() == picture, f"run tools/elum_figures.py for {name}"
    assert {path.stem for path in figures().TARGET.glob("*.svg")} == set(drawn)
    assert all(f"games/elum/rules/{name}.svg" in figures().PAGE.read_text() for name in drawn)


def test_every_topic_has_a_heading_of_its_own() -> None:
    topics = ("kurz", "gueter", "karte", "runde", "land", "landauktion", "zug", "ernte", "auktion", "laden", "voelker",
              "stufen", "wertung", "bedienen")  # fmt: skip
    assert [topic for topic in topics if f'<h3 id="{topic}">' not in page()] == []


def test_quotes_are_german_and_nobody_is_addressed_with_sie() -> None:
    assert words().count("„") == words().count("“")
    assert '"' not in words() and not re.search(r"\b(Ihnen|Ihren|Ihrem|Ihrer|Ihres)\b", words())


# --- numbers -------------------------------------------------------------------------------------


def test_goods_and_yields() -> None:
    for good in data.GOODS:
        assert f"Ausrüstung {data.OUTFITS[good]}, Preis am Anfang {data.BASE_PRICES[good]}." in words()
        assert f"{data.OUTFITS[good]} Taler für" in words() or f"{data.OUTFITS[good]} für" in words()
    river, plain, *mountains = table("Feld", "Nahrung", "Energie", "Erz")
    flat, hill = data.YIELDS["plain"], data.YIELDS["mountain"]
    assert river == ["Fluss", str(data.YIELDS["river"]["food"]), str(data.YIELDS["river"]["energy"]), "–"]
    assert plain == ["Steppe", *(str(flat[good]) for good in ("food", "energy", "ore"))]
    for peaks, row in enumerate(mountains, 1):
        assert row == [f"Berg, {peaks} Gipfel", str(hill["food"]), str(hill["energy"]), str(peaks + 1)]
    assert f"Alle {len(data.PLOT_IDS) - 1} Felder" in words()
    low, high = data.CRYSTAL_PRICES
    assert f"zwischen {low} und {high}" in words()
    assert f"Stufen 1 bis {data.CENTRE_LEVEL}" in words() and f"bringt Stufe {data.METEOR_LEVEL}" in words()
    assert f"Mehr als {data.YIELD_MAX} Einheiten" in words()


def test_land() -> None:
    steps = [seconds(ms) for ms in data.CURSOR_MS.values()]
    assert "{} Sekunden (Einsteiger), {} (Standard) oder {} (Turnier)".format(*steps) in words()
    assert "Vier Takte" in words() and data.HOLD_STEPS == 4
    assert f"Schritten von {data.LAND_STEP} Talern" in words()
    assert f"Startpreis ist {data.LAND_FIRST}." in words() and words().count(f"{data.LAND_LESS} unter") == 2
    assert f"letzten {data.LATE_BEATS} Sekunden stellt die Uhr auf {data.LATE_BEATS}" in words()
    most = {level: max(count for _, count in data.LAND_COUNT[level]) for level in data.LAND_COUNT}
    assert f"Standard 0 bis {most['standard']}, in der Stufe Turnier 0 bis {most['turnier']}" in words()
    assert most["einsteiger"] == 0


def test_the_turn() -> None:
    assert f"Hat der Laden nur noch {data.FEW_ELUMS} ELUMs oder weniger" in words()
    assert f"nach {data.WINDOW_MS // 1000} Sekunden startet sie" in words()
    late, middle, early = (need for _, need in data.FOOD_NEED)
    assert f"Nötig sind {early}, ab Runde {data.FOOD_NEED[1][0]} dann {middle}" in words()
    assert f"ab Runde {data.FOOD_NEED[0][0]} schließlich {late}." in words()
    assert f"Mit {early} Nahrung im Lager" in words()
    assert f"({german(data.EVENT_PER_MILLE / 10)} %) und kommt aus {len(data.FATES)} Geschichten" in words()
    assert "Kneipe: {}, {}, {} oder {} Taler".format(*data.PUB_BASE) in words()
    assert f"bis zu {data.PUB_TIME} dazu" in words() and f"Mehr als {data.PUB_MAX} gibt es nie" in words()
    assert "{} Taler im ersten Viertel der Partie, dann {}, {} und {}".format(*data.WAMPUS_PAYS) in words()
    assert f"nach {seconds(data.ASSAY_MS)} Sekunden" in words()
    assert data.OUTFIT_MS == 1000 and "Das dauert eine Sekunde." in words()
    assert f"kostet anfangs {data.ELUM_PRICE}" in words()


def test_the_harvest() -> None:
    drawn = figures()
    assert f"{drawn.SIDE_BY_SIDE}, {drawn.SIDE_BY_SIDE} und {drawn.ALONE} Energie." in words()
    one, both = data.REFINED_ONE, data.REFINED_ALL
    assert f"{one} Einheiten eines Guts oder {both} insgesamt" in words()
    assert f"(in 6 Runden: {one // 2} oder {both // 2})" in words()
    many, pays = data.BONUS_MANY
    top, enough, each, first = table("Wofür", "Taler")
    assert top[1] == f"{data.BONUS_TOP} je Einheit"
    assert enough == [f"{many} Einheiten oder mehr", str(pays)]
    assert (each[1], first[1]) == (str(data.BONUS_EACH), str(data.BONUS_CRYSTAL))
    assert [name for name in data.COLONY_NAMES.values() if name not in words()] == []
    noise = {level: max(more for _, more in data.HARVEST_NOISE[level]) for level in data.HARVEST_NOISE}
    assert noise == {"einsteiger": 0, "standard": 1, "turnier": 3}
    assert f"höchstens {data.KEPT_MINERALS}." in words()


def test_the_auctions() -> None:
    drawn = figures()
    assert f"Alter Bestand: {drawn.OLD}." in words() and f"Verbrauch: {drawn.EATEN} sind" in words()
    assert f"hier {drawn.SPOILT}." in words() and f"Ernte: {drawn.CROP} dazu, macht {drawn.NOW}." in words()
    need = data.FOOD_NEED[-1][1]
    assert need == drawn.EATEN and f"Runde ist {need}, du hast also {drawn.NOW - need} übrig" in words()
    assert f"{data.SIDES_MS // 1000} Sekunden lang" in words() and f"{seconds(data.FROZEN_MS)} Sekunden fest" in words()
    assert f"{data.STORE_BELOW['food']} unter dem Grundpreis" in words()
    assert data.STORE_BELOW["ore"] == data.STORE_BELOW["crystal"] == 0
    assert f"{data.STORE_SPREAD} über seinem Ankauf" in words()
    assert f"genau {data.BEATS} Schläge" in words()
    assert f"({seconds(data.DEAL_MS)})" in words() and f"alle {seconds(data.UNIT_MS)} Sekunden" in words()
    assert beat_length(data.IDLE_BEATS[0][0] - 1) == data.BEAT_MS == 4 * data.FAST_BEAT_MS
    assert data.IDLE_BEATS[0][0] == 3000 and "drei Sekunden lang niemand" in words()
    low, high = store_lines("food", data.BASE_PRICES["food"])
    ladder = (drawn.TARGET / "ladder.svg").read_text()
    assert f">{low}</text>" in ladder and f">{high}</text>" in ladder


def test_waits_and_prices() -> None:
    assert f"bei der Bilanz {data.BALANCE_WAIT_MS // 1000} Sekunden" in words()
    assert data.SUMMARY_WAIT_MS == 60_000 and "am Rundenende eine Minute" in words()
    assert f"Aus zwei Erz baut er einen ELUM, bis er {data.STORE_ELUMS} hat" in words() and data.ORE_PER_ELUM == 2
    assert f"nichts über {data.PRICE_MAX} an" in words()
    food, energy = data.PRICE_FLOOR["food"], data.PRICE_FLOOR["energy"]
    assert f"Nahrung nie unter {food} und Energie nie unter {energy}" in words()


def test_peoples_and_levels() -> None:
    assert [people.name for people in data.PEOPLES.values() if people.name not in words()] == []
    quick, common, slow = (data.PEOPLES[name] for name in ("fluegler", "kugler", "siedler"))
    for people, between in ((quick, "Sekunden Zugzeit"), (common, "Sekunden"), (slow, "Sekunden")):
        turn, long = seconds(people.turn_ms["standard"]), seconds(people.turn_ms["einsteiger"])
        assert f"{people.money} Taler und {turn} {between}, in der Stufe Einsteiger {long}" in words()
    alike = {
        (p.money, p.turn_ms["standard"]) for name, p in data.PEOPLES.items() if name not in ("fluegler", "siedler")
    }
    assert alike == {(common.money, common.turn_ms["standard"])}
    assert f"1000 Taler, in der Stufe Turnier {data.ROBOTRON_MONEY['turnier']}" in words()
    rows = {row[0]: row[1:] for row in table("Einsteiger", "Standard", "Turnier")}
    tiers: tuple[data.Tier, ...] = ("einsteiger", "standard", "turnier")
    for label, goods in (("Nahrung, Energie zum Start", data.START_GOODS), ("Dasselbe im Laden", data.STORE_GOODS)):
        assert rows[label] == [f"{goods[tier]['food']}, {goods[tier]['energy']}" for tier in tiers]
    assert rows["Zeiger, Sekunden je Feld"] == [seconds(data.CURSOR_MS[tier]) for tier in tiers]
    assert rows["ELUMs im Laden"] == [f"endlos, immer {data.ELUM_PRICE}", *[str(data.STORE_ELUMS)] * 2]


def test_scoring() -> None:
    worth = dict(table("Was", "Taler"))
    assert worth["Jedes Feld"] == str(data.PLOT_WORTH)
    assert worth["Jeder ELUM auf einem Feld"].startswith(f"{data.ELUM_WORTH} ")
    outfits = sum(data.OUTFITS[good] + data.ELUM_WORTH for good in ("food", "energy", "ore"))
    parts = (1240, 4 * data.PLOT_WORTH, outfits, 4 * data.BASE_PRICES["food"])
    assert " + ".join(map(str, parts)) + f" = {sum(parts)}" in words()
    for level, verdict in enumerate(data.VERDICTS):
        assert f"{f'ab {german(level * data.COLONY_STEP)}' if level else 'unter 20.000'} {verdict}" in words()
        assert scoring.colony_level(level * data.COLONY_STEP, 12, 4) == level
    assert scoring.colony_level(data.COLONY_STEP // 2, 6, 4) == 1 == scoring.colony_level(data.COLONY_STEP // 2, 12, 2)
    assert f"Ab {german(data.SUCCESS_LEVEL * data.COLONY_STEP)} ist es ein Erfolg" in words()
    points = {int(row[0]): row[1:] for row in table("Menschen", "Platz 1")}
    for humans, tenths in data.PLACE_POINTS.items():
        shown = [f"{t // 10:+d}".replace("-", "−") if t else "0" for t in tenths]
        assert points[humans] == shown
    assert f"bekommst du +{data.LAST_HUMAN_TENTHS // 10}." in words()
    assert f"unter {data.COUNTS_FROM_MS // 60_000} Minuten" in words()
