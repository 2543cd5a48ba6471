"""Moves of Tipperary as numbers: a kind, the number of a tile from 0 with its orientation, and a place."""

from __future__ import annotations

from tilery.kernel.native import inlined

_PLACE, _SHEEP, _BONUS, _TOWER, DONE = (kind << 28 for kind in range(5))
_TILE_BITS, _ORIENTATION_BITS, _ROW_BITS = 21, 18, 9
_TILES, _ORIENTATIONS, _COLUMNS = 127, 7, 511  # the bits of each, as masks
_ZERO = 256  # is added to a coordinate
REACH = range(-_ZERO, _ZERO)
"""The columns and rows that a move can name."""


@inlined
def shifted(move: int, columns: int, rows: int) -> int:
    """The same move, so many columns to the right and rows down; of the move 0, how much that is."""
    return move + (rows << _ROW_BITS) + columns


@inlined
def turned(move: int, orientation: int) -> int:
    """A move in orientation 0, with its tile in another; of the move 0, how much that is."""
    return move + (orientation << _ORIENTATION_BITS)


@inlined
def _at(kind: int, x: int, y: int) -> int:
    return kind + ((y + _ZERO) << _ROW_BITS) + x + _ZERO


@inlined
def place_move(tile: int, orientation: int, x: int, y: int) -> int:
    """Place a landscape tile."""
    return turned(_at(_PLACE + (tile << _TILE_BITS), x, y), orientation)


@inlined
def sheep_move(x: int, y: int) -> int:
    """Put a wooden sheep on a meadow."""
    return _at(_SHEEP, x, y)


@inlined
def bonus_move(tile: int, x: int, y: int) -> int:
    """Place a bonus tile."""
    return _at(_BONUS + (tile << _TILE_BITS), x, y)


@inlined
def tower_move(x: int, y: int) -> int:
    """Place a tower after the last round."""
    return _at(_TOWER, x, y)


@inlined
def is_place_move(move: int) -> bool:
    return _PLACE <= move < _SHEEP


@inlined
def is_sheep_move(move: int) -> bool:
    return _SHEEP <= move < _BONUS


@inlined
def is_bonus_move(move: int) -> bool:
    return _BONUS <= move < _TOWER


@inlined
def is_tower_move(move: int) -> bool:
    return _TOWER <= move < DONE


@inlined
def tile_of(move: int) -> int:
    """The tile of a `place_move` or a `bonus_move`."""
    return move >> _TILE_BITS & _TILES


@inlined
def orientation_of(move: int) -> int:
    """How the tile of a `place_move` is turned; 4 to 7 are mirrored first."""
    return move >> _ORIENTATION_BITS & _ORIENTATIONS


@inlined
def column_of(move: int) -> int:
    return (move & _COLUMNS) - _ZERO


@inlined
def row_of(move: int) -> int:
    return (move >> _ROW_BITS & _COLUMNS) - _ZERO
