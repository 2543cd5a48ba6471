"""Tiles on the table: put down, turned over, lifted, and whether all still hang together.

Per-place arrays say what a tile is; the sets of places that follow from them are kept in step here and nowhere else.
"""

from __future__ import annotations

import numpy as np

from tilery.games.terraflip.rules.geometry import BIT, NEAR, TOWER
from tilery.games.terraflip.rules.state import EMPTY, EVERYBODY, NOBODY, PLAIN, TerraflipState
from tilery.kernel.bits import lowest_bit
from tilery.kernel.native import native

ONE = np.uint64(1)
NONE = np.uint64(0)


@native
def lowest(word: np.uint64) -> np.uint64:
    """The lowest bit of a word that is not 0."""
    return word & (~word + ONE)


@native
def clear_table(state: TerraflipState) -> None:
    """Nothing but the tower."""
    for place in range(len(BIT)):
        state.face[place] = EMPTY
        state.under[place] = EMPTY
        state.owner[place] = NOBODY
    state.origin = EMPTY
    state.looked_at = EMPTY
    state.looked_by = NOBODY
    for seat in range(len(state.look_at)):
        state.look_at[seat] = EMPTY
        state.look_saw[seat] = EMPTY
    for word in range(2):
        state.occupied[word] = BIT[TOWER, word]
        state.touching[word] = NEAR[TOWER, word]


@native
def put(state: TerraflipState, place: int, owner: int, face: int, under: int, special: int, known: int) -> None:
    state.face[place] = face
    state.under[place] = under
    state.special[place] = special
    state.owner[place] = owner
    state.known[place] = known
    for word in range(2):
        bit = BIT[place, word]
        state.occupied[word] |= bit
        state.touching[word] = (state.touching[word] | NEAR[place, word]) & ~state.occupied[word]
        state.shows[face, word] |= bit
        if special == PLAIN:
            state.two_faced[word] |= bit


@native
def turn_over(state: TerraflipState, place: int) -> None:
    """Everybody has seen both faces of the tile then (TER-3)."""
    face, under = int(state.face[place]), int(state.under[place])
    for word in range(2):
        state.shows[face, word] &= ~BIT[place, word]
        state.shows[under, word] |= BIT[place, word]
    state.face[place] = under
    state.under[place] = face
    state.known[place] = EVERYBODY


@native
def move_tile(state: TerraflipState, start: int, goal: int) -> None:
    face, under = int(state.face[start]), int(state.under[start])
    owner, known = int(state.owner[start]), int(state.known[start])
    state.face[start] = EMPTY
    state.under[start] = EMPTY
    state.owner[start] = NOBODY
    state.known[start] = 0
    for word in range(2):
        state.occupied[word] &= ~BIT[start, word]
        state.two_faced[word] &= ~BIT[start, word]
        state.shows[face, word] &= ~BIT[start, word]
    _find_touching(state)
    put(state, goal, owner, face, under, PLAIN, known)
    for seat in range(state.seats):
        if state.look_at[seat] == start:
            state.look_at[seat] = goal


@native
def _find_touching(state: TerraflipState) -> None:
    low, high = NONE, NONE
    for word in range(2):
        rest = state.occupied[word]
        while rest:
            bit = lowest(rest)
            rest ^= bit
            place = 64 * word + lowest_bit(bit)
            low |= NEAR[place, 0]
            high |= NEAR[place, 1]
    state.touching[0] = low & ~state.occupied[0]
    state.touching[1] = high & ~state.occupied[1]


@native
def joined_without(state: TerraflipState, lifted: int) -> bool:
    """Whether every other tile is still joined to the tower when one is lifted (TER-9)."""
    left_low = state.occupied[0] & ~BIT[lifted, 0] & ~BIT[TOWER, 0]
    left_high = state.occupied[1] & ~BIT[lifted, 1]
    low, high = BIT[TOWER, 0], NONE  # reached, neighbours still to be looked at
    while low or high:
        if low:
            bit = lowest(low)
            low ^= bit
            place = lowest_bit(bit)
        else:
            bit = lowest(high)
            high ^= bit
            place = 64 + lowest_bit(bit)
        low |= left_low & NEAR[place, 0]
        high |= left_high & NEAR[place, 1]
        left_low &= ~NEAR[place, 0]
        left_high &= ~NEAR[place, 1]
    return not (left_low or left_high)
