"""Inviting people and sitting down: the address in the bar, links that are really copied, the waiting room."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.pages.conftest import OpenPage, Watch
from tests.pages.test_together import new_table

NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', { value: undefined })"
"""As on a page without HTTPS."""
REFUSED = "navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'))"
SELECTED = """() => {
  const { value, selectionStart, selectionEnd } = document.activeElement;
  return value.slice(selectionStart, selectionEnd);
}"""


def join(page: Page, link: str, name: str) -> None:
    page.goto(link)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Join the table").click()
    expect(page.locator(".own-seat")).to_contain_text(name)


def invite_link(page: Page) -> str:
    page.locator("#invite [data-link=invite]").click()
    return page.locator("#notice input").input_value()


def test_who_has_only_the_address_asks_and_is_let_in(open_page: OpenPage) -> None:
    ann, ben = open_page(), open_page(phone=True)
    new_table(ann)
    ben.goto(ann.url)
    expect(ben.locator("h1")).to_have_text("Ann invites you to a table of Topiary")
    ben.locator("#asker").fill("Ben")
    ben.get_by_role("button", name="Ask to join").click()
    expect(ann.locator("#join-requests")).to_contain_text("Ben asks to be let in.")
    ann.get_by_role("button", name="Let in").click()
    expect(ann.locator("#join-requests")).to_have_count(0)
    ben.wait_for_selector("#room.waits")  # the page has waited for it
    ben.get_by_role("button", name="Join the table").click()  # under the name that was given before
    expect(ann.locator("#players")).to_contain_text("Ben")


def test_a_link_is_said_to_be_copied_when_it_was(open_page: OpenPage) -> None:
    page = open_page(whole=True)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    new_table(page)
    link = invite_link(page)
    expect(page.locator("#notice")).to_contain_text("Link copied.")
    assert page.evaluate("navigator.clipboard.readText()") == link


@pytest.mark.parametrize("script", [NO_CLIPBOARD, REFUSED])
def test_a_link_that_could_not_be_copied_is_selected_and_not_said_to_be(open_page: OpenPage, script: str) -> None:
    page = open_page()
    page.add_init_script(script)
    new_table(page)
    link = invite_link(page)
    expect(page.locator("#notice")).to_contain_text("Copy this link")
    expect(page.locator("#notice")).not_to_contain_text("copied")
    assert page.evaluate(SELECTED) == link


def test_a_phone_shares_with_its_own_sheet(open_page: OpenPage) -> None:
    page = open_page(phone=True)
    page.add_init_script("navigator.share = async (what) => { window.shared = what; }")
    new_table(page)
    page.locator("#invite [data-share]").click()
    page.wait_for_function("() => window.shared !== undefined")
    assert "/with/" in page.evaluate("window.shared.url")


def test_a_code_for_the_camera_leads_to_the_table(open_page: OpenPage) -> None:
    page = open_page()
    new_table(page)
    page.locator("#invite [data-qr]").click()
    expect(page.locator("#notice .qr svg")).to_be_visible()
    join(open_page(), page.locator("#notice input").input_value(), "Ben")


def test_the_waiting_room_shows_who_is_here_and_ready(open_page: OpenPage, watches: list[Watch]) -> None:
    ann, ben = open_page(), open_page()
    new_table(ann)
    join(ben, invite_link(ann), "Ben")
    watches[1].expected = ("net::ERR_", "htmx:sse:error")
    other = ann.locator("#player-1")
    expect(other.locator(".presence")).to_have_text("here")
    expect(other).to_contain_text("not ready yet")
    ben.get_by_role("button", name="I'm ready").click()
    expect(other.locator(".ready")).to_be_visible()
    ben.goto("about:blank")
    expect(other.locator(".presence")).to_have_text("last here: this minute")
    ben.go_back()
    expect(other.locator(".presence")).to_have_text("here")
    ann.get_by_role("button", name="Ben: move up one seat").click()
    expect(ann.locator("#player-0")).to_contain_text("Ben")
    expect(ben.locator("#player-0.own-seat")).to_be_visible()


def test_messages_that_were_not_read_are_counted_and_heard(open_page: OpenPage) -> None:
    ann, ben = open_page(), open_page()
    new_table(ann)
    join(ben, invite_link(ann), "Ben")
    ben.locator("#chat summary").click()
    for text in ("Hello", "Are you there?"):
        ben.locator("#chat-text").fill(text)
        ben.locator("#say button").click()
        expect(ben.locator("#messages")).to_contain_text(text)
    expect(ann.locator("#unread")).to_have_text("2 new messages")
    expect(ann.locator("html")).to_have_attribute("data-heard", "message")
    expect(ben.locator("#unread")).to_be_empty()
    ann.locator("#chat summary").click()
    expect(ann.locator("#unread")).to_be_empty()
    expect(ann.locator("#messages time").first).not_to_be_empty()


def test_the_owner_changes_the_table(open_page: OpenPage) -> None:
    ann, ben = open_page(), open_page()
    new_table(ann)
    join(ben, invite_link(ann), "Ben")
    ann.get_by_role("link", name="Change").click()
    ann.get_by_label("4", exact=True).check()
    ann.get_by_label("Pace").select_option("3")
    ann.get_by_role("button", name="Save").click()
    for page in (ann, ben):
        expect(page.locator("#facts")).to_contain_text("3 days per move")
        expect(page.locator(".waiting-seat")).to_have_count(4)
    ann.get_by_role("button", name="Begin with 2 players").click()
    for page in (ann, ben):
        page.wait_for_selector("#room.running")
        expect(page.locator("#players .player")).to_have_count(2)
