"""What pages cost: bytes on the way and the server's processor time for an update of a view and for a step of a replay,
in whole random games, and the memory of a stream. With `--browser` also how long the first page takes to be usable and
a move to reach another browser, in a real Chromium.

    python -m bench.pages [--browser]
"""

from __future__ import annotations

import statistics
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple, TypeVar

from playwright.sync_api import Browser, sync_playwright
from starlette.requests import Request

from tilery import games
from tilery.match.warmup import warm_up
from tilery.server.config import Config
from tilery.server.http.compression import GzipEncoder, Piece, compressed
from tilery.server.pages.page_request import PageRequest
from tilery.server.pages.replay_pages import ReplayMoment
from tilery.server.pages.table_page import TablePage
from tilery.server.pages.templates import Renderer
from tilery.server.tables.events import Event
from tilery.server.tables.players import Settings
from tilery.server.tables.table import Table

RENDERER = Renderer()
MOST_BYTES, MOST_MS = 10_000, 5.0

Result = TypeVar("Result")


def request(language: str = "en") -> PageRequest:
    headers = [(b"accept-language", language.encode()), (b"accept-encoding", b"gzip")]
    return PageRequest(
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
    return RENDERER.fragment(request(language), "room.html", TablePage(table, seat, frozenset(), language).context())


def moment(table: Table, number: int, language: str) -> str:
    """What a replay shows after one of its moves; the check of the deal is made once and not counted."""
    moment = ReplayMoment(table, 0, number, language)
    return RENDERER.fragment(request(language), "moment.html", {**moment.context(), "deal_fits": True})


def timed(work: Callable[[], Result]) -> tuple[Result, float]:
    """What some work gives, and the milliseconds of processor time that it took."""
    began = time.thread_time()
    found = work()
    return found, 1000 * (time.thread_time() - began)


class Measured(NamedTuple):
    """One update or step."""

    whole: int
    """Bytes of the picture."""
    sent: int
    """Bytes on the way."""
    drawing: float
    compressing: float


def updates(game: str, seats: int) -> list[list[Measured]]:
    """All updates of a game, by seat; the first picture of a stream is among them."""
    table = table_of(game, seats)
    encoders = [GzipEncoder() for _ in range(seats)]
    found: list[list[Measured]] = [[] for _ in range(seats)]
    room(table, 0, "de")  # what is drawn once for all is not counted
    for _ in positions(table):
        for seat, encoder in enumerate(encoders):
            picture, drawing = timed(lambda: room(table, seat, "de").encode())  # noqa: B023
            sent, compressing = timed(lambda: encoder.encode(Piece(picture)))  # noqa: B023
            found[seat].append(Measured(len(picture), len(sent), drawing, compressing))
    return found


def steps(game: str, seats: int) -> list[Measured]:
    """All steps of a replay."""
    table = table_of(game, seats)
    for _ in positions(table):
        pass
    assert table.match is not None
    found = []
    for number in range(len(table.match.moves) + 1):
        picture, drawing = timed(lambda: moment(table, number, "de").encode())  # noqa: B023
        (sent, _), compressing = timed(lambda: compressed(picture, request().http))  # noqa: B023
        found.append(Measured(len(picture), len(sent), drawing, compressing))
    return found


def memory(game: str, seats: int) -> int:
    """The bytes that a stream keeps between two updates."""
    picture = room(table_of(game, seats), 0, "de").encode()
    tracemalloc.start()
    encoder = GzipEncoder()
    for number in range(3):
        encoder.encode(Piece(b"%d" % number + picture))
    kept = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return kept


def report(what: str, found: list[Measured]) -> bool:
    """Print one row, and say whether that is as promised."""
    usual, most = statistics.median(one.sent for one in found), max(one.sent for one in found)
    drawing, compressing = (statistics.median(times) for times in list(zip(*found, strict=True))[2:])
    fits = most < MOST_BYTES and drawing + compressing < MOST_MS
    row = f"{max(one.whole for one in found):,} | {usual:,.0f} | {most:,} | {drawing:.2f} | {compressing:.2f}"
    print(f"| {what} | {row} |{'' if fits else ' too much'}", flush=True)
    return bool(fits)


def server_side() -> bool:
    print("| what | largest picture, bytes | usual, bytes sent | most | drawing, ms | compressing, ms |")
    print("|---|---|---|---|---|---|")
    fits = True
    for game in games.names():
        if games.find(game).drawing is None:
            continue
        warm_up(game)
        for seats in games.find(game).seats:
            found = updates(game, seats)
            report(f"{game}, {seats} seats: first", [views[0] for views in found])
            fits &= report(f"{game}, {seats} seats: update", [one for views in found for one in views[1:]])
            fits &= report(f"{game}, {seats} seats: replay", steps(game, seats))
            print(f"{game}, {seats} seats: a stream keeps {memory(game, seats):,} bytes", file=sys.stderr)
    return fits


def browser_side() -> None:
    from tests.pages import chromium  # noqa: PLC0415
    from tests.pages.conftest import ready  # noqa: PLC0415

    with (
        TemporaryDirectory() as folder,
        ready(f"sqlite:///{Path(folder) / 'tables.db'}") as server,
        sync_playwright() as playwright,
    ):
        browser = chromium.launch(playwright, whole=True)
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
