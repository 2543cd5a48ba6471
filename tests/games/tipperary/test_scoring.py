"""Scoring Tipperary: the marker of the largest flock, and the whole sheet."""

from __future__ import annotations

import pytest

from tests.games.tipperary.tables import BARE, Drawn
from tilery.match.match import Match
from tilery.match.position import score_position


def flock(sheep: int) -> str:
    """A display with one flock of that many sheep, and room to place a meadow."""
    pastures = "  ".join(["p1"] * sheep) or "r"
    return f"""
        m  g  .  .
        #  #  #  {pastures}
        #  #  #  .
        .  .  d  .
    """


def test_the_marker_goes_to_the_only_largest_flock() -> None:
    table = Drawn(flock(3), others=[flock(2)]).play("place 2 0 -1,1").end_round()
    assert table.marker == 0


def test_the_marker_changes_hands() -> None:
    table = Drawn(flock(3), others=[flock(4)], marker=0).play("place 2 0 -1,1").end_round()
    assert table.marker == 1


def test_in_a_tie_a_marker_in_the_supply_stays_there() -> None:
    assert Drawn(flock(3), others=[flock(3)]).play("place 2 0 -1,1").end_round().marker is None


def test_in_a_tie_the_marker_stays_with_a_holder_who_is_part_of_it() -> None:
    assert Drawn(flock(3), others=[flock(3), flock(2)], marker=1).play("place 2 0 -1,1").end_round().marker == 1


def test_two_who_pass_the_holder_together_send_the_marker_back_to_the_supply() -> None:
    assert Drawn(flock(5), others=[flock(6), flock(6)], marker=0).play("place 2 0 -1,1").end_round().marker is None


@pytest.mark.ruling("TIP-15")
def test_a_display_without_sheep_never_takes_the_marker() -> None:
    assert Drawn(BARE).play("place 2 0 -1,1").end_round().marker is None


@pytest.mark.ruling("TIP-15")
def test_the_marker_is_checked_after_the_last_round_too() -> None:
    table = Drawn(BARE, tile="p1").in_round(12)
    table.play("place 1 0 3,1").end_round()
    assert table.state.stage == 2
    assert table.marker == 0


# The sheet.


def test_the_display_of_ninety_points() -> None:
    """56 + 12 + 5 + 10 + 7, with a rectangle of 7 by 8, a tower that closes the ring, and another's larger flock."""
    display = [
        ".  m  r  g  d  m  b  c2 .",
        "m  c3 m  m  p1 p2 m  r  .",
        ".  m  m  m  m  p1 p1 b  .",
        ".  b  r  m  g  p1 p1 m  .",
        ".  d  g  #  #  #  p2 m  .",
        ".  m  r  #  #  #  p1 c2 .",
        ".  r  m  b  m  g  p1 r  m",
        ".  m  b  m  m  t  ms b  .",
    ]
    other = ["m p1 p2 p2 p2 p2 p2 p2", "# # # . . . . .", "# # # . . . . .", ". . r . . . . ."]
    sheet = score_position(
        {
            "position": 1,
            "game": "tipperary",
            "players": [
                {"side": "front", "display": display, "whiskey": 10},
                {"side": "front", "display": other},
            ],
        }
    )
    assert sheet.points[0] == {
        "area": 56,
        "sheep": 12,
        "marker": 0,
        "exploration": 5,
        "whiskey": 10,
        "circles": 7,
    }
    assert sheet.totals[0] == 90


@pytest.mark.ruling("TIP-18")
def test_town_fields_and_towers_count_for_the_rectangle_and_ties_share() -> None:
    match = Match("tipperary", 2, seed=1)
    assert [points["area"] for points in match.scores.points] == [6, 6]
    assert match.game.tiebreaks == ()
    table = Drawn(BARE).in_round(12)
    table.state.towers[0] = 1
    table.play("place 2 0 3,1").end_round()
    table.play("tower 3,2")
    points = Match("tipperary", 2, seed=1)
    points._states[:] = table.states
    assert points.scores.points[0]["area"] == 8
