"""The components of Topiary, read from their file, and the geometry of the garden.

A tile is a number: five for each series, by value. A spot is the first cell of a line and a direction of sight.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

import numpy as np

from tilery.games.reading import Node

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


def _read() -> tuple[list[str], dict[int, int], dict[int, int]]:
    document = Node(tomllib.loads(Path(__file__).with_name("components.toml").read_text("utf-8")))
    series = [node.text() for node in document["series"].items(8)]
    if len(set(series)) != 8:
        document["series"].fail("a series is named twice")
    for value, node in enumerate(document["values"].items(5), 1):
        node.integer(value, value)
    document["garden"].integer(5, 5)
    document["hand"].integer(3, 3)
    visitors = {seats: document["visitors"][str(seats)].integer(1, 8) for seats in (2, 3, 4)}
    removed = {seats: document["removed"][str(seats)].integer(0, 1) for seats in (2, 3, 4)}
    return series, visitors, removed


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


SERIES, _visitors, _removed = _read()
TILES = [f"{name}-{value}" for name in SERIES for value in range(1, 6)]
CELLS = [f"{column}{row}" for row in range(1, 6) for column in "abcde"]
SPOTS = [f"{CELLS[cell]}{name}" for cell, name, _ in _spots()]

# The same as arrays, for the compiled rules.
VISITORS = np.array([_visitors.get(seats, 0) for seats in range(5)], np.int8)
REMOVED = np.array([_removed.get(seats, 0) for seats in range(5)], np.int8)
LINE = np.array([line + [-1] * (5 - len(line)) for _, _, line in _spots()], np.int8)
LINE_CELLS = np.array([sum(1 << cell for cell in line) for _, _, line in _spots()], np.int32)  # as bits
LINE_LENGTH = np.array([len(line) for _, _, line in _spots()], np.int8)
SHORT_DIAGONAL = np.array([len(line) < 5 and len(name) == 2 for _, name, line in _spots()], np.bool_)
