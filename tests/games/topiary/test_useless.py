"""What bots and hints of Topiary never do: pass with a visitor that sees nothing, or end the game with a worse tile."""

from __future__ import annotations

from tests.useless import useless_moves
from tilery.games.topiary.rules.state import PUT
from tilery.match.match import Match

WHALE_1, WHALE_5, SWAN_2, SWAN_3 = 0, 4, 6, 7
A1_SOUTH = "a1S"


def test_who_sees_nothing_does_not_pass() -> None:
    match = Match("topiary", 2, seed=1)
    match.play(f"visit {A1_SOUTH}")
    assert useless_moves(match) == {"pass"}


def test_who_sees_a_hedge_may_pass() -> None:
    match = Match("topiary", 2, seed=1)
    match.play("visit c1S")  # the middle lies open
    assert useless_moves(match) == set()


def last_put(hand: list[int]) -> Match:
    """The last turn of a game: seat 1 took the tile of a1, and nothing but the middle lies open."""
    match = Match("topiary", 2, seed=1)
    match.play("visit c1S")
    match.play("pass")
    match.play(f"visit {A1_SOUTH}")
    match.play("take a1")
    state = match.state
    assert state.stage == PUT
    state.visitors_left[:2] = 0
    state.hand[1, :4] = hand
    return match


def test_the_last_tile_is_the_best_for_its_player() -> None:
    match = last_put([WHALE_1, WHALE_5, SWAN_2, SWAN_3])
    # whale-5 brings five points, and whale-1 counts in hand
    assert useless_moves(match) == {"put whale-1", "put swan-2", "put swan-3"}


def test_before_the_last_turn_every_tile_may_be_put() -> None:
    match = last_put([WHALE_1, WHALE_5, SWAN_2, SWAN_3])
    match.state.visitors_left[0] = 1
    assert useless_moves(match) == set()
