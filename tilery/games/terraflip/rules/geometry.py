"""The places of Terraflip and the straight lines between them, in exact whole numbers.

A place is a hexagon with axial coordinates `q,r`; the tower stands at 0,0. Hexagons have a flat top: q counts columns
to the right, r goes down inside a column, and a column lies half a hexagon lower than the one to its left.

Places are numbered by distance from the tower, then r, then q, so that those within a distance come first. Sets of
places are two words of 64 bits, because they are joined and compared far more often than they are listed.
"""

from __future__ import annotations

from functools import cache
from math import gcd, lcm

import numpy as np

from tilery.kernel.state import Grid, Row

Hexagon = tuple[int, int]

RADIUS = 5  # of the rider with four players
TOWER = 0
STEPS: tuple[Hexagon, ...] = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
COMPASS: tuple[Hexagon, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))


def distance(q: int, r: int) -> int:
    """Steps from the tower."""
    return (abs(q) + abs(r) + abs(q + r)) // 2


HEXAGONS: list[Hexagon] = sorted(
    ((q, r) for q in range(-RADIUS, RADIUS + 1) for r in range(-RADIUS, RADIUS + 1) if distance(q, r) <= RADIUS),
    key=lambda hexagon: (distance(*hexagon), hexagon[1], hexagon[0]),
)
NUMBER = {hexagon: place for place, hexagon in enumerate(HEXAGONS)}
PLACES = [f"{q},{r}" for q, r in HEXAGONS]
COUNT = len(PLACES)


def legs(place: int) -> list[tuple[int, int]]:
    """The way from the tower along at most two neighbouring directions: where on the compass, and how many steps."""
    q, r = HEXAGONS[place]
    for leg, (right, down) in enumerate(COMPASS):
        following = (leg + 1) % len(COMPASS)
        next_right, next_down = COMPASS[following]
        steps, more = q * next_down - r * next_right, right * r - down * q
        if steps > 0 and more >= 0:
            return [(leg, steps), (following, more)] if more else [(leg, steps)]
    return []


@cache
def neighbours(place: int) -> list[int]:
    q, r = HEXAGONS[place]
    return [NUMBER[q + right, r + down] for right, down in STEPS if (q + right, r + down) in NUMBER]


def crossed(right: int, down: int) -> set[Hexagon]:
    """The hexagons that the line from 0,0 to the centre of another enters, without the first and the last.

    A point lies inside the hexagon around 0,0 when q - r, q + 2r and 2q + r are all between -1 and 1. Along the line
    these three change evenly, so the line can pass from hexagon to hexagon only at multiples of 1 / parts; looking
    half way between those misses none, and finds none where the line runs along an edge.
    """
    slopes = (right - down, right + 2 * down, 2 * right + down)
    parts = lcm(*(abs(slope) for slope in slopes if slope))
    found = set()
    for part in range(parts):
        along, whole = 2 * part + 1, 2 * parts
        for q, r in HEXAGONS:
            starts = (q - r, q + 2 * r, 2 * q + r)
            if all(abs(along * slope - whole * start) < whole for slope, start in zip(slopes, starts, strict=True)):
                found.add((q, r))
    return found - {(0, 0), (right, down)}


def words(places: set[int]) -> list[int]:
    """A set of places as two words."""
    return [sum(1 << place % 64 for place in places if place // 64 == word) for word in range(2)]


def _directions() -> list[Hexagon]:
    """Every direction in which centres follow each other, the rows of the grid first; two steps must fit."""
    slanted = [(q, r) for q, r in HEXAGONS if gcd(q, r) == 1 and (q, r) not in STEPS]
    return [*STEPS, *slanted]


def _ray(place: int, direction: Hexagon, between: set[Hexagon]) -> list[tuple[int, set[int]]]:
    """The places whose centres lie on a ray, nearest first, each with all that is crossed since the one before."""
    q, r = HEXAGONS[place]
    ray = []
    while (q + direction[0], r + direction[1]) in NUMBER:
        entered = {NUMBER[q + right, r + down] for right, down in between}
        q, r = q + direction[0], r + direction[1]
        ray.append((NUMBER[q, r], entered | {NUMBER[q, r]}))
    return ray


def _rays() -> list[list[list[tuple[int, set[int]]]]]:
    """For each place the rays from it that hold at least two more centres, rows first."""
    between = {direction: crossed(*direction) for direction in _directions()}
    rays = [[_ray(place, direction, between[direction]) for direction in between] for place in range(COUNT)]
    return [[ray for ray in of_place if len(ray) >= 2] for of_place in rays]


RAYS = _rays()
_flat = [ray for of_place in RAYS for ray in of_place]
_steps = [step for ray in _flat for step in ray]


def _starts(lengths: list[int]) -> Row[int]:
    return np.cumsum([0, *lengths], dtype=np.int64)


# The same as arrays, for the compiled rules. Rays of a place are FIRST_RAY[place] up to FIRST_RAY[place + 1], those
# along rows up to SLANTED_RAY[place]; the centres on a ray are FIRST_STEP[ray] up to FIRST_STEP[ray + 1].
BIT: Grid[np.uint64] = np.array([words({place}) for place in range(COUNT)], np.uint64)
NEAR: Grid[np.uint64] = np.array([words(set(neighbours(place))) for place in range(COUNT)], np.uint64)
WITHIN: Grid[np.uint64] = np.array(
    [words({p for p in range(COUNT) if distance(*HEXAGONS[p]) <= d}) for d in range(RADIUS + 1)], np.uint64
)
FIRST_RAY = _starts([len(of_place) for of_place in RAYS])
SLANTED_RAY: Row[int] = np.array(
    [FIRST_RAY[place] + sum(ray[0][0] in neighbours(place) for ray in of_place) for place, of_place in enumerate(RAYS)],
    np.int64,
)
FIRST_STEP = _starts([len(ray) for ray in _flat])
# Where a line along a ray can end.
RAY_ENDS: Grid[np.uint64] = np.array([words({place for place, _ in ray[1:]}) for ray in _flat], np.uint64)
CENTRE: Row[int] = np.array([place for place, _ in _steps], np.int8)
CROSSED: Grid[np.uint64] = np.array([words(entered) for _, entered in _steps], np.uint64)
