"""Four friends play over days, each in a browser of their own: one is told of their turn while no page is open, one
loses a device, one goes on holiday, one is rude and is removed; those who are left play again."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.pages.conftest import OpenPage, Watch, ready
from tests.pages.person import Person, create_table, enter
from tests.pages.test_inviting import invite_link, join
from tests.pages.test_notices import show_and_press, take_turn
from tests.pages.test_order import write
from tests.pages.test_together import finish
from tests.server.moved_clock import AHEAD, PROGRAM, Calendar
from tests.server.processes import PATIENCE, ServerProcess
from tests.server.test_notices import PushService, push_service

DAY = 86_400.0


@pytest.fixture
def calendar(tmp_path: Path) -> Calendar:
    return Calendar(tmp_path / "ahead")


@pytest.fixture
def server(compiled: None, calendar: Calendar, tmp_path: Path) -> Iterator[ServerProcess]:
    """A server of its own, whose clock can be moved, and which may send notices to this machine."""
    del compiled
    settings = {"program": PROGRAM, "environment": {AHEAD: str(calendar.file)}, "notices_to_private": "yes"}
    with ready(f"sqlite:///{tmp_path / 'tables.db'}", **settings) as process:
        yield process


def secret_of(page: Page) -> str:
    return next(str(cookie["value"]) for cookie in page.context.cookies() if cookie["name"] == "tilery")


def new_table(pages: list[Page]) -> str:
    """Four sit down at a table with three days a move; return its invitation."""
    ann = pages[0]
    ann.goto("/new/topiary")
    ann.get_by_label("Your name").fill("Ann")
    ann.locator("input[name=seats][value='4']").check()
    ann.get_by_label("Pace").select_option("3")
    ann.get_by_role("button", name="Create table").click()
    ann.wait_for_selector("#room.open")
    ann.wait_for_load_state()  # the scripts, which answer to clicks, have run then
    invitation = invite_link(ann)
    for page, name in zip(pages[1:], ("Bob", "Cleo", "Dora"), strict=True):
        join(page, invitation, name)
    ann.get_by_role("button", name="Start game").click()
    for page in pages:
        page.wait_for_selector("#room.running")
    return invitation


def subscribe(page: Page, service: PushService) -> None:
    """Let a browser's messages go to a push service on this machine; headless Chromium has none of its own."""
    answer = page.request.post("/notices", form={**service.subscription}, headers={"x-tilery": "script"})
    assert answer.ok


def wait_for_message(service: PushService) -> dict[str, str]:
    until = time.monotonic() + PATIENCE
    while not service.got and time.monotonic() < until:
        time.sleep(0.1)
    told: dict[str, str] = service.told[0]
    return told


def play_after_a_message(bob: Person, ann: Person, calendar: Calendar) -> None:
    """Bob has closed the table, is told a day later that it is his turn, once, and plays."""
    page, table = bob.page, ann.page.url
    with push_service() as service:
        page.context.grant_permissions(["notifications"])
        page.goto("/")
        subscribe(page, service)
        take_turn(ann)
        calendar.wait(DAY)
        told = wait_for_message(service)
        assert told["title"] == "Your turn: Topiary"
        assert table.endswith(told["url"])
        assert show_and_press(page, told) == ([told["title"], told["body"], told["url"]], [told["url"]])
        page.goto(told["url"])
        take_turn(bob)
        assert len(service.got) == 1


def move_to_another_device(lost: Page, found: Page) -> None:
    """Cleo loses her phone: her personal link brings her seat to another, and a new link shuts the old one out."""
    table = lost.url
    lost.goto("/me")
    lost.get_by_role("button", name="Show my personal link").click()
    personal = lost.get_by_label("Personal link", exact=True)
    expect(personal).not_to_have_value("")
    found.goto(personal.input_value())
    found.get_by_role("button", name="Continue").click()
    found.goto("/me")
    found.get_by_role("button", name="Renew my link").click()
    found.goto("/")
    found.locator(".due-card").click()
    take_turn(Person(found, seed=3))
    lost.goto(table)
    expect(lost.locator("#room")).to_have_count(0)


def go_on_holiday(dora: Person, ann: Page, calendar: Calendar) -> None:
    """Four days pass at a table of three days a move, and nobody plays for Dora."""
    own_seat = ann.locator("#player-3")
    dora.page.locator("#menu summary").click()
    dora.page.get_by_role("button", name="Go on holiday").click()
    expect(own_seat).to_contain_text("on holiday")
    left = re.compile(r"^2\sd 2[23]\sh$")
    expect(own_seat.locator(".clock.stopped")).to_have_text(left)
    expect(ann.locator("#meanwhile")).to_contain_text("Dora is on holiday; the clock has stopped.")
    before = dora.position
    calendar.wait(4 * DAY)
    dora.page.reload()
    assert dora.is_mine
    assert dora.position == before
    expect(own_seat).to_contain_text("on holiday")
    expect(dora.page.locator("#player-3 .clock.stopped")).to_have_text(left)
    dora.page.locator("#menu summary").click()
    dora.page.get_by_role("button", name="End my holiday").click()
    expect(own_seat).not_to_contain_text("on holiday")
    expect(own_seat.locator(".clock")).to_have_text(left)
    expect(own_seat.locator(".clock.stopped")).to_have_count(0)
    take_turn(dora)


def remove_who_is_rude(bob: Page, ann: Page, invitation: str) -> None:
    """A bot plays on for Bob, and he cannot come back."""
    write(bob, "you are all fools")
    expect(ann.locator("#messages")).to_contain_text("you are all fools")
    ann.locator("#menu summary").click()
    ann.get_by_role("button", name="Remove Bob").click()
    expect(ann.locator("#player-1")).to_contain_text("a bot is playing")
    bob.goto(invitation)
    expect(bob.get_by_text("You have been removed from this table.")).to_be_visible()


def play_again(ann: Page, dora: Page) -> None:
    over = ann.url
    ann.get_by_role("button", name="Rematch").click()
    ann.wait_for_selector("#room:not(.over)")
    assert ann.url != over
    dora.get_by_role("link", name="Go to rematch").click()
    dora.get_by_role("button", name="Play again").click()
    expect(ann.locator("#players")).to_contain_text("Dora")


def test_who_waits_is_told_until_when_and_where_to_go_on(open_page: OpenPage) -> None:
    ann, bob, cleo, dora = pages = [open_page(phone=seat == 1, timezone_id="Europe/Berlin") for seat in range(4)]
    new_table(pages)
    for waiting in (bob, cleo):
        card = waiting.locator("#meanwhile")
        expect(card).to_have_text(
            re.compile(r"2\sd 23\sh.*Ann has until \w+day, \d\d:\d\d\s[AP]M\.\s+After that: medium bot", re.DOTALL)
        )
        expect(waiting.get_by_role("button", name="Notify me when it's my turn")).to_be_visible()
    expect(ann.locator("#meanwhile")).to_have_count(0)
    expect(ann.locator("#tell")).to_be_hidden()
    expect(cleo.locator("#next-table a")).to_have_count(0)
    enter(
        cleo, create_table(cleo, "terraflip", [{"kind": "person", "name": "Cleo"}, {"kind": "bot", "level": "novice"}])
    )
    other = cleo.url
    cleo.goto(ann.url)
    cleo.get_by_role("link", name="Next: your turn at Terraflip").click()
    cleo.wait_for_selector("#room.running")
    assert cleo.url == other
    expect(dora.locator("#next-table")).to_be_hidden()


def test_four_friends_play_over_days(
    open_page: OpenPage, server: ServerProcess, calendar: Calendar, watches: list[Watch]
) -> None:
    pages = [open_page(whole=seat == 1) for seat in range(4)]  # Bob's shows messages
    for watch, answer in zip(watches, ("-", "403", "404", "-"), strict=True):  # Bob is removed, Cleo's phone shut out
        watch.expected = (f"status of {answer}", "net::ERR_", "htmx:sse:error")  # streams end when pages are left
    ann, bob, dora = (Person(pages[seat], seed=seat) for seat in (0, 1, 3))
    invitation = new_table(pages)
    play_after_a_message(bob, ann, calendar)
    found = open_page(phone=True)
    watches[-1].expected = ("net::ERR_", "htmx:sse:error")
    move_to_another_device(pages[2], found)
    go_on_holiday(dora, ann.page, calendar)
    remove_who_is_rude(bob.page, ann.page, invitation)
    seats, table = [secret_of(page) for page in (ann.page, found, dora.page)], ann.page.url
    for page in (*pages, found):
        page.goto("about:blank")  # to show every move would take them long
    finish(server, {"id": table.rpartition("/")[2], "seats": seats})
    for page in (ann.page, dora.page):
        page.goto(table)
    play_again(ann.page, dora.page)
