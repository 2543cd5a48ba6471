"""The components of Topiary, read from their file, and the geometry of the garden.

A tile is a number: five for each series, by value. A spot is the first cell of a line and a direction of sight.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tilery.games.reading import DocumentError, Node
from tilery.games.topiary.rules.tiles import series_of, value_of
from tilery.words import Sentence, joined, reason, say

COMPASS = {
    "N": (0, -1),
    "NE": (1, -1),
    "E": (1, 0),
    "SE": (1, 1),
    "S": (0, 1),
    "SW": (-1, 1),
    "W": (-1, 0),
    "NW": (-1, -1),
}


SEATS = (2, 3, 4)


@dataclass(frozen=True)
class Box:
    """What the file says: the series, and by number of seats the visitors of each and the series taken out."""

    series: list[str]
    visitors: dict[int, int]
    removed: dict[int, int]


def read_box(path: Path) -> Box:
    """Read a file of components, or raise a `DocumentError` that says what is wrong in it."""
    try:
        document = Node(tomllib.loads(path.read_text("utf-8")), path.name)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DocumentError(say("{file}: not a TOML file: {fault}", file=path.name, fault=reason(error))) from None
    document.only(("series", "values", "garden", "hand", "visitors", "removed"))
    for value, node in enumerate(document["values"].items(5), 1):
        node.integer(value, value)
    document["garden"].integer(5, 5)
    document["hand"].integer(3, 3)
    return Box(
        series=_read_series(document["series"]),
        visitors=_read_by_seats(document["visitors"], 1, 8),
        removed=_read_by_seats(document["removed"], 0, 1),
    )


def _read_series(node: Node) -> list[str]:
    series: list[str] = []
    for name in node.items(8):
        text = name.text()
        if not (text.isascii() and text.isalpha() and text.islower()):
            name.fail(say('the name of a series must be one word in lower case, not "{name}"', name=text))
        if text in series:
            name.fail(say('the series "{name}" is named twice', name=text))
        series.append(text)
    return series


def _read_by_seats(node: Node, low: int, high: int) -> dict[int, int]:
    node.only(map(str, SEATS))
    return {seats: node[str(seats)].integer(low, high) for seats in SEATS}


def _spots() -> list[tuple[int, str, list[int]]]:
    """Every spot as first cell, direction and the cells seen from it, nearest first (TOP-1)."""
    found = []
    for cell in range(25):
        for name, (right, down) in COMPASS.items():
            x, y = cell % 5, cell // 5
            if 0 <= x - right < 5 and 0 <= y - down < 5:
                continue
            line = []
            while 0 <= x < 5 and 0 <= y < 5:
                line.append(y * 5 + x)
                x, y = x + right, y + down
            if len(line) >= 2:
                found.append((cell, name, line))
    return found


BOX = read_box(Path(__file__).with_name("components.toml"))
SERIES = BOX.series
TILES = [f"{name}-{value}" for name in SERIES for value in range(1, 6)]
CELLS = [f"{column}{row}" for row in range(1, 6) for column in "abcde"]
ALL_CELLS = (1 << 25) - 1  # as bits
CENTRE = 12
SPOTS = [f"{CELLS[cell]}{name}" for cell, name, _ in _spots()]
SERIES_WORDS = {
    "whale": say("whale"),
    "swan": say("swan"),
    "elephant": say("elephant"),
    "trex": say("trex"),
    "spiral": say("spiral"),
    "icosahedron": say("icosahedron"),
    "pyramid": say("pyramid"),
    "pompom": say("pompom"),
}


def series_in_words(name: str) -> Sentence:
    return SERIES_WORDS.get(name) or joined([name])


def tile_in_words(tile: int) -> Sentence:
    """In English as in notation: trex-4."""
    return say("{series}-{value}", series=series_in_words(SERIES[series_of(tile)]), value=value_of(tile))


# The same as arrays, for the compiled rules.
VISITORS = np.array([BOX.visitors.get(seats, 0) for seats in range(5)], np.int8)
REMOVED = np.array([BOX.removed.get(seats, 0) for seats in range(5)], np.int8)
LINE = np.array([line + [-1] * (5 - len(line)) for _, _, line in _spots()], np.int8)
LINE_CELLS = np.array([sum(1 << cell for cell in line) for _, _, line in _spots()], np.int32)  # as bits
LINE_LENGTH = np.array([len(line) for _, _, line in _spots()], np.int8)
SHORT_DIAGONAL = np.array([len(line) < 5 and len(name) == 2 for _, name, line in _spots()], np.bool_)
