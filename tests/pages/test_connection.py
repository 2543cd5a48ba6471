"""A server that dies, is started again, or has just been started for the first time: pages go on by themselves."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.pages.conftest import SETTINGS, OpenPage, Watch
from tests.pages.person import Person
from tests.server.processes import ServerProcess, serving

OFFLINE = ("net::ERR_", "htmx:sse:error: network error", "htmx:sse:error: Failed to fetch")


@pytest.fixture
def own_database(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'tables.db'}"


@pytest.fixture
def fragile(compiled: None, own_database: str) -> Iterator[ServerProcess]:
    """A server that a test may kill."""
    del compiled
    with serving(own_database, **SETTINGS) as server:
        yield server


def test_play_goes_on_without_a_reload_when_the_server_was_killed(
    open_page: OpenPage, watches: list[Watch], fragile: ServerProcess, own_database: str
) -> None:
    person = Person(open_page(fragile.address), seed=6)
    watches[0].expected = OFFLINE
    person.open_table("topiary")
    person.play(person.click, moves=3)
    person.wait()
    person.page.evaluate("window.stillHere = true")
    fragile.kill()
    expect(person.page.locator("#lost")).to_be_visible()
    with serving(own_database, port=fragile.port, **SETTINGS):
        expect(person.page.locator("#lost")).to_be_hidden()
        person.play(person.click, moves=1)
        assert person.page.evaluate("window.stillHere")


def test_a_move_that_was_made_but_not_answered_is_made_once(
    open_page: OpenPage, watches: list[Watch], fragile: ServerProcess, own_database: str
) -> None:
    """The server dies between a move and its answer: the page asks again with the same id."""
    person = Person(open_page(fragile.address), seed=7)
    watches[0].expected = OFFLINE
    person.play_now("topiary")
    person.wait()
    sent: list[str | None] = []

    def swallow(route: Route) -> None:
        sent.append(route.request.post_data)
        if len(sent) == 1:
            assert route.fetch().status == 200
            fragile.kill()
            route.abort("connectionrefused")
        else:
            route.continue_()

    person.page.route("**/move*", swallow)
    before = person.position
    person.click()
    expect(person.page.locator("#error")).to_contain_text("Can't reach the server")
    with serving(own_database, port=fragile.port, **SETTINGS):
        person.wait_for_another_position(before)
        expect(person.page.locator("#error")).to_be_empty()
        assert len(sent) > 1
        assert set(sent) == {sent[0]}
        person.play(person.click, moves=1)


def test_a_page_says_that_its_table_was_deleted_and_asks_no_more(open_page: OpenPage) -> None:
    person = Person(open_page(), seed=1)
    person.open_table("topiary")
    page = person.page
    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_selector("#room.running")
    asked: list[str] = []
    other.on("request", lambda request: asked.append(request.url))
    page.locator("#menu summary").click()
    page.get_by_role("button", name="Delete table").click()
    expect(other.locator("#lost")).to_have_text("This table was deleted.")
    expect(other.locator("#lost")).to_be_visible()
    other.wait_for_timeout(2500)  # longer than a page waits before it asks again
    assert asked == []


# A server that was never started on this machine before: games are played while they are still being compiled.

COLD = """
import asyncio, os, sys
from tilery.server import warmup

async def compile_later(self, key):
    while not os.path.exists(os.environ["COMPILED"]):
        await asyncio.sleep(0.05)

warmup.is_compiled = lambda game, part: os.path.exists(os.environ["COMPILED"])
warmup.Warmup._compile = compile_later
from tilery.cli import main
sys.exit(main())
"""
"""The server with a compiler that is not done before the test says so."""


@pytest.fixture
def compiler(compiled: None, tmp_path: Path) -> Path:
    """A file whose coming means that the compiler is done."""
    del compiled
    return tmp_path / "compiled"


def cold(database: str, compiler: Path, **settings: Any) -> AbstractContextManager[ServerProcess]:
    return serving(database, program=("-c", COLD), environment={"COMPILED": str(compiler)}, **SETTINGS, **settings)


def test_a_game_is_played_while_it_is_still_being_compiled(
    open_page: OpenPage, compiler: Path, own_database: str
) -> None:
    with cold(own_database, compiler) as server:
        person = Person(open_page(server.address), seed=1)
        person.play_now("topiary")
        person.play(person.click, moves=2)
        expect(person.page.locator("#players")).to_contain_text("warming up")
        compiler.touch()
        while not server.log_of("ready"):
            person.page.wait_for_timeout(50)
        person.play(person.click, moves=2)
        person.page.close()  # which would complain when the server goes


def test_a_table_from_before_goes_on_while_its_game_is_being_compiled_anew(
    open_page: OpenPage, watches: list[Watch], fragile: ServerProcess, compiler: Path, own_database: str
) -> None:
    person = Person(open_page(fragile.address), seed=1)
    watches[0].expected = OFFLINE
    person.open_table("topiary")
    person.play(person.click, moves=2)
    fragile.kill()
    with cold(own_database, compiler, port=fragile.port):
        person.page.reload()
        person.page.wait_for_selector("#room.running")
        home = person.page.context.new_page()
        home.goto("/")
        expect(home.locator(".due-card, .table-row")).to_contain_text("Topiary")
        person.play(person.click, moves=2)


def test_a_connection_that_falls_silent_is_noticed_within_five_seconds(
    open_page: OpenPage, watches: list[Watch], fragile: ServerProcess
) -> None:
    """The server stands still without a word, as when a cable is pulled: the page says so, a move that is pressed
    meanwhile says that it waits, and is made once when the connection is back."""
    person = Person(open_page(fragile.address), seed=8)
    watches[0].expected = (*OFFLINE, "AbortError", "aborted")
    person.open_table("topiary")
    person.play(person.click, moves=1)
    person.wait()
    page, before = person.page, person.position
    sent: list[str | None] = []
    page.on("request", lambda request: sent.append(request.post_data) if "/move" in request.url else None)
    fragile.process.send_signal(signal.SIGSTOP)
    began = time.monotonic()
    try:
        expect(page.locator("#lost")).to_be_visible()
        assert time.monotonic() - began < 5.0
        person.click()
        expect(page.locator("#error")).to_contain_text("will be sent as soon as you are back online")
        page.wait_for_timeout(5000)  # so long that the page sends it again
    finally:
        fragile.process.send_signal(signal.SIGCONT)
    expect(page.locator("#lost")).to_be_hidden()
    person.wait_for_another_position(before)
    expect(page.locator("#error")).to_be_empty()
    assert len(sent) > 1
    assert len(set(sent)) == 1  # by its id the server knows that it is one move
    person.play(person.click, moves=1)
