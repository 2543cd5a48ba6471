"""What bots and hints of Triqueta never do: give a round away, take a row to their cost, keep what cannot count."""

from __future__ import annotations

from tests.useless import useless_moves
from tilery.games.triqueta.rules.state import TREAT
from tilery.match.match import Match

RABBIT, OWL = 0, 1


def test_an_empty_row_gives_the_round_away_while_no_tile_could_cost_points() -> None:
    assert useless_moves(Match("triqueta", 3, seed=1)) == {"take 1", "take 2", "take 3"}


def test_an_empty_row_may_be_taken_by_who_has_three_of_an_animal() -> None:
    match = Match("triqueta", 2, seed=1)
    match.state.collection[0, OWL] = 3
    assert useless_moves(match) == set()


def test_an_empty_row_is_useless_beside_one_that_brings_points() -> None:
    match = Match("triqueta", 2, seed=1)
    match.state.collection[0, OWL] = 3
    match.state.rows[0, 0], match.state.row_length[0] = RABBIT, 1
    assert useless_moves(match) == {"take 2"}


def test_a_row_that_costs_points_is_useless_beside_one_that_costs_none() -> None:
    match = Match("triqueta", 2, seed=1)
    match.state.collection[0, OWL] = 3
    match.state.rows[0, 0], match.state.row_length[0] = OWL, 1
    assert useless_moves(match) == {"take 1"}


def test_a_fourth_tile_of_an_animal_is_not_kept() -> None:
    match = Match("triqueta", 2, seed=1)
    match.play("draw")
    assert match.state.stage == TREAT
    match.state.hand[0] = OWL
    match.state.collection[0, OWL] = 2
    assert useless_moves(match) == set()
    match.state.collection[0, OWL] = 3
    assert useless_moves(match) == {"keep"}
