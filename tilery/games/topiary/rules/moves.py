"""Moves of Topiary as numbers: a visitor's spot, a pass, a tile to take, a tile to put, and three tiles to keep."""

from __future__ import annotations

from tilery.games.topiary.rules.components import CELLS, SPOTS, TILES
from tilery.kernel.native import inlined

_TILES = len(TILES)
_VISIT = 0
PASS = _VISIT + len(SPOTS)
_TAKE = PASS + 1
_PUT = _TAKE + len(CELLS)
_KEEP = _PUT + _TILES
END_OF_MOVES = _KEEP + _TILES**3
BEFORE_KEEP_MOVES = range(_KEEP)


@inlined
def visit_move(spot: int) -> int:
    """Place a visitor on a spot."""
    return _VISIT + spot


@inlined
def is_visit_move(move: int) -> bool:
    return _VISIT <= move < PASS


@inlined
def spot_of(move: int) -> int:
    return move - _VISIT


@inlined
def take_move(cell: int) -> int:
    """Take the face-down tile of a cell."""
    return _TAKE + cell


@inlined
def is_take_move(move: int) -> bool:
    return _TAKE <= move < _PUT


@inlined
def cell_of(move: int) -> int:
    return move - _TAKE


@inlined
def put_move(tile: int) -> int:
    """Put a tile of the hand on the freed cell."""
    return _PUT + tile


@inlined
def is_put_move(move: int) -> bool:
    return _PUT <= move < _KEEP


@inlined
def tile_of(move: int) -> int:
    return move - _PUT


@inlined
def keep_move(first: int, second: int, third: int) -> int:
    """Keep three tiles in the draft; their numbers rise."""
    return _KEEP + (first * _TILES + second) * _TILES + third


@inlined
def is_keep_move(move: int) -> bool:
    return _KEEP <= move < END_OF_MOVES


@inlined
def kept_by(move: int) -> tuple[int, int, int]:
    """The three tiles that a `keep_move` names."""
    three = move - _KEEP
    return three // _TILES**2, three // _TILES % _TILES, three % _TILES
