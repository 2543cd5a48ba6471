"""The review of a finished game in a real browser: graph, key moments, sharing, trying again, playing on; on desks and
phones, by mouse, keys and touch."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.pages import axe
from tests.pages.conftest import OpenPage
from tests.pages.test_together import finish, seated
from tests.server.processes import PATIENCE, ServerProcess

STORED = "text => navigator.clipboard.readText().then(found => found.includes(text))"


def reviewed(page: Page, server: ServerProcess, game: str = "triqueta") -> str:
    """Bob looks at the review of a whole game by random moves; its address."""
    table = seated(page, server, game)
    finish(server, table)
    page.goto(f"/t/{table['id']}/review")
    expect(page.locator("#main")).to_have_attribute("data-status", "done", timeout=PATIENCE * 1000)
    return f"/t/{table['id']}/review"


def number_of(page: Page) -> int:
    return int(page.locator("#main").get_attribute("data-move") or "")


def test_a_review_is_read_by_mouse_and_keys(open_page: OpenPage, server: ServerProcess) -> None:
    page = open_page()
    address = reviewed(page, server)
    here, count = number_of(page), int(page.locator("#main").get_attribute("data-count") or "")
    expect(page.locator(".compared .row.difference")).to_contain_text("instead of")
    expect(page.locator(".verdict .why")).to_be_visible()
    page.locator(".verdict .line summary").click()
    expect(page.locator(".line-told li").first).to_be_visible()
    assert axe.violations(page) == []
    _point_at_the_graph(page, count)
    moments = [int(told) for told in page.locator("#moments .at").all_inner_texts()]
    page.goto(f"{address}?move={moments[0]}")
    expect(page.locator(".visiting > span").first).to_have_text(f"Moment 1 of {len(moments)}")
    page.keyboard.press("n")
    page.wait_for_url(f"**?move={moments[1]}")
    page.keyboard.press("ArrowUp")
    page.wait_for_url(f"**?move={moments[0]}")
    page.keyboard.press("End")
    page.wait_for_url(f"**?move={count}")
    page.keyboard.press("ArrowLeft")
    page.wait_for_url(f"**?move={count - 1}")
    page.goto(f"{address}?move={here}")
    page.keyboard.press("o")
    page.wait_for_url(re.compile(r"/t/(?!.*review)"))


def _point_at_the_graph(page: Page, count: int) -> None:
    """Pointing tells of a move; dragging and letting go leads there."""
    graph = page.locator(".chances.wide")
    box = graph.bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] / 2, middle)
    expect(page.locator(".pointed")).to_contain_text("Bob")
    expect(page.locator(".pointed")).to_contain_text("%")
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] + 20, middle, steps=4)
    expect(page.locator(".pointed")).to_have_text(re.compile(rf"^{count} "))
    page.mouse.up()
    page.wait_for_url(f"**?move={count}")


def test_previous_and_next_can_lead_to_own_moments_alone(open_page: OpenPage, server: ServerProcess) -> None:
    page = open_page()
    address = reviewed(page, server)
    rows = page.locator("#moments li")
    whose = [row.get_attribute("class") for row in rows.all()]
    own = [
        int(row.locator(".at").inner_text()) for row, seat in zip(rows.all(), whose, strict=True) if seat == "seat-2"
    ]
    assert 1 < len(own) < len(whose), "moments of both"
    page.goto(f"{address}?move={own[0]}")
    page.get_by_role("link", name="My moves").click()
    expect(page.locator(".visiting > span").first).to_have_text(f"Moment 1 of {len(own)}")
    page.keyboard.press("ArrowDown")
    page.wait_for_url(re.compile(rf"move={own[1]}&mine=yes"))


def test_a_review_is_shared_with_somebody_who_has_no_seat(open_page: OpenPage, server: ServerProcess) -> None:
    page, friend = open_page(permissions=["clipboard-read", "clipboard-write"]), open_page()
    reviewed(page, server)
    here = number_of(page)
    page.locator("#share").click()
    expect(page.locator("#shared")).to_have_text("Link copied.")
    link = page.evaluate("() => navigator.clipboard.readText()")
    friend.goto(link)
    friend.wait_for_url(f"**/review?move={here}")
    expect(friend.locator(".compared .row.better")).to_be_visible()
    expect(friend.get_by_role("link", name="My moves")).to_have_count(0)


SWIPE = """([from, to]) => {
    const board = document.getElementById("board");
    const touch = x => new Touch({ identifier: 1, target: board, clientX: x, clientY: 300 });
    board.dispatchEvent(new TouchEvent("touchstart", { touches: [touch(from)], changedTouches: [touch(from)] }));
    board.dispatchEvent(new TouchEvent("touchend", { touches: [], changedTouches: [touch(to)] }));
}"""


@pytest.mark.parametrize("language", ["de", "fr"])
def test_a_review_fits_phones_and_is_swiped(open_page: OpenPage, server: ServerProcess, language: str) -> None:
    page = open_page(phone=True)
    address = reviewed(page, server)
    moments = [int(told) for told in page.locator("#moments .at").all_inner_texts()]
    page.context.add_cookies([{"name": "language", "value": language, "url": server.address}])
    page.goto(f"{address}?move={moments[0]}")
    expect(page.locator(".try-below")).to_be_in_viewport()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert axe.violations(page) == []
    page.evaluate(SWIPE, [300, 250])  # too short to be meant
    page.evaluate(SWIPE, [300, 100])
    page.wait_for_url(f"**?move={moments[1]}")
    page.locator(".try-below").tap()
    page.wait_for_url(f"**/review/{moments[1]}")
