"""Looking at the table from Python: lines, landing places, what hangs together. For views, refusals and positions.

Nothing here decides what is legal; the compiled rules do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from tilery.games.terraflip.rules.components import LIMIT
from tilery.games.terraflip.rules.geometry import (
    COUNT,
    FIRST_RAY,
    HEXAGONS,
    RAYS,
    SLANTED_RAY,
    TOWER,
    distance,
    neighbours,
)
from tilery.games.terraflip.rules.state import EMPTY, TerraflipState
from tilery.kernel.state import Row


@dataclass(frozen=True)
class Line:
    """A line from the origin through a tile, as far as it gets."""

    crossed: list[int]  # in the order in which they are met, without both ends
    end: int | None  # where it meets the colour or the tower
    gap: int | None  # or the empty place that breaks it


def line(state: TerraflipState, origin: int, through: int, colour: int) -> Line | None:
    """The line of `colour` from one tile through the centre of another; nothing if no direction allows it."""
    for ray in _rays(state, origin):
        if through in (centre for centre, _ in ray):
            return _follow(state, origin, ray, colour)
    return None


def occupied(state: TerraflipState) -> set[int]:
    """The places where a tile lies, and the tower's."""
    return members(state.occupied)


def members(places: Row[np.uint64]) -> set[int]:
    """A set of places that the rules keep as bits."""
    low, high = places.tolist()
    both = low | high << 64
    return {place for place in range(COUNT) if both >> place & 1}


def joined(state: TerraflipState, lifted: int = EMPTY) -> set[int]:
    """The places joined to the tower by tiles, as if one were lifted."""
    tiles = occupied(state) - {lifted}
    reached = {TOWER}
    waiting = [TOWER]
    while waiting:
        found = tiles.intersection(neighbours(waiting.pop())) - reached
        reached |= found
        waiting += found
    return reached


def landing(state: TerraflipState, lifted: int) -> list[int]:
    """Where a thrown tile may land (TER-9)."""
    tiles, limit = occupied(state), LIMIT[state.seats]
    places = [place for place in range(COUNT) if distance(*HEXAGONS[place]) <= limit and place not in tiles]
    return [place for place in places if not (tiles - {lifted}).isdisjoint(neighbours(place))]


def in_row(one: int, other: int) -> bool:
    """Whether two places lie in one of the three rows of the grid."""
    right = HEXAGONS[other][0] - HEXAGONS[one][0]
    down = HEXAGONS[other][1] - HEXAGONS[one][1]
    return 0 in (right, down, right + down)


def _rays(state: TerraflipState, origin: int) -> Iterator[list[tuple[int, set[int]]]]:
    rows = int(SLANTED_RAY[origin] - FIRST_RAY[origin])
    yield from RAYS[origin][:rows] if state.rows_only else RAYS[origin]


def _follow(state: TerraflipState, origin: int, ray: list[tuple[int, set[int]]], colour: int) -> Line:
    tiles = occupied(state)
    crossed: list[int] = []
    for centre, entered in ray:
        for place in _in_order(origin, centre, entered):
            if place not in tiles:
                return Line(crossed, None, place)
            if place == centre and (centre == TOWER or state.face[centre] == colour):
                return Line(crossed, centre, None)
            crossed.append(place)
    return Line(crossed, None, None)


def _in_order(origin: int, towards: int, places: set[int]) -> list[int]:
    """Places by how far along the line they are met, those met together by number."""
    (q, r), (to_q, to_r) = HEXAGONS[origin], HEXAGONS[towards]
    right, down = to_q - q, to_r - r

    def along(place: int) -> tuple[int, int]:
        q2, r2 = HEXAGONS[place][0] - q, HEXAGONS[place][1] - r
        return (2 * q2 * right + q2 * down + r2 * right + 2 * r2 * down, place)

    return sorted(places, key=along)
