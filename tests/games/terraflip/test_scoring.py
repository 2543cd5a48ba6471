"""Points, the bonus for the seat, and ties."""

from __future__ import annotations

import pytest

from tests.games.terraflip.tables import table
from tilery.match.match import Match


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
