"""The rulings of Tipperary, each proved by at least one test."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.tipperary.naive import TOWNS, groups
from tests.games.tipperary.scene import BARE, Scene
from tilery.games.tipperary.components import BONUS_KIND, RING, TOWN_SIDES, TRACK, TRACK_SHEEP
from tilery.games.tipperary.components import TOWNS as SHIPPED_TOWNS
from tilery.games.tipperary.landscapes import CIRCLE, PASTURE_OF_TWO, TOKENS, TOWN
from tilery.games.tipperary.tileset import fields_of, reconstructed
from tilery.match.match import Match


@pytest.mark.ruling("TIP-1")
def test_a_town_has_nine_fields_and_a_ring_of_eighteen_and_its_back_is_the_mirror_image() -> None:
    front, back = TOWN_SIDES[0]
    assert set(front) == {(0, 0), (1, 0), *((x, y) for x in range(3) for y in (1, 2)), (2, 3)}
    assert set(back) == {(2 - x, y) for x, y in front}
    assert [len(ring) for ring in RING] == [18, 18]


@pytest.mark.ruling("TIP-1")
def test_every_side_has_three_other_landscapes_outside_the_whiskey_track() -> None:
    seen = []
    for sides in TOWN_SIDES:
        for fields in sides:
            assert {cell for cell, kind in fields.items() if kind == TOWN} == {(x, y) for x in range(3) for y in (1, 2)}
            outer = [kind for kind in fields.values() if kind != TOWN]
            assert len(outer) == 3
            assert PASTURE_OF_TWO not in outer
            assert max(outer) < CIRCLE
            seen.append(tuple(sorted(outer)))
    assert len(set(seen)) == 10


@pytest.mark.ruling("TIP-1")
def test_printed_neighbours_trigger_nothing_and_later_ones_do() -> None:
    for seed in range(30):
        table = Match("tipperary", 5, seed=seed).view().table
        for display in table["displays"]:
            assert (display["barrel"], display["sheep_to_place"], display["bonus_to_place"]) == (0, 0, [])
    assert Scene(BARE, tile="d").play("place 1 0 2,0").whiskey == 3
    printed = BARE.replace("m  g", "b  b")
    assert Scene(printed, tile="b").play("place 1 0 2,0").bonus_to_place == []


@pytest.mark.ruling("TIP-2")
def test_the_towns() -> None:
    assert SHIPPED_TOWNS == TOWNS


@pytest.mark.ruling("TIP-3")
def test_the_whiskey_track_and_its_end() -> None:
    assert TRACK.tolist() == [0, 3, 6, 10, 13, 17, 21, 25, 30]
    assert [int(points) for points, sheep in zip(TRACK, TRACK_SHEEP, strict=True) if sheep] == [6, 13, 21]
    display = BARE.replace("m  g  .", "m  g  d")
    assert Scene(display, tile="g", whiskey=25).play("place 1 0 3,0").whiskey == 30
    scene = Scene(display, tile="g", whiskey=30).play("place 1 0 3,0")
    assert scene.whiskey == 30
    assert scene.sheep_to_place == 0


@pytest.mark.ruling("TIP-4")
def test_the_reconstructed_set_has_the_fields_of_its_ruling() -> None:
    tiles = [fields_of(drawing) for drawing in reconstructed()]
    assert Counter(map(len, tiles)) == {3: 10, 4: 20, 5: 17, 6: 9, 7: 4}
    tokens = Counter(TOKENS[kind % 32] for tile in tiles for kind in tile.values())
    circles = sum(count for token, count in tokens.items() if token[0] == "c")
    assert sum(tokens.values()) == 277
    assert (tokens["m"], tokens["p1"] + tokens["p2"], tokens["p2"]) == (96, 70, 23)
    assert (tokens["g"], tokens["d"], tokens["r"], tokens["b"], circles) == (18, 10, 42, 30, 11)
    assert {token for token in tokens if token[0] == "c"} == {"c1", "c2", "c3"}
    symbols = [sum(kind >= 32 for kind in tile.values()) for tile in tiles]
    assert sum(symbols) == 10
    assert max(symbols) == 1
    assert all(len(tile) <= 4 for tile, count in zip(tiles, symbols, strict=True) if count)


@pytest.mark.ruling("TIP-4")
def test_no_tile_of_the_reconstructed_set_earns_anything_by_itself() -> None:
    """But for the +sheep symbols: no grain beside a distillery, no two bogs, no three ruins in a line."""
    for drawing in reconstructed():
        fields = {cell: TOKENS[kind % 32] for cell, kind in fields_of(drawing).items()}
        for (x, y), token in fields.items():
            for beside in ((x + 1, y), (x, y + 1)):
                assert {token, fields.get(beside)} != {"g", "d"}
                assert (token, fields.get(beside)) != ("b", "b")
        for x, y in fields:
            assert [fields.get((x + step, y)) for step in range(3)] != ["r"] * 3
            assert [fields.get((x, y + step)) for step in range(3)] != ["r"] * 3


@pytest.mark.ruling("TIP-4")
def test_pastures_lie_mostly_apart_inside_a_tile() -> None:
    apart = together = 0
    for drawing in reconstructed():
        pastures = {cell for cell, kind in fields_of(drawing).items() if TOKENS[kind % 32][0] == "p"}
        for group in groups(pastures):
            apart += len(group) == 1
            together += len(group) > 1
    assert apart > 4 * together


@pytest.mark.ruling("TIP-5")
def test_the_twelve_bonus_tiles() -> None:
    faces = Counter(TOKENS[int(kind)] for kind in BONUS_KIND)
    assert faces == {"p1": 1, "p2": 1, "g": 2, "d": 2, "r": 2, "b": 2, "m": 1, "c2": 1}


@pytest.mark.ruling("TIP-7")
def test_everybody_owes_a_placement_at_once_and_nobody_waits() -> None:
    for first in range(3):
        match = Match("tipperary", 3, seed=2)
        assert match.waiting == (0, 1, 2)
        while first in match.waiting:
            match.play(match.legal_moves(first)[0])
        assert match.waiting == tuple(seat for seat in range(3) if seat != first)


@pytest.mark.ruling("TIP-7")
def test_from_an_empty_supply_one_gets_nothing() -> None:
    scene = Scene(tile="b+ b+ r r r")
    scene.state.sheep_left, scene.state.towers_left, scene.state.bonus_drawn = 1, 0, 12
    scene.play("place 1 0 3,1")
    assert (scene.sheep_to_place, scene.towers, scene.bonus_to_place) == (1, 0, [])


@pytest.mark.ruling("TIP-7")
def test_a_sheep_counts_when_it_is_earned_not_when_it_is_placed() -> None:
    scene = Scene(tile="b+ r")
    scene.state.sheep_left = 1
    scene.play("place 1 0 3,1")
    assert scene.state.sheep_left == 0
    assert scene.waiting == [0, 1]


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
    scene = Scene(tile="b+ b m", bonus=["g"])
    scene.play("place 1 0 3,1")
    words = {move.split()[0] for move in scene.legal()}
    assert words == {"sheep", "bonus"}
    assert Scene(tile="b+ b m", bonus=["g"]).play("place 1 0 3,1", "sheep 0,0", "bonus 3 6,1").waiting == [1]
    assert Scene(tile="b+ b m", bonus=["g"]).play("place 1 0 3,1", "bonus 3 6,1", "sheep 0,0").waiting == [1]


@pytest.mark.ruling("TIP-8")
def test_the_last_free_meadow_may_be_covered_first_and_the_sheep_is_lost() -> None:
    scene = Scene(tile="b+ b", bonus=["g"])
    scene.play("place 1 0 3,1", "bonus 3 0,0")
    assert scene.sheep_to_place == 0
    assert scene.state.sheep_left == 24
    assert scene.waiting == [1]


@pytest.mark.ruling("TIP-8")
def test_a_sheep_without_a_meadow_waits_for_the_bonus_tile_that_may_be_one() -> None:
    full = BARE.replace("m  g", "r  g")
    scene = Scene(full, tile="b+ b", bonus=["m"])
    scene.play("place 1 0 3,1")
    assert {move.split()[0] for move in scene.legal()} == {"bonus"}
    scene.play("bonus 11 5,1")
    assert scene.legal() == {"sheep 5,1"}


@pytest.mark.ruling("TIP-8")
def test_each_symbol_earns_one_sheep() -> None:
    assert Scene(tile="m+ m+ r+").play("place 1 0 3,1").sheep_to_place == 3


@pytest.mark.ruling("TIP-8")
def test_a_bonus_tile_s_own_effects_join_the_set() -> None:
    display = """
        m  g  .  .  b
        #  #  #  m  m
        #  #  #  m  .
        .  .  r  .  .
    """
    scene = Scene(display, tile="b b", bonus=["d", "b"], whiskey=3)
    scene.play("place 1 0 3,3", "bonus 5 2,0")
    assert scene.whiskey == 6
    assert scene.sheep_to_place == 1


@pytest.mark.ruling("TIP-9")
def test_a_whiskey_inside_the_tile_and_one_at_a_bonus_tile_count() -> None:
    assert Scene(tile="g d").play("place 1 0 3,1").whiskey == 3
    assert Scene(tile="d g d").play("place 1 0 3,1").whiskey == 6
    assert Scene(tile="b b", bonus=["d"]).play("place 1 0 3,1", "bonus 5 2,0").whiskey == 3


@pytest.mark.ruling("TIP-10")
def test_a_line_of_five_at_once_earns_one_tower() -> None:
    assert Scene(tile="r r r r r").play("place 1 0 3,1").towers == 1


@pytest.mark.ruling("TIP-10")
def test_joining_two_lines_earns_nothing_and_joining_two_short_ones_does() -> None:
    long = """
        m  g  .  .  .  .  .  .  .  .
        #  #  #  r  r  r  .  r  r  r
        #  #  #  m  m  m  m  m  m  m
        .  .  d  .  .  .  .  .  .  .
    """
    assert Scene(long, tile="r").play("place 1 0 6,1").towers == 0
    short = long.replace("r  r  r  .  r  r  r", "m  r  r  .  r  r  m")
    assert Scene(short, tile="r").play("place 1 0 6,1").towers == 1


@pytest.mark.ruling("TIP-10")
def test_each_direction_counts() -> None:
    cross = """
        m  g  .  .  r  .
        #  #  #  .  r  m
        #  #  #  r  .  r
        .  .  d  m  m  m
    """
    cross = cross.replace("m  g  .  .  r  .", "m  g  .  m  r  m").replace("#  #  #  .  r  m", "#  #  #  m  r  m")
    assert Scene(cross, tile="r").play("place 1 0 4,2").towers == 2


@pytest.mark.ruling("TIP-10")
def test_a_ruin_on_a_bonus_tile_can_complete_a_line() -> None:
    display = """
        m  g  .  .  .
        #  #  #  r  m
        #  #  #  r  .
        .  .  d  m  .
    """
    assert Scene(display, tile="b b", bonus=["r"]).play("place 1 0 4,2", "bonus 7 3,3").towers == 1


@pytest.mark.ruling("TIP-11")
def test_two_separate_new_sites_earn_two_bonus_tiles() -> None:
    assert len(Scene(tile="b b m b b").play("place 1 0 3,1").bonus_to_place) == 2


@pytest.mark.ruling("TIP-11")
def test_merging_two_sites_earns_nothing() -> None:
    display = """
        m  g  .  .  .  .  .  .
        #  #  #  b  b  .  b  b
        #  #  #  m  m  m  m  m
        .  .  d  .  .  .  .  .
    """
    assert Scene(display, tile="b").play("place 1 0 5,1").bonus_to_place == []


@pytest.mark.ruling("TIP-12")
def test_a_bonus_tile_replaces_the_meadow_and_is_not_covered_again() -> None:
    scene = Scene(tile="b b m b b", bonus=["m", "g"])
    scene.play("place 1 0 3,1", "bonus 11 0,0")
    assert scene.why_not("bonus 3 0,0") == "a bonus tile lies on 0,0 already"
    scene.play("bonus 3 5,1")
    assert scene.shows("""
        m  g  .  .  .  .  .  .
        #  #  #  b  b  g  b  b
        #  #  #  .  .  .  .  .
        .  .  d  .  .  .  .  .
    """)


@pytest.mark.ruling("TIP-13")
def test_a_sheep_may_stand_on_a_meadow_of_the_town_and_on_a_bonus_meadow() -> None:
    scene = Scene(tile="b+ b+", bonus=["m"])
    scene.play("place 1 0 3,1", "bonus 11 5,1")
    assert scene.legal() == {"sheep 0,0", "sheep 5,1"}
    scene.play("sheep 5,1", "sheep 0,0")
    assert scene.flock == 1


@pytest.mark.ruling("TIP-14")
def test_a_flock_counts_sheep_not_fields() -> None:
    assert Scene(tile="p2 p2 p1 m+").play("place 1 0 3,1", "sheep 6,1").flock == 6


@pytest.mark.ruling("TIP-15")
def test_a_display_without_sheep_never_takes_the_marker() -> None:
    assert Scene(BARE).play("place 2 0 -1,1").end_round().marker is None


@pytest.mark.ruling("TIP-15")
def test_the_marker_is_checked_after_the_last_round_too() -> None:
    scene = Scene(BARE, tile="p1").in_round(12)
    scene.play("place 1 0 3,1").end_round()
    assert scene.state.stage == 2
    assert scene.marker == 0


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


@pytest.mark.ruling("TIP-17")
def test_all_who_have_towers_place_them_at_once() -> None:
    scene = Scene(BARE, others=[BARE, BARE]).in_round(12)
    scene.state.towers[:3] = (2, 0, 1)
    scene.play("place 2 0 -1,1").end_round()
    assert scene.waiting == [0, 2]
    scene.play("tower 3,1", seat=2)
    assert scene.waiting == [0]


@pytest.mark.ruling("TIP-18")
def test_town_fields_and_towers_count_for_the_rectangle_and_ties_share() -> None:
    match = Match("tipperary", 2, seed=1)
    assert [points["area"] for points in match.scores.points] == [6, 6]
    assert match.game.tiebreaks == ()
    scene = Scene(BARE).in_round(12)
    scene.state.towers[0] = 1
    scene.play("place 2 0 3,1").end_round()
    scene.play("tower 3,2")
    points = Match("tipperary", 2, seed=1)
    points._states[:] = scene.states
    assert points.scores.points[0]["area"] == 8
