"""The actions of Triqueta are the numbers of its moves."""

from __future__ import annotations

from tilery.games.triqueta.rules.moves import END_OF_MOVES
from tilery.games.triqueta.rules.state import TriquetaState
from tilery.games.triqueta.text import notation
from tilery.kernel.native import native


def count(seats: int) -> int:
    return END_OF_MOVES


@native
def encode(state: TriquetaState, seat: int, move: int, part: int) -> int:
    return move


@native
def decode(state: TriquetaState, seat: int, action: int, part: int) -> int:
    return action


def text(state: TriquetaState, seat: int, action: int, part: int) -> str:
    return notation.text(action)
