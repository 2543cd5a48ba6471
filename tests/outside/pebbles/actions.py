"""The actions of Pebbles: 0 to 2 take one to three pebbles."""

from __future__ import annotations

from tilery.kernel.contract import State
from tilery.kernel.native import native

from .words import text as move_text


def count(seats: int) -> int:
    return 3


@native
def encode(state: State, seat: int, move: int, part: int) -> int:
    return move - 1


@native
def decode(state: State, seat: int, action: int, part: int) -> int:
    return action + 1


def text(state: State, seat: int, action: int, part: int) -> str:
    return move_text(action + 1)
