"""A turn of each game with a screen reader: whose turn it is, what is on offer, what a choice brings, what happened."""

from __future__ import annotations

import re

import pytest

from tests.pages.conftest import OpenPage
from tests.pages.person import Person
from tests.pages.reader import ANNOUNCED, announced, read
from tests.pages.test_games import GAMES

BOT = "Novice bot"


@pytest.mark.parametrize("game", GAMES)
def test_a_turn_is_told(open_page: OpenPage, game: str) -> None:
    page = open_page()
    page.add_init_script(ANNOUNCED)
    person = Person(page, seed=1)
    person.make_table(game)
    person.wait()
    told = read(page)
    asked = page.locator("#todo h2").inner_text()
    assert f"heading: {asked}" in told
    assert {"text: Ann", "text: you", f"text: {BOT}"} <= set(told)
    assert any(line.startswith("text: You win") for line in told), "how one wins"
    offered = page.eval_on_selector_all(".offered", "all => all.map(one => one.getAttribute('aria-label'))")
    assert offered
    assert all(name and f"button: {name}" in told for name in offered), offered
    announced(page)
    page.locator("#hint").press("Enter")
    page.wait_for_function("() => document.getElementById('effect').textContent !== ''")
    assert any(re.search(r"[a-z]{3}", said) for said in announced(page)), "what the choice would bring"
    said: list[str] = []
    for _ in range(6):
        number = person.position
        page.locator("#commit").press("Enter")
        person.wait_for_another_position(number)
        person.wait()
        said += announced(page)
        if any(line.startswith(BOT) for line in said):
            break
        page.locator("#hint").press("Enter")
        page.wait_for_selector("#commit:visible")
    assert any(line.startswith(BOT) for line in said), "what the other one did"
    assert any(page.locator("#todo h2").inner_text() in line for line in said), "that it is one's turn again"
