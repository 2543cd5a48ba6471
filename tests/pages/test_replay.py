"""Looking back in a real browser: keys, slider, log, every seat's point of view, records of one's own, the seed."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.pages.conftest import OpenPage, Watch
from tests.pages.test_games import GAMES
from tests.pages.test_together import finish, friends, seated
from tests.server.processes import ServerProcess
from tilery.match.match import Match
from tilery.match.record import seed_hash


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A record of a finished game with three players."""
    return _record(tmp_path, "topiary")


def _record(folder: Path, game: str) -> Path:
    match = Match(game, seats=3, seed=5)
    match.play_randomly(seed=5)
    path = folder / f"{game}.json"
    path.write_text(str(match.record()), "utf-8")
    return path


def bring(page: Page, record: Path) -> None:
    page.goto("/replay")
    page.locator("#file").set_input_files(record)
    page.wait_for_url("**/replay?move=0")


def shown(page: Page, move: int) -> None:
    expect(page.locator("#now")).to_have_attribute("data-move", str(move))
    expect(page.locator("#slider")).to_have_value(str(move))


@pytest.mark.parametrize("game", GAMES)
def test_a_record_is_stepped_through(open_page: OpenPage, tmp_path: Path, game: str) -> None:
    page = open_page()
    bring(page, _record(tmp_path, game))
    count = int(page.locator("#slider").get_attribute("max") or "0")
    shown(page, 0)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    shown(page, 2)
    page.keyboard.press("ArrowLeft")
    shown(page, 1)
    page.keyboard.press("End")
    shown(page, count)
    expect(page.locator("#sheet tfoot td")).to_have_count(3)
    page.locator("#sheet .number").first.focus()
    expect(page.locator(".source").first).to_be_attached()
    page.keyboard.press("Home")
    shown(page, 0)
    page.locator("#slider").fill(str(count // 2))
    shown(page, count // 2)
    entry = page.locator("#log a").nth(1)
    entry.click()
    expect(entry).to_have_attribute("aria-current", "true")
    shown(page, int(entry.get_attribute("data-move") or "0"))
    page.go_back()
    shown(page, count // 2)


def test_it_plays_by_itself(open_page: OpenPage, record: Path) -> None:
    page = open_page()
    bring(page, record)
    page.keyboard.press("Space")
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "true")
    shown(page, 1)
    page.keyboard.press("Space")
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "false")


def test_a_finished_game_is_seen_from_every_seat(open_page: OpenPage, record: Path) -> None:
    page = open_page()
    bring(page, record)
    hands = set()
    for seat in range(3):
        page.locator(f"[data-point='{seat}']").click()
        expect(page.locator(f"[data-point='{seat}']")).to_have_attribute("aria-current", "true")
        hands.add(page.locator("#hand").inner_html())
    assert len(hands) == 3
    page.locator("[data-point=all]").click()
    expect(page.locator("#hand")).to_have_count(0)


def test_the_seed_is_shown_after_the_end_and_fits_its_hash(open_page: OpenPage, record: Path) -> None:
    page = open_page()
    bring(page, record)
    expect(page.locator("#seed")).to_have_count(0)
    page.keyboard.press("End")
    page.locator("#seed summary").click()
    expect(page.locator("#seed summary")).to_have_text("Fair deal: checked")
    told_hash, seed = page.locator("#seed dd").all_inner_texts()
    assert told_hash == seed_hash(int(seed, 16))


def test_what_is_no_record_is_refused_with_a_reason(open_page: OpenPage, watches: list[Watch]) -> None:
    page = open_page()
    watches[0].expected = ("422",)
    page.goto("/replay")
    page.locator("#text").fill("my diary")
    page.get_by_role("button", name="Open replay").click()
    expect(page.locator("#failed")).not_to_be_empty()


def test_a_running_table_is_looked_back_on_from_ones_own_seat(open_page: OpenPage, watches: list[Watch]) -> None:
    ann, _ = friends(open_page)
    watches[0].expected = ("403",)
    ann.play(ann.click, moves=2)
    page = ann.page
    page.locator("#tools").get_by_role("link", name="Replay").click()
    shown(page, 2)
    assert page.locator("[data-point]").count() == 2
    page.keyboard.press("ArrowLeft")
    shown(page, 1)
    expect(page.locator("#hand .picture")).to_be_visible()
    page.goto(f"{page.url.partition('?')[0]}?seat=1")
    expect(page.locator("main")).to_contain_text("only from your own seat")
    page.go_back()
    page.get_by_role("link", name="Back to the table").click()
    ann.wait()


def test_language_and_theme_change_where_one_is(open_page: OpenPage, record: Path) -> None:
    page = open_page()
    bring(page, record)
    page.keyboard.press("ArrowRight")
    shown(page, 1)
    page.locator("#menu summary").click()
    page.locator(".languages button", has_text="FR").click()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    shown(page, 1)


def test_a_game_that_was_just_played_can_be_saved_and_brought_back(
    open_page: OpenPage, server: ServerProcess, tmp_path: Path
) -> None:
    page = open_page()
    finish(server, seated(page, server, "triqueta", is_late=True))
    page.wait_for_selector("#room.over")
    totals = page.locator(".score tfoot td").all_inner_texts()
    assert len(totals) == 2
    with page.expect_download() as saved:
        page.get_by_role("link", name="Download game record").click()
    saved.value.save_as(tmp_path / "saved.json")
    bring(page, tmp_path / "saved.json")
    page.keyboard.press("End")
    expect(page.locator("#sheet tfoot td")).to_have_text(totals)
