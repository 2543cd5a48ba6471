"""A round of Tipperary: all place a tile at once, then what it earned; and the towers at the end."""

from __future__ import annotations

import pytest

from tests.games.tipperary.tables import BARE, Drawn
from tilery.match.match import Match


def test_one_of_the_two_tiles_of_the_area_is_placed_and_the_other_stays() -> None:
    match = Match("tipperary", 3, seed=1)
    before = match.view().table
    area = before["displays"][0]["area"]
    offered = before["areas"][area]
    assert {int(str(move).split()[1]) for move in match.legal_moves(0)} == set(offered)
    match.play(next(move for move in match.legal_moves(0) if str(move).startswith(f"place {offered[0]} ")))
    assert match.view().table["areas"][area] == [offered[1]]


def test_the_crest_of_the_town_points_to_the_area() -> None:
    names = ["An Chathair", "Tiobraid Árann", "Béal an Átha", "Cluain Meala", "Durlas"]
    for seed in range(20):
        match = Match("tipperary", 5, seed=seed)
        table = match.view().table
        areas = [display["area"] for display in table["displays"]]
        assert areas == [(names.index(display["town"]) + table["spin"]) % 5 for display in table["displays"]]
        assert sorted(areas) == [0, 1, 2, 3, 4]


def test_a_tile_lies_edge_to_edge_not_corner_to_corner() -> None:
    table = Drawn(tile="r r")
    assert "place 1 0 3,1" in table.legal()
    assert table.why_not("place 1 0 3,4") == "tile 1 would not be edge to edge with your display"
    assert table.why_not("place 1 0 9,9") == "tile 1 would not be edge to edge with your display"


def test_a_tile_may_be_turned_and_flipped() -> None:
    tile = """
        r  b
        r  .
        g  .
    """
    assert (
        Drawn(tile=tile)
        .play("place 1 0 3,0")
        .shows("""
        m  g  .  r  b
        #  #  #  r  .
        #  #  #  g  .
        .  .  d  .  .
    """)
    )
    assert (
        Drawn(tile=tile)
        .play("place 1 1 3,1")
        .shows("""
        m  g  .  .  .  .
        #  #  #  g  r  r
        #  #  #  .  .  b
        .  .  d  .  .  .
    """)
    )
    assert (
        Drawn(tile=tile)
        .play("place 1 2 3,0")
        .shows("""
        m  g  .  .  g
        #  #  #  .  r
        #  #  #  b  r
        .  .  d  .  .
    """)
    )
    assert (
        Drawn(tile=tile)
        .play("place 1 0* 3,1")
        .shows("""
        m  g  .  .  .
        #  #  #  b  r
        #  #  #  .  r
        .  .  d  .  g
    """)
    )


def test_tiles_do_not_overlap() -> None:
    table = Drawn(tile="r r")
    assert table.why_not("place 1 0 2,1") == "tile 1 would overlap your display at 2,1"


def test_gaps_are_allowed() -> None:
    table = Drawn(tile="r r r\nr . .")
    table.play("place 1 1 -2,-1")
    assert table.shows("""
        r  r  .  .  .
        .  r  m  g  .
        .  r  #  #  #
        .  .  #  #  #
        .  .  .  .  d
    """)


# Order.


@pytest.mark.ruling("TIP-7")
def test_everybody_owes_a_placement_at_once_and_nobody_waits() -> None:
    for first in range(3):
        match = Match("tipperary", 3, seed=2)
        assert match.waiting == (0, 1, 2)
        while first in match.waiting:
            match.play(match.legal_moves(first)[0])
        assert match.waiting == tuple(seat for seat in range(3) if seat != first)


@pytest.mark.ruling("TIP-7")
@pytest.mark.parametrize("seed", range(4))
def test_in_turn_order_or_in_another_order_it_is_the_same_game_while_supplies_last(seed: int) -> None:
    """Two orders of the same decisions end in the same displays, because each seat draws from its own area."""
    match = Match("tipperary", 3, seed=seed)
    other = Match("tipperary", 3, seed=seed)
    while match.view().table["round"] <= 2:
        decisions = {}
        for seat in range(3):
            decisions[seat] = str(match.legal_moves(seat)[seed * 7])
            match.play(decisions[seat], seat)
        for seat in (2, 0, 1):
            other.play(decisions[seat], seat)
        for seat in range(3):
            while seat in match.waiting and match.view().table["displays"][seat]["has_placed"]:
                move = str(match.legal_moves(seat)[0])
                match.play(move, seat)
                other.play(move, seat)
    drawings = [[display["drawing"] for display in one.view().table["displays"]] for one in (match, other)]
    assert drawings[0] == drawings[1]


@pytest.mark.ruling("TIP-8")
def test_pending_effects_are_resolved_in_any_order() -> None:
    table = Drawn(tile="b+ b m", bonus=["g"])
    table.play("place 1 0 3,1")
    words = {move.split()[0] for move in table.legal()}
    assert words == {"sheep", "bonus"}
    assert Drawn(tile="b+ b m", bonus=["g"]).play("place 1 0 3,1", "sheep 0,0", "bonus 3 6,1").waiting == [1]
    assert Drawn(tile="b+ b m", bonus=["g"]).play("place 1 0 3,1", "bonus 3 6,1", "sheep 0,0").waiting == [1]


# Rounds and the end.


@pytest.mark.parametrize(("seats", "rounds"), [(2, 12), (3, 12), (4, 12), (5, 10)])
def test_twelve_rounds_are_played_ten_with_five_players(seats: int, rounds: int) -> None:
    match = Match("tipperary", seats, seed=seats)
    match.play_randomly(seed=1)
    placed = [str(move) for move in match.moves if str(move).startswith("place")]
    assert len(placed) == seats * rounds


def test_with_three_players_three_tiles_are_added_after_a_round() -> None:
    match = Match("tipperary", 3, seed=4)
    before = match.view().table
    while match.view().table["round"] == 1:
        match.play_randomly(1, seed=9)
    after = match.view().table
    assert before["bag"] - after["bag"] == 3
    assert all(len(area) == 2 for area in after["areas"])
    untouched = {0, 1, 2, 3, 4} - {display["area"] for display in before["displays"]}
    assert all(before["areas"][area] == after["areas"][area] for area in untouched)


@pytest.mark.ruling("TIP-16")
@pytest.mark.parametrize(("seats", "drawn"), [(2, 32), (3, 43), (4, 54), (5, 55)])
def test_the_bag_is_never_empty(seats: int, drawn: int) -> None:
    match = Match("tipperary", seats, seed=seats)
    match.play_randomly(seed=2)
    assert match.view().table["bag"] == 60 - drawn


@pytest.mark.ruling("TIP-16")
def test_areas_are_refilled_from_the_first_on() -> None:
    match = Match("tipperary", 4, seed=8)
    bag = match.deal["bag"]
    before = match.view().table["areas"]
    while match.view().table["round"] == 1:
        match.play_randomly(1, seed=3)
    after = match.view().table["areas"]
    new = [tile for area in range(5) for tile in after[area] if tile not in before[area]]
    assert new == bag[:4]


def towers_table(display: str, towers: int) -> Drawn:
    table = Drawn(display).in_round(12)
    table.state.towers[0] = towers
    table.play("place 2 0 -1,1").end_round()
    return table


def test_towers_are_placed_at_the_end_beside_the_display_and_beside_each_other() -> None:
    table = towers_table(BARE, 3)
    assert table.waiting == [0]
    assert table.why_not("tower 0,0") == "0,0 is already covered; a tower goes next to your display, not on it"
    assert table.why_not("tower 9,0") == "9,0 is not edge to edge with your display"
    assert table.why_not("sheep 0,0") == 'the last round is over: place towers, or end with "done"'
    table.play("tower 3,1", "tower 4,1")
    assert table.waiting == [0]
    table.play("tower 5,1")
    assert table.waiting == []
    assert table.state.stage == 2


def test_towers_need_not_be_placed() -> None:
    table = towers_table(BARE, 3).play("tower 3,1", "done")
    assert table.waiting == []
    assert table.towers == 2


@pytest.mark.ruling("TIP-17")
def test_all_who_have_towers_place_them_at_once() -> None:
    table = Drawn(BARE, others=[BARE, BARE]).in_round(12)
    table.state.towers[:3] = (2, 0, 1)
    table.play("place 2 0 -1,1").end_round()
    assert table.waiting == [0, 2]
    table.play("tower 3,1", seat=2)
    assert table.waiting == [0]
