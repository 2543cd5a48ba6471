"""Whole games in a real browser: with a mouse, with keys alone, and with a finger on a phone."""

from __future__ import annotations

import pytest

from tests.pages.conftest import OpenPage
from tests.pages.person import Person
from tilery import games

GAMES = [name for name in games.names() if games.find(name).drawing is not None]


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_by_clicks(open_page: OpenPage, game: str) -> None:
    person = Person(open_page(), seed=1)
    person.play_now(game)
    assert person.play(person.click) > 5
    assert person.page.locator(".score tfoot td").count() == 2


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_by_keys_alone(open_page: OpenPage, game: str) -> None:
    person = Person(open_page(), seed=2)
    person.page.goto("/")
    button = person.page.locator(f".lid.game-{game} form .primary")
    for _ in range(40):
        if button.evaluate("element => element === document.activeElement"):
            break
        person.page.keyboard.press("Tab")
    person.page.keyboard.press("Enter")
    person.page.wait_for_selector("#room")
    assert person.play(person.type) > 5
    assert person.page.locator(".score tfoot td").count() == 2


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_with_a_finger(open_page: OpenPage, game: str) -> None:
    person = Person(open_page(phone=True), seed=3)
    person.play_now(game)
    assert person.play(person.tap) > 5
    assert person.page.locator(".score tfoot td").count() == 2
