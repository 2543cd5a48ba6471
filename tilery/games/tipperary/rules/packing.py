"""A landscape tile of Tipperary as numbers: its shape, the kinds of its fields, and the ways in which it can be turned.

A shape has six bits for each field (column, row), then three for its last column, three for its last row, and how many
fields. Kinds have six bits for each field. Turns have five bits for each orientation in which a tile lies differently,
ordered by shape: three for the orientation, one that says that its shape is another than that before, and one that is
always set. Orientations 4 to 7 are mirrored left to right first; all are then turned clockwise by quarters.
"""

from __future__ import annotations

from collections.abc import Iterable

from tilery.kernel.native import inlined

_FIELD_BITS, _ROW_BITS, _TURN_BITS = 6, 3, 5
_LAST_COLUMN, _LAST_ROW, _SIZE = 48, 51, 54  # where they begin in a shape
_COORDINATE, _KIND, _ORIENTATION = 7, 63, 7  # the bits of each, as masks
_MIRRORED = 4
_NEW_SHAPE, _SET = 8, 16
ORIENTATIONS = 8


def pack_shape(cells: Iterable[tuple[int, int]]) -> int:
    cells = list(cells)
    shape = sum(field_at(x, y) << _FIELD_BITS * index for index, (x, y) in enumerate(cells))
    last = max(x for x, _ in cells) << _LAST_COLUMN | max(y for _, y in cells) << _LAST_ROW
    return shape | last | len(cells) << _SIZE


@inlined
def size_of(shape: int) -> int:
    """How many fields a tile has."""
    return shape >> _SIZE


@inlined
def column_in(shape: int, index: int) -> int:
    return shape >> _FIELD_BITS * index & _COORDINATE


@inlined
def row_in(shape: int, index: int) -> int:
    return shape >> _FIELD_BITS * index + _ROW_BITS & _COORDINATE


@inlined
def last_column(shape: int) -> int:
    return shape >> _LAST_COLUMN & _COORDINATE


@inlined
def last_row(shape: int) -> int:
    return shape >> _LAST_ROW & _COORDINATE


def pack_kinds(kinds: Iterable[int]) -> int:
    return sum(kind << _FIELD_BITS * index for index, kind in enumerate(kinds))


@inlined
def kind_in(kinds: int, index: int) -> int:
    return kinds >> _FIELD_BITS * index & _KIND


def pack_turns(orientations: Iterable[tuple[int, bool]]) -> int:
    """Orientations, each with whether its shape is another than that before."""
    return sum(
        (orientation | _NEW_SHAPE * new | _SET) << _TURN_BITS * place
        for place, (orientation, new) in enumerate(orientations)
    )


@inlined
def first_turn(turns: int) -> int:
    """The first orientation."""
    return turns & _ORIENTATION


@inlined
def is_new_shape(turns: int) -> int:
    """Whether the first orientation has another shape than the one before; 0 if not."""
    return turns & _NEW_SHAPE


@inlined
def later_turns(turns: int) -> int:
    """All orientations but the first; 0 if there are no more."""
    return turns >> _TURN_BITS


@inlined
def turn_in(turns: int, index: int) -> int:
    return turns >> _TURN_BITS * index & _ORIENTATION


@inlined
def is_mirrored(orientation: int) -> bool:
    return orientation >= _MIRRORED


@inlined
def quarter_turns(orientation: int) -> int:
    return orientation & _MIRRORED - 1


def rotated(orientation: int) -> int:
    """The orientation after a quarter turn clockwise."""
    return orientation & _MIRRORED | quarter_turns(orientation + 1)


def flipped(orientation: int) -> int:
    """The orientation after turning the tile over, left to right as it lies: a mirrored tile turns the other way."""
    return _MIRRORED - (orientation & _MIRRORED) | quarter_turns(-orientation)


@inlined
def field_at(column: int, row: int) -> int:
    """The place of a field in its tile as one number."""
    return row << _ROW_BITS | column


@inlined
def field_column(field: int) -> int:
    return field & _COORDINATE


@inlined
def field_row(field: int) -> int:
    return field >> _ROW_BITS
