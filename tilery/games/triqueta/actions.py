"""The actions of Triqueta are the numbers of its moves."""

from __future__ import annotations

from tilery.games.triqueta import notation
from tilery.games.triqueta.state import END_OF_MOVES
from tilery.kernel.contract import State
from tilery.kernel.native import native


def count(seats: int) -> int:
    return END_OF_MOVES


@native
def encode(state: State, seat: int, move: int, part: int) -> int:
    return move


@native
def decode(state: State, seat: int, action: int, part: int) -> int:
    return action


def text(state: State, seat: int, action: int, part: int) -> str:
    return notation.text(action)
