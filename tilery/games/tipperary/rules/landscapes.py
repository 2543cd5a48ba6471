"""The kinds of fields in Tipperary, as numbers inside and as tokens that people write."""

from __future__ import annotations

from tilery.kernel.native import inlined
from tilery.words import say

# What a field of a display can be. A wooden sheep on a meadow makes a pasture with one sheep (TIP-13).
TOWN, TOWER, MEADOW, BONUS_MEADOW, GRAIN, DISTILLERY, RUIN, BOG, PASTURE, PASTURE_OF_TWO = range(10)
WOODEN_SHEEP, BONUS_WOODEN_SHEEP = 10, 11  # on a meadow, on the meadow of a bonus tile
CIRCLE = 11  # plus its points, 1 to 9
KINDS = CIRCLE + 10

_SYMBOL = 32  # added to the kind of a tile's field that shows the +sheep symbol


@inlined
def with_symbol(kind: int) -> int:
    """A landscape on a tile that shows the +sheep symbol."""
    return kind + _SYMBOL


@inlined
def has_symbol(kind: int) -> bool:
    return kind >= _SYMBOL


@inlined
def landscape_of(kind: int) -> int:
    """The kind of a tile's field without the symbol."""
    return kind % _SYMBOL


LANDSCAPES = {
    "m": MEADOW,
    "p1": PASTURE,
    "p2": PASTURE_OF_TWO,
    "g": GRAIN,
    "d": DISTILLERY,
    "r": RUIN,
    "b": BOG,
    **{f"c{points}": CIRCLE + points for points in range(1, 10)},
}
LANDSCAPE_FORM = say(
    "a landscape is m (meadow), p1 or p2 (pasture with one or two sheep), g (grain), d (distillery), r (ruin), b (bog)"
    " or c1 to c9 (stone circle with its points)"
)

NO_FIELD = "."
TOWN_FIELD = "#"

# How the fields of a display are written; a small s marks a wooden sheep.
TOKENS = {
    TOWN: TOWN_FIELD,
    TOWER: "t",
    BONUS_MEADOW: "m",
    WOODEN_SHEEP: "ms",
    BONUS_WOODEN_SHEEP: "ms",
    **{kind: token for token, kind in LANDSCAPES.items()},
}
