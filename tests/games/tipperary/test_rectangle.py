"""The rectangle to aim at: the best of all, and what the places in it and beside it are worth."""

from __future__ import annotations

import numpy as np

from tests.games.tipperary.test_shortlist import play_first
from tilery.games.tipperary.learn.rectangle import POINT, favour, is_drawn, is_wide, rectangle_to_aim_at
from tilery.games.tipperary.rules.scoring import rub_out_sketch, sketch
from tilery.kernel import runner
from tilery.kernel.native import native
from tilery.match.match import Match

GAP, EDGE = 80, 40


@native
def aimed_at(states: runner.States, seat: int, columns: int) -> tuple[int, int, int, int]:
    rows = sketch(states[0], seat)
    found = rectangle_to_aim_at(states[0], rows, columns, GAP, EDGE)
    rub_out_sketch(states[0], rows)
    return found


def drawing(match: Match, seat: int) -> np.ndarray:
    """The display with its longer side downwards."""
    state = match.state
    places = np.array([divmod(int(place), 256) for place in state.place[seat, : state.fields[seat]]])
    places -= places.min(axis=0)
    grid = np.zeros(places.max(axis=0) + 1, bool)
    grid[tuple(places.T)] = True
    return grid.T if is_wide(state, seat) else grid


def worth(grid: np.ndarray, first: int, last: int, begin: int, end: int) -> int:
    inside = grid[first : last + 1, begin : end + 1]
    filled = int(inside.sum())
    return POINT * filled - GAP * (inside.size - filled) - EDGE * sum(inside.shape)


def test_it_is_worth_as_much_as_the_best_of_all() -> None:
    looked = 0
    for seed in range(6):
        match = Match("tipperary", 2, seed=seed)
        while not match.is_over:
            seat = match.waiting[0]
            if len(match.moves) % 5 == 0:
                grid = drawing(match, seat)
                rows, columns = grid.shape
                best = max(
                    worth(grid, first, last, begin, end)
                    for first in range(rows)
                    for last in range(first, rows)
                    for begin in range(columns)
                    for end in range(begin, columns)
                )
                assert worth(grid, *aimed_at(match._states, seat, columns)) == best
                looked += 1
            play_first(match, seat)
    assert looked > 20


def test_empty_places_are_favoured_and_more_so_beside_filled_ones() -> None:
    match = Match("tipperary", 2, seed=1)
    state = match.state
    rows = sketch(state, 0)
    grid = drawing(match, 0)
    height, width = grid.shape
    assert all(is_drawn(state, rows, row, column) == grid[row, column] for row, column in np.ndindex(height, width))
    assert not is_drawn(state, rows, -1, 0)
    assert not is_drawn(state, rows, rows, 0)
    assert not is_drawn(state, rows, 0, -1)
    frame = np.zeros((height + 2, width + 2), np.int32)
    favour(state, rows, 0, 0, 0, width - 1, 10, 3, frame.reshape(-1), width + 3, width + 2, 1)
    rub_out_sketch(state, rows)
    expected = np.where(grid[0], 0, 10 + 3 * grid[0].sum())
    assert (frame[1, 1:-1] == expected).all()
    assert frame.sum() == expected.sum()
