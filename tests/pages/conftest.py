"""Browsers and a real server for the tests of pages. Whatever a page does, it may not write errors to the console, ask
another host for anything, or break its own content security policy."""

from __future__ import annotations

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
from playwright.sync_api import Browser, BrowserContext, Page, Request, sync_playwright

from tests.pages import axe, chromium
from tests.server.processes import ServerProcess, serving
from tilery import games

HERE = Path(__file__).parent
DESKTOP = {"width": 1280, "height": 720}
PHONE = {"width": 390, "height": 844}
SETTINGS: dict[str, object] = {
    "bot_seconds": 0,
    "new_tables_a_minute": 10_000,
    "links_a_minute": 10_000,
    "work_a_minute": 10**9,
}

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
    subprocess.run([sys.executable, "-m", "tilery", "prepare"], check=True)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with ExitStack() as stack:
        playwright = in_browser_thread(stack.enter_context, sync_playwright())
        yield in_browser_thread(chromium.launch, playwright)
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
    with serving(database, **SETTINGS, **settings) as process:
        while len(httpx.get(f"{process.address}/healthz").json()["games_ready"]) < len(games.names()):
            time.sleep(0.05)
        yield process


@pytest.fixture
def check(phone: bool, all_combinations: bool) -> axe.Checks:
    """Looks at pages in a test of both screens."""
    return axe.Checks(phone, all_combinations)


class Watch:
    """What goes wrong in a browser."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self._address = address
        self.faults: list[str] = []
        self.expected: tuple[str, ...] = ()
        """Parts of faults that a test brings about on purpose."""
        context.on("request", self._asked)
        context.on("console", lambda message: self._tell(message.type, f"{message.type}: {message.text}"))
        context.on("weberror", lambda error: self.faults.append(f"error: {error.error}"))

    def _tell(self, kind: str, text: str) -> None:
        if kind in ("error", "warning"):
            self.faults.append(text)

    def _asked(self, request: Request) -> None:
        if not request.url.startswith((self._address, "data:", "blob:")):
            self.faults.append(f"asked another host: {request.url}")

    def check(self) -> None:
        assert [fault for fault in self.faults if not any(part in fault for part in self.expected)] == []


@pytest.fixture
def watches() -> list[Watch]:
    return []


@pytest.fixture
def open_page(browser: Browser, server: ServerProcess, watches: list[Watch]) -> Iterator[OpenPage]:
    """Opens pages, each in a browser of its own; afterwards nothing may have gone wrong in any.

    What bots do is shown at once, unless another speed is asked for.
    """
    contexts = []

    def opened(
        address: str = server.address, *, phone: bool = False, check: bool = False, speed: str = "instant", **more: Any
    ) -> Page:
        settings: dict[str, Any] = (
            {"viewport": PHONE, "has_touch": True, "is_mobile": True} if phone else {"viewport": DESKTOP}
        )
        settings = {"base_url": address, "locale": "en-US", "reduced_motion": "reduce", **settings, **more}
        context = browser.new_context(**settings)
        contexts.append(context)
        watches.append(Watch(context, address))
        context.add_init_script(f"try {{ localStorage.speed ??= {speed!r} }} catch {{}}")
        if check:
            context.add_init_script(axe.source())
        return context.new_page()

    yield opened
    for context in contexts:
        context.close()
    for watch in watches:
        watch.check()
