"""The actions of Topiary: the numbers of its moves, but that three kept tiles are named by their places in the hand."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from tilery.games.topiary import notation
from tilery.games.topiary.state import KEEP
from tilery.kernel.contract import State
from tilery.kernel.native import native

LARGEST_HAND = 7  # in the draft

_triples = list(combinations(range(LARGEST_HAND), 3))
TRIPLE = np.array(_triples, np.int64)
RANK = np.zeros((LARGEST_HAND,) * 3, np.int64)
for _rank, _triple in enumerate(_triples):
    RANK[_triple] = _rank


def count(seats: int) -> int:
    return KEEP + len(_triples)


@native
def encode(state: State, seat: int, move: int, part: int) -> int:
    if move < KEEP:
        return move
    three = move - KEEP
    first = _place(state, seat, three // 1600)
    second = _place(state, seat, three // 40 % 40)
    return KEEP + int(RANK[first, second, _place(state, seat, three % 40)])


@native
def _place(state: State, seat: int, tile: int) -> int:
    """Where a tile is in a hand, which is sorted."""
    place = 0
    while state.hand[seat, place] != tile:
        place += 1
    return place


@native
def decode(state: State, seat: int, action: int, part: int) -> int:
    if action < KEEP:
        return action
    hand, triple = state.hand[seat], TRIPLE[action - KEEP]
    return KEEP + 1600 * int(hand[triple[0]]) + 40 * int(hand[triple[1]]) + int(hand[triple[2]])


def text(state: State, seat: int, action: int, part: int) -> str:
    return notation.text(decode(state, seat, action, part))
