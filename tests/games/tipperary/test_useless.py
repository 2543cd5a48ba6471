"""What bots and hints of Tipperary never do: place for nothing in the last round, or end with a tower that counts."""

from __future__ import annotations

from tests.games.tipperary.tables import Drawn
from tilery.games.tipperary.learn.useless import useless_moves
from tilery.games.tipperary.rules.moves import DONE
from tilery.games.tipperary.rules.state import END
from tilery.games.tipperary.text.notation import code, text

LAST = 12
APART = """
    m  g  .  .
    #  #  #  p1
    #  #  #  p1
    .  .  d  m
"""


def useless(table: Drawn) -> set[str]:
    return {text(move) for move in useless_moves(table.state, 0, [code(move) for move in table.legal()])}


def test_a_tile_of_the_last_round_brings_points_where_it_can() -> None:
    """Only on `2,0` does a field close a square of nine."""
    table = Drawn(tile="m").in_round(LAST)
    kept = table.legal() - useless(table)
    assert {move for move in kept if move.startswith("place 1 ")} == {"place 1 0 2,0"}


def test_before_the_last_round_any_place_may_come_to_something() -> None:
    assert useless(Drawn(tile="m").in_round(LAST - 1)) == set()


def test_where_nothing_brings_points_no_place_is_useless() -> None:
    far = Drawn("m  g  m\n#  #  #\n#  #  #\n.  .  d", tile="m").in_round(LAST)
    assert useless(far) == set()


def test_towers_in_hand_may_finish_what_a_tile_begins() -> None:
    table = Drawn(tile="m").in_round(LAST)
    table.state.towers[0] = 1
    assert useless(table) == set()


def test_a_tile_that_earns_something_to_place_is_not_useless() -> None:
    bogs = "b  g  .\n#  #  #\n#  #  #\n.  .  d"
    table = Drawn(bogs, tile="b").in_round(LAST)
    assert "place 1 0 2,0" not in useless(table)  # closes a square
    assert "place 1 0 -1,0" not in useless(table)  # beside the bog: a bonus tile
    assert "place 1 0 -1,1" in useless(table)


def test_the_last_sheep_joins_the_flock_if_it_can() -> None:
    table = Drawn(APART).in_round(LAST)
    table.state.sheep_to_place[0] = 1
    assert {move for move in useless(table) if move.startswith("sheep ")} == {"sheep 0,0"}
    assert "sheep 3,3" in table.legal()


def test_a_tower_that_brings_points_is_placed() -> None:
    table = Drawn()
    table.state.stage = END
    table.state.towers[0] = 1
    assert useless(table) == {text(DONE)}
    table.state.towers[0] = 0
    assert useless_moves(table.state, 0, [DONE]) == set()
