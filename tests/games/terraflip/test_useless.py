"""Moves that gain nothing: no bot and no hint makes them."""

from __future__ import annotations

import pytest

from tests.games.terraflip.tables import COLOURS, table
from tests.useless import useless_moves
from tilery.games.terraflip.rules.geometry import NUMBER
from tilery.match.match import Match

LINE = """
 TT

 Df

 Md

 Rm

 a
"""


def flipping(text: str, spies: int = 0) -> Match:
    """The first player, desert, has placed a tile on `a` and may flip what lies between it and another desert."""
    match, drawing = table(text, spies=spies)
    match.play(f"place forest {drawing['a']}")
    return match


def know(match: Match, *places: str) -> None:
    """Let the player on turn know undersides."""
    for hexagon in places:
        match.state.known[number_of(hexagon)] |= 1 << match.waiting[0]


def number_of(place: str) -> int:

    column, row = map(int, place.split(","))
    return int(NUMBER[column, row])


def test_ending_a_turn_is_useless_while_a_flip_is_sure_to_bring_points() -> None:
    match = flipping(LINE)
    assert "end" not in useless_moves(match)
    know(match, "0,2")
    assert "flip 0,2" in map(str, match.legal_moves())
    assert "end" in useless_moves(match)


@pytest.mark.parametrize(("seats", "is_useless"), [(2, True), (4, False)])
def test_ending_a_turn_is_useless_while_a_flip_into_the_unknown_can_help_nobody_else(
    seats: int, is_useless: bool
) -> None:
    """With two seats a rival's tile may come to show one's own colour or one that nobody has; with four, somebody's."""
    own, rival = (COLOURS[family] for family in Match("terraflip", seats, seed=0).state.family[:2])
    under = next(colour for colour in COLOURS if colour not in (own, rival)).lower()
    match, drawing = table(f"TT\n\n{own}{under}\n\n{rival}{under}\n\na", seats)
    match.play(next(move for move in match.legal_moves() if str(move).endswith(drawing["a"])))
    assert "flip 0,2" in map(str, match.legal_moves())
    assert ("end" in useless_moves(match)) is is_useless


def test_a_flip_that_is_known_to_help_nobody_but_a_rival_is_useless() -> None:
    """It gives a rival points that nobody had."""
    own, rival = (COLOURS[family] for family in Match("terraflip", 2, seed=0).state.family[:2])
    nobodys = next(colour for colour in COLOURS if colour not in (own, rival))
    match, drawing = table(f"TT\n\n{own}{rival.lower()}\n\n{nobodys}{rival.lower()}\n\na", 2)
    match.play(next(move for move in match.legal_moves() if str(move).endswith(drawing["a"])))
    know(match, "0,2")
    assert "flip 0,2" in map(str, match.legal_moves())
    assert "flip 0,2" in useless_moves(match)


def test_a_flip_that_takes_points_from_somebody_is_not_useless() -> None:
    """It gives them to another, but who loses them may be the one who leads."""
    match = flipping(LINE)
    know(match, "0,3")
    assert "flip 0,3" in map(str, match.legal_moves())
    assert "flip 0,3" not in useless_moves(match)


def test_a_flip_into_the_unknown_may_be_of_use() -> None:
    match = flipping(LINE)
    assert not {text for text in useless_moves(match) if text.startswith("flip")}


def test_a_spy_of_the_last_turn_looks_only_at_what_can_be_flipped() -> None:
    match = flipping(LINE, spies=1)
    spies = {text for text in map(str, match.legal_moves()) if text.startswith("spy")}
    known = {text for text in useless_moves(match) if text.startswith("spy")}
    match.state.tiles_left[0] = 0
    late = {text for text in useless_moves(match) if text.startswith("spy")}
    flips = {text.replace("flip", "spy") for text in map(str, match.legal_moves()) if text.startswith("flip")}
    assert late == (spies - flips) | known


COLUMN = """
 b

 TT

 D

 M

 a
"""


def test_a_special_tile_is_not_placed_where_it_does_nothing() -> None:
    """A camp may flip the tile that it touches; beside the tower alone it can flip nothing."""
    match, drawing = table(COLUMN)
    assert f"place camp {drawing['b']}" in useless_moves(match)
    assert f"place camp {drawing['a']}" not in useless_moves(match)
    assert f"place forest {drawing['b']}" not in useless_moves(match)


def test_a_special_tile_may_lie_anywhere_while_it_could_do_nothing() -> None:
    match, drawing = table(COLUMN.replace("M", "D"))
    assert f"place camp {drawing['b']}" in map(str, match.legal_moves())
    assert not useless_moves(match)
