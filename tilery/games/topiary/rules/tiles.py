"""Tiles of Topiary as numbers: series after series, each from value 1 to 5."""

from __future__ import annotations

from tilery.kernel.native import inlined

_VALUES = 5


@inlined
def series_of(tile: int) -> int:
    """The number of a tile's series."""
    return tile // _VALUES


@inlined
def value_of(tile: int) -> int:
    return tile % _VALUES + 1
