"""Spies, who knows what, and what a view shows of it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.terraflip.tables import legal, table
from tilery.match.match import IllegalMoveError, Match

LINE = """
             a

             Rd

             F

             D
                M
             TT
"""


def tile(match: Match, seat: int | None, place: str) -> dict[str, Any]:
    (found,) = [tile for tile in match.view(seat).table["tiles"] if tile["place"] == place]
    return dict(found)


@pytest.mark.ruling("TER-10", "TER-17")
def test_a_spy_may_look_before_placing_between_flips_and_after_them() -> None:
    match, drawing = table(LINE, spies=3)
    match.play("spy 0,-3")
    assert match.waiting == (0,)
    assert legal(match, "place")
    match.play(f"place forest {drawing['a']}")
    match.play("spy 0,-2")
    assert legal(match, "flip") == {"0,-3", "0,-2"}, "a look does not disturb the line"
    match.play("flip 0,-3")
    assert legal(match, "flip") == {"0,-2"}
    match.play("flip 0,-2")
    assert legal(match, "spy")
    match.play("spy 1,-1")
    assert match.waiting == (1,), "the last spy was used and nothing is left to do"


@pytest.mark.ruling("TER-10")
def test_everybody_has_three_spies_for_the_whole_game() -> None:
    match, _ = table(LINE, spies=3)
    for left in (2, 1, 0):
        match.play("spy 0,-3")
        assert match.view().table["spies"][0] == left
    assert not legal(match, "spy")
    with pytest.raises(IllegalMoveError, match="no spy left"):
        match.play("spy 0,-3")


@pytest.mark.ruling("TER-10")
def test_only_the_owner_of_the_spy_sees_the_underside_and_the_tile_stays() -> None:
    match, _ = table(LINE, spies=3)
    before = tile(match, None, "0,-3")
    match.play("spy 0,-3")
    assert tile(match, 0, "0,-3") == before | {"under": "desert", "known_to": [0, 3]}
    for other in (1, 2, None):
        assert tile(match, other, "0,-3")["under"] is None
    assert tile(match, 3, "0,-3")["under"] == "desert"
    for viewer in (0, 1, 2, 3, None):
        assert match.view(viewer).table["looked"] == {"place": "0,-3", "seat": 0}


@pytest.mark.ruling("TER-16")
def test_a_spy_may_look_at_any_two_faced_tile_even_a_known_one() -> None:
    match, _ = table(LINE.replace("M\n", "M+\n"), spies=3)
    assert legal(match, "spy") == {"0,-3", "0,-2", "0,-1"}
    match.play("spy 0,-1")
    match.play("spy 0,-1")


@pytest.mark.ruling("TER-16")
def test_there_is_nothing_to_see_under_special_tiles_and_the_tower() -> None:
    match, _ = table(LINE.replace("M\n", "M+\n"), spies=3)
    with pytest.raises(IllegalMoveError, match="special"):
        match.play("spy 1,-1")
    with pytest.raises(IllegalMoveError, match="nothing to see under the tower"):
        match.play("spy 0,0")
    with pytest.raises(IllegalMoveError, match="there is no tile at 3,0"):
        match.play("spy 3,0")


@pytest.mark.ruling("TER-3")
def test_once_flipped_a_tile_is_known_to_everybody() -> None:
    match, drawing = table(LINE)
    match.play(f"place forest {drawing['a']}")
    assert tile(match, 1, "0,-3")["under"] is None
    match.play("flip 0,-3")
    for viewer in (0, 1, 2, 3, None):
        assert tile(match, viewer, "0,-3")["under"] == "river"


@pytest.mark.ruling("TER-3")
def test_the_back_of_anothers_tile_is_unknown() -> None:
    match = Match("terraflip", 2, seed=0)
    match.play("place river 0,1")
    assert tile(match, 0, "0,1")["under"] == "river"
    assert tile(match, 1, "0,1")["under"] is None
    assert match.log(1) == [(0, "place ? 0,1")]
    assert match.log(0) == [(0, "place river 0,1")]
    assert match.view(1).table["hands"][0] == {
        "two_faced": 8,
        "specials": ["catapult", "rider", "camp"],
        "undersides": None,
    }


@pytest.mark.ruling("TER-14")
def test_pure_memory_shows_an_underside_only_until_the_next_move() -> None:
    match, drawing = table(LINE, spies=3, options={"memory": "pure"})
    match.play("spy 0,-3")
    assert tile(match, 0, "0,-3")["under"] == "desert"
    assert tile(match, 3, "0,-3")["under"] is None, "not even to its owner, who must remember"
    match.play("spy 0,-2")
    assert tile(match, 0, "0,-3")["under"] is None
    assert tile(match, 0, "0,-2")["under"] == "mountain"
    match.play(f"place forest {drawing['a']}")
    assert {found["under"] for found in match.view(0).table["tiles"]} == {None}


@pytest.mark.ruling("TER-14", "TER-22")
def test_pure_memory_shows_the_last_look_even_if_it_ended_the_turn() -> None:
    match, _ = table("TT", spies=1, options={"memory": "pure"}, seats=2)
    match.play("place river 0,1")
    match.play("spy 0,1")
    assert match.waiting == (1,)
    assert tile(match, 0, "0,1")["under"] == "river"
    match.play("place river 1,0")
    assert tile(match, 0, "0,1")["under"] is None


@pytest.mark.ruling("TER-14", "TER-22")
def test_pure_memory_does_not_tell_whose_tile_it_was() -> None:
    """A flipped tile has its owner's colour underneath, so the owner would tell the underside."""
    match, drawing = table(LINE, options={"memory": "pure"})
    match.play(f"place forest {drawing['a']}")
    match.play("flip 0,-3")
    for viewer in (0, 1, 2, 3, None):
        found = tile(match, viewer, "0,-3")
        assert (found["owner"], found["under"], found["known_to"]) == (None, None, None)
    assert match.view(0).table["hands"][0]["undersides"] == {"forest": 2, "mountain": 3, "river": 3}


@pytest.mark.ruling("TER-14")
def test_the_rules_are_the_same_with_both_kinds_of_memory() -> None:
    games = [Match("terraflip", 3, options={"memory": memory}, seed=0) for memory in ("aided", "pure")]
    for match in games:
        match.play_randomly(seed=5)
    assert games[0].moves == games[1].moves
    assert games[0].scores.points == games[1].scores.points


@pytest.mark.ruling("TER-21")
def test_at_the_end_undersides_that_were_never_seen_stay_hidden() -> None:
    match = Match("terraflip", 2, seed=0)
    match.play_randomly(seed=3)
    known = [found for found in match.view(0).table["tiles"] if not found["special"] and found["under"]]
    hidden = [found for found in match.view(0).table["tiles"] if not found["special"] and not found["under"]]
    assert len(known) + len(hidden) == 18
    assert hidden
    assert all(found["owner"] == 1 and found["colour"] == "forest" for found in hidden)
