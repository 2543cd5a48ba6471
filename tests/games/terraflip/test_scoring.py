"""Points, the bonus for the seat, and ties."""

from __future__ import annotations

import numpy as np
import pytest

from tilery import games
from tilery.kernel import drive
from tilery.kernel.contract import POINTS_SHAPE
from tilery.match.match import Match

from .drawing import table


def sheet(match: Match, seat: int) -> tuple[int, int]:
    points = match.scores.points[seat]
    return points["isolated"], points["connected"]


@pytest.mark.ruling("TER-12")
def test_an_isolated_tile_scores_one_and_a_connected_one_two() -> None:
    match, _ = table(
        """
             D
                F
             R     D
                M     D
             TT
        """
    )
    assert sheet(match, 0) == (1, 4)
    assert sheet(match, 1) == (1, 0)


@pytest.mark.ruling("TER-6", "TER-12")
def test_touching_the_tower_connects() -> None:
    match, _ = table(
        """
             R

             D

             TT
        """
    )
    assert sheet(match, 0) == (0, 2)
    assert sheet(match, 3) == (1, 0)


@pytest.mark.ruling("TER-12")
def test_special_tiles_score_like_others() -> None:
    match, _ = table(
        """
             D+

             D

             F^

             TT
        """
    )
    assert sheet(match, 0) == (0, 4)
    assert sheet(match, 1) == (0, 2)


@pytest.mark.ruling("TER-6", "TER-11", "TER-12")
def test_what_shows_counts_for_that_colour_and_unused_colours_for_nobody() -> None:
    match, _ = table(
        """
             R

             M

             Fd

             TT
        """,
        seats=2,
    )
    assert sheet(match, 0) == (0, 0)
    assert sheet(match, 1) == (0, 2)
    assert len(match.scores.points) == 2


@pytest.mark.ruling("TER-12")
@pytest.mark.parametrize(("seats", "bonus"), [(2, [3, 0]), (3, [3, 2, 0]), (4, [3, 2, 1, 0])])
def test_the_bonus_follows_the_turn_order_and_the_last_has_none(seats: int, bonus: list[int]) -> None:
    match = Match("terraflip", seats, seed=0)
    assert [points["seat_bonus"] for points in match.scores.points] == bonus
    assert list(match.scores.totals) == bonus


@pytest.mark.ruling("TER-13")
def test_a_tie_goes_to_more_tiles_of_the_colour() -> None:
    # Desert has 3 for its seat and one connected tile, forest one connected tile and three isolated ones.
    match, _ = table(
        """
             F

             M     F
                M
             M     M
                M
             TT    F
          D
             F
        """,
        seats=2,
    )
    assert match.scores.totals == (5, 5)
    assert match.scores.winners == (1,)
    assert match.scores.tiebreak == "more tiles of the colour"


@pytest.mark.ruling("TER-13")
def test_equal_in_points_and_tiles_is_a_shared_victory() -> None:
    # Forest: 2 and 1 isolated tile more than its seat's 2 points; mountain: both connected and 1 point for the seat.
    match, _ = table(
        """
             F

             R

             R
          M     F
             TT

             M
        """,
        seats=4,
    )
    assert match.scores.totals == (3, 5, 5, 4)
    assert match.scores.winners == (1, 2)
    assert match.scores.tiebreak is None


def test_the_evaluation_adds_something_for_everything_in_hand() -> None:
    match = Match("terraflip", 2, seed=0)
    values = np.zeros(POINTS_SHAPE[0])
    drive.evaluate(match._states, values)
    assert values[0] == pytest.approx(values[1] + 3)
    before = values[0]
    match.play("place river 0,1")
    drive.evaluate(match._states, values)
    assert values[0] > before
    before = values[0]
    match.play("spy 0,1")
    drive.evaluate(match._states, values)
    assert values[0] < before


def test_a_player_who_looks_one_step_ahead_beats_a_random_one() -> None:
    game = games.find("terraflip")
    wins = 0.0
    for seed in range(10):
        match = Match(game, 2, seed=0)
        greedy = seed % 2
        number = 0
        while not match.is_over:
            number += 1
            if match.waiting == (greedy,):
                match.play(_greedy(match, greedy, number))
            else:
                match.play_randomly(1, seed=1000 * seed + number)
        wins += (greedy in match.scores.winners) / len(match.scores.winners)
    assert wins >= 9


def _greedy(match: Match, seat: int, seed: int) -> str:
    values = np.zeros(POINTS_SHAPE[0])
    best = {}
    for move in match.legal_moves():
        twin = match.redeal(seat, seed=seed)
        twin.play(move)
        drive.evaluate(twin._states, values)
        best[str(move)] = values[seat] - values[1 - seat]
    return max(best, key=lambda move: best[move])
