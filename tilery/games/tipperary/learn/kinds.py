"""Kinds of moves of Tipperary that careless players overlook: that a tile may be mirrored, and turned upside down."""

from __future__ import annotations

from tilery.games.tipperary.rules.moves import is_place_move, orientation_of
from tilery.games.tipperary.rules.state import TipperaryState
from tilery.kernel.native import native

ORDINARY, TURNED, MIRRORED = range(3)
_FIRST_TURNED, _FIRST_MIRRORED = 2, 4


@native
def move_kind(state: TipperaryState, seat: int, move: int) -> int:
    if not is_place_move(move):
        return ORDINARY
    orientation = orientation_of(move)
    if orientation >= _FIRST_MIRRORED:
        return MIRRORED
    return TURNED if orientation >= _FIRST_TURNED else ORDINARY
