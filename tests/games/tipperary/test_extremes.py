"""Displays that reach as far as a game allows, in every direction, and the widest zigzag (TIP-6)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from tests.games.tipperary.naive import Naive, beside, largest_rectangle, placements
from tests.games.tipperary.test_naive import compare
from tilery.games.tipperary.rules.state import END
from tilery.kernel import runner
from tilery.match.match import Match
from tilery.match.position import position_of, score_position

BAR = ["m m m m m m m m"]
STAIRS = ["m m . . .", ". m m . .", ". . m m .", ". . . m m"]
DIRECTIONS: dict[str, Callable[[int, int], int]] = {
    "right": lambda x, y: 1000 * x - abs(y - 1),
    "left": lambda x, y: -1000 * x - abs(y - 1),
    "down": lambda x, y: 1000 * y - abs(x - 1),
    "up": lambda x, y: -1000 * y - abs(x - 1),
}


def reach(move: str, tile: list[str], measure: Callable[[int, int], int]) -> int:
    """How far a placement gets with its farthest field."""
    _, _, orientation, at = move.split()
    x, y = map(int, at.split(","))
    width, height = len(tile[0].split()), len(tile)
    if int(orientation[0]) % 2:
        width, height = height, width
    return max(measure(x + a, y + b) for a in (0, width - 1) for b in (0, height - 1))


@pytest.mark.ruling("TIP-6")
@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("tile", [BAR, STAIRS], ids=["bars", "stairs"])
def test_a_display_grows_as_far_as_the_game_allows(direction: str, tile: list[str]) -> None:
    measure = DIRECTIONS[direction]
    tiles = [tile] * 60
    match = Match("tipperary", 2, options={"tiles": tiles}, seed=11)
    naive = Naive(2, match.deal, tiles)
    while naive.stage == "round":
        seat = naive.waiting()[0]
        texts = [str(move) for move in match.legal_moves(seat)]
        if seat == 0:
            assert set(texts) == naive.legal_moves(0)
            assert len(texts) == len(set(texts))
            if naive.round == 11:
                break
        move = max(texts, key=lambda move: reach(move, tile, measure)) if seat == 0 else texts[0]
        match.play(move, seat)
        naive.play(seat, move)

    # The last round: all bonus tiles fall to this seat, and all towers after it.
    match.play(max(texts, key=lambda move: reach(move, tile, measure)), 0)
    naive.play(0, str(match.moves[-1]))
    state = match.state
    assert naive.stage == "round"
    state.bonus_to_place[0] = (1 << 12) - 1
    state.bonus_drawn = 12
    state.owing = 0b11
    naive.bonus_to_place[0], naive.bonus = list(range(1, 13)), []
    match._owing = 0b11
    state.towers[0] = naive.towers[0] = 12
    state.towers_left = naive.tower_supply = 0
    for word in ("bonus", "tower"):
        while True:
            texts = [str(move) for move in match.legal_moves(0)]
            assert set(texts) == naive.legal_moves(0)
            moves = [move for move in texts if move.startswith(word)]
            if not moves:
                break
            move = max(moves, key=lambda move: measure(*map(int, move.split()[-1].split(","))))
            match.play(move, 0)
            naive.play(0, move)
            if naive.stage == "over":
                break
        while match.waiting in ((0, 1), (1,)):
            seat = match.waiting[0]
            move = str(match.legal_moves(seat)[0])
            match.play(move, seat)
            naive.play(seat, move)
    compare(match, naive)
    assert match.is_over
    assert [list(points.values()) for points in match.scores.points] == naive.scores()
    if tile is BAR:
        lengths = [int(state.right[0]) - int(state.left[0]), int(state.bottom[0]) - int(state.top[0])]
        assert max(lengths) + 1 >= 3 + 12 * 8 + 12 + 12
    assert score_position(position_of(match)).points[0]["area"] == naive.scores()[0][0]


@pytest.mark.ruling("TIP-6")
def test_the_widest_zigzag_has_all_its_places() -> None:
    """A staircase down to the right is as wide as high: the longest string of bits on paper."""
    tiles = [STAIRS] * 60
    match = Match("tipperary", 2, options={"tiles": tiles}, seed=3)
    display = dict(Naive(2, match.deal, tiles).displays[0])
    while len(match.moves) < 22:
        seat = match.waiting[0]
        texts = [str(move) for move in match.legal_moves(seat)]
        if seat == 0:
            offered = {int(move.split()[1]) for move in texts}
            assert set(texts) == {move for number in offered for move in placements(display, number, STAIRS)}
        match.play(max(texts, key=lambda move: reach(move, STAIRS, lambda x, y: x + y)), seat)
        left, top = match.view().table["displays"][0]["corner"]
        display = {
            (left + x, top + y): token
            for y, row in enumerate(match.view().table["displays"][0]["drawing"])
            for x, token in enumerate(row.split())
            if token != "."
        }
    assert int(match.state.right[0]) > 40
    assert int(match.state.bottom[0]) > 30
    state = match.state
    state.stage, state.towers[0], state.owing = END, 12, 1
    buffer = np.zeros(match.game.rules.MAX_MOVES, np.int32)
    count = runner.legal_moves(match._states, 0, buffer)
    assert count == len(beside(display)) + 1
    assert match.scores.points[0]["area"] == largest_rectangle(display)
