"""The compiled rules and the naive ones play the same games."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from tests.effort import examples
from tests.games.topiary.naive import SERIES, Naive, bonus, seen_tiles, spots_around
from tests.games.topiary.tables import ALL_WAYS, Dealt
from tilery.games.topiary import GAME

GAMES = examples(12)  # for each way to play; many more were compared once


def unordered(view: dict[str, Any]) -> dict[str, Any]:
    """The view with sets of tiles instead of lists, after a look that they were sorted: no order may tell a tale."""
    order = [f"{name}-{number}" for name in SERIES for number in range(1, 6)]
    for tiles in [*view["hands"], view["received"], view["passed_on"]]:
        assert tiles is None or tiles == sorted(tiles, key=order.index)
    sets = {name: view[name] and set(view[name]) for name in ("received", "passed_on")}
    return {**view, **sets, "hands": [hand and set(hand) for hand in view["hands"]]}


@pytest.mark.parametrize(("seats", "options"), ALL_WAYS)
def test_same_moves_views_and_points(seats: int, options: dict[str, str]) -> None:
    draw = np.random.default_rng(seats)
    for seed in range(GAMES):
        game = Dealt(seats, options, seed)
        naive = Naive(seats, options, GAME.views.deal(game.state))
        while moves := game.moves():
            assert len(set(moves)) == len(moves)
            assert set(moves) == naive.moves()
            assert game.waiting == {naive.turn}
            if draw.random() < 0.1:
                seat = int(draw.integers(-1, seats))
                assert unordered(GAME.views.view(game.state, seat)) == naive.view(seat)
                assert game.points() == naive.points()
            move = moves[draw.integers(len(moves))]
            game.play(move)
            naive.play(move)
        assert naive.moves() == set()
        assert game.waiting == set()
        assert game.points() == naive.points()
        assert game.winners() == [naive.winner()]
        for seat in range(-1, seats):
            assert unordered(GAME.views.view(game.state, seat)) == naive.view(seat)


@pytest.mark.parametrize(("seats", "options"), ALL_WAYS)
def test_every_tile_is_always_somewhere_and_only_once(seats: int, options: dict[str, str]) -> None:
    draw = np.random.default_rng(9)
    for seed in range(examples(8)):
        game = Dealt(seats, options, seed)
        dealt = game.all_tiles()
        assert Counter(dealt).most_common(1)[0][1] == 1
        assert len(dealt) == (40 if seats == 4 else 35)
        while moves := game.moves():
            game.play(moves[draw.integers(len(moves))])
            assert sorted(game.all_tiles()) == sorted(dealt)
            placed = sum(owner >= 0 for owner in game.state.visitors)
            assert placed + sum(game.state.visitors_left[:seats]) == {2: 16, 3: 18, 4: 20}[seats]
            assert not game.state.scratch.any()


def test_the_naive_rules_agree_with_the_rulebook() -> None:
    """The yardstick is measured too: both worked examples of the rulebook."""
    assert seen_tiles(["icosahedron-3", "pompom-4", None, "icosahedron-4", "spiral-5"]) == [
        "icosahedron-3",
        "pompom-4",
        "spiral-5",
    ]
    assert bonus(seen_tiles(["trex-2", "trex-3", "swan-4", "trex-5", "swan-5"])) == 3
    assert len(spots_around("all")) == 48
    assert len(spots_around("long")) == 24
