"""Nothing keeps people out: axe-core finds no fault in any page or state of a game, light and dark, large and small.

A state is looked at on one screen in one theme, but over the games each state of a game on both screens in both themes;
`--all-combinations` looks at each state on both in both.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.pages.axe import Checks
from tests.pages.conftest import OpenPage, Watch
from tests.pages.person import Person
from tests.pages.test_connection import cold
from tests.pages.test_games import GAMES
from tests.pages.test_together import created, finish, link, new_table, seated
from tests.server.processes import ServerProcess

on_both_screens = pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])


def open_help(page: Page) -> None:
    """The guide, which is a sheet on narrow screens."""
    page.locator("#ask:visible, #guide summary:visible").first.click()


def open_story(page: Page) -> None:
    """The log and the chat, a sheet on narrow screens that the menu opens even before the first move."""
    page.locator("#menu summary").click()
    page.locator("#menu").get_by_role("button", name="Game log · Chat").click()
    expect(page.locator("#menu[open]")).to_have_count(0)


@pytest.mark.parametrize(
    ("game", "phone"),
    [
        pytest.param(game, phone, marks=() if number % 2 == phone else pytest.mark.combination)
        for number, game in enumerate(GAMES)
        for phone in (False, True)
    ],
)
def test_every_state_of_a_game(
    open_page: OpenPage, server: ServerProcess, game: str, phone: bool, all_combinations: bool
) -> None:
    page, check = open_page(phone=phone), Checks(phone, all_combinations, GAMES.index(game), every_state=True)
    finish(server, over := created(server, game))
    seated(page, server, game, seat=0)
    Person(page).wait()
    check(page, "choosing")
    page.locator(".offered").first.focus()
    page.keyboard.press("Enter")
    check(page, "something is taken")
    page.keyboard.press("Escape")
    page.locator("#hint").click()
    expect(page.locator("#commit")).to_be_visible()
    check(page, "a hint is shown")
    page.keyboard.press("Escape")
    page.locator("#menu summary").click()
    check(page, "the menu is open")
    page.keyboard.press("Escape")
    open_help(page)
    check(page, "the guide is open")
    page.keyboard.press("Escape")
    if phone:
        open_story(page)
    page.locator("#chat summary").click()
    page.locator("#chat-text").fill("Hello")
    page.keyboard.press("Enter")
    expect(page.locator("#chat ol")).to_contain_text("Hello")
    check(page, "the chat is open")
    page.locator("#chat summary").click()
    page.keyboard.press("Escape")
    page = page.context.new_page()
    page.goto(f"/t/{over['id']}/with/{over['seats'][0]}")
    page.wait_for_selector("#room.over")
    check(page, "the end")
    page.locator(".number").first.focus()
    check(page, "the end, with the sources of a number")
    page.get_by_role("link", name="Replay").last.click()
    page.wait_for_url("**/replay*")
    check(page, "the end of the replay")
    page.locator("#seed summary").click()
    check(page, "the check of the seed")
    page.locator("[data-go=start]").click()
    expect(page.locator("#now")).to_have_attribute("data-move", "0")
    check(page, "the start of the replay")


@on_both_screens
def test_waiting_and_looking_on(open_page: OpenPage, check: Checks, phone: bool) -> None:
    ann, bob, other = (open_page(phone=phone) for _ in range(3))
    new_table(ann, "triqueta")
    check(ann, "waiting for players")
    bob.goto(link(ann, "invite"))
    check(ann, "a link is shown")
    check(bob, "somebody joins")
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Join the table").click()
    ann.get_by_role("button", name="Start game").click()
    bob.wait_for_selector("#room.running")
    check(bob, "waiting for the others")
    other.goto(link(ann, "watch"))
    check(other, "watching")
    ann.locator("#menu summary").click()
    ann.get_by_role("button", name="Leave the table").click()
    expect(ann.get_by_role("button", name="Take my seat back")).to_be_visible()
    check(ann, "away")


@on_both_screens
def test_all_other_pages(
    open_page: OpenPage, watches: list[Watch], check: Checks, phone: bool, all_combinations: bool
) -> None:
    page = open_page(phone=phone)
    watches[0].expected = ("404",)
    new_table(page)
    for address in ("/", "/about", "/rules", "/replay", "/score", "/t/nowhere"):
        page.goto(address)
        expect(page.locator("h1").first).to_be_visible()
        check(page, address)
    for number, game in enumerate(GAMES):
        check = Checks(phone, all_combinations, number)
        for address in (f"/new/{game}", f"/rules/{game}", f"/score/{game}"):
            page.goto(address)
            expect(page.locator("h1").first).to_be_visible()
            check(page, address)


def test_a_page_that_needs_rules_before_they_are_compiled(
    open_page: OpenPage, tmp_path: Path, all_combinations: bool
) -> None:
    """On a machine where nothing was compiled yet."""
    with cold(f"sqlite:///{tmp_path / 'tables.db'}", tmp_path / "never") as server:
        for phone in (False, True) if all_combinations else (True,):
            page = open_page(server.address, phone=phone)
            page.goto(f"/score/{GAMES[-1]}")
            expect(page.locator("h1").first).to_be_visible()
            Checks(phone, all_combinations)(page, "phone" if phone else "desktop")
