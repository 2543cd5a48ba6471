"""What nobody can know in Tipperary, dealt anew: the bag, the bonus tiles face down, and the spins to come.

All seats know the same. What has been drawn, revealed or spun lies open.
"""

from __future__ import annotations

import numpy as np

from tilery.games.tipperary.rules.components import AREAS, BONUS_TILES
from tilery.games.tipperary.rules.state import NOBODY, TILES, TipperaryState
from tilery.kernel.bits import lowest_bit
from tilery.kernel.chance import Rng, below, mix, shuffle
from tilery.kernel.native import native, native_wrapping
from tilery.kernel.state import Row

ONE = np.uint64(1)
_FIELD = np.uint64(0x2545F4914F6CDD1D)


@native
def redeal(state: TipperaryState, seat: int, rng: Rng) -> None:
    _sort(state.bag, int(state.drawn), TILES)
    shuffle(rng, state.bag, int(state.drawn), TILES)
    _sort(state.bonus_order, int(state.bonus_drawn), BONUS_TILES)
    shuffle(rng, state.bonus_order, int(state.bonus_drawn), BONUS_TILES)
    for turn in range(state.current_round + 1, state.rounds):
        state.spins[turn] = below(rng, AREAS)


@native
def _sort(tiles: Row[int], start: int, stop: int) -> None:
    """Forget the order in which tiles lie; each of them is there once."""
    there = np.uint64(0)
    for index in range(start, stop):
        there |= ONE << np.uint64(tiles[index])
    for index in range(start, stop):
        tiles[index] = lowest_bit(there)
        there &= there - ONE


@native
def sight(state: TipperaryState, seat: int) -> np.uint64:
    """A number for what everybody sees: the round, the supplies, the tiles on offer, and all displays."""
    key = mix(np.uint64(state.owing), int(state.current_round) * 8 + int(state.spins[state.current_round]))
    key = mix(key, int(state.stage) * 8 + int(state.marker) + 1)
    key = mix(key, (int(state.sheep_left) * 16 + int(state.towers_left)) * 16 + int(state.bonus_drawn))
    for area in range(AREAS):
        key = mix(key, (int(state.areas[area, 0]) + 1) * 64 + int(state.areas[area, 1]) + 1)
    for tile in range(BONUS_TILES):
        if state.bonus_seat[tile] != NOBODY:
            key = mix(key, (tile * 8 + int(state.bonus_seat[tile])) * 65536 + int(state.bonus_place[tile]))
    for other in range(state.seats):
        waiting = int(state.sheep_to_place[other]) * 4096 + int(state.bonus_to_place[other])
        key = mix(key, (waiting * 16 + int(state.towers[other])) * 16 + int(state.barrel[other]))
        key = mix(key, int(state.town[other]) * 2 + int(state.side[other]))
        for index in range(state.placed[other]):
            key = mix(key, int(state.placements[other, index]))
        key = mix(key ^ _look_of_display(state, other), other)
    return key


@native_wrapping
def _look_of_display(state: TipperaryState, seat: int) -> np.uint64:
    """The fields of a display, in whichever order they came to lie there."""
    total = np.uint64(0)
    for field in range(state.fields[seat]):
        total += mix(_FIELD, int(state.place[seat, field]) * 256 + int(state.kind[seat, field]))
    return total
