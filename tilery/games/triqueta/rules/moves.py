"""Moves of Triqueta as numbers. Those that name a row, which counts from 0 inside, hold it beside their kind."""

from __future__ import annotations

from tilery.kernel.native import inlined

DRAW, KEEP, RETURN, _ROW = range(4)
_TAKE = 8  # after the five rows into which a drawn tile can go
END_OF_MOVES = 13


@inlined
def row_move(row: int) -> int:
    """Put the drawn tile into a row."""
    return _ROW + row


@inlined
def take_move(row: int) -> int:
    """Take a row and leave the round."""
    return _TAKE + row


@inlined
def is_row_move(move: int) -> bool:
    return _ROW <= move < _TAKE


@inlined
def is_take_move(move: int) -> bool:
    return move >= _TAKE


@inlined
def row_of(move: int) -> int:
    """The row that a `row_move` or a `take_move` names."""
    return move - (_TAKE if move >= _TAKE else _ROW)
