"""Browsers and a real server for the tests of pages. Whatever a page does, it may not write errors to the console, ask
another host for anything, or break its own content security policy."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, TypeVar

import httpx
import pytest
from _pytest.runner import pytest_runtest_protocol as run_protocol
from playwright.sync_api import Browser, BrowserContext, Page, Playwright, Request, ViewportSize, sync_playwright

from tests.pages import axe, chromium
from tests.server.processes import PATIENCE, ServerProcess, serving
from tilery import games
from tilery.match.warmup import is_compiled

HERE = Path(__file__).parent
DESKTOP = {"width": 1280, "height": 720}
PHONE = {"width": 390, "height": 844}
SETTINGS: dict[str, object] = {
    "bot_seconds": 0,
    "new_tables_a_minute": 10_000,
    "links_a_minute": 10_000,
    "work_a_minute": 10**9,
}

NOTED_PICTURE = "document.addEventListener('htmx:sse:after:message', () => (window.pictures = 1))"
"""For tests that measure a table once its first picture has come."""

OpenPage = Callable[..., Page]
Result = TypeVar("Result")

_thread = ThreadPoolExecutor(1, "playwright")


def in_browser_thread(function: Callable[..., Result], *args: Any, **named: Any) -> Result:
    """Call a function in the one thread that drives browsers.

    Playwright keeps an event loop running in the thread that started it, in which no other test could start one.
    """
    if threading.current_thread().name.startswith("playwright"):
        return function(*args, **named)
    future = _thread.submit(function, *args, **named)
    try:
        return future.result()
    except KeyboardInterrupt:
        future.exception()  # wait for its end: what was opened in that thread can only be closed there
        raise


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item, nextitem: pytest.Item | None) -> object:
    """Run the tests of this folder, with the fixtures they set up, in the thread of browsers."""
    if HERE not in item.path.parents:
        return None  # pytest asks for every test
    return in_browser_thread(run_protocol, item=item, nextitem=nextitem)


@pytest.fixture(scope="session")
def compiled() -> None:
    """Rules and bots are compiled before servers are started, which would do so beside the tests."""
    if all(is_compiled(name, part) for name in games.names() for part in ("rules", "bots")):
        return
    subprocess.run([sys.executable, "-m", "tilery", "prepare"], check=True)


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    with ExitStack() as stack:
        yield in_browser_thread(stack.enter_context, sync_playwright())
        in_browser_thread(stack.close)  # tests of other folders may have run since, in another thread


@pytest.fixture(scope="session")
def server(compiled: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """One server for all tests of a process."""
    del compiled
    with ready(f"sqlite:///{tmp_path_factory.mktemp('server') / 'tables.db'}") as process:
        yield process


@contextmanager
def ready(database: str, **settings: object) -> Iterator[ServerProcess]:
    """A server whose rules are all loaded."""
    with serving(database, **{"program": ("-m", "tilery"), **SETTINGS, **settings}) as process:
        health = f"{process.address}/healthz"
        while len(httpx.get(health, timeout=PATIENCE).json().get("games_ready", ())) < len(games.names()):
            time.sleep(0.05)  # on a busy machine the database may not answer in time, and then it is not healthy yet
        yield process


@pytest.fixture
def check(phone: bool, all_combinations: bool) -> axe.Checks:
    """Looks at pages in a test of both screens."""
    return axe.Checks(phone, all_combinations)


class Watch:
    """What goes wrong in a browser."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.address = address
        self.begin()
        context.on("request", self._asked)
        context.on("console", lambda message: self._tell(message.type, f"{message.type}: {message.text}"))
        context.on("weberror", lambda error: self.faults.append(f"error: {error.error}"))

    def begin(self) -> None:
        """Forget what went wrong in an earlier test."""
        self.faults: list[str] = []
        self.expected: tuple[str, ...] = ()
        """Parts of faults that a test brings about on purpose."""

    def _tell(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.faults.append(text)

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((self.address, "data:", "blob:")):
            self.faults.append(f"asked another host: {request.url}")

    def check(self) -> None:
        assert [fault for fault in self.faults if not any(part in fault for part in self.expected)] == []


@pytest.fixture
def watches() -> list[Watch]:
    return []


class Room:
    """A browser of its own for one person in a test: a context, and the page that is given to the test."""

    SPOILING = ("add_init_script", "add_locator_handler", "expose_binding", "expose_function", "close")
    """What a test does to a page for good."""

    def __init__(self, browser: Browser, settings: dict[str, Any], script: str) -> None:
        self._settings = settings
        self.context = browser.new_context(**settings)
        self.context.add_init_script(script)
        self.watch = Watch(self.context, settings["base_url"])
        self._new_page()

    def _new_page(self) -> None:
        self.page = self.context.new_page()
        self._heard: list[tuple[Any, Any]] = []
        self._is_spoilt = False
        for name in self.SPOILING:
            setattr(self.page, name, self._noticed(getattr(self.page, name)))
        for name in ("on", "once"):
            setattr(self.page, name, self._remembered(getattr(self.page, name)))

    def _noticed(self, change: Callable[..., Any]) -> Callable[..., Any]:
        def noticed(*args: Any, **named: Any) -> Any:
            self._is_spoilt = True
            return change(*args, **named)

        return noticed

    def _remembered(self, listen: Callable[..., Any]) -> Callable[..., Any]:
        def remembered(event: Any, listener: Any) -> Any:
            self._heard.append((event, listener))
            return listen(event, listener)

        return remembered

    def leave(self) -> None:
        """Close the page, or leave it blank, so that its process stays: to start one and to load scripts and fonts into
        it is more than half of what it costs to open a table."""
        for page in self.context.pages:
            if page is not self.page or self._is_spoilt:
                page.close()
        if self._is_spoilt:
            return
        for heard in self._heard:
            self.page.remove_listener(*heard)
        self._heard.clear()
        self.page.unroute_all()
        self.page.evaluate("() => { try { sessionStorage.clear() } catch {} }")
        self.page.goto("about:blank")
        self.page.emulate_media(color_scheme=self._settings.get("color_scheme", "light"))

    def enter(self, viewport: ViewportSize) -> None:
        """Begin again with an empty browser."""
        if self._is_spoilt:
            self._new_page()
        self.page.set_viewport_size(viewport)
        _empty(self.page, self.watch.address)
        self.watch.begin()


class Rooms:
    """Browsers for the people in tests: contexts without cookies, storage or permissions.

    Some are kept for later tests that ask for the same settings; the size of the screen may differ.
    """

    KEPT = 8

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._idle: list[tuple[str, Room]] = []

    def open(self, settings: dict[str, Any], script: str, fresh: bool) -> tuple[str, Room]:
        viewport = settings["viewport"]
        key = "" if fresh else json.dumps([{**settings, "viewport": None}, script], sort_keys=True)
        found = next((each for each in self._idle if each[0] == key), None)
        if found:
            self._idle.remove(found)
            found[1].enter(viewport)
            return found
        return key, Room(self._browser, settings, script)

    def leave(self, key: str, room: Room) -> None:
        """Keep a browser in place of the one that was longest not asked for."""
        if not key:
            room.context.close()
            return
        room.leave()
        self._idle.append((key, room))
        if len(self._idle) > self.KEPT:
            self._idle.pop(0)[1].context.close()

    def close(self) -> None:
        for _, room in self._idle:
            room.context.close()


def _empty(page: Page, address: str) -> None:
    """Forget everything but what the server says may be kept: scripts, styles and fonts."""
    page.context.clear_cookies()
    page.context.clear_permissions()
    devtools = page.context.new_cdp_session(page)
    devtools.send("Storage.clearDataForOrigin", {"origin": address, "storageTypes": "all"})
    devtools.detach()


@pytest.fixture(scope="session")
def rooms(playwright: Playwright) -> Iterator[Callable[[bool], Rooms]]:
    """Browsers that are as light as can be, or whole ones."""
    all_rooms: dict[bool, Rooms] = {}

    def rooms_of(whole: bool) -> Rooms:
        if whole not in all_rooms:
            all_rooms[whole] = Rooms(chromium.launch(playwright, whole))
        return all_rooms[whole]

    yield rooms_of
    for each in all_rooms.values():
        in_browser_thread(each.close)


@pytest.fixture
def open_page(rooms: Callable[[bool], Rooms], server: ServerProcess, watches: list[Watch]) -> Iterator[OpenPage]:
    """Opens pages, each in a browser of its own; afterwards nothing may have gone wrong in any.

    What bots do is shown at once, unless another speed is asked for. Nothing was fetched before if it has to be fresh
    or the server is another one than that of all tests. Only whole browsers show messages and install apps.
    """
    opened: list[tuple[Rooms, str, Room]] = []

    def open_one(
        address: str = server.address,
        *,
        phone: bool = False,
        speed: str = "instant",
        fresh: bool = False,
        whole: bool = False,
        **more: Any,
    ) -> Page:
        settings: dict[str, Any] = (
            {"viewport": PHONE, "has_touch": True, "is_mobile": True} if phone else {"viewport": DESKTOP}
        )
        settings = {"base_url": address, "locale": "en-US", "reduced_motion": "reduce", **settings, **more}
        script = f"try {{ localStorage.speed ??= {speed!r} }} catch {{}}; {NOTED_PICTURE}"
        owner = rooms(whole)
        key, room = owner.open(settings, script, fresh or address != server.address)
        watches.append(room.watch)
        opened.append((owner, key, room))
        return room.page

    yield open_one
    for _, _, room in opened:
        room.context.cookies()  # an answer comes after all that was told before
    try:
        for watch in watches:
            watch.check()
    finally:
        for owner, key, room in opened:
            owner.leave(key, room)
