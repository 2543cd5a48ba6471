"""Kinds of moves of Terraflip that careless players overlook: flips, throws, spies, and special tiles in the hand."""

from __future__ import annotations

from tilery.games.terraflip.rules.components import FAMILIES
from tilery.games.terraflip.rules.moves import END, is_flip_move, is_place_move, is_spy_move, placed
from tilery.games.terraflip.rules.state import TerraflipState
from tilery.kernel.native import native

ORDINARY, FLIP, THROW, SPY, SPECIAL = range(5)
_FAMILIES = len(FAMILIES)


@native
def move_kind(state: TerraflipState, seat: int, move: int) -> int:
    if is_place_move(move):
        return SPECIAL if placed(move)[0] >= _FAMILIES else ORDINARY
    if is_flip_move(move):
        return FLIP
    if is_spy_move(move):
        return SPY
    return ORDINARY if move == END else THROW
