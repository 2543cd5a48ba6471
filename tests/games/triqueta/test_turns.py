"""The course of a game of Triqueta: turns, rows, rounds and their ends."""

from __future__ import annotations

from collections import Counter
from itertools import chain

import pytest

from tests.games.triqueta.tables import VARIANTS, collection, lay, legal, moments, play, rows, seen, skip_round
from tilery.games.triqueta.rules.components import ROUNDS
from tilery.match.match import Match


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.ruling("TRI-1", "TRI-2")
def test_sixty_tiles_are_dealt_to_four_stacks_of_fifteen(seats: int) -> None:
    stacks = Match("triqueta", seats, seed=3).deal["stacks"]
    assert [len(stack) for stack in stacks] == [15, 15, 15, 15]
    assert Counter(chain(*stacks)) == dict.fromkeys(("rabbit", "owl", "deer", "boar", "ram", "bear"), 10)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.ruling("TRI-2")
def test_there_are_as_many_rows_as_players_and_all_are_empty(seats: int) -> None:
    assert rows(lay(seats)) == " | ".join("-" * seats)


@pytest.mark.ruling("TRI-17")
def test_the_first_seat_holds_the_rock_and_begins() -> None:
    match = lay(4)
    assert seen(match)["rock"] == 0
    assert match.waiting == (0,)


def test_nobody_has_a_tree_at_first() -> None:
    assert seen(lay(3))["trees"] == [0, 0, 0]


def test_a_turn_is_to_draw_or_to_take_a_row() -> None:
    assert legal(lay(3)) == "draw, take 1, take 2, take 3"


def test_a_drawn_tile_is_put_into_a_row_or_kept() -> None:
    match = play(lay(3), "draw")
    assert match.waiting == (0,)
    assert legal(match) == "row 1, row 2, row 3, keep"


def test_a_drawn_tile_is_looked_at_in_secret() -> None:
    match = play(lay(3, "owl"), "draw")
    assert seen(match, 0)["hand"] == ["owl"]
    assert [seen(match, other)["hand"] for other in (None, 1, 2)] == [None, None, None]
    assert seen(match, 1)["hand_size"] == 1


def test_tiles_are_drawn_from_the_top_of_the_stack() -> None:
    match = play(lay(2, "owl bear ram"), "draw, row 1, draw, row 1, draw, row 1")
    assert rows(match) == "owl bear ram | -"
    assert seen(match)["stacks"][0] == {"white": 12, "grey": 0}


def test_option_1_puts_the_tile_face_up_into_a_row_however_long() -> None:
    match = lay(2, "owl bear owl deer owl")
    play(match, "draw, row 2, draw, row 2, draw, row 2, draw, row 1, draw, row 2")
    assert rows(match) == "deer | owl bear owl owl"


def test_all_fifteen_tiles_can_lie_in_one_row() -> None:
    match = lay(2)
    for _ in range(15):
        play(match, "draw, row 1")
    assert len(seen(match)["rows"][0]) == 15


@pytest.mark.ruling("TRI-3")
def test_option_2_keeps_the_tile_face_down_before_the_player() -> None:
    match = play(lay(3, "bear"), "draw, keep")
    assert rows(match) == "- | - | -"
    assert seen(match, 0)["kept"] == [["bear"], None, None]
    assert seen(match, 1)["kept"] == [None, [], None]
    assert seen(match)["kept"] == [None, None, None]
    assert seen(match)["kept_sizes"] == [1, 0, 0]


@pytest.mark.ruling("TRI-3")
def test_no_third_tile_is_kept_in_the_whole_game() -> None:
    match = play(lay(2, "bear deer owl"), "draw, keep, draw, row 1, draw, keep")
    assert seen(match, 0)["kept"][0] == ["owl", "bear"]
    skip_round(match)
    play(match, "take 1, draw") if match.waiting == (1,) else play(match, "draw")
    assert match.waiting == (0,)
    assert "keep" not in legal(match)
    assert legal(match).startswith("row")


@pytest.mark.ruling("TRI-3")
def test_each_player_keeps_for_themselves() -> None:
    match = play(lay(2), "draw, keep, draw, keep, draw, keep, draw, keep")
    assert seen(match)["kept_sizes"] == [2, 2]


def test_a_taken_row_is_laid_face_up_before_the_player() -> None:
    match = play(lay(3, "owl bear owl"), "draw, row 2, draw, row 2, draw, row 2, take 2")
    assert collection(match, 0) == "2 owl, 1 bear"
    assert rows(match) == "- | x | -"
    assert seen(match)["taken_by"] == [None, 0, None]


def test_further_rows_add_to_the_collection() -> None:
    match = play(lay(2, "owl bear", "owl ram"), "draw, row 1, draw, row 1, take 1, take 2")
    assert match.waiting == (1,)
    play(match, "draw, row 2, draw, row 2, take 1, take 2")
    assert collection(match, 0) == "2 owl, 1 ram, 1 bear"


@pytest.mark.ruling("TRI-4")
def test_an_empty_row_may_be_taken() -> None:
    match = play(lay(3), "take 3")
    assert collection(match, 0) == ""
    assert rows(match) == "- | - | x"


@pytest.mark.ruling("TRI-2")
def test_a_taken_row_is_out_until_the_round_ends() -> None:
    match = play(lay(3), "take 2")
    assert legal(match) == "draw, take 1, take 3"
    assert legal(play(match, "draw")) == "row 1, row 3, keep"


def test_after_an_action_the_next_player_clockwise_is_on_turn() -> None:
    match = lay(3)
    order = []
    for moves in ("draw, row 1", "draw, keep", "draw, row 3", "take 1"):
        order.append(match.waiting[0])
        play(match, moves)
    assert [*order, match.waiting[0]] == [0, 1, 2, 0, 1]


def test_who_has_left_the_round_is_passed_over() -> None:
    match = play(lay(4), "draw, row 1, take 1, draw, row 2, take 3, draw, row 2")
    assert match.waiting == (2,)
    assert play(match, "draw, row 2").waiting == (0,)


def test_the_last_player_goes_on_drawing_alone_while_there_are_tiles() -> None:
    match = play(lay(3), "take 1, take 2")
    for _ in range(15):
        assert match.waiting == (2,)
        assert legal(match) == "draw, take 3"
        play(match, "draw, row 3")
    assert legal(match) == "take 3"


@pytest.mark.ruling("TRI-4")
def test_with_the_stack_empty_only_a_row_can_be_taken() -> None:
    match = lay(3)
    for _ in range(15):
        play(match, "draw, row 1")
    assert legal(match) == "take 1, take 2, take 3"


@pytest.mark.ruling("TRI-5")
def test_who_takes_the_last_row_takes_the_rock_and_the_tree_of_the_next_stack() -> None:
    match = play(lay(3), "take 1, draw, row 3, take 3, take 2")
    table = seen(match)
    assert (table["round"], table["rock"], table["trees"]) == (2, 1, [0, 1, 0])


@pytest.mark.ruling("TRI-5")
def test_the_holder_of_the_rock_begins_the_next_round_with_all_rows_on_the_table() -> None:
    match = play(lay(3), "take 1, draw, row 3, take 3, take 2")
    assert match.waiting == (1,)
    assert rows(match) == "- | - | -"
    assert legal(match) == "draw, take 1, take 2, take 3"


@pytest.mark.ruling("TRI-5")
def test_the_rest_of_a_used_stack_leaves_the_game_and_the_next_one_is_used_in_order() -> None:
    match = play(lay(2, "owl owl owl", "bear", "ram"), "draw, row 1, take 1, take 2, draw, row 1")
    assert rows(match) == "bear | -"
    assert [stack["white"] for stack in seen(match)["stacks"]] == [14, 14, 15, 15]


@pytest.mark.ruling("TRI-5")
def test_the_game_ends_after_the_fourth_round_without_a_fourth_tree() -> None:
    match = lay(2)
    for _ in range(ROUNDS):
        assert not match.is_over
        play(match, "take 1, take 2")
    assert match.is_over
    # The last to take begins, so the two take turns in being last: players 2, 1, 2 and 1.
    assert seen(match)["trees"] == [1, 2]
    assert seen(match)["rock"] == 0


@pytest.mark.parametrize(("seats", "options"), VARIANTS)
def test_no_component_is_lost_or_made(seats: int, options: dict[str, str]) -> None:
    for seed in range(8):
        for match in moments(seats, options, seed, patience=0.3 * (seed % 4)):
            _check_components(match)
            _check_components(match.redeal(seed % seats, seed=seed))


def _check_components(match: Match) -> None:
    state = match.state
    white: Counter[int] = Counter(tile for tile in state.white.tolist() if tile >= 0)
    white.update(state.hand[: state.hand_size].tolist())
    for seat in range(match.seats):
        white.update(state.rows[seat, : state.row_length[seat]].tolist())
        white.update(state.kept[seat, : state.kept_size[seat]].tolist())
        white.update(dict(enumerate(state.collection[seat].tolist())))
    for returned in state.returned.tolist():
        white.update(dict(enumerate(returned)))
    assert +white == dict.fromkeys(range(6), 10)
    grey: Counter[int] = Counter(tile for tile in state.grey.tolist() if tile >= 0)
    for held in state.grey_held.tolist():
        grey.update(dict(enumerate(held)))
    assert +grey == ({**dict.fromkeys(range(6), 1), 6: 9} if state.wolves else {})
    assert sum(state.trees.tolist()) == state.round_number
    assert not state.pool.any()
    assert not state.used.any()


@pytest.mark.parametrize(("seats", "options"), VARIANTS)
def test_whose_turn_it_is_can_always_move(seats: int, options: dict[str, str]) -> None:
    for seed in range(12):
        for match in moments(seats, options, seed, patience=0.25 * (seed % 5)):
            assert match.is_over or len(match.legal_moves()) > 0


def test_the_longest_game_is_as_long_as_declared() -> None:
    match = Match("triqueta", 5, options={"wolves": "on"}, seed=1)
    while not match.is_over:
        match.play(match.legal_moves()[0])
    assert len(match.moves) == match.game.rules.MAX_LENGTH == 155
