"""The actions of Topiary: the numbers of its moves, but that three kept tiles are named by their places in the hand."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from tilery.games.topiary.rules.moves import BEFORE_KEEP_MOVES, is_keep_move, keep_move, kept_by
from tilery.games.topiary.rules.state import TopiaryState
from tilery.games.topiary.text import notation
from tilery.kernel.native import native

LARGEST_HAND = 7  # in the draft
FIRST_TRIPLE = len(BEFORE_KEEP_MOVES)  # after the moves that are actions themselves

_triples = list(combinations(range(LARGEST_HAND), 3))
TRIPLE = np.array(_triples, np.int64)
RANK = np.zeros((LARGEST_HAND,) * 3, np.int64)
for _rank, _triple in enumerate(_triples):
    RANK[_triple] = _rank


def count(seats: int) -> int:
    return FIRST_TRIPLE + len(_triples)


@native
def encode(state: TopiaryState, seat: int, move: int, part: int) -> int:
    if not is_keep_move(move):
        return move
    first, second, third = kept_by(move)
    places = _place(state, seat, first), _place(state, seat, second), _place(state, seat, third)
    return FIRST_TRIPLE + int(RANK[places])


@native
def _place(state: TopiaryState, seat: int, tile: int) -> int:
    """Where a tile is in a hand, which is sorted."""
    place = 0
    while state.hand[seat, place] != tile:
        place += 1
    return place


@native
def decode(state: TopiaryState, seat: int, action: int, part: int) -> int:
    if action < FIRST_TRIPLE:
        return action
    hand, triple = state.hand[seat], TRIPLE[action - FIRST_TRIPLE]
    return keep_move(int(hand[triple[0]]), int(hand[triple[1]]), int(hand[triple[2]]))


def text(state: TopiaryState, seat: int, action: int, part: int) -> str:
    return notation.text(decode(state, seat, action, part))
