"""What the shape of a display is worth: found on paper as by looking at every rectangle and every empty place."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from tests.games.tipperary.tables import Drawn
from tests.games.tipperary.test_rectangle import drawing
from tests.games.tipperary.test_shortlist import play_first
from tilery.games.tipperary.learn.fitting import frame, try_on_paper, worth_of_shape
from tilery.games.tipperary.learn.rectangle import POINT
from tilery.kernel import runner
from tilery.kernel.contract import Moves
from tilery.kernel.native import native
from tilery.match.match import Match

RECTANGLE, GAP, EDGE, SURE, SURE_GAP, HOLE, NICHE, CORNER, GROWTH = range(9)
NO_MOVE = -1


def weights(**named: int) -> Moves:
    """Weights by their names; all others are 0."""
    found = np.zeros(9, np.int32)
    for name, weight in named.items():
        found[globals()[name.upper()]] = weight
    return found


@native
def worth_after(states: runner.States, seat: int, move: int, by: Moves) -> int:
    """What the shape is worth after a move, which is not made; NO_MOVE looks at it as it is."""
    frame(states[0], seat)
    if move != NO_MOVE:
        try_on_paper(states[0], seat, move)
    worth = worth_of_shape(states[0], seat, by, 0)
    if move != NO_MOVE:
        try_on_paper(states[0], seat, move)
    frame(states[0], seat)
    return worth


def best_rectangle(grid: np.ndarray, gap: int, edge: int) -> int:
    rows, columns = grid.shape
    best = -10_000
    for first, last in combinations(range(rows + 1), 2):
        for begin, end in combinations(range(columns + 1), 2):
            inside = grid[first:last, begin:end]
            filled = int(inside.sum())
            best = max(best, POINT * filled - gap * (inside.size - filled) - edge * sum(inside.shape))
    return best


def empty_with(neighbours: int, grid: np.ndarray) -> int:
    framed = np.pad(grid, 1).astype(int)
    counted = framed[:-2, 1:-1] + framed[2:, 1:-1] + framed[1:-1, :-2] + framed[1:-1, 2:]
    return int(((counted == neighbours) & ~grid).sum())


def test_it_is_what_looking_at_everything_finds() -> None:
    looked = 0
    for seed in range(2):
        match = Match("tipperary", 2, seed=seed)
        while not match.is_over:
            seat = match.waiting[0]
            legal = match.legal_moves(seat)
            move = legal[len(match.moves) % len(legal)]
            if len(match.moves) % 3 or not str(move).startswith(("place", "bonus")):
                play_first(match, seat)
                continue
            states, before = match._states, match.state.tobytes()
            hoped = worth_after(states, seat, move.code, weights(rectangle=POINT, gap=80, edge=40))
            sure = worth_after(states, seat, move.code, weights(sure=POINT, sure_gap=200, edge=10))
            holes = worth_after(states, seat, move.code, weights(hole=1))
            niches = worth_after(states, seat, move.code, weights(niche=1))
            corners = worth_after(states, seat, move.code, weights(corner=1))
            assert match.state.tobytes() == before
            match.play(move)
            grid = drawing(match, seat)
            assert hoped == best_rectangle(grid, 80, 40)
            assert sure == best_rectangle(grid, 200, 10)
            assert (holes, niches, corners) == (empty_with(4, grid), empty_with(3, grid), empty_with(2, grid))
            looked += 1
    assert looked > 10


def test_lines_beside_the_rectangle_count_by_how_far_they_are_filled() -> None:
    table = Drawn(
        """
        m  g  .  .
        #  #  #  m
        #  #  #  m
        m  m  d  .
        """
    )
    # Three by three is full; of the lines above and on the right two of three are filled.
    by = weights(gap=1_000, growth=30)
    assert worth_after(table.states, 0, NO_MOVE, by) == 30 * (2 * 2 // 3 + 2 * 2 // 3)
