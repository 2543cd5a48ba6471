"""What placing earns in Tipperary: sheep, whiskey, towers and bonus tiles."""

from __future__ import annotations

import pytest

from tests.games.tipperary.tables import BARE, Drawn
from tilery.games.tipperary.rules.components import TRACK, TRACK_SHEEP
from tilery.match.match import Match


@pytest.mark.ruling("TIP-1")
def test_printed_neighbours_trigger_nothing_and_later_ones_do() -> None:
    for seed in range(30):
        table = Match("tipperary", 5, seed=seed).view().table
        for display in table["displays"]:
            assert (display["barrel"], display["sheep_to_place"], display["bonus_to_place"]) == (0, 0, [])
    assert Drawn(BARE, tile="d").play("place 1 0 2,0").whiskey == 3
    printed = BARE.replace("m  g", "b  b")
    assert Drawn(printed, tile="b").play("place 1 0 2,0").bonus_to_place == []


@pytest.mark.ruling("TIP-7")
def test_from_an_empty_supply_one_gets_nothing() -> None:
    table = Drawn(tile="b+ b+ r r r")
    table.state.sheep_left, table.state.towers_left, table.state.bonus_drawn = 1, 0, 12
    table.play("place 1 0 3,1")
    assert (table.sheep_to_place, table.towers, table.bonus_to_place) == (1, 0, [])


# Meadows and pastures.


TWO_FLOCKS = """
    m  g  .  .  .
    #  #  #  p1 .
    #  #  #  p1 .
    .  .  d  m  p2
    .  .  .  .  p1
"""


def test_flocks_that_touch_only_diagonally_are_two() -> None:
    assert Drawn(TWO_FLOCKS).flock == 3


def test_a_tile_joins_flocks_of_two_and_three_to_six() -> None:
    table = Drawn(TWO_FLOCKS, tile="m p1")
    table.play("place 1 1 4,1")
    assert table.shows("""
        m  g  .  .  .
        #  #  #  p1 m
        #  #  #  p1 p1
        .  .  d  m  p2
        .  .  .  .  p1
    """)
    assert table.flock == 6


def test_a_wooden_sheep_joins_flocks_of_two_and_three_to_six_and_the_symbol_does_not_count() -> None:
    table = Drawn(TWO_FLOCKS, tile="b+ r")
    table.play("place 1 0 5,4")
    assert table.flock == 3
    assert table.sheep_to_place == 1
    table.play("sheep 3,3")
    assert table.flock == 6
    assert table.sheep_to_place == 0


def test_a_wooden_sheep_may_stand_on_the_tile_just_placed() -> None:
    table = Drawn(tile="m+ r")
    table.play("place 1 0 3,1")
    assert table.legal() == {"sheep 0,0", "sheep 3,1"}
    table.play("sheep 3,1")
    assert table.flock == 1


def test_a_meadow_holds_one_wooden_sheep() -> None:
    table = Drawn(tile="b+ r+")
    table.play("place 1 0 3,1")
    assert table.sheep_to_place == 2
    assert table.legal() == {"sheep 0,0"}
    table = Drawn(tile="b+ r+ m")
    table.play("place 1 0 3,1", "sheep 0,0")
    assert table.why_not("sheep 0,0") == "there is already a wooden sheep on 0,0"


def test_a_sheep_that_cannot_be_placed_is_not_got() -> None:
    table = Drawn(tile="b+ r+")
    table.play("place 1 0 3,1", "sheep 0,0")
    assert table.sheep_to_place == 0
    assert table.state.sheep_left == 23
    assert table.waiting == [1]


def test_wooden_sheep_stand_on_meadows_only() -> None:
    table = Drawn(tile="p1+ r")
    table.play("place 1 0 3,1")
    assert table.legal() == {"sheep 0,0"}
    assert table.why_not("sheep 3,1") == "3,1 is not a meadow; wooden sheep can only stand on meadows"
    assert table.why_not("sheep 9,9") == "9,9 is outside your display; wooden sheep can only stand on meadows"


@pytest.mark.ruling("TIP-7")
def test_a_sheep_counts_when_it_is_earned_not_when_it_is_placed() -> None:
    table = Drawn(tile="b+ r")
    table.state.sheep_left = 1
    table.play("place 1 0 3,1")
    assert table.state.sheep_left == 0
    assert table.waiting == [0, 1]


@pytest.mark.ruling("TIP-8")
def test_the_last_free_meadow_may_be_covered_first_and_the_sheep_is_lost() -> None:
    table = Drawn(tile="b+ b", bonus=["g"])
    table.play("place 1 0 3,1", "bonus 3 0,0")
    assert table.sheep_to_place == 0
    assert table.state.sheep_left == 24
    assert table.waiting == [1]


@pytest.mark.ruling("TIP-8")
def test_a_sheep_without_a_meadow_waits_for_the_bonus_tile_that_may_be_one() -> None:
    full = BARE.replace("m  g", "r  g")
    table = Drawn(full, tile="b+ b", bonus=["m"])
    table.play("place 1 0 3,1")
    assert {move.split()[0] for move in table.legal()} == {"bonus"}
    table.play("bonus 11 5,1")
    assert table.legal() == {"sheep 5,1"}


@pytest.mark.ruling("TIP-8")
def test_each_symbol_earns_one_sheep() -> None:
    assert Drawn(tile="m+ m+ r+").play("place 1 0 3,1").sheep_to_place == 3


@pytest.mark.ruling("TIP-13")
def test_a_sheep_may_stand_on_a_meadow_of_the_town_and_on_a_bonus_meadow() -> None:
    table = Drawn(tile="b+ b+", bonus=["m"])
    table.play("place 1 0 3,1", "bonus 11 5,1")
    assert table.legal() == {"sheep 0,0", "sheep 5,1"}
    table.play("sheep 5,1", "sheep 0,0")
    assert table.flock == 1


@pytest.mark.ruling("TIP-14")
def test_a_flock_counts_sheep_not_fields() -> None:
    assert Drawn(tile="p2 p2 p1 m+").play("place 1 0 3,1", "sheep 6,1").flock == 6


# Whiskey.


def test_the_first_whiskey_moves_the_barrel_to_3() -> None:
    table = Drawn(tile="m d").play("place 1 1 2,-1")
    assert table.whiskey == 3
    assert table.waiting == [1]


def test_the_second_whiskey_moves_the_barrel_to_6_and_earns_a_sheep() -> None:
    display = """
        m  g  d
        #  #  #
        #  #  #
        .  .  r
    """
    table = Drawn(display, tile="g", whiskey=3).play("place 1 0 3,0")
    assert table.whiskey == 6
    assert table.sheep_to_place == 1
    table.play("sheep 0,0")
    assert table.flock == 1


def test_a_distillery_between_two_diagonal_grain_fields_makes_two_whiskeys_at_once() -> None:
    display = """
        m  r  .  g  m
        #  #  #  .  g
        #  #  #  m  m
        .  .  r  .  .
    """
    table = Drawn(display, tile="d").play("place 1 0 3,1")
    assert table.whiskey == 6
    assert table.sheep_to_place == 1


def test_passing_a_sheep_on_the_track_earns_it_too() -> None:
    display = """
        m  r  .  g  m
        #  #  #  .  g
        #  #  #  g  m
        .  .  r  .  .
    """
    table = Drawn(display, tile="d", whiskey=3).play("place 1 0 3,1")
    assert table.whiskey == 13
    assert table.sheep_to_place == 2


@pytest.mark.ruling("TIP-3")
def test_the_whiskey_track_and_its_end() -> None:
    assert TRACK.tolist() == [0, 3, 6, 10, 13, 17, 21, 25, 30]
    assert [int(points) for points, sheep in zip(TRACK, TRACK_SHEEP, strict=True) if sheep] == [6, 13, 21]
    display = BARE.replace("m  g  .", "m  g  d")
    assert Drawn(display, tile="g", whiskey=25).play("place 1 0 3,0").whiskey == 30
    table = Drawn(display, tile="g", whiskey=30).play("place 1 0 3,0")
    assert table.whiskey == 30
    assert table.sheep_to_place == 0


@pytest.mark.ruling("TIP-9")
def test_a_whiskey_inside_the_tile_and_one_at_a_bonus_tile_count() -> None:
    assert Drawn(tile="g d").play("place 1 0 3,1").whiskey == 3
    assert Drawn(tile="d g d").play("place 1 0 3,1").whiskey == 6
    assert Drawn(tile="b b", bonus=["d"]).play("place 1 0 3,1", "bonus 5 2,0").whiskey == 3


# Ruins.


TWO_RUINS = """
    m  g  .  .
    #  #  #  r
    #  #  #  m
    .  .  d  m
"""


def test_three_bent_ruins_are_no_line_and_three_straight_ones_earn_a_tower() -> None:
    assert Drawn(TWO_RUINS, tile="r r").play("place 1 1 4,1").towers == 0
    assert Drawn(TWO_RUINS, tile="r r").play("place 1 0 4,1").towers == 1


LINE = """
    m  g  .  .  .  .
    #  #  #  r  r  r
    #  #  #  m  m  m
    .  .  d  .  .  .
"""


def test_a_longer_line_earns_nothing_and_a_crossing_one_does() -> None:
    assert Drawn(LINE, tile="r r").play("place 1 0 6,1").towers == 0
    assert Drawn(LINE, tile="r r").play("place 1 1 4,-1").towers == 1


def test_towers_wait_in_front_of_the_player_until_the_end() -> None:
    table = Drawn(TWO_RUINS, tile="r r").play("place 1 0 4,1")
    assert table.waiting == [1]
    assert table.why_not("tower 3,0", seat=1) == "towers can be placed only after the last round"


@pytest.mark.ruling("TIP-10")
def test_a_line_of_five_at_once_earns_one_tower() -> None:
    assert Drawn(tile="r r r r r").play("place 1 0 3,1").towers == 1


@pytest.mark.ruling("TIP-10")
def test_joining_two_lines_earns_nothing_and_joining_two_short_ones_does() -> None:
    long = """
        m  g  .  .  .  .  .  .  .  .
        #  #  #  r  r  r  .  r  r  r
        #  #  #  m  m  m  m  m  m  m
        .  .  d  .  .  .  .  .  .  .
    """
    assert Drawn(long, tile="r").play("place 1 0 6,1").towers == 0
    short = long.replace("r  r  r  .  r  r  r", "m  r  r  .  r  r  m")
    assert Drawn(short, tile="r").play("place 1 0 6,1").towers == 1


@pytest.mark.ruling("TIP-10")
def test_each_direction_counts() -> None:
    cross = """
        m  g  .  .  r  .
        #  #  #  .  r  m
        #  #  #  r  .  r
        .  .  d  m  m  m
    """
    cross = cross.replace("m  g  .  .  r  .", "m  g  .  m  r  m").replace("#  #  #  .  r  m", "#  #  #  m  r  m")
    assert Drawn(cross, tile="r").play("place 1 0 4,2").towers == 2


@pytest.mark.ruling("TIP-10")
def test_a_ruin_on_a_bonus_tile_can_complete_a_line() -> None:
    display = """
        m  g  .  .  .
        #  #  #  r  m
        #  #  #  r  .
        .  .  d  m  .
    """
    assert Drawn(display, tile="b b", bonus=["r"]).play("place 1 0 4,2", "bonus 7 3,3").towers == 1


# Bogs.


BOGS = """
    m  g  .  .  .  .
    #  #  #  b  m  m
    #  #  #  .  r  r
    .  .  d  .  .  m
"""


def test_the_bog_chain_of_two_bonus_tiles_and_a_tower() -> None:
    display = """
        m  g  .  b  m  b
        #  #  #  m  r  r
        #  #  #  m  m  m
        .  .  d  .  .  .
    """
    table = Drawn(display, tile="b m", bonus=["b", "r"])
    table.play("place 1 0 6,0")
    assert table.bonus_to_place == ["b"]
    table.play("bonus 9 3,-1")  # beside the other bog: another site
    assert table.bonus_to_place == ["r"]
    table.play("bonus 7 3,1")  # on a meadow: three ruins in a line
    assert table.towers == 1
    assert table.waiting == [1]


def test_a_bog_that_makes_the_new_site_larger_earns_nothing() -> None:
    display = """
        m  g  .  b  m  b
        #  #  #  m  r  r
        #  #  #  m  m  m
        .  .  d  .  .  .
    """
    table = Drawn(display, tile="b m", bonus=["b", "r"]).play("place 1 0 6,0", "bonus 9 4,0")
    assert table.bonus_to_place == []
    assert table.waiting == [1]


def test_three_bogs_joined_at_once_earn_one_bonus_tile() -> None:
    display = """
        m  g  .  b  m
        #  #  #  .  b
        #  #  #  m  m
        .  .  d  .  .
    """
    table = Drawn(display, tile="b").play("place 1 0 3,1")
    assert len(table.bonus_to_place) == 1


def test_a_bonus_tile_goes_beside_the_display_or_on_a_meadow_without_sheep_or_bonus_tile() -> None:
    table = Drawn(BOGS.replace("m  m\n", "ms m\n", 1), tile="b", bonus=["m", "g"])
    table.play("place 1 0 3,2")
    places = {tuple(map(int, move.split()[-1].split(","))) for move in table.legal()}
    assert (5, 1) in places
    assert (0, 0) in places  # a meadow of the town
    assert (6, 1) in places  # beside
    assert table.why_not("bonus 11 4,1") == (
        "there is a wooden sheep on 4,1; bonus tiles can cover only meadows without one"
    )
    assert table.why_not("bonus 11 3,1") == "3,1 is not a meadow; bonus tiles can cover only meadows"
    assert table.why_not("bonus 11 9,9") == "9,9 is not edge to edge with your display"


@pytest.mark.ruling("TIP-8")
def test_a_bonus_tile_s_own_effects_join_the_set() -> None:
    display = """
        m  g  .  .  b
        #  #  #  m  m
        #  #  #  m  .
        .  .  r  .  .
    """
    table = Drawn(display, tile="b b", bonus=["d", "b"], whiskey=3)
    table.play("place 1 0 3,3", "bonus 5 2,0")
    assert table.whiskey == 6
    assert table.sheep_to_place == 1


@pytest.mark.ruling("TIP-11")
def test_two_separate_new_sites_earn_two_bonus_tiles() -> None:
    assert len(Drawn(tile="b b m b b").play("place 1 0 3,1").bonus_to_place) == 2


@pytest.mark.ruling("TIP-11")
def test_merging_two_sites_earns_nothing() -> None:
    display = """
        m  g  .  .  .  .  .  .
        #  #  #  b  b  .  b  b
        #  #  #  m  m  m  m  m
        .  .  d  .  .  .  .  .
    """
    assert Drawn(display, tile="b").play("place 1 0 5,1").bonus_to_place == []


@pytest.mark.ruling("TIP-12")
def test_a_bonus_tile_replaces_the_meadow_and_is_not_covered_again() -> None:
    table = Drawn(tile="b b m b b", bonus=["m", "g"])
    table.play("place 1 0 3,1", "bonus 11 0,0")
    assert table.why_not("bonus 3 0,0") == "there is already a bonus tile on 0,0"
    table.play("bonus 3 5,1")
    assert table.shows("""
        m  g  .  .  .  .  .  .
        #  #  #  b  b  g  b  b
        #  #  #  .  .  .  .  .
        .  .  d  .  .  .  .  .
    """)
