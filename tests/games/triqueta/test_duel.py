"""The designer's duel for two players: two tiles at a time, each treated in another way."""

from __future__ import annotations

import pytest

from tests.games.triqueta.tables import DUEL, WOLVES, lay, legal, play, rows, seen
from tilery.games.game import OptionError
from tilery.match.match import IllegalMoveError, Match

BOTH = DUEL | WOLVES


def duel(*stacks: str, grey: str = "") -> Match:
    return lay(2, *stacks, grey=grey, options=BOTH if grey else DUEL)


def draw_down(match: Match, left: int) -> None:
    """Draw pairs, and put the tiles into rows and back to the box, until so many tiles are left in the stack."""
    while (stack := seen(match)["stacks"][match.state.round_number])["white"] + stack["grey"] > left:
        play(match, "draw, row 1, return")


@pytest.mark.ruling("TRI-9")
def test_it_is_for_two_seats() -> None:
    with pytest.raises(OptionError, match="two_player = designer is for 2 seats only"):
        Match("triqueta", 3, options=DUEL)


@pytest.mark.ruling("TRI-9")
def test_a_turn_is_to_draw_two_tiles_or_to_take_a_row() -> None:
    match = duel("owl bear")
    assert legal(match) == "draw, take 1, take 2"
    play(match, "draw")
    assert seen(match, 0)["hand"] == ["owl", "bear"]
    assert seen(match)["stacks"][0]["white"] == 13


@pytest.mark.ruling("TRI-9")
def test_each_of_three_treatments_is_open_to_the_first_tile() -> None:
    assert legal(play(duel(), "draw")) == "row 1, row 2, keep, return"


@pytest.mark.ruling("TRI-9", "TRI-12", "TRI-13")
@pytest.mark.parametrize(
    ("first", "others"),
    [("row 1", "keep, return"), ("keep", "row 1, row 2, return"), ("return", "row 1, row 2, keep")],
)
def test_the_second_tile_is_treated_in_another_way(first: str, others: str) -> None:
    match = play(duel("owl bear"), f"draw, {first}")
    assert match.waiting == (0,)
    assert seen(match, 0)["hand"] == ["bear"]
    assert legal(match) == others


@pytest.mark.ruling("TRI-13")
def test_two_different_rows_are_the_same_treatment_twice() -> None:
    match = play(duel(), "draw, row 1")
    with pytest.raises(
        IllegalMoveError, match="a different action for each of the two tiles: the first one went into a row"
    ):
        match.play("row 2")


@pytest.mark.ruling("TRI-12")
def test_the_tile_drawn_first_is_treated_first() -> None:
    match = play(duel("owl bear"), "draw, row 1, keep")
    assert rows(match) == "owl | -"
    assert seen(match, 0)["kept"][0] == ["bear"]
    assert match.waiting == (1,)


@pytest.mark.ruling("TRI-9", "TRI-12")
def test_with_both_keeps_used_one_tile_goes_into_a_row_and_the_other_one_back() -> None:
    match = play(duel(), "draw, keep, return, draw, row 1, return, draw, keep, row 1, draw, row 1, return, draw")
    assert match.waiting == (0,)
    assert legal(match) == "row 1, row 2, return"
    assert legal(play(match.copy(), "row 2")) == "return"
    assert legal(play(match.copy(), "return")) == "row 1, row 2"


@pytest.mark.ruling("TRI-9")
def test_with_one_row_left_and_both_keeps_used_there_is_a_way_for_both_tiles() -> None:
    match = play(duel(), "draw, keep, return, take 2, draw, keep, row 1, draw")
    assert match.waiting == (0,)
    assert legal(match) == "row 1, return"


@pytest.mark.ruling("TRI-9")
def test_a_last_single_tile_may_be_drawn_but_not_returned() -> None:
    match = duel()
    draw_down(match, 1)
    assert legal(match) == "draw, take 1, take 2"
    play(match, "draw")
    assert len(seen(match, match.waiting[0])["hand"]) == 1
    assert legal(match) == "row 1, row 2, keep"


@pytest.mark.ruling("TRI-9")
def test_a_last_single_tile_goes_into_a_row_if_both_keeps_are_used() -> None:
    match = play(duel(), "take 2, draw, keep, return, draw, keep, return")
    draw_down(match, 1)
    assert legal(play(match, "draw")) == "row 1"


@pytest.mark.ruling("TRI-9")
def test_after_the_last_tile_only_a_row_can_be_taken() -> None:
    match = duel()
    draw_down(match, 1)
    assert legal(play(match, "draw, row 1")) == "take 1, take 2"


@pytest.mark.ruling("TRI-15")
def test_a_returned_tile_is_known_to_who_returned_it_alone() -> None:
    match = play(duel("owl bear"), "draw, row 1, return")
    assert seen(match, 0)["returned"][0]["bear"] == 1
    assert seen(match, 1)["returned"][0] is None
    assert seen(match)["returned"] == [None, None]
    assert seen(match)["returned_sizes"] == [1, 0]


@pytest.mark.ruling("TRI-9")
def test_in_the_plain_game_for_two_one_tile_is_drawn_and_none_returned() -> None:
    assert legal(play(lay(2), "draw")) == "row 1, row 2, keep"


GREY = "wolf bear wolf wolf owl"


def to_the_grey_layer(left: int) -> Match:
    """A duel with wolves in its second round, with so many tiles left in the stack."""
    match = play(duel(grey=GREY), "take 1, take 2")
    draw_down(match, left)
    return match


@pytest.mark.ruling("TRI-11", "TRI-14")
def test_a_grey_tile_among_the_two_is_put_face_down_and_the_white_one_is_free() -> None:
    match = to_the_grey_layer(6)
    seat = match.waiting[0]
    play(match, "draw")
    assert match.waiting == (seat,)
    assert len(seen(match, seat)["hand"]) == 1
    assert seen(match)["grey_sizes"][seat] == 1
    assert seen(match, seat)["grey"][seat]["wolf"] == 1
    assert legal(match) == "row 1, row 2, keep, return"
    assert play(match, "return").waiting == (1 - seat,)


@pytest.mark.ruling("TRI-11")
def test_a_draw_of_grey_tiles_only_ends_the_turn() -> None:
    match = play(to_the_grey_layer(6), "draw, row 1")
    seat = match.waiting[0]
    play(match, "draw")
    assert match.waiting == (1 - seat,)
    assert seen(match)["grey_sizes"] == ([2, 1] if seat == 0 else [1, 2])
    assert seen(match, seat)["grey"][seat] | {"bear": 1, "wolf": 1} == seen(match, seat)["grey"][seat]


@pytest.mark.ruling("TRI-14")
def test_the_first_stack_has_no_grey_layer_so_its_last_tile_is_single() -> None:
    match = duel(grey=GREY)
    draw_down(match, 1)
    assert legal(play(match, "draw")) == "row 1, row 2, keep"


@pytest.mark.ruling("TRI-14")
def test_twenty_tiles_are_ten_pairs() -> None:
    match = play(to_the_grey_layer(6), "draw, row 1, draw, draw")
    assert legal(match) == "take 1, take 2"
    assert sum(seen(match)["grey_sizes"]) == 5
