"""A passkey brings somebody's tables to another device: with Chromium's virtual authenticator, over DevTools."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import CDPSession, Page, expect

from tests.pages.conftest import OpenPage, Watch
from tests.pages.person import Person
from tests.server.processes import ServerProcess

PHONE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


class Authenticator:
    """What a device has for passkeys."""

    def __init__(self, page: Page) -> None:
        self._devtools: CDPSession = page.context.new_cdp_session(page)
        self._devtools.send("WebAuthn.enable")
        made = self._devtools.send("WebAuthn.addVirtualAuthenticator", {"options": PHONE})
        self._id = {"authenticatorId": made["authenticatorId"]}

    @property
    def passkeys(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self._devtools.send("WebAuthn.getCredentials", self._id)["credentials"]
        return found

    def add(self, passkey: dict[str, Any]) -> None:
        """Have a passkey from another device, as those that are synchronised."""
        self._devtools.send("WebAuthn.addCredential", {**self._id, "credential": passkey})


def test_a_passkey_opens_my_tables_on_another_device(
    open_page: OpenPage, server: ServerProcess, watches: list[Watch]
) -> None:
    address = server.address.replace("127.0.0.1", "localhost")  # passkeys belong to names
    old, new = open_page(address, whole=True), open_page(address, phone=True, whole=True)
    Person(old).make_table("topiary")  # by the form, which keeps the name
    table = old.url
    old.goto("/me")
    authenticator = Authenticator(old)
    old.get_by_role("button", name="Create a passkey").click()
    expect(old.locator("#passkeys li")).to_contain_text("Passkey of")
    (passkey,) = authenticator.passkeys
    assert passkey["rpId"] == "localhost"
    new.goto("/me")
    Authenticator(new).add(passkey)
    new.get_by_role("button", name="I have a passkey").click()
    expect(new.get_by_role("heading", name="Play as Ann on this device?")).to_be_visible()
    new.get_by_role("button", name="Continue").click()
    new.locator(".due-card").click()
    new.wait_for_selector("#room.running")
    assert new.url == table
    # A new link shuts passkeys out.
    new.goto("/me")
    new.get_by_role("button", name="Renew my link").click()
    expect(new.locator("#passkeys li")).to_have_count(0)
    watches[1].expected = ("status of 404",)
    new.get_by_role("button", name="I have a passkey").click()
    expect(new.locator("#passkeys .error")).to_contain_text("does not know that passkey")


def test_where_passkeys_cannot_work_nothing_is_said_of_them(open_page: OpenPage) -> None:
    """At an address of numbers."""
    page = open_page()
    page.goto("/me")
    page.wait_for_load_state()
    expect(page.get_by_role("button", name="Show my personal link")).to_be_visible()
    expect(page.locator("#passkeys")).to_be_hidden()
