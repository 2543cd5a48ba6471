"""All of Tilery below a path, as https://example.org/tiles/, behind a real nginx and a real Caddy. A browser that asks
for anything outside the path fails its test."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import httpx
import pytest
from playwright.sync_api import Page, expect

from tests.pages.conftest import OpenPage, Watch, ready
from tests.pages.person import Person
from tests.pages.test_days import wait_for_message
from tests.pages.test_notices import show_and_press, take_turn
from tests.server.moved_clock import AHEAD, PROGRAM, Calendar
from tests.server.test_notices import push_service
from tests.server.test_proxies import (
    caddy_changes,
    free_port,
    install,
    nginx_changes,
    running_caddy,
    running_nginx,
)
from tilery.server.pages.entry_pages import qr_code

DRAWN = re.compile(r'class="qrline"[^>]* d="([^"]*)"')


@dataclass(frozen=True)
class Below:
    """A server below a path."""

    address: str
    calendar: Calendar


@pytest.fixture(params=["nginx", "caddy"], scope="module")
def below(request: pytest.FixtureRequest, compiled: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Below]:
    """A server behind a proxy, both set up as the documentation says."""
    del compiled
    tmp_path = tmp_path_factory.mktemp(request.param)
    install(request.param)
    own, calendar = free_port(), Calendar(tmp_path / "ahead")
    address = f"http://localhost:{own}/tiles/"
    moved = {"program": PROGRAM, "environment": {AHEAD: str(calendar.file)}}
    settings = {**moved, "base_address": address, "notices_to_private": "yes"}
    with ready(f"sqlite:///{tmp_path / 'tables.db'}", **settings) as server:
        if request.param == "nginx":
            changed = {**nginx_changes(server.port, own, tmp_path), "location / {": "location /tiles/ {"}
            changed["listen 443 ssl"] = f"listen 127.0.0.1:{own}"  # browsers trust localhost without a certificate
            proxy = running_nginx(own, tmp_path, changed)
        else:
            changed = {"reverse_proxy ": "reverse_proxy /tiles* ", **caddy_changes(server.port, own, tmp_path)}
            proxy = running_caddy(own, tmp_path, changed)
        with proxy:
            yield Below(address, calendar)


def new_table(page: Page, address: str) -> str:
    """Make a table for two, and return its invitation, which is also shown as a picture for cameras."""
    page.goto(f"{address}new/topiary")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_label("Pace").select_option("3")
    page.get_by_role("button", name="Create table").click()
    page.wait_for_selector("#room.open")
    page.wait_for_load_state()  # the scripts, which answer to clicks, have run then
    page.locator("#invite [data-qr]").click()
    shown = page.locator("#notice .qr")
    expect(shown.locator("svg")).to_be_visible()
    invitation = page.locator("#notice input").input_value()
    assert DRAWN.findall(shown.inner_html()) == DRAWN.findall(qr_code(invitation)) != []
    return invitation


def be_told(bob: Page, ann: Person, below: Below) -> None:
    """Bob is told of his turn while he has no table open, and the message leads to the table."""
    with push_service() as service:
        bob.context.grant_permissions(["notifications"])
        bob.goto(below.address)
        assert bob.evaluate("async () => (await navigator.serviceWorker.ready).scope") == below.address
        headers = {"x-tilery": "script"}
        assert bob.request.post(f"{below.address}notices", form={**service.subscription}, headers=headers).ok
        take_turn(ann)
        below.calendar.wait(3600.0)
        told = wait_for_message(service)
        assert told["url"].startswith("/tiles/t/")
        assert ann.page.url.endswith(told["url"])
        assert show_and_press(bob, told)[1] == [told["url"]]


def test_two_people_play_and_one_is_told(below: Below, open_page: OpenPage, watches: list[Watch]) -> None:
    address = below.address
    ann, bob = open_page(address), open_page(address, phone=True, whole=True)
    for watch in watches:
        watch.expected = ("net::ERR_", "htmx:sse:error")  # streams end when pages are left
    invitation = new_table(ann, address)
    assert invitation.startswith(f"{address}t/")
    bob.goto(invitation)
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Join the table").click()
    expect(ann.locator("#presence-1")).to_have_attribute("data-here", "yes")
    ann.get_by_role("button", name="Start game").click()
    bob.wait_for_selector("#room.running")
    one, other = Person(ann, seed=1), Person(bob, seed=2)
    take_turn(one)
    take_turn(other)
    be_told(bob, one, below)
    bob.goto(address)
    bob.locator(".due-card").click()
    take_turn(other)
    one.wait()


def test_one_plays_a_game_to_its_end_and_looks_around(below: Below, open_page: OpenPage, watches: list[Watch]) -> None:
    address = below.address
    page = open_page(address)
    outside = f"asked another host: {address.rstrip('/')}"  # the path without its slash, which leads inside
    watches[0].expected = ("net::ERR_", "htmx:sse:error", outside)
    person = Person(page, seed=4)
    page.goto(address.rstrip("/"))
    assert page.url == address
    page.locator(".lid.game-triqueta form .primary").first.click()
    page.wait_for_selector("#room")
    assert person.play(person.click) > 3
    page.get_by_role("region", name="What to do").get_by_role("link", name="Replay").click()
    page.wait_for_selector("#moment, .moment, main")
    assert page.url.startswith(f"{address}t/")
    page.goto(f"{address}me")
    page.get_by_role("button", name="Show my personal link").click()
    personal = page.get_by_label("Personal link", exact=True)
    expect(personal).to_have_value(re.compile(re.escape(f"{address}me/with/")))
    page.goto(f"{address}clubs")
    page.get_by_label("Name of the club").fill("Thursdays")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Start the club").click()
    expect(page.get_by_role("heading", name="Thursdays")).to_be_visible()
    assert page.url.startswith(f"{address}club/")
    for path in ("rules/topiary", "learn/topiary", "puzzle", "score/topiary", "replay", "host", "about"):
        answer = page.goto(address + path)
        assert answer is not None
        assert answer.ok, path
        assert page.url.startswith(address)


def test_measurements_are_hidden_below_a_path_too(below: Below) -> None:
    assert httpx.get(f"{below.address}livez").status_code == 200
    assert httpx.get(f"{below.address}metrics").status_code in (403, 404)
