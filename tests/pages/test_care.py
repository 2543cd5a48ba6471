"""Nothing happens that nobody meant: second clicks, pointers that rest, spies that would be spent in vain."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from playwright.sync_api import Dialog, Locator, Page, expect

from tests.pages.conftest import OpenPage
from tests.pages.person import Person
from tests.pages.test_together import CATAPULT, SHOWN, finish, seated
from tests.server.processes import ServerProcess

NUMBER = "JSON.parse(document.getElementById('offers').dataset.offers).number"

IMPATIENT = """([x, y]) => new Promise(done => {
    const pressable = () => document.elementFromPoint(x, y)?.closest("button, a");
    const offers = () => JSON.parse(document.getElementById("offers").dataset.offers).number;
    const first = pressable(), number = offers();
    let changed = 0;
    const others = new Set();
    const again = () => {
        const now = pressable();
        if (now && now !== first) others.add(now.id || now.textContent), now.click();
        if (!changed && (offers() !== number || first.hidden)) changed = performance.now();
        if (changed && performance.now() > changed + 250) return done([...others]);
        requestAnimationFrame(again);
    };
    first.click();
    again();
})"""
"""Clicks a point, and goes on clicking what else comes there until a quarter of a second after the page has changed: a
driven mouse may be slower than a hand. Tells what it has met."""


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


def middle(shown: Locator) -> list[float]:
    box = shown.bounding_box()
    assert box is not None
    return [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]


def test_a_second_click_does_nothing_else(open_page: OpenPage, server: ServerProcess) -> None:
    """On phones the button that ends the turn comes where the one was that has sent a spy."""
    page = open_page(phone=True)
    number = before_the_end(page, server)
    send_a_spy(page)
    end = page.get_by_role("button", name="End your turn")
    met = page.evaluate(IMPATIENT, middle(page.locator("#commit")))
    assert met == ["End your turn"]
    expect(end).to_be_enabled()
    assert page.evaluate(NUMBER) == number + 1
    end.click()
    page.wait_for_function(SHOWN, arg=number + 2)


def test_what_comes_next_leaves_buttons_as_high_as_they_are(open_page: OpenPage, server: ServerProcess) -> None:
    """On a phone it shares the bar with the button that ends the turn, and the board must not jump."""
    page = open_page(phone=True, viewport={"width": 360, "height": 640})
    before_the_end(page, server)
    bar = page.locator("#buttons")
    height = bar.evaluate("bar => bar.offsetHeight")
    page.locator("#hand-spy.offered").click()
    expect(page.locator("#next-step")).not_to_be_empty()
    assert bar.evaluate("bar => bar.offsetHeight") == height


def test_a_finger_that_taps_a_place_again_lays_nothing(open_page: OpenPage) -> None:
    """A mouse lays a tile by clicking where it lies already; a finger that tries places must not do so by mistake."""
    page = open_page(phone=True)
    person = Person(page, seed=1)
    person.open_table("tipperary")
    person.wait()
    page.locator("#hand .offered").first.tap(force=True)
    expect(page.locator("#commit")).to_be_visible()
    for _ in range(4):
        box = page.locator(".ghost-layer").bounding_box()
        assert box is not None
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.wait_for_timeout(300)
    expect(page.locator("#commit")).to_be_visible()
    expect(page.locator("#todo .heading")).to_have_text("Round 1 of 12")
    expect(page.locator("#log")).not_to_contain_text("Ann places")


def test_a_second_tap_that_puts_back_takes_no_move_back(open_page: OpenPage) -> None:
    """On phones undo stands where the button was that puts back what is in hand."""
    page = open_page(phone=True)
    person = Person(page, 1)
    person.open_table("terraflip")
    person.play(person.tap, moves=2)
    person.wait()
    number = person.position
    expect(page.locator("#undo button")).to_be_enabled()
    place = middle(page.locator("#undo button"))
    page.locator("#hint").tap()
    expect(page.locator("#drop")).to_be_visible()
    page.evaluate(IMPATIENT, middle(page.locator("#drop")))
    expect(page.locator("#undo[inert]")).to_have_count(0)
    assert middle(page.locator("#undo button")) == place
    assert person.position == number
    page.locator("#undo button").tap()
    person.wait_for_another_position(number)


def test_what_comes_after_the_end_waits_too(open_page: OpenPage, server: ServerProcess) -> None:
    """On phones it comes where moves were confirmed."""
    page = open_page(phone=True)
    table = seated(page, server, "terraflip", is_late=True)
    page.evaluate(
        """() => new MutationObserver(() => {
            const shown = document.querySelector(".end-buttons");
            if (shown?.inert) window.haveWaited = true;
        }).observe(document.body, { attributes: true, childList: true, subtree: true })"""
    )
    finish(server, table)
    page.wait_for_function("() => window.haveWaited")
    expect(page.locator(".end-buttons[inert]")).to_have_count(0)
    page.get_by_role("link", name="Review").tap()
    page.wait_for_url("**/review")
    _try_another_first_move(page, page.url)


def _try_another_first_move(page: Page, review: str) -> None:
    """On the board of the review, where there are too many moves for a list."""
    page.goto(f"{review}?move=1")
    page.get_by_role("link", name="Try it yourself").tap()
    page.locator("#hand .offered").first.tap()
    page.locator("#board .offered").first.tap()
    expect(page.locator("#todo h2")).to_be_visible()
    page.locator("#commit").tap()
    page.wait_for_url("**/review/try")
    expect(page.locator(".compared .row.played")).to_contain_text("Tried")
    tile, tag = (page.locator(one).bounding_box() for one in (".laid.played .lit", ".review-tag.played"))
    assert tile is not None
    assert tag is not None
    assert abs(tile["x"] + tile["width"] / 2 - tag["x"] - tag["width"] / 2) < tile["width"]  # beside what it names


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


def play_until(server: ServerProcess, table: dict[str, Any], seat: int) -> None:
    """Let the other seat make moves, without the page, until it is this one's turn."""
    api, other = f"{server.address}/api/tables/{table['id']}", 1 - seat
    headers = {"authorization": f"Bearer {table['seats'][other]}"}
    while (seen := httpx.get(api, headers=headers).raise_for_status().json())["waiting"] == [other]:
        move = seen["view"]["legal_moves"][0]
        httpx.post(f"{api}/moves", json={"move": move}, headers=headers).raise_for_status()


def test_a_pointer_that_rests_points_at_nothing_that_comes_under_it(open_page: OpenPage, server: ServerProcess) -> None:
    """What others do makes a choice of what lies under it; nothing is told of that until the pointer moves."""
    page = open_page()
    table = seated(page, server, "topiary")
    place = page.locator("#board [id^=spot-]").last
    x, y = middle(place)
    page.mouse.move(x, y)
    play_until(server, table, 1)
    expect(page.locator("#board .offered").last).to_be_attached()
    page.wait_for_timeout(200)  # longer than the page takes to ask what a choice brings
    assert page.locator(".pointed").count() == 0
    expect(page.locator("#effect")).to_be_empty()
    page.mouse.move(x + 1, y)
    expect(page.locator(".pointed")).to_have_count(1)
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
