"""A rude guest is hidden, reported, muted and removed; the host sees to the rest, on pages without a fault."""

from __future__ import annotations

import re
import subprocess
import sys

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.pages.axe import Checks
from tests.pages.conftest import OpenPage, Watch
from tests.pages.test_together import new_table
from tests.server.processes import ServerProcess


def write(page: Page, text: str) -> None:
    if not page.locator("#chat").get_attribute("open"):
        page.locator("#chat").evaluate("chat => chat.open = true")
    page.locator("#chat-text").fill(text)
    page.keyboard.press("Enter")


def join(page: Page, invitation: str, name: str) -> None:
    page.goto(invitation)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Join the table").click()
    page.wait_for_selector("#say", state="attached")


def host_key(server: ServerProcess, name: str) -> str:
    command = [sys.executable, "-m", "tilery", "admin", "token", "--name", name, "--database", server.database]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def enter(page: Page, key: str) -> None:
    page.goto("/host")
    page.get_by_label("The host's key").fill(key)
    page.get_by_role("button", name="Enter").click()
    expect(page.get_by_role("heading", name="Host")).to_be_visible()


def test_a_rude_guest_is_hidden_reported_muted_and_removed(
    open_page: OpenPage, server: ServerProcess, watches: list[Watch]
) -> None:
    ann, bob, cleo = open_page(), open_page(), open_page()
    players = [{"kind": "person", "name": "Ann"}, {"kind": "open"}, {"kind": "open"}]
    made = httpx.post(f"{server.address}/api/tables", json={"game": "triqueta", "players": players}).json()
    for secret in (made["owner"], made["seats"][0]):
        ann.goto(f"/t/{made['id']}/with/{secret}")
    invitation = f"/t/{made['id']}/with/{made['invite']}"
    join(bob, invitation, "Bob")
    join(cleo, invitation, "Cleo")
    watches[1].expected = ("403",)
    write(bob, "you are all fools")
    rude = "#messages li:has-text('you are all fools')"

    # Cleo hides what Bob says, for herself alone.
    cleo.locator("#chat").evaluate("chat => chat.open = true")
    cleo.locator(f"{rude} .message-more").click()
    cleo.get_by_role("button", name="Hide this player's messages").click()
    expect(cleo.locator(rude)).to_be_hidden()
    cleo.reload()
    cleo.locator("#chat").evaluate("chat => chat.open = true")
    expect(cleo.locator(rude)).to_be_hidden()
    cleo.get_by_role("button", name="Show hidden messages").click()
    expect(cleo.locator(rude)).to_be_visible()
    expect(cleo.get_by_role("button", name="Mute this player")).to_have_count(0)  # only owners can

    # Ann reports it, and mutes him.
    ann.locator("#chat").evaluate("chat => chat.open = true")
    ann.locator(f"{rude} .message-more").click()
    ann.get_by_label("Note for the host").fill("not nice")
    ann.get_by_role("button", name="Report to the host").click()
    expect(ann.locator("#notice")).to_have_text("Reported to the host. Thank you.")
    ann.locator(f"{rude} .message-more").click()
    ann.get_by_role("button", name="Mute this player").click()
    expect(ann.locator("#activity")).to_contain_text("The owner has muted Bob.")
    write(bob, "and blind")
    expect(bob.locator("#error")).to_have_text("The owner of this table has muted you.")
    expect(ann.locator("#messages")).not_to_contain_text("and blind")

    # The host removes the message.
    host = open_page()
    enter(host, host_key(server, "rude guest"))
    host.get_by_role("link", name=re.compile("Reported: [1-9]")).click()
    host.get_by_role("link", name="Look after Triqueta").first.click()
    expect(host.locator(".is-reported")).to_contain_text("not nice")
    host.get_by_text("Remove message", exact=False).first.click()
    host.get_by_role("button", name="Remove message").click()
    expect(host.get_by_text("Nobody has written anything.")).to_be_visible()
    expect(ann.locator(rude)).to_have_count(0)
    expect(host.get_by_role("button", name="Mark reports as handled")).to_have_count(0)  # gone with what they are about

    # Ann removes Bob, who cannot come back; the seat is free.
    ann.on("dialog", lambda dialog: dialog.accept())
    ann.locator("#menu summary").click()
    ann.get_by_role("button", name="Remove Bob").click()
    expect(ann.locator("#players")).not_to_contain_text("Bob")
    bob.goto(invitation)
    expect(bob.get_by_text("You have been removed from this table.")).to_be_visible()
    expect(cleo.locator("#players")).to_contain_text("Open seat")


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_the_host_has_a_page_that_anybody_can_use(
    open_page: OpenPage, server: ServerProcess, check: Checks, phone: bool
) -> None:
    ann = open_page()
    new_table(ann, "topiary")
    write(ann, "hello")
    host = open_page(phone=phone)
    host.goto("/host")
    check(host, "a key is asked for")
    enter(host, host_key(server, f"look {phone}"))
    host.goto("/host")
    check(host, "the host's page")
    assert host.evaluate("document.documentElement.scrollWidth <= innerWidth")
    host.get_by_role("link", name="Look after").first.click()
    for details in host.locator("main details").all():
        details.evaluate("each => each.open = true")
    check(host, "a table that is looked after")
    assert host.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_an_announcement_reaches_open_tables(open_page: OpenPage, server: ServerProcess) -> None:
    ann = open_page()
    new_table(ann)
    host = open_page()
    enter(host, host_key(server, "announcing"))
    host.get_by_label("Shown on every page").fill("The server restarts at eight.")
    host.get_by_role("button", name="Announce").click()
    expect(ann.locator("#announcement")).to_contain_text("The server restarts at eight.")
    ann.locator("#announcement button").click()
    expect(ann.locator("#announcement")).to_be_hidden()
    ann.goto("/")
    expect(ann.locator("#announcement")).to_be_hidden()
    host.get_by_role("button", name="End the announcement").click()
    expect(host.locator("#announcement")).to_be_hidden()
