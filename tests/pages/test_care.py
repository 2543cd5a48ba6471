"""Nothing happens that nobody meant: second clicks, pointers that rest, spies that would be spent in vain."""

from __future__ import annotations

import httpx
import pytest
from playwright.sync_api import Dialog, Page, expect

from tests.pages.conftest import OpenPage
from tests.pages.test_together import CATAPULT, SHOWN, seated
from tests.server.processes import ServerProcess

NUMBER = "JSON.parse(document.getElementById('offers').dataset.offers).number"

CLICK_AT_ONCE = """() => {
    const end = document.querySelector("#plain button");
    new MutationObserver(() => {
        if (!end.disabled) return;
        window.clicked = true;
        end.click();
    }).observe(end, { attributeFilter: ["disabled"] });
}"""
"""Clicks the button that ends the turn as soon as the move is made; a driven browser may be slower than a hand."""


def before_the_end(page: Page, server: ServerProcess) -> int:
    """Bob may flip, throw and look under a tile of Terraflip, or end his turn; the number of that position."""
    table = seated(page, server, "terraflip")
    number = 0
    for seat, move in CATAPULT:
        headers = {"authorization": f"Bearer {table['seats'][seat]}"}
        api = f"{server.address}/api/tables/{table['id']}/moves"
        number = int(httpx.post(api, json={"move": move}, headers=headers).raise_for_status().json()["number"])
    page.wait_for_function(SHOWN, arg=number)
    return number


def send_a_spy(page: Page) -> None:
    page.locator("#hand-spy.offered").click()
    page.locator("#tile--1_1.offered").click()


def test_a_second_click_does_nothing_else(open_page: OpenPage, server: ServerProcess) -> None:
    """The button that ends the turn is where the one was that has sent a spy."""
    page = open_page()
    number = before_the_end(page, server)
    send_a_spy(page)
    end = page.get_by_role("button", name="End your turn")
    page.evaluate(CLICK_AT_ONCE)
    page.locator("#commit").click()
    page.wait_for_function("() => window.clicked")
    expect(end).to_be_enabled()
    page.wait_for_function(SHOWN, arg=number + 1)
    end.click()
    page.wait_for_function(SHOWN, arg=number + 2)


def test_a_pointer_that_rests_shows_no_preview(open_page: OpenPage, server: ServerProcess) -> None:
    """A button that comes under it is pointed at only when the pointer moves."""
    page = open_page()
    number = before_the_end(page, server)
    send_a_spy(page)
    end = page.get_by_role("button", name="End your turn")
    page.locator("#commit").click()
    page.wait_for_function(SHOWN, arg=number + 1)
    expect(end).to_be_enabled()
    expect(page.locator("#effect")).to_be_empty()
    end.hover()
    expect(page.locator("#effect")).not_to_be_empty()


@pytest.mark.ruling("TER-16")
def test_a_spy_is_spent_in_vain_only_on_purpose(open_page: OpenPage, server: ServerProcess) -> None:
    page = open_page()
    number = before_the_end(page, server)
    asked: list[str] = []

    def answer(dialog: Dialog) -> None:
        asked.append(dialog.message)
        if len(asked) == 1:
            dialog.dismiss()
        else:
            dialog.accept()

    page.on("dialog", answer)
    send_a_spy(page)
    page.locator("#commit").click()
    page.wait_for_function(SHOWN, arg=number + 1)
    assert asked == [], "nobody knew what is under that tile"
    send_a_spy(page)
    page.locator("#commit").click()
    expect(page.locator("#commit")).to_be_visible()
    assert asked == ["You already know what is underneath: forest. Spend a spy anyway?"]
    assert page.evaluate(NUMBER) == number + 1
    page.locator("#commit").click()
    page.wait_for_function(SHOWN, arg=number + 2)
    assert len(asked) == 2
