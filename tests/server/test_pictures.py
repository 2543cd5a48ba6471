"""Whole games as pages are sent them: every update is the whole picture, and is small on its way."""

from __future__ import annotations

import random
import re
import statistics
import string
import zlib
from collections.abc import Iterable, Iterator
from typing import Any

from starlette.requests import Request

from tests.variants import VARIANTS, Variant, each
from tilery import games
from tilery.server.config import Config
from tilery.server.http.audience import PageContent, PageUpdate, Viewer
from tilery.server.http.compression import GzipEncoder, Piece, compressed
from tilery.server.pages.page_request import PageRequest
from tilery.server.pages.replay_pages import ReplayMoment
from tilery.server.pages.table_page import TablePage
from tilery.server.pages.templates import Renderer
from tilery.server.tables.events import Event
from tilery.server.tables.players import Settings
from tilery.server.tables.table import Table
from tilery.words import LANGUAGES

MOST = 10_000
"""Bytes of any update on its way."""
USUAL = 4_000
"""Bytes of half of the updates of a game."""
WINDOW = 1 << 15
"""What deflate looks back on: of a larger picture it finds nothing in the one before."""
RENDERER = Renderer()


def request(language: str) -> PageRequest:
    headers = [(b"accept-language", language.encode()), (b"accept-encoding", b"gzip")]
    scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": headers}
    return PageRequest(Request(scope), Config())


def whole_game(variant: Variant) -> Iterator[Table]:
    """A table after every move of a random game."""
    game = games.find(variant.game)
    table = Table("AAAAAAAAAAAA", game.name, game.version, variant.seats, {}, 7, Settings(), public=False)
    table.options = game.read_options(variant.seats, variant.options)
    for seat in range(variant.seats):
        table.apply(Event(table.number + 1, "sit", seat, {"name": f"Maximiliane {seat}"}, 0.0))
    table.apply(Event(table.number + 1, "start", None, {}, 0.0))
    rng = random.Random(5)
    assert table.match is not None
    yield table
    while not table.match.is_over:
        seat = rng.choice(table.match.waiting)
        move = str(rng.choice(list(table.match.legal_moves(seat))))
        table.apply(Event(table.number + 1, "move", seat, {"move": move}, 0.0))
        yield table


DRAWN = [variant for variant in VARIANTS if games.find(variant.game).drawing]


@each(DRAWN)
def test_an_update_of_a_table_is_small_and_makes_the_whole_picture(variant: Variant) -> None:
    language = LANGUAGES[variant.seats % 3]
    encoder, reader = GzipEncoder(), zlib.decompressobj(zlib.MAX_WBITS | 16)
    sizes, lengths = [], []
    for table in whole_game(variant):
        context = TablePage(table, variant.seats - 1, frozenset(), language).context()
        picture = RENDERER.fragment(request(language), "room.html", context)
        ids = re.findall(r'\sid="([^"]*)"', picture)
        assert len(ids) == len(set(ids))
        update = encoder.encode(Piece(picture.encode()))
        assert reader.decompress(update) == picture.encode()
        sizes.append(len(update))
        lengths.append(len(picture.encode()))
    assert max(sizes) < MOST
    assert statistics.median(sizes[1:]) < USUAL
    assert statistics.median(lengths) < WINDOW


@each(DRAWN)
def test_a_step_of_a_replay_is_small(variant: Variant) -> None:
    language = LANGUAGES[variant.seats % 3]
    *_, table = whole_game(variant)
    assert table.match is not None
    for number in range(len(table.match.moves), -1, -3):
        context = {**ReplayMoment(table, 0, number, language).context(), "deal_fits": True}
        picture = RENDERER.fragment(request(language), "moment.html", context)
        body, _ = compressed(picture.encode(), request(language).http)
        assert len(body) < MOST


def test_sizes_do_not_tell_a_rival_what_a_seat_sees() -> None:
    """A rival writes what stands on another's page, or something else that is as long, and both look the same to
    whoever counts the bytes. If messages were compressed with the picture, they would not."""
    pictures = []
    for table in whole_game(next(variant for variant in DRAWN if variant.game == "topiary")):
        context = TablePage(table, 1, frozenset(), "en").context()
        pictures.append(RENDERER.fragment(request("en"), "room.html", context))
    hidden = re.findall(r'aria-label="(Your hand: [^"]+)"', pictures[10])[0]
    other = "".join(random.Random(1).choices(string.ascii_letters, k=len(hidden)))
    contents = [
        [PageContent(picture, written if number > 10 else "") for number, picture in enumerate(pictures)]
        for written in (hidden, other)
    ]
    assert sizes(contents[0]) == sizes(contents[1])
    assert sizes(map(all_in_one, contents[0])) != sizes(map(all_in_one, contents[1]))


class Counter:
    """Counts the bytes that a page is sent."""

    def __init__(self) -> None:
        self.sizes: list[int] = []

    def write(self, body: bytes) -> bool:
        self.sizes.append(len(body))
        return True


def sizes(contents: Iterable[PageContent]) -> list[int]:
    """How many bytes a page is sent each time."""
    counter = Counter()
    unused: Any = None
    viewer = Viewer(GzipEncoder(), counter, unused)
    for number, content in enumerate(contents):
        viewer.show(PageUpdate(number, content))
    return counter.sizes


def all_in_one(content: PageContent) -> PageContent:
    return PageContent(content.picture + content.chat, "")
