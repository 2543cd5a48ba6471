"""Moves of Terraflip as numbers: what is done, and the place or the two places that it is done to."""

from __future__ import annotations

from tilery.games.terraflip.rules.geometry import COUNT
from tilery.games.terraflip.rules.state import KINDS
from tilery.kernel.native import inlined

_FLIP = KINDS * COUNT  # below: for each kind of tile, the places where it can be put
_SPY = _FLIP + COUNT
END = _SPY + COUNT
_THROW = END + 1
END_OF_MOVES = _THROW + COUNT * COUNT


@inlined
def place_move(kind: int, place: int) -> int:
    """Put a tile of a kind on a place."""
    return COUNT * kind + place


@inlined
def placed(move: int) -> tuple[int, int]:
    """The kind and the place of a `place_move`."""
    return move // COUNT, move % COUNT


@inlined
def is_place_move(move: int) -> bool:
    return move < _FLIP


@inlined
def flip_move(place: int) -> int:
    return _FLIP + place


@inlined
def flipped(move: int) -> int:
    """The place of a `flip_move`."""
    return move - _FLIP


@inlined
def is_flip_move(move: int) -> bool:
    return _FLIP <= move < _SPY


@inlined
def spy_move(place: int) -> int:
    """Look under the tile on a place."""
    return _SPY + place


@inlined
def spied(move: int) -> int:
    """The place of a `spy_move`."""
    return move - _SPY


@inlined
def is_spy_move(move: int) -> bool:
    return _SPY <= move < END


@inlined
def throw_move(start: int, goal: int) -> int:
    """Throw the tile on one place to another."""
    return _THROW + COUNT * start + goal


@inlined
def thrown(move: int) -> tuple[int, int]:
    """The two places of a `throw_move`."""
    return (move - _THROW) // COUNT, (move - _THROW) % COUNT
