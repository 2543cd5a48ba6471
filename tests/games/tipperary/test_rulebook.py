"""The rulebook's worked examples and sentences, one a test, drawn. The town's own fields come with every drawing."""

from __future__ import annotations

import pytest

from tests.games.tipperary.scene import BARE, Scene
from tilery.match.match import Match
from tilery.match.position import score_position

# Placement ---------------------------------------------------------------------------------------------------------


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
    scene = Scene(tile="r r")
    assert "place 1 0 3,1" in scene.legal()
    assert scene.why_not("place 1 0 3,4") == "tile 1 would not lie edge to edge with your display"
    assert scene.why_not("place 1 0 9,9") == "tile 1 would not lie edge to edge with your display"


def test_a_tile_may_be_turned_and_flipped() -> None:
    tile = """
        r  b
        r  .
        g  .
    """
    assert (
        Scene(tile=tile)
        .play("place 1 0 3,0")
        .shows("""
        m  g  .  r  b
        #  #  #  r  .
        #  #  #  g  .
        .  .  d  .  .
    """)
    )
    assert (
        Scene(tile=tile)
        .play("place 1 1 3,1")
        .shows("""
        m  g  .  .  .  .
        #  #  #  g  r  r
        #  #  #  .  .  b
        .  .  d  .  .  .
    """)
    )
    assert (
        Scene(tile=tile)
        .play("place 1 2 3,0")
        .shows("""
        m  g  .  .  g
        #  #  #  .  r
        #  #  #  b  r
        .  .  d  .  .
    """)
    )
    assert (
        Scene(tile=tile)
        .play("place 1 0* 3,1")
        .shows("""
        m  g  .  .  .
        #  #  #  b  r
        #  #  #  .  r
        .  .  d  .  g
    """)
    )


def test_tiles_do_not_overlap() -> None:
    scene = Scene(tile="r r")
    assert scene.why_not("place 1 0 2,1") == "tile 1 would overlap your display at 2,1"


def test_gaps_are_allowed() -> None:
    scene = Scene(tile="r r r\nr . .")
    scene.play("place 1 1 -2,-1")
    assert scene.shows("""
        r  r  .  .  .
        .  r  m  g  .
        .  r  #  #  #
        .  .  #  #  #
        .  .  .  .  d
    """)


# Meadows and pastures -----------------------------------------------------------------------------------------------

TWO_FLOCKS = """
    m  g  .  .  .
    #  #  #  p1 .
    #  #  #  p1 .
    .  .  d  m  p2
    .  .  .  .  p1
"""


def test_flocks_that_touch_only_diagonally_are_two() -> None:
    assert Scene(TWO_FLOCKS).flock == 3


def test_a_tile_joins_flocks_of_two_and_three_to_six() -> None:
    scene = Scene(TWO_FLOCKS, tile="m p1")
    scene.play("place 1 1 4,1")
    assert scene.shows("""
        m  g  .  .  .
        #  #  #  p1 m
        #  #  #  p1 p1
        .  .  d  m  p2
        .  .  .  .  p1
    """)
    assert scene.flock == 6


def test_a_wooden_sheep_joins_flocks_of_two_and_three_to_six_and_the_symbol_does_not_count() -> None:
    scene = Scene(TWO_FLOCKS, tile="b+ r")
    scene.play("place 1 0 5,4")
    assert scene.flock == 3
    assert scene.sheep_to_place == 1
    scene.play("sheep 3,3")
    assert scene.flock == 6
    assert scene.sheep_to_place == 0


def test_a_wooden_sheep_may_stand_on_the_tile_just_placed() -> None:
    scene = Scene(tile="m+ r")
    scene.play("place 1 0 3,1")
    assert scene.legal() == {"sheep 0,0", "sheep 3,1"}
    scene.play("sheep 3,1")
    assert scene.flock == 1


def test_a_meadow_holds_one_wooden_sheep() -> None:
    scene = Scene(tile="b+ r+")
    scene.play("place 1 0 3,1")
    assert scene.sheep_to_place == 2
    assert scene.legal() == {"sheep 0,0"}
    scene = Scene(tile="b+ r+ m")
    scene.play("place 1 0 3,1", "sheep 0,0")
    assert scene.why_not("sheep 0,0") == "a wooden sheep stands on 0,0 already"


def test_a_sheep_that_cannot_be_placed_is_not_got() -> None:
    scene = Scene(tile="b+ r+")
    scene.play("place 1 0 3,1", "sheep 0,0")
    assert scene.sheep_to_place == 0
    assert scene.state.sheep_left == 23
    assert scene.waiting == [1]


def test_wooden_sheep_stand_on_meadows_only() -> None:
    scene = Scene(tile="p1+ r")
    scene.play("place 1 0 3,1")
    assert scene.legal() == {"sheep 0,0"}
    assert scene.why_not("sheep 3,1") == "3,1 is no meadow, and wooden sheep stand on meadows"
    assert scene.why_not("sheep 9,9") == "9,9 is outside your display, and wooden sheep stand on meadows"


# Whiskey ------------------------------------------------------------------------------------------------------------


def test_the_first_whiskey_moves_the_barrel_to_3() -> None:
    scene = Scene(tile="m d").play("place 1 1 2,-1")
    assert scene.whiskey == 3
    assert scene.waiting == [1]


def test_the_second_whiskey_moves_the_barrel_to_6_and_earns_a_sheep() -> None:
    display = """
        m  g  d
        #  #  #
        #  #  #
        .  .  r
    """
    scene = Scene(display, tile="g", whiskey=3).play("place 1 0 3,0")
    assert scene.whiskey == 6
    assert scene.sheep_to_place == 1
    scene.play("sheep 0,0")
    assert scene.flock == 1


def test_a_distillery_between_two_diagonal_grain_fields_makes_two_whiskeys_at_once() -> None:
    display = """
        m  r  .  g  m
        #  #  #  .  g
        #  #  #  m  m
        .  .  r  .  .
    """
    scene = Scene(display, tile="d").play("place 1 0 3,1")
    assert scene.whiskey == 6
    assert scene.sheep_to_place == 1


def test_passing_a_sheep_on_the_track_earns_it_too() -> None:
    display = """
        m  r  .  g  m
        #  #  #  .  g
        #  #  #  g  m
        .  .  r  .  .
    """
    scene = Scene(display, tile="d", whiskey=3).play("place 1 0 3,1")
    assert scene.whiskey == 13
    assert scene.sheep_to_place == 2


# Ruins --------------------------------------------------------------------------------------------------------------

TWO_RUINS = """
    m  g  .  .
    #  #  #  r
    #  #  #  m
    .  .  d  m
"""


def test_three_bent_ruins_are_no_line_and_three_straight_ones_earn_a_tower() -> None:
    assert Scene(TWO_RUINS, tile="r r").play("place 1 1 4,1").towers == 0
    assert Scene(TWO_RUINS, tile="r r").play("place 1 0 4,1").towers == 1


LINE = """
    m  g  .  .  .  .
    #  #  #  r  r  r
    #  #  #  m  m  m
    .  .  d  .  .  .
"""


def test_a_longer_line_earns_nothing_and_a_crossing_one_does() -> None:
    assert Scene(LINE, tile="r r").play("place 1 0 6,1").towers == 0
    assert Scene(LINE, tile="r r").play("place 1 1 4,-1").towers == 1


def test_towers_wait_in_front_of_the_player_until_the_end() -> None:
    scene = Scene(TWO_RUINS, tile="r r").play("place 1 0 4,1")
    assert scene.waiting == [1]
    assert scene.why_not("tower 3,0", seat=1) == "towers are placed after the last round"


# Bogs ---------------------------------------------------------------------------------------------------------------

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
    scene = Scene(display, tile="b m", bonus=["b", "r"])
    scene.play("place 1 0 6,0")
    assert scene.bonus_to_place == ["b"]
    scene.play("bonus 9 3,-1")  # beside the other bog: another site
    assert scene.bonus_to_place == ["r"]
    scene.play("bonus 7 3,1")  # on a meadow: three ruins in a line
    assert scene.towers == 1
    assert scene.waiting == [1]


def test_a_bog_that_makes_the_new_site_larger_earns_nothing() -> None:
    display = """
        m  g  .  b  m  b
        #  #  #  m  r  r
        #  #  #  m  m  m
        .  .  d  .  .  .
    """
    scene = Scene(display, tile="b m", bonus=["b", "r"]).play("place 1 0 6,0", "bonus 9 4,0")
    assert scene.bonus_to_place == []
    assert scene.waiting == [1]


def test_three_bogs_joined_at_once_earn_one_bonus_tile() -> None:
    display = """
        m  g  .  b  m
        #  #  #  .  b
        #  #  #  m  m
        .  .  d  .  .
    """
    scene = Scene(display, tile="b").play("place 1 0 3,1")
    assert len(scene.bonus_to_place) == 1


def test_a_bonus_tile_goes_beside_the_display_or_on_a_meadow_without_sheep_or_bonus_tile() -> None:
    scene = Scene(BOGS.replace("m  m\n", "ms m\n", 1), tile="b", bonus=["m", "g"])
    scene.play("place 1 0 3,2")
    places = {tuple(map(int, move.split()[-1].split(","))) for move in scene.legal()}
    assert (5, 1) in places
    assert (0, 0) in places  # a meadow of the town
    assert (6, 1) in places  # beside
    assert scene.why_not("bonus 11 4,1") == (
        "a wooden sheep stands on 4,1, and bonus tiles cover only meadows without one"
    )
    assert scene.why_not("bonus 11 3,1") == "3,1 is no meadow, and bonus tiles cover only meadows"
    assert scene.why_not("bonus 11 9,9") == "9,9 does not lie edge to edge with your display"


# The largest flock ---------------------------------------------------------------------------------------------------


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
    scene = Scene(flock(3), others=[flock(2)]).play("place 2 0 -1,1").end_round()
    assert scene.marker == 0


def test_the_marker_changes_hands() -> None:
    scene = Scene(flock(3), others=[flock(4)], marker=0).play("place 2 0 -1,1").end_round()
    assert scene.marker == 1


def test_in_a_tie_a_marker_in_the_supply_stays_there() -> None:
    assert Scene(flock(3), others=[flock(3)]).play("place 2 0 -1,1").end_round().marker is None


def test_in_a_tie_the_marker_stays_with_a_holder_who_is_part_of_it() -> None:
    assert Scene(flock(3), others=[flock(3), flock(2)], marker=1).play("place 2 0 -1,1").end_round().marker == 1


def test_two_who_pass_the_holder_together_send_the_marker_back_to_the_supply() -> None:
    assert Scene(flock(5), others=[flock(6), flock(6)], marker=0).play("place 2 0 -1,1").end_round().marker is None


# Rounds and the end --------------------------------------------------------------------------------------------------


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


def towers_scene(display: str, towers: int) -> Scene:
    scene = Scene(display).in_round(12)
    scene.state.towers[0] = towers
    scene.play("place 2 0 -1,1").end_round()
    return scene


def test_towers_are_placed_at_the_end_beside_the_display_and_beside_each_other() -> None:
    scene = towers_scene(BARE, 3)
    assert scene.waiting == [0]
    assert scene.why_not("tower 0,0") == "0,0 is covered already, and a tower goes beside your display, not on it"
    assert scene.why_not("tower 9,0") == "9,0 does not lie edge to edge with your display"
    assert scene.why_not("sheep 0,0") == 'the last round is over: now you place towers, or end with "done"'
    scene.play("tower 3,1", "tower 4,1")
    assert scene.waiting == [0]
    scene.play("tower 5,1")
    assert scene.waiting == []
    assert scene.state.stage == 2


def test_towers_need_not_be_placed() -> None:
    scene = towers_scene(BARE, 3).play("tower 3,1", "done")
    assert scene.waiting == []
    assert scene.towers == 2


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
