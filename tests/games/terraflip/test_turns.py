"""Placing tiles, turns, and the end of the game."""

from __future__ import annotations

import random

import pytest

from tests.games.terraflip.naive import WORLD, distance, written
from tests.games.terraflip.tables import legal, shown, table
from tilery.match.match import IllegalMoveError, Match


@pytest.mark.ruling("TER-1", "TER-2", "TER-15")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_seat_begins_with_the_tiles_of_its_family(seats: int) -> None:
    match = Match("terraflip", seats, seed=1)
    names = ["desert", "forest", "mountain", "river"]
    assert match.deal == {"families": names[:seats]}
    for seat in range(seats):
        hand = match.view(seat).table["hands"][seat]
        assert hand == {
            "two_faced": 9,
            "specials": ["catapult", "rider", "camp"],
            "undersides": {name: 3 for name in names if name != names[seat]},
        }
    assert match.view().table["spies"] == [3] * seats


@pytest.mark.ruling("TER-15")
def test_nothing_is_left_to_chance() -> None:
    assert Match("terraflip", 3, seed=1).state.tobytes() == Match("terraflip", 3, seed=2).state.tobytes()


@pytest.mark.ruling("TER-4")
def test_the_first_tile_touches_the_tower() -> None:
    match = Match("terraflip", 2, seed=0)
    around = {"1,0", "-1,0", "0,1", "0,-1", "1,-1", "-1,1"}
    kinds = ("forest", "mountain", "river", "catapult", "rider", "camp")
    assert {str(move) for move in match.legal_moves()} == {f"place {kind} {p}" for kind in kinds for p in around}


@pytest.mark.ruling("TER-4")
def test_example_a_place_two_steps_away_that_touches_nothing_is_refused() -> None:
    match, drawing = table(
        """
                e
             a     b
          x     D
             c     d
          .     TT
             f     R
                g     h
                   i
        """,
        turn=1,
    )
    green = {drawing[letter] for letter in "abcdefghi"} | {"2,-1"}
    assert {place.split()[1] for place in legal(match, "place") if place.startswith("desert")} == green
    assert distance((-2, 0)) == 2
    assert drawing["x"] == "-2,0"
    with pytest.raises(IllegalMoveError, match="-2,0 touches neither a tile"):
        match.play(f"place desert {drawing['x']}")


@pytest.mark.ruling("TER-4")
def test_example_with_four_players_distance_four_is_allowed_and_five_is_not() -> None:
    match, drawing = table(
        """
             y
          z     x
             D
          b     a
             F

             R

             M

             TT
        """,
        turn=1,
    )
    for letter, away in (("a", 4), ("b", 4), ("x", 5), ("y", 5), ("z", 5)):
        q, r = map(int, drawing[letter].split(","))
        assert distance((q, r)) == away
        assert (f"desert {drawing[letter]}" in legal(match, "place")) == (away == 4)


@pytest.mark.ruling("TER-4")
@pytest.mark.parametrize(("seats", "limit"), [(2, 3), (3, 3), (4, 4)])
def test_the_limit_depends_on_the_players_and_the_rider_goes_one_step_further(seats: int, limit: int) -> None:
    found: dict[str, int] = {}
    for seed in range(60):
        match = Match("terraflip", seats, seed=0)
        match.play_randomly(5 * seats + seed % (10 * seats), seed=seed)
        if not match.is_over:
            for place in legal(match, "place"):
                kind, name = place.split()
                q, r = map(int, name.split(","))
                found[kind] = max(found.get(kind, 0), distance((q, r)))
    assert found.pop("rider") == limit + 1
    assert set(found.values()) == {limit}
    assert len(found) == 6


@pytest.mark.ruling("TER-20")
def test_a_rider_may_be_placed_near_too() -> None:
    match = Match("terraflip", 2, seed=0)
    match.play("place rider 0,1")
    assert shown(match) == {"0,1": "desert"}


@pytest.mark.ruling("TER-3")
def test_a_tile_is_placed_with_its_own_colour_up() -> None:
    match = Match("terraflip", 2, seed=0)
    match.play("place river 0,1")
    assert shown(match) == {"0,1": "desert"}
    (tile,) = match.view(0).table["tiles"]
    assert (tile["under"], tile["owner"], tile["known_to"]) == ("river", 0, [0])
    assert match.view(0).table["hands"][0]["undersides"] == {"forest": 3, "mountain": 3, "river": 2}


def test_tiles_with_the_same_underside_are_one_choice() -> None:
    moves = [str(move) for move in Match("terraflip", 2, seed=0).legal_moves()]
    assert len(moves) == len(set(moves)) == 36


@pytest.mark.ruling("TER-4")
def test_one_tile_is_placed_in_a_turn() -> None:
    match = Match("terraflip", 2, seed=0)
    match.play("place river 0,1")
    assert match.waiting == (1,)
    match.play("place river 0,-1")
    assert not legal(match, "place")
    match.play("end")
    assert match.waiting == (0,)


@pytest.mark.ruling("TER-4", "TER-17")
def test_a_turn_ends_by_itself_when_nothing_is_left_to_do() -> None:
    match, _ = table("TT", seats=2, spies=0)
    match.play("place river 0,1")
    assert match.waiting == (1,)


@pytest.mark.ruling("TER-4", "TER-17")
def test_a_turn_waits_for_the_end_while_a_spy_could_see_something_new() -> None:
    match, _ = table("F\n\nTT", seats=2, spies=1)
    match.play("place river 0,1")
    assert {str(move) for move in match.legal_moves()} == {"spy 0,1", "spy 0,-1", "end"}


@pytest.mark.ruling("TER-16")
def test_a_turn_does_not_wait_for_a_look_at_what_is_known() -> None:
    match, _ = table("TT", seats=2, spies=1)
    match.play("place river 0,1")
    assert match.waiting == (1,)
    old = Match("terraflip", 2, seed=0, rules=1)
    old.play("place river 0,1")
    assert {str(move) for move in old.legal_moves()} == {"spy 0,1", "end"}, "version 1 of the rules waited"


@pytest.mark.ruling("TER-16", "TER-17")
def test_a_special_tile_gives_a_spy_nothing_to_do() -> None:
    match = Match("terraflip", 2, seed=0)
    match.play("place camp 0,1")
    assert match.waiting == (1,)


@pytest.mark.ruling("TER-4")
def test_placing_is_a_duty() -> None:
    match = Match("terraflip", 2, seed=0)
    with pytest.raises(IllegalMoveError, match="place a tile first"):
        match.play("end")


@pytest.mark.ruling("TER-4")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_game_ends_when_all_tiles_are_placed_and_there_is_always_room(seats: int) -> None:
    for seed in range(50):
        match = Match("terraflip", seats, seed=0)
        match.play_randomly(seed=seed)
        assert match.is_over
        assert len(match.view().table["tiles"]) == 12 * seats
        placed = [move.seat for move in match.moves if str(move).startswith("place")]
        assert placed == list(range(seats)) * 12


@pytest.mark.ruling("TER-4")
def test_the_36_places_of_three_players_can_all_be_filled() -> None:
    match = Match("terraflip", 3, seed=0)
    near = {written(place) for place in WORLD if 0 < distance(place) <= 3}
    choose = random.Random(0)
    while not match.is_over:
        moves = [str(move) for move in match.legal_moves()]
        inside = [move for move in moves if move.startswith("place") and move.split()[2] in near]
        match.play(choose.choice(inside) if inside else "end")
    assert set(shown(match)) == near
