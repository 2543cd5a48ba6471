"""Scoring Topiary: what visitors see, the bonus for a series, tiles in hand, and ties."""

from __future__ import annotations

import pytest

from tests.games.topiary.tables import Drawn

REST = "  ? ? ? ? ?" * 4


def row(tiles: str, spot: str = "a1E", hand: str = "") -> dict[str, int]:
    """What one visitor and a hand score, where only the first row has face-up tiles."""
    return Drawn(tiles + REST, f"{spot} : {hand}", ":").points()[0]


@pytest.mark.ruling("TOP-5")
def test_the_green_visitor_of_the_rulebook_sees_twelve_points() -> None:
    """Over the face-down tile to the spiral of 5; the icosahedron of 4 hides behind the pom-pom of 4."""
    assert row("ic3 po4 ? ic4 sp5") == {"visitors": 12, "bonus": 0, "hand": 0}


@pytest.mark.ruling("TOP-6")
def test_the_blue_visitor_of_the_rulebook_gets_three_bonus_points() -> None:
    """Three T-Rexes in sight; the swan of 5 is blocked by the T-Rex of 5, so the swans give no bonus."""
    assert row("tr2 tr3 sw4 tr5 sw5") == {"visitors": 14, "bonus": 3, "hand": 0}


@pytest.mark.ruling("TOP-7")
def test_the_red_player_of_the_rulebook_scores_two_of_three_tiles_in_hand() -> None:
    """T-Rex of 1 and whale of 2 count, as higher ones are seen; no higher pyramid than 5 is there."""
    table = Drawn(
        """
        wh3 tr4 tr5 ?   ?
        ?   ?   ?   ?   ?
        ?   ?   py4 ?   ?
        ?   ?   ?   ?   ?
        ?   ?   ?   ?   ?
        """,
        "a1E c5N : tr1 wh2 py5",
        ":",
    )
    assert table.points()[0]["hand"] == 3


@pytest.mark.ruling("TOP-5")
@pytest.mark.parametrize(
    ("tiles", "points"),
    [
        ("? ? ? ? ?", 0),
        ("wh1 ? ? ? ?", 1),
        ("? ? ? ? wh1", 1),
        ("wh1 sw2 el3 tr4 sp5", 15),
        ("sp5 tr4 el3 sw2 wh1", 5),
        ("el3 sw3 tr3 wh3 sp3", 3),
        ("el2 sw1 tr2 wh3 sp3", 5),
        ("? sw2 ? wh1 sp3", 5),
    ],
)
def test_a_visitor_sees_each_tile_higher_than_all_before_it(tiles: str, points: int) -> None:
    assert row(tiles)["visitors"] == points


@pytest.mark.ruling("TOP-5", "TOP-11")
def test_the_two_ends_of_a_line_see_different_things() -> None:
    tiles = "wh1 sw2 ? sp5 tr4"
    assert row(tiles, "a1E")["visitors"] == 1 + 2 + 5
    assert row(tiles, "e1W")["visitors"] == 4 + 5


@pytest.mark.ruling("TOP-1", "TOP-5")
def test_diagonals_long_and_short_are_lines_too() -> None:
    table = Drawn(
        """
        wh1 ?   ?   el2 ?
        ?   sw2 ?   ?   tr3
        ?   ?   po3 ?   ?
        ?   ?   ?   sp4 ?
        ?   ?   ?   ?   ic5
        """,
        "a1SE :",
        "d1SE :",
        "e2NW :",
    )
    assert [points["visitors"] for points in table.points()] == [15, 5, 3]


@pytest.mark.ruling("TOP-6")
@pytest.mark.parametrize(
    ("tiles", "bonus"),
    [
        ("wh1 sw2 ? ? ?", 0),
        ("wh1 wh2 ? ? ?", 2),
        ("wh1 wh2 wh3 wh4 wh5", 5),
        ("wh1 wh2 sw3 sw4 ?", 4),
        ("wh1 sw2 wh3 sw4 wh5", 5),
        ("wh2 wh1 ? ? ?", 0),
        ("wh1 sw5 wh2 wh3 wh4", 0),
    ],
)
def test_a_series_seen_k_times_gives_k_points_from_two_on(tiles: str, bonus: int) -> None:
    assert row(tiles)["bonus"] == bonus


@pytest.mark.ruling("TOP-6")
def test_the_bonus_is_for_one_visitor_not_for_two_together() -> None:
    table = Drawn("wh1 ? ? ? ?  wh2 ? ? ? ?" + "  ? ? ? ? ?" * 3, "a1E a2E :", ":")
    assert table.points()[0] == {"visitors": 3, "bonus": 0, "hand": 0}


@pytest.mark.ruling("TOP-7")
@pytest.mark.parametrize(
    ("tiles", "hand", "points"),
    [
        ("wh3 ? ? ? ?", "wh2 sw1 el1", 2),
        ("wh3 ? ? ? ?", "wh4 sw1 el1", 0),
        ("sp5 wh3 ? ? ?", "wh2 sw1 el1", 0),  # the whale is there, but hidden from the visitor
        ("wh2 wh5 ? ? ?", "wh3 sw1 el1", 3),
        ("? ? ? ? ?", "wh2 sw1 el1", 0),
    ],
)
def test_a_tile_in_hand_counts_if_a_higher_one_of_its_series_is_seen(tiles: str, hand: str, points: int) -> None:
    assert row(tiles, hand=hand)["hand"] == points


@pytest.mark.ruling("TOP-7")
def test_only_ones_own_visitors_make_a_tile_in_hand_count() -> None:
    table = Drawn("wh3 ? ? ? ?" + REST, "a5E : wh2", "a1E : wh1")
    assert [points["hand"] for points in table.points()] == [0, 1]


@pytest.mark.ruling("TOP-7", "TOP-11")
def test_one_seen_tile_can_make_several_tiles_in_hand_count() -> None:
    assert row("wh5 ? ? ? ?", hand="wh1 wh3 wh4")["hand"] == 8


@pytest.mark.ruling("TOP-11")
def test_a_tile_seen_by_two_visitors_counts_for_both() -> None:
    assert Drawn("wh5 ? ? ? ?" + REST, "a1E a1S a1SE :", ":").points()[0]["visitors"] == 15


@pytest.mark.ruling("TOP-8")
def test_most_points_win() -> None:
    table = Drawn("wh5 ? ? ? ?  sw4 ? ? ? ?" + "  ? ? ? ? ?" * 3, "a1E :", "a2E :")
    assert table.winners() == [0]
    assert table.standing() == [[5, 0, 0], [4, 0, 1]]


@pytest.mark.ruling("TOP-8")
def test_a_tie_goes_to_more_points_by_tiles_in_hand_not_to_higher_tiles_held() -> None:
    """Both have 5; the first has 3 + 2 by a tile in hand, the second holds high tiles that score nothing."""
    table = Drawn("wh3 ? ? ? ?  sw5 ? ? ? ?" + "  ? ? ? ? ?" * 3, "a1E : wh2", "a2E : el5 tr5")
    assert table.standing() == [[5, 2, 0], [5, 0, 1]]
    assert table.winners() == [0]


@pytest.mark.ruling("TOP-8")
def test_a_tie_after_that_goes_to_the_one_who_played_latest() -> None:
    table = Drawn("wh3 ? ? ? ?  sw3 ? ? ? ?  el1 ? ? ? ?" + "  ? ? ? ? ?" * 2, "a1E :", "a2E :", "a3E :")
    assert table.winners() == [1]  # seat 2 is later still in turn order, but is not among the tied


def test_the_score_can_be_asked_for_at_any_time() -> None:
    table = Drawn("po3 ? ? ? ?" + REST, ": el1 el2 el3", ": tr3 tr4 tr5", left=2)
    table.play("visit a1E", "take b1")
    assert table.points() == [{"visitors": 3, "bonus": 0, "hand": 0}, {"visitors": 0, "bonus": 0, "hand": 0}]
