"""A turn of Topiary: place a visitor; then perhaps take a face-down tile of its line and put one of four."""

from __future__ import annotations

import pytest

from tests.games.topiary.naive import spots_around
from tests.games.topiary.tables import WITHOUT_DRAFT, Dealt, Drawn
from tilery.games.topiary import GAME
from tilery.games.topiary.rules.components import CELLS, LINE, LINE_LENGTH, SPOTS

FRESH = """
    ?   ?   ?   ?   ?
    ?   ?   ?   ?   ?
    ?   ?   sw3 ?   ?
    ?   ?   ?   ?   ?
    ?   ?   ?   ?   ?
"""
HALF_OPEN = """
    ic3 ?   po4 ?   sp5
    ?   tr1 ?   ?   ?
    ?   ?   sw3 ?   ?
    ?   ?   ?   wh2 ?
    ?   ?   ?   ?   py4
"""


@pytest.mark.ruling("TOP-1")
def test_forty_eight_spots_of_which_twenty_look_along_rows_and_columns() -> None:
    assert len(SPOTS) == 48
    straight = [spot for spot in SPOTS if len(spot) == 3]
    assert len(straight) == 20
    lengths = sorted(int(LINE_LENGTH[SPOTS.index(spot)]) for spot in SPOTS if len(spot) == 4)
    assert lengths == [2] * 8 + [3] * 8 + [4] * 8 + [5] * 4


@pytest.mark.ruling("TOP-1")
def test_each_spot_looks_along_its_line_from_the_border_on() -> None:
    lines = {spot: [CELLS[cell] for cell in LINE[n, : LINE_LENGTH[n]]] for n, spot in enumerate(SPOTS)}
    assert lines == spots_around("all")
    assert lines["c1S"] == ["c1", "c2", "c3", "c4", "c5"]
    assert lines["e5NW"] == ["e5", "d4", "c3", "b2", "a1"]
    assert lines["d1SW"] == ["d1", "c2", "b3", "a4"]
    assert lines["b1SW"] == ["b1", "a2"]
    assert "a1NE" not in lines  # a single tile is not a line


@pytest.mark.ruling("TOP-1")
def test_with_long_diagonals_only_there_are_twenty_four_spots() -> None:
    moves = Dealt(2, {"diagonals": "long", "draft": "off"}).moves()
    assert len(moves) == 24
    assert {move for move in moves if len(move) == 10} == {"visit a1SE", "visit e1SW", "visit a5NE", "visit e5NW"}


@pytest.mark.ruling("TOP-1")
def test_spots_that_share_a_gap_are_different_spots() -> None:
    """Between a1 and b1 stand one who looks to b1, a2 and one who looks to a1: neither takes the other's place."""
    table = Drawn(FRESH, ": wh1 wh2 wh3", ": tr1 tr2 tr3", left=3)
    table.play("visit b1SW", "pass")
    assert {"visit b1S", "visit b1SE", "visit a2NE", "visit a1S"} <= set(table.moves())


def test_players_take_turns_from_the_first_until_all_visitors_are_placed() -> None:
    table = Dealt(3)
    order: list[int] = []
    while moves := table.moves():
        if table.stage == "visit":
            order.extend(table.waiting)
        table.play(moves[0])
    assert order == [0, 1, 2] * 6
    assert table.stage == "over"
    assert table.view()["visitors_left"] == [0, 0, 0]


def test_a_turn_must_begin_with_a_visitor() -> None:
    assert {move.split()[0] for move in Dealt(2).moves()} == {"visit"}


def test_no_two_visitors_stand_on_the_same_spot() -> None:
    table = Dealt(2).play("visit c1S", "pass")
    assert "visit c1S" not in table.moves()
    assert len(table.moves()) == 47
    assert table.why_not("visit c1S") == "there is already a visitor at c1S"


@pytest.mark.ruling("TOP-11")
def test_both_ends_of_a_line_may_be_taken() -> None:
    table = Dealt(2).play("visit c1S", "pass")
    assert "visit c5N" in table.moves()


@pytest.mark.ruling("TOP-4")
def test_one_face_down_tile_of_the_line_may_be_taken_or_none() -> None:
    table = Drawn(HALF_OPEN, ": wh1 wh3 wh4", ": tr3 tr4 tr5", left=2)
    assert table.play("visit a1E").moves() == ["take b1", "take d1", "pass"]


@pytest.mark.ruling("TOP-4")
@pytest.mark.parametrize("cell", ["a1", "c1", "e1"])
def test_a_face_up_tile_is_never_taken(cell: str) -> None:
    table = Drawn(HALF_OPEN, ": wh1 wh3 wh4", ": tr3 tr4 tr5", left=2).play("visit a1E")
    assert f"take {cell}" not in table.moves()
    assert table.why_not(f"take {cell}") == f"the tile on {cell} is face up, and you can take only face-down tiles"


@pytest.mark.ruling("TOP-4")
def test_one_of_the_four_tiles_in_hand_must_be_put_perhaps_the_one_just_taken() -> None:
    table = Drawn(FRESH, ": py1 py3 py4", ": tr3 tr4 tr5", left=2)
    taken = "whale-1"  # the first tile that lies nowhere else
    table.play("visit a1E", "take a1")
    assert table.moves() == ["put whale-1", "put pyramid-1", "put pyramid-3", "put pyramid-4"]
    assert table.view()["garden"][0] is None
    assert table.view()["hand_sizes"] == [4, 3]
    table.play(f"put {taken}")
    assert table.view()["garden"][0] == taken
    assert table.hand(0) == ["pyramid-1", "pyramid-3", "pyramid-4"]
    assert table.waiting == {1}


@pytest.mark.ruling("TOP-4")
def test_a_tile_from_hand_is_put_face_up_on_the_freed_cell_and_the_taken_one_stays_in_hand() -> None:
    table = Drawn(FRESH, ": py1 py3 py4", ": tr3 tr4 tr5", left=2)
    table.play("visit a5E", "take d5")
    (taken,) = set(table.hand(0)) - {"pyramid-1", "pyramid-3", "pyramid-4"}
    table.play("put pyramid-3")
    assert dict(zip(CELLS, table.view()["garden"], strict=True))["d5"] == "pyramid-3"
    assert set(table.hand(0)) == {"pyramid-1", "pyramid-4", taken}
    assert table.view()["put_by"] == {"d5": 0}


@pytest.mark.ruling("TOP-4")
def test_passing_leaves_garden_and_hand_as_they_are() -> None:
    table = Drawn(FRESH, ": py1 py3 py4", ": tr3 tr4 tr5", left=2)
    before = table.view(0)
    after = table.play("visit a1E", "pass").view(0)
    assert (after["garden"], after["hands"]) == (before["garden"], before["hands"])
    assert after["turn"] == 1


@pytest.mark.ruling("TOP-4")
def test_with_no_face_down_tile_in_the_line_the_turn_is_over_by_itself() -> None:
    table = Drawn(HALF_OPEN, ": wh1 wh3 wh4", ": tr3 tr4 tr5", left=2)
    table.play("visit a1SE")
    assert table.waiting == {1}
    assert table.stage == "visit"


@pytest.mark.ruling("TOP-4")
def test_the_game_can_end_with_such_a_turn() -> None:
    table = Drawn(HALF_OPEN, ": wh1 wh3 wh4", ": tr3 tr4 tr5", left=1)
    table.play("visit a5E", "pass", "visit a1SE")
    assert table.waiting == set()
    assert table.stage == "over"


@pytest.mark.ruling("TOP-4")
def test_watchers_see_the_freed_cell_and_the_spot_but_not_the_tile() -> None:
    table = Drawn(FRESH, ": py1 py3 py4", ": tr3 tr4 tr5", left=2).play("visit c1S", "take c4")
    for seat in (1, -1):
        view = table.view(seat)
        assert (view["spot"], view["cell"], view["hand_sizes"]) == ("c1S", "c4", [4, 3])
        assert view["hands"][0] is None
    assert len(table.view(0)["hands"][0]) == 4


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_picture_fits_into_100_columns_and_hides_what_the_view_hides(seats: int) -> None:
    for moves in (0, 7, 20, 99):
        table = Dealt(seats, {"diagonals": "all", "draft": "on"}, moves).play_randomly(min(moves, 64), moves)
        picture = GAME.views.picture(table.view(-1))
        assert max(map(len, picture.splitlines())) <= 100
        shown = {tile for tile in table.all_tiles() if tile in picture.split()}
        hands = [tile for hand in table.view()["hands"] if hand for tile in hand]
        assert shown == {tile for tile in table.view()["garden"] if tile and tile != "hidden"} | set(hands)


def test_the_longest_hand_fits_into_the_picture_too() -> None:
    table = Drawn(FRESH, ": ic1 ic2 ic3 ic4 ic5 el1 el2", ": tr3 tr4 tr5", left=2)
    assert max(map(len, GAME.views.picture(table.view(0)).splitlines())) <= 100


def test_no_game_is_longer_than_64_moves() -> None:
    table = Dealt(4, {**WITHOUT_DRAFT, "draft": "on"})
    count = 0
    while moves := table.moves():
        table.play(moves[0])  # the first move after a visit is to take a tile, if there is one
        count += 1
    assert 44 <= count <= 64
