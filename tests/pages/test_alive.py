"""What makes a table alive: sounds, the end of a game, and what each person chooses for themselves."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Page, expect

from tests.pages.conftest import OpenPage
from tests.pages.person import Person
from tests.pages.test_games import GAMES
from tests.pages.test_replay import bring
from tests.pages.test_together import finish, seated
from tests.server.processes import ServerProcess
from tilery.games.tipperary.page.own_tiles import OWN_TILES
from tilery.match.match import Match

written = OWN_TILES.written


def module(page: Page, name: str) -> str:
    """The address of a script of the page, which has a digest in it."""
    found: list[str] = page.evaluate("performance.getEntriesByType('resource').map(one => one.name)")
    return next(address for address in found if re.search(rf"/{name}[^/]*\.js", address))


def finished(folder: Path, game: str, seats: int) -> Path:
    match = Match(game, seats=seats, seed=5)
    match.play_randomly(seed=5)
    path = folder / "record.json"
    path.write_text(str(match.record()), "utf-8")
    return path


def test_each_change_has_its_sound_and_silence_is_kept(open_page: OpenPage) -> None:
    page = open_page()
    Person(page).open_table("topiary")
    sounds = module(page, "sounds")
    changes = """([address, before, now]) => import(address).then(module => {
        const heard = ([moves, pieces, held, points]) => ({ moves, pieces: new Map(pieces), held, points });
        return module.soundsOf(heard(before), heard(now));
    })"""

    def heard(before: list[object], now: list[object]) -> list[str]:
        found: list[str] = page.evaluate(changes, [sounds, before, now])
        return found

    start: list[object] = ["1", [["a", "#x"]], 3, "0,0"]
    assert heard(start, start) == []
    assert heard(start, ["2", [["a", "#x"], ["b", "#y"]], 2, "0,0"]) == ["place"]
    assert heard(start, ["2", [["a", "#z"]], 3, "0,0"]) == ["flip"]
    assert heard(start, ["2", [["a", "#x"]], 4, "0,0"]) == ["draw"]
    assert heard(start, ["2", [["a", "#x"], ["b", "#y"]], 2, "0,4"]) == ["place", "score"]
    volume = f"import({sounds!r}).then(module => new module.Sounds().volume)"
    assert page.evaluate(volume) == 0.6
    page.locator("#menu summary").click()
    page.get_by_label("Volume of sounds").fill("0")
    assert page.evaluate(volume) == 0
    page.get_by_label("Volume of sounds").fill("100")
    assert page.evaluate(volume) == 1
    page.keyboard.press("Escape")
    page.locator("#sound").click()
    assert page.evaluate(volume) == 0


def test_the_end_is_celebrated_where_motion_is_wanted(open_page: OpenPage, server: ServerProcess) -> None:
    """Marks of the winners fall for those who see the game end, and for nobody who wants less motion."""
    calm, lively = open_page(), open_page(reduced_motion="no-preference")
    table = seated(calm, server, "triqueta", seat=0, is_late=True)
    lively.goto(f"/t/{table['id']}/with/{table['seats'][1]}")
    lively.evaluate("document.documentElement.dataset.speed = 'fast'")
    for page in (calm, lively):
        page.evaluate("""() => {
            window.celebrated = 0;
            new MutationObserver(all => {
                for (const one of all)
                    for (const node of one.addedNodes) if (node.className === "celebration") celebrated += 1;
            }).observe(document.body, { childList: true });
        }""")
    finish(server, table)
    for page in (calm, lively):
        page.wait_for_selector("#room.over")
    lively.wait_for_function("() => window.celebrated === 1")
    assert calm.evaluate("window.celebrated") == 0
    assert calm.evaluate("document.documentElement.dataset.heard") in ("win", "end", "place", "score", "turn")


def test_the_end_tells_what_each_visitor_brought_and_fits_with_five(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page()
    bring(page, finished(tmp_path, "topiary", 3))
    page.goto(page.url.split("/replay")[0])
    visitors = page.locator(".score tbody tr").first.locator("td").all_inner_texts()
    bonus = page.locator(".score tbody tr").nth(1).locator("td").all_inner_texts()
    chips = page.locator("#board .chip.change text").all_text_contents()
    assert sum(map(int, chips)) == sum(map(int, visitors + bonus))
    for size in ({"width": 360, "height": 640}, {"width": 1280, "height": 720}):
        page = open_page(viewport=size)
        bring(page, finished(tmp_path, "triqueta", 5))
        page.goto(page.url.split("/replay")[0])
        expect(page.locator(".score tfoot td")).to_have_count(5)
        pad = page.locator(".pad")
        assert pad.evaluate("pad => pad.scrollWidth - pad.clientWidth") <= 0
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        expect(page.get_by_role("button", name="Share")).to_be_attached()
        expect(page.get_by_role("link", name="New table")).to_be_attached()


def test_an_uploaded_record_has_names_and_an_address_for_everybody(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page()
    page.goto("/replay")
    page.get_by_label("Names of the players").fill("Ann, Ben, Chloé")
    page.locator("#file").set_input_files(finished(tmp_path, "topiary", 3))
    page.wait_for_url("**/replay?move=0")
    expect(page.locator("#players")).to_contain_text("Chloé")
    other = open_page()
    other.goto(page.url)
    expect(other.locator("#players")).to_contain_text("Chloé")
    other.locator("#speed").select_option("fast")
    assert other.evaluate("document.documentElement.dataset.speed") == "fast"


def test_names_stand_on_the_score_sheet_and_stay(open_page: OpenPage) -> None:
    page = open_page()
    page.goto("/score/topiary?seats=2")
    page.get_by_label("Name of Player 1").fill("Ann")
    page.locator("[data-kit]").first.click()
    page.locator("[data-thing]:visible").nth(1).click()
    expect(page.get_by_label("Name of Player 1")).to_have_value("Ann")
    page.reload()
    expect(page.get_by_label("Name of Player 1")).to_have_value("Ann")


def test_a_picker_is_large_enough_for_a_thumb(open_page: OpenPage) -> None:
    page = open_page(phone=True)
    page.goto("/score/tipperary?seats=2")
    page.locator("[data-kit]").first.tap()
    expect(page.locator("[data-thing]:visible").first).to_be_visible()
    sides = page.locator("[data-thing]:visible").evaluate_all(
        "things => things.flatMap(thing => [thing.offsetWidth, thing.offsetHeight])"
    )
    assert sides
    assert min(sides) >= 44


def test_a_sheet_is_printed_dark_on_white_in_every_theme_with_nothing_to_press(open_page: OpenPage) -> None:
    page = open_page(color_scheme="dark")
    page.goto("/score/tipperary?seats=2")
    free = page.locator("use[href='#tipperary-none']:visible")
    assert free.count() > 0
    page.emulate_media(media="print", color_scheme="dark")
    expect(page.locator(".pad")).to_be_visible()
    expect(page.locator("button:visible")).to_have_count(0)
    expect(free).to_have_count(0)
    colours = page.locator(".pad").evaluate(
        "pad => [getComputedStyle(pad).color, getComputedStyle(pad).backgroundColor]"
    )
    assert colours == ["rgb(42, 36, 32)", "rgb(255, 255, 255)"]


def test_high_contrast_is_chosen_and_kept(open_page: OpenPage) -> None:
    page = open_page()
    Person(page).open_table("topiary")
    colours = "[getComputedStyle(document.body).color, getComputedStyle(document.documentElement).backgroundColor]"
    page.locator("#menu summary").click()
    page.get_by_label("High contrast").check()
    assert page.evaluate(colours) == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]
    page.reload()
    assert page.evaluate(colours) == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]


@pytest.mark.parametrize("game", GAMES)
def test_patterns_are_chosen_instead_of_hues_and_kept(open_page: OpenPage, game: str) -> None:
    """Each kind of tile has a pattern of its own, and none has a hue."""
    page = open_page()
    Person(page).open_table(game)
    seen = "() => getComputedStyle(document.querySelector('.symbols .hatch')).visibility"
    assert page.evaluate(seen) == "hidden"
    page.locator("#menu summary").click()
    page.get_by_label("Patterns instead of hues").check()
    assert page.evaluate(seen) == "visible"
    page.reload()
    assert page.evaluate(seen) == "visible"
    fills = page.eval_on_selector_all(".symbols .hatch", "all => all.map(one => one.getAttribute('fill'))")
    patterns = page.eval_on_selector_all(".symbols pattern[id*=hatch]", "all => all.map(one => `url(#${one.id})`)")
    assert set(fills) == set(patterns)
    assert len(patterns) >= 4


def test_the_tools_are_drawn_anew_when_the_game_ends_and_else_not_sent(
    open_page: OpenPage, server: ServerProcess
) -> None:
    page = open_page()
    table = seated(page, server, "topiary", is_late=True)
    page.evaluate(  # of pictures alone: who is here and beats come as messages too
        "document.addEventListener('htmx:sse:after:message', ({detail: {message: {data}}}) =>"
        " (window.last = data.includes('id=\"place\"') ? data : window.last))"
    )
    leave = page.locator(".menu-body form[action$=leave]")
    expect(leave).to_be_attached()
    finish(server, table)
    expect(leave).not_to_be_attached()
    expect(page.locator("#menu")).to_be_attached()
    assert "menu-body" not in page.evaluate("window.last")
    assert "end-buttons" in page.evaluate("window.last")


def test_the_tiles_of_ones_own_box_are_entered_kept_and_played_with(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page()
    page.goto("/own/tipperary")
    expect(page.locator("#done")).to_have_text("0 / 60")
    page.locator("[data-thing=m]").click()
    page.get_by_label("Row 1, column 1: Empty space").click()
    expect(page.locator("#done")).to_have_text("1 / 60")
    page.get_by_label("Row 3, column 3: Empty space").click()
    expect(page.locator("#fault")).to_contain_text("two pieces")
    page.get_by_label("Row 3, column 3").click()
    page.locator("[data-thing='+']").click()
    expect(page.locator("#brush")).to_have_text("A sheep to win, on a space")  # its sign alone says too little
    page.get_by_label("Row 1, column 1").click()
    expect(page.get_by_label("Row 1, column 1")).to_have_accessible_name(re.compile("sheep to win"))
    page.reload()
    expect(page.locator("#done")).to_have_text("1 / 60")
    whole = tmp_path / "box.txt"
    whole.write_text(written([["m p1"], *[["r+ b"]] * 59]), "utf-8")
    page.locator("#file").set_input_files(whole)
    expect(page.locator("#done")).to_have_text("60 / 60")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    assert Path(download.value.path()).read_text("utf-8") == whole.read_text("utf-8")
    page.get_by_role("link", name="New table").click()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_label("The tiles of your own box").check()
    with page.expect_request(lambda request: request.method == "POST" and "/new/" in request.url) as made:
        page.get_by_role("button", name="Create table").click()
    page.wait_for_selector("#room.open")  # what is no set would have been refused
    assert json.loads(parse_qs(made.value.post_data or "")["own"][0]) == [["m p1"], *[["r+ b"]] * 59]
