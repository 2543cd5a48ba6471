"""Games in a real browser: whole ones with a mouse, some decisions with keys alone and with a finger on a phone.

`--all-combinations` plays whole games by keys and with a finger too.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.pages.conftest import OpenPage
from tests.pages.person import Person
from tilery import games

GAMES = [name for name in games.names() if games.find(name).drawing is not None]


SOME = 8
"""By keys and with a finger. Lessons, in which each kind of decision is made, are done in these ways too; the end of a
game looks the same however it was played."""


def check_the_end(person: Person) -> None:
    """Everybody has a total, and a number shows where it comes from."""
    page = person.page
    totals = [int(text) for text in page.locator(".score tfoot td").all_inner_texts()]
    assert len(totals) == 2
    expect(page.locator("#todo h2")).to_contain_text(str(max(totals)))
    page.locator(".number").first.focus()
    expect(page.locator(".source").first).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_by_clicks(open_page: OpenPage, game: str) -> None:
    """One click to the table, and then against the bot that plays when nobody has chosen one."""
    person = Person(open_page(), seed=1)
    person.play_now(game)
    assert person.play(person.click) > 5
    check_the_end(person)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_by_keys_alone(open_page: OpenPage, game: str, all_combinations: bool) -> None:
    person = Person(open_page(), seed=2)
    person.page.goto("/")
    button = person.page.locator(f".lid.game-{game} form .primary").first
    for _ in range(40):
        if button.evaluate("element => element === document.activeElement"):
            break
        person.page.keyboard.press("Tab")
    person.page.keyboard.press("Enter")
    person.page.wait_for_selector("#room")
    play_on(person, person.type, to_the_end=all_combinations)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_played_with_a_finger(open_page: OpenPage, game: str, all_combinations: bool) -> None:
    person = Person(open_page(phone=True), seed=3)
    person.make_table(game)
    play_on(person, person.tap, to_the_end=all_combinations)


def play_on(person: Person, decide: Callable[[], None], to_the_end: bool) -> None:
    if to_the_end:
        assert person.play(decide) > 5
        check_the_end(person)
    else:
        assert person.play(decide, moves=SOME) == SOME


LIT = """() => [...document.querySelectorAll(".told")].findIndex(
    one => one.dataset.lights.split(" ").some(id => document.getElementById(id))
)"""
"""The first entry of the log that is about something that is still there."""


@pytest.mark.parametrize("game", GAMES)
def test_an_entry_of_the_log_shows_on_the_table_what_it_is_about(open_page: OpenPage, game: str) -> None:
    page = open_page()
    person = Person(page, seed=1)
    person.open_table(game)
    number = -1
    while number < 0:
        assert person.play(person.click, moves=1) == 1, "nothing in the log was about anything on the table"
        person.wait()
        number = page.evaluate(LIT)
    entry = page.locator(".told").nth(number)
    entry.hover()
    expect(page.locator(".faded .source").first).to_be_visible()
    page.mouse.move(0, 0)
    expect(page.locator(".faded, .source")).to_have_count(0)
    entry.focus()
    expect(page.locator(".faded .source").first).to_be_visible()
