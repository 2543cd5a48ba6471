"""Patterns of lines keep all that matters of a line and nothing else."""

from __future__ import annotations

from tilery.games.topiary.learn.lines import CROSSING, HIDDEN, LATER, SHOWN, pattern_of, pattern_with, through
from tilery.games.topiary.rules.components import LINE
from tilery.games.topiary.rules.scoring import look
from tilery.match.match import Match


def test_a_pattern_shows_the_points_that_a_visitor_sees() -> None:
    for seed in range(5):
        match = Match("topiary", seats=2, seed=seed)
        match.play_randomly(12 + 6 * seed, seed=seed)
        state = match.states[0]
        for spot in range(48):
            assert SHOWN[pattern_of(state, spot)] == look(state, spot, 0)[0]


def test_a_pattern_with_a_hedge_is_what_it_is_once_the_hedge_stands() -> None:
    match = Match("topiary", seats=2, seed=4)
    match.play_randomly(9, seed=1)
    state = match.states[0].copy()
    spot, cell = 0, next(int(cell) for cell in LINE[0] if state["face_down"] >> int(cell) & 1)
    tile = int(state["hand"][0, 0])
    imagined = pattern_with(match.states[0], spot, cell, tile % 5 + 1)
    state["face_down"] &= ~(1 << cell)
    state["garden"][cell] = tile
    changed = match.states.copy()
    changed[0] = state
    assert pattern_of(changed[0], spot) == imagined != pattern_of(match.states[0], spot)


def test_every_line_through_a_cell_is_found() -> None:
    for cell in range(25):
        found = {through(cell, number) for number in range(CROSSING)} - {-1}
        assert found == {spot for spot in range(48) if cell in LINE[spot]}


def test_the_table_promises_no_less_than_lines_without_hidden_tiles_show() -> None:
    """Where nothing can change any more, a line is worth what it shows, and at most a bonus for alike hedges."""
    sure = HIDDEN == 0
    for seats in range(3):
        assert (LATER[seats, 0][sure] >= SHOWN[sure] - 0.01).all()
        assert (LATER[seats, 0][sure] <= SHOWN[sure] + 5).all()
