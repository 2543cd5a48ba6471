"""What pages cost: the size of an update of a view and the server's processor time for it, in whole games and in
replays, where the first picture is whole and counted apart; with `--browser` also how long the first page takes to be
usable and a move to reach another browser, in a real Chromium.

    python -m bench.pages [--browser]
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, sync_playwright
from starlette.requests import Request

from tilery import games
from tilery.match.prepared import load
from tilery.server.changes import Changes
from tilery.server.config import Config
from tilery.server.replay import Lookback
from tilery.server.stage import Stage
from tilery.server.stream import as_event
from tilery.server.table import Event, Settings, Table
from tilery.server.templates import Renderer
from tilery.server.visit import Visit

RENDERER = Renderer()
MOST_BYTES, MOST_MS = 20_000, 5.0


def visit(language: str = "en") -> Visit:
    headers = [(b"accept-language", language.encode())]
    return Visit(
        Request({"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": headers}), Config()
    )


def table_of(game: str, seats: int) -> Table:
    """A table at which a game has just begun."""
    table = Table("AAAAAAAAAAAA", game, games.find(game).version, seats, {}, 7, Settings(), public=False)
    table.options = games.find(game).read_options(seats, {})
    for seat in range(seats):
        table.apply(Event(seat + 1, "sit", seat, {"name": f"Player {seat + 1}"}, 0.0))
    table.apply(Event(seats + 1, "start", None, {}, 0.0))
    return table


def positions(table: Table) -> Iterator[None]:
    """Let a game be played at random, and stop after every move."""
    assert table.match is not None
    source = table_of(table.game, table.seats).match
    assert source is not None
    source.play_randomly(seed=3)
    yield
    for move in source.moves:
        table.apply(Event(table.number + 1, "move", move.seat, {"move": str(move)}, 0.0))
        yield


def room(table: Table, seat: int, language: str) -> str:
    """What a page shows of a table."""
    return RENDERER.fragment(visit(language), "room.html", Stage(table, seat, frozenset(), language).context())


def moment(table: Table, number: int, language: str) -> str:
    """What a replay shows after one of its moves; the check of the deal is made once and not counted."""
    lookback = Lookback(table, 0, number, language)
    return RENDERER.fragment(visit(language), "moment.html", {**lookback.moment(), "deal_fits": True})


def measured(picture: Callable[[], str], changes: Changes) -> tuple[int, float]:
    """The size of what is sent and the milliseconds that it took."""
    began = time.thread_time()
    size = len(as_event(0, changes.to(picture())))
    return size, 1000 * (time.thread_time() - began)


def report(what: str, found: list[tuple[int, float]]) -> bool:
    """One row: the first picture, the largest update, the usual time and the longest. Whether that is as promised."""
    sizes, times = zip(*found, strict=True)
    usual, largest = statistics.median(times), max(sizes[1:])
    fits = largest < MOST_BYTES and usual < MOST_MS
    print(f"| {what} | {sizes[0]:,} | {largest:,} | {usual:.2f} | {max(times):.2f} |{'' if fits else ' too much'}")
    return bool(fits)


def server_side() -> bool:
    print("| what | first, bytes | largest update, bytes | usual, ms | longest, ms |\n|---|---|---|---|---|")
    fits = True
    for game in games.names():
        if games.find(game).drawing is None:
            continue
        load(game)
        for seats in games.find(game).seats:
            table = table_of(game, seats)
            views = [Changes() for _ in range(seats)]
            found = []
            for _ in positions(table):
                found += [measured(lambda: room(table, seat, "de"), views[seat]) for seat in range(seats)]  # noqa: B023
            found = found[seats - 1 :]
            fits &= report(f"{game}, {seats} seats: update", found)
            assert table.match is not None
            count = len(table.match.moves)
            steps = Changes()
            found = [measured(lambda: moment(table, number, "de"), steps) for number in range(count + 1)]  # noqa: B023
            fits &= report(f"{game}, {seats} seats: replay", found)
    return fits


def browser_side() -> None:
    from tests.pages import chromium  # noqa: PLC0415
    from tests.pages.conftest import ready  # noqa: PLC0415

    with (
        TemporaryDirectory() as folder,
        ready(f"sqlite:///{Path(folder) / 'tables.db'}") as server,
        sync_playwright() as playwright,
    ):
        browser = chromium.launch(playwright)
        loads = []
        for _ in range(5):
            page = browser.new_page(base_url=server.address)
            page.goto("/", wait_until="load")
            loads.append(page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd"))
            page.close()
        print(f"the first page is usable after {statistics.median(loads):.0f} ms, of five; at most {max(loads):.0f}")
        tell_moves(browser, server.address)
        browser.close()


def tell_moves(browser: Browser, address: str) -> None:
    """How long a move takes from the button to the other browser."""
    from tests.pages.test_together import friends  # noqa: PLC0415

    ann, bob = friends(lambda: browser.new_context(base_url=address, locale="en-US").new_page())
    taken = []
    for one, other in [(ann, bob), (bob, ann)] * 3:
        one.wait()
        while one.is_mine:
            before = other.position
            one.click()
            began = time.perf_counter()
            other.wait_for_another_position(before)
            taken.append(1000 * (time.perf_counter() - began))
            one.wait_for_another_position(before)
    print(f"a move reaches the other browser in {statistics.median(taken):.0f} ms; at most {max(taken):.0f}")


if __name__ == "__main__":
    if "--browser" in sys.argv:
        browser_side()
    sys.exit(not server_side())
