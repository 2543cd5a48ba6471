"""The tables of places and lines against exact fractions."""

from __future__ import annotations

from math import gcd

import pytest

from tests.games.terraflip import naive
from tilery.games.terraflip.rules import geometry
from tilery.games.terraflip.rules.geometry import HEXAGONS, NUMBER, RAYS
from tilery.games.terraflip.text import sight


def test_91_places_lie_within_five_steps_and_are_numbered_by_distance() -> None:
    assert sorted(HEXAGONS) == sorted(naive.WORLD)
    assert len(HEXAGONS) == 91
    distances = [naive.distance(hexagon) for hexagon in HEXAGONS]
    assert distances == sorted(distances)
    assert [distances.count(steps) for steps in range(6)] == [1, 6, 12, 18, 24, 30]
    assert [geometry.distance(*hexagon) for hexagon in HEXAGONS] == distances


def test_places_touch_along_an_edge() -> None:
    for place, hexagon in enumerate(HEXAGONS):
        assert {HEXAGONS[near] for near in geometry.neighbours(place)} == naive.beside(hexagon)


@pytest.mark.ruling("TER-5")
def test_a_line_crosses_the_places_whose_open_hexagon_it_enters() -> None:
    for way in HEXAGONS[1:]:
        if gcd(*way) == 1:
            assert geometry.crossed(*way) == naive.under_line((0, 0), way) - {(0, 0), way}


@pytest.mark.ruling("TER-5")
def test_a_line_along_an_edge_crosses_neither_place() -> None:
    assert geometry.crossed(1, 1) == set()
    assert geometry.crossed(2, -1) == set()
    assert geometry.crossed(1, 2) == {(0, 1), (1, 1)}


@pytest.mark.ruling("TER-5")
def test_rays_hold_every_centre_of_every_direction() -> None:
    for origin, (q, r) in enumerate(HEXAGONS):
        expected = {}
        for way in HEXAGONS[1:]:
            if gcd(*way) == 1:
                steps = [(q + k * way[0], r + k * way[1]) for k in range(1, 11)]
                steps = [step for step in steps if step in NUMBER]
                if len(steps) >= 2:
                    expected[steps[0]] = steps
        assert {HEXAGONS[ray[0][0]]: [HEXAGONS[centre] for centre, _ in ray] for ray in RAYS[origin]} == expected
        for ray in RAYS[origin]:
            before = (q, r)
            for centre, entered in ray:
                assert {HEXAGONS[place] for place in entered} == naive.under_line(before, HEXAGONS[centre]) - {before}
                before = HEXAGONS[centre]


def test_a_line_meets_every_place_that_it_crosses_before_the_next_centre() -> None:
    for origin in range(91):
        for ray in RAYS[origin]:
            before: list[int] = []
            for centre, entered in ray:
                order = sight._in_order(origin, centre, entered)
                assert order[-1] == centre
                before += order
            ends = [naive.distance(HEXAGONS[origin], HEXAGONS[place]) for place in before]
            assert ends == sorted(ends)


def test_the_arrays_say_the_same_as_the_lists() -> None:
    def places(words: list[int]) -> set[int]:
        return {place for place in range(91) if words[place // 64] >> place % 64 & 1}

    for origin in range(91):
        first, last = int(geometry.FIRST_RAY[origin]), int(geometry.FIRST_RAY[origin + 1])
        assert last - first == len(RAYS[origin])
        for ray, expected in zip(range(first, last), RAYS[origin], strict=True):
            steps = range(int(geometry.FIRST_STEP[ray]), int(geometry.FIRST_STEP[ray + 1]))
            found = [(int(geometry.CENTRE[step]), places(geometry.CROSSED[step].tolist())) for step in steps]
            assert found == expected
            assert places(geometry.RAY_ENDS[ray].tolist()) == {centre for centre, _ in expected[1:]}
            assert (ray < geometry.SLANTED_RAY[origin]) == (expected[0][0] in geometry.neighbours(origin))
        assert places(geometry.BIT[origin].tolist()) == {origin}
        assert places(geometry.NEAR[origin].tolist()) == set(geometry.neighbours(origin))
    for limit in range(6):
        within = {NUMBER[hexagon] for hexagon in HEXAGONS if naive.distance(hexagon) <= limit}
        assert places(geometry.WITHIN[limit].tolist()) == within
