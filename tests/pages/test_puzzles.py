"""Puzzles in a real browser, by mouse, keys and touch: solved, missed, shown; and the row of days that is kept."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.pages import axe
from tests.pages.conftest import OpenPage
from tests.pages.study import Player
from tilery import games
from tilery.coach.puzzles import Puzzle, puzzles_of

HAVING = [name for name in games.names() if puzzles_of(name)]
WAYS: dict[str, dict[str, Any]] = {"mouse": {}, "keys": {}, "touch": {"phone": True}}


def clearest(game: str, count: int = 1) -> list[Puzzle]:
    """The puzzles of a game of which nobody could doubt the answer."""
    return sorted(puzzles_of(game), key=lambda puzzle: -puzzle.margin)[:count]


def go(page: Page, puzzle: Puzzle) -> None:
    page.goto(f"/puzzle/{puzzle.game}/{puzzle.name}")
    expect(page.locator("#room")).to_have_attribute("data-state", "asking")


def in_turn(number: int) -> str:
    """The way to play of one game among others; each game is played in each way in its lessons."""
    return list(WAYS)[number % len(WAYS)]


@pytest.mark.parametrize(
    ("game", "how"),
    [
        pytest.param(game, how, marks=() if how == in_turn(number) else pytest.mark.combination)
        for number, game in enumerate(HAVING)
        for how in WAYS
    ],
)
def test_a_puzzle_is_missed_and_then_solved(open_page: OpenPage, game: str, how: str) -> None:
    page = open_page(**WAYS[how])
    player, puzzle = Player(page, how), clearest(game)[0]
    go(page, puzzle)
    expect(page.locator("#intro h2")).to_have_text(str(puzzle.question))
    expect(page.locator(".line-told")).to_have_count(0)
    assert axe.violations(page) == []
    player.play(puzzle.second)
    expect(page.locator("#room")).to_have_attribute("data-state", "wrong")
    expect(page.locator("#todo .why")).to_contain_text("second best move")
    expect(page.locator("#streak")).to_have_text("")
    player.play(puzzle.best)
    expect(page.locator("#room")).to_have_attribute("data-state", "solved")
    expect(page.locator("#todo")).to_contain_text("of the games from here")
    expect(page.locator(".line-told li").first).to_be_visible()
    expect(page.locator("#streak")).to_have_text("Days in a row: 1")
    assert axe.violations(page) == []
    expect(page.locator("#next")).to_be_focused()
    if how == "keys":
        page.keyboard.press("Enter")
    elif how == "touch":
        page.locator("#next").tap()
    else:
        page.locator("#next").click()
    expect(page.locator("#room")).to_have_attribute("data-state", "asking")
    expect(page.locator("#room")).not_to_have_attribute("data-keep", f"{game} {puzzle.name}")


UNCOVERED = """() => {
    const box = id => document.getElementById(id).getBoundingClientRect();
    return box("board").bottom <= box("right").top + 1 || box("board").right <= box("right").left + 1;
}"""
"""Whether the card with the answer leaves the board alone."""


@pytest.mark.parametrize("how", WAYS)
def test_show_me_tells_the_answer_and_does_not_count(open_page: OpenPage, how: str, all_combinations: bool) -> None:
    page = open_page(**WAYS[how])
    for number, game in enumerate(HAVING, 1):
        if how != in_turn(number) and not all_combinations:
            continue
        go(page, clearest(game)[0])
        if how == "keys":
            page.keyboard.press("s")
        elif how == "touch":
            page.locator("#show-me").tap()
        else:
            page.locator("#show-me").click()
        expect(page.locator("#room")).to_have_attribute("data-state", "shown")
        expect(page.locator("#todo h2")).not_to_be_empty()
        expect(page.locator(".line-told li").first).to_be_visible()
        assert page.evaluate(UNCOVERED), game
        expect(page.locator("#streak")).to_have_text("")
        assert axe.violations(page) == [], game


A_DAY_PASSES = """() => {
    const streak = JSON.parse(localStorage["puzzle streak"]);
    localStorage["puzzle streak"] = JSON.stringify({ ...streak, last: streak.last - 1 });
}"""


def test_a_row_of_days_grows_by_one_a_day_and_ends_after_a_missed_one(open_page: OpenPage) -> None:
    page = open_page()
    player, puzzles = Player(page, "keys"), clearest("triqueta", 3)
    for puzzle, is_later, length in ((puzzles[0], False, 1), (puzzles[1], False, 1), (puzzles[2], True, 2)):
        if is_later:
            page.evaluate(A_DAY_PASSES)
        go(page, puzzle)
        player.play(puzzle.best)
        expect(page.locator("#room")).to_have_attribute("data-state", "solved")
        expect(page.locator("#streak")).to_have_text(f"Days in a row: {length}")
    for shown in ("Days in a row: 2", ""):
        page.evaluate(A_DAY_PASSES)
        page.reload()
        expect(page.locator("#room")).to_have_attribute("data-state", "asking")
        expect(page.locator("#streak")).to_have_text(shown)


def test_the_puzzle_of_the_day_is_the_same_for_everybody(open_page: OpenPage) -> None:
    found = []
    for more in ({"timezone_id": "Pacific/Kiritimati"}, {"timezone_id": "Pacific/Pago_Pago", "locale": "de-DE"}):
        page = open_page(**more)
        page.goto("/puzzle")
        found.append(page.locator("#room").get_attribute("data-keep"))
        assert page.locator("[data-puzzle]").count() == len(HAVING)
    assert found[0]
    assert found[0] == found[1]
