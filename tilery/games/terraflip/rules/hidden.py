"""What a seat of Terraflip cannot know, dealt anew: undersides of other seats' tiles that it never saw (TER-3, TER-10).

Everybody knows what each family began with, so the unseen backs of a seat's tiles, on the table and in hand, are
a known set; only who of them is where is unknown.
"""

from __future__ import annotations

import numpy as np

from tilery.games.terraflip.rules.state import COLOURS, EMPTY, KINDS, WATCHER, TerraflipState
from tilery.games.terraflip.rules.tiles import lowest
from tilery.kernel.bits import lowest_bit
from tilery.kernel.chance import Rng, mix, shuffle
from tilery.kernel.native import native
from tilery.kernel.state import Row


@native
def redeal(state: TerraflipState, seat: int, rng: Rng) -> None:
    for owner in range(state.seats):
        if owner != seat:
            _redeal_tiles_of(state, owner, seat, rng)
    for other in range(state.seats):
        place = int(state.look_at[other])
        if place != EMPTY and not knows(state, seat, place):
            state.look_saw[other] = state.under[place]


@native
def knows(state: TerraflipState, seat: int, place: int) -> bool:
    """Whether `seat` has had the right to see the underside of the tile on `place`."""
    return int(state.known[place]) >> (seat if seat >= 0 else WATCHER) & 1 == 1


@native
def _redeal_tiles_of(state: TerraflipState, owner: int, seat: int, rng: Rng) -> None:
    pool = state.scratch
    count = 0
    for colour in range(COLOURS):
        for _ in range(state.hand[owner, colour]):
            pool[count] = colour
            count += 1
    in_hand = count
    for word in range(2):
        rest = state.two_faced[word]
        while rest:
            bit = lowest(rest)
            rest ^= bit
            place = 64 * word + lowest_bit(bit)
            if state.owner[place] == owner and not knows(state, seat, place):
                pool[count] = state.under[place]
                count += 1
    _sort(pool, count)
    shuffle(rng, pool, 0, count)
    for colour in range(COLOURS):
        state.hand[owner, colour] = 0
    for index in range(in_hand):
        state.hand[owner, pool[index]] += 1
    count = in_hand
    for word in range(2):
        rest = state.two_faced[word]
        while rest:
            bit = lowest(rest)
            rest ^= bit
            place = 64 * word + lowest_bit(bit)
            if state.owner[place] == owner and not knows(state, seat, place):
                state.under[place] = pool[count]
                count += 1
    for index in range(count):
        pool[index] = 0


@native
def _sort(pool: Row[int], count: int) -> None:
    """Forget where the backs were."""
    for start in range(1, count):
        index = start
        while index > 0 and pool[index] < pool[index - 1]:
            pool[index], pool[index - 1] = pool[index - 1], pool[index]
            index -= 1


@native
def sight(state: TerraflipState, seat: int) -> np.uint64:
    """A number for what `seat` sees: the turn, the tiles on the table, undersides that it knows, and its own hand."""
    key = mix(np.uint64(state.stage), int(state.turn) * 128 + int(state.origin) + 1)
    key = mix(key, (int(state.looked_at) + 1) * 16 + (int(state.looked_by) + 1) * 2 + int(state.throwing))
    seats = (1 << int(state.seats)) - 1
    for word in range(2):
        rest = state.occupied[word]
        while rest:
            bit = lowest(rest)
            rest ^= bit
            place = 64 * word + lowest_bit(bit)
            under = int(state.under[place]) + 1 if knows(state, seat, place) else 5
            tile = int(state.special[place]) * 8 + int(state.face[place]) + 1
            who = (int(state.known[place]) & seats) * 8 + int(state.owner[place]) + 1
            key = mix(key, ((place * 8 + under) * 64 + tile) * 256 + who)
    for other in range(state.seats):
        key = mix(key, int(state.spies[other]) * 16 + int(state.tiles_left[other]))
        for kind in range(COLOURS, KINDS):
            key = mix(key, int(state.hand[other, kind]))
    if seat >= 0:
        key = mix(key, (int(state.look_at[seat]) + 1) * 8 + int(state.look_saw[seat]) + 1)
        for colour in range(COLOURS):
            key = mix(key, int(state.hand[seat, colour]))
    return key
