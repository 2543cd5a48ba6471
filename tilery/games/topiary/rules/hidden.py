"""What a seat of Topiary cannot know, dealt anew (TOP-9, TOP-10).

Unknown are the garden's face-down tiles, the hands of others until they are shown at the end, and the box. In the
draft a seat learns more: the tiles it passed on can only be with a seat that chose later, or in the box. Every place
of every unknown tile that agrees with this is as likely as any other.
"""

from __future__ import annotations

import numpy as np

from tilery.games.topiary.rules.hands import add_to_box, add_to_hand
from tilery.games.topiary.rules.state import DRAFT, EMPTY, OVER, TopiaryState
from tilery.kernel.bits import lowest_bit
from tilery.kernel.chance import Rng, below, mix, shuffle
from tilery.kernel.native import native

ONE = np.uint64(1)
BOX = 4  # among owners, where seats are 0 to 3


@native
def redeal(state: TopiaryState, seat: int, rng: Rng) -> None:
    pool = state.scratch
    count = _pick_up_garden(state)
    sizes = int(state.box_size) << 4 * BOX  # of the hands and the box that are emptied here, four bits each
    if state.stage != OVER:
        for other in range(state.seats):
            if other != seat:
                sizes |= int(state.hand_size[other]) << 4 * other
                count = _pick_up_hand(state, other, count)
    count = _pick_up_box(state, count)
    _sort_pool(state, count)

    if has_chosen(state, seat):
        count = _deal_passed_on(state, seat, sizes, count, rng)
    shuffle(rng, pool, 0, count)
    for cell in range(25):
        if state.face_down >> cell & 1 and state.garden[cell] != EMPTY:
            count -= 1
            state.garden[cell] = pool[count]
    for owner in range(BOX + 1):
        while _size(state, owner) < sizes >> 4 * owner & 15:
            count -= 1
            _give(state, owner, pool[count])
    if state.draft:
        _draw_what_others_passed_on(state, seat, rng)
    for index in range(40):
        pool[index] = 0


@native
def has_chosen(state: TopiaryState, seat: int) -> bool:
    """Whether `seat` has chosen its three tiles in the draft, and so knows what it passed on."""
    return bool(state.draft) and seat >= 0 and (state.stage != DRAFT or state.turn < seat)


@native
def has_received(state: TopiaryState, seat: int) -> bool:
    """Whether the packet of the seat on the left came to `seat` in the draft."""
    return bool(state.draft) and 0 <= seat < state.seats - 1 and (state.stage != DRAFT or state.turn <= seat)


@native
def _pick_up_garden(state: TopiaryState) -> int:
    count = 0
    for cell in range(25):
        if state.face_down >> cell & 1 and state.garden[cell] != EMPTY:
            state.scratch[count] = state.garden[cell]
            count += 1
    return count


@native
def _pick_up_hand(state: TopiaryState, seat: int, count: int) -> int:
    for index in range(state.hand_size[seat]):
        state.scratch[count] = state.hand[seat, index]
        state.hand[seat, index] = 0
        count += 1
    state.hand_size[seat] = 0
    return count


@native
def _pick_up_box(state: TopiaryState, count: int) -> int:
    for index in range(state.box_size):
        state.scratch[count] = state.box[index]
        state.box[index] = 0
        count += 1
    state.box_size = 0
    return count


@native
def _sort_pool(state: TopiaryState, count: int) -> None:
    """Forget where the tiles came from."""
    tiles = np.uint64(0)
    for index in range(count):
        tiles |= ONE << np.uint64(state.scratch[index])
    for index in range(count):
        state.scratch[index] = lowest_bit(tiles)
        tiles &= tiles - ONE


@native
def _deal_passed_on(state: TopiaryState, seat: int, sizes: int, count: int, rng: Rng) -> int:
    """Deal the tiles that `seat` passed on and has not seen since; return how many other tiles are left in the pool.

    They move to the end of the pool, then to places drawn until no seat holds more of them than it can.
    """
    pool = state.scratch
    rest = count
    for index in range(count - 1, -1, -1):
        if _was_passed_on(state, seat, pool[index]):
            rest -= 1
            _swap(state, index, rest)
    taken = _draw_places(state, seat, sizes, count - rest, rng)
    for owner in range(BOX + 1):
        for _ in range(taken >> 4 * owner & 15):
            _swap(state, rest + below(rng, count - rest), count - 1)
            count -= 1
            _give(state, owner, pool[count])
    return rest


@native
def _draw_places(state: TopiaryState, seat: int, sizes: int, tiles: int, rng: Rng) -> int:
    """How many of `tiles` passed on by `seat` each owner gets, four bits each."""
    while True:
        taken = 0
        fits = True
        for _ in range(tiles):
            places = 0
            for owner in range(BOX + 1):
                if owner < seat or owner == BOX:
                    places += (sizes >> 4 * owner & 15) - (taken >> 4 * owner & 15)
            place = below(rng, places)
            for owner in range(BOX + 1):
                if owner < seat or owner == BOX:
                    free = (sizes >> 4 * owner & 15) - (taken >> 4 * owner & 15)
                    if 0 <= place < free:
                        taken += 1 << 4 * owner
                        fits = fits and taken >> 4 * owner & 15 <= _most(state, seat, owner)
                    place -= free
        if fits:
            return taken


@native
def _most(state: TopiaryState, seat: int, owner: int) -> int:
    """How many of the tiles that `seat` passed on `owner` can hold now.

    It kept three tiles in the draft; all others that went through its hand since then came from the garden.
    """
    if owner == BOX:
        return int(state.leftovers)
    if state.stage == DRAFT and owner <= state.turn:
        return int(state.leftovers) if owner == state.turn else 0
    most = 3
    for cell in range(25):
        if state.put_by[cell] == owner and _was_passed_on(state, seat, state.garden[cell]):
            most -= 1
    return most


@native
def _draw_what_others_passed_on(state: TopiaryState, seat: int, rng: Rng) -> None:
    """Give every other seat a packet that it may have passed on, from the first seat up, so that they fit together.

    A packet holds tiles that the next one to choose kept or passed on in turn. `seat` knows its own packet and the
    one that it received: those stay.
    """
    pool = state.scratch
    lowest = 0
    if state.stage == DRAFT:
        lowest = int(state.turn)
    else:
        for index in range(state.leftovers):
            state.passed_on[0, index] = state.box[index]
    for giver in range(lowest + 1, state.seats):
        if giver in (seat, seat + 1):
            continue
        known = seat if giver < seat else -1  # whose packet went through the hands of these seats
        taker = giver - 1
        count = _gather_tiles_of(state, taker)
        if state.stage != DRAFT or taker != lowest:
            _draw_first(state, 3, count, known, rng)
            for index in range(state.leftovers):
                pool[3 + index] = state.passed_on[taker, index]
            count = 3 + int(state.leftovers)
        _draw_first(state, int(state.leftovers), count, known, rng)
        for index in range(state.leftovers):
            state.passed_on[giver, index] = pool[index]


@native
def _gather_tiles_of(state: TopiaryState, seat: int) -> int:
    """Fill the pool with all that `seat` holds or has put; the three tiles that it kept in the draft are among them."""
    count = 0
    for index in range(state.hand_size[seat]):
        state.scratch[count] = state.hand[seat, index]
        count += 1
    for cell in range(25):
        if state.put_by[cell] == seat:
            state.scratch[count] = state.garden[cell]
            count += 1
    return count


@native
def _draw_first(state: TopiaryState, wanted: int, count: int, known: int, rng: Rng) -> None:
    """Bring `wanted` tiles of the pool to its beginning: those that seat `known` passed on, then any."""
    first = 0
    for index in range(count):
        if _was_passed_on(state, known, state.scratch[index]):
            _swap(state, first, index)
            first += 1
    for place in range(first, wanted):
        _swap(state, place, place + below(rng, count - place))


@native
def _was_passed_on(state: TopiaryState, seat: int, tile: int) -> bool:
    if seat >= 0:
        for index in range(state.leftovers):
            if state.passed_on[seat, index] == tile:
                return True
    return False


@native
def _swap(state: TopiaryState, one: int, other: int) -> None:
    tile = state.scratch[one]
    state.scratch[one] = state.scratch[other]
    state.scratch[other] = tile


@native
def _size(state: TopiaryState, owner: int) -> int:
    return int(state.box_size) if owner == BOX else int(state.hand_size[owner])


@native
def _give(state: TopiaryState, owner: int, tile: int) -> None:
    if owner == BOX:
        add_to_box(state, tile)
    else:
        add_to_hand(state, owner, tile)


@native
def sight(state: TopiaryState, seat: int) -> np.uint64:
    """A number for what `seat` sees: the turn, the garden, the visitors and its own hand."""
    key = mix(np.uint64(state.face_down), int(state.stage) * 8 + int(state.turn))
    key = mix(key, int(state.spot + 1) * 32 + int(state.cell + 1))
    for cell in range(25):
        if not state.face_down >> cell & 1:
            key = mix(key, int(state.garden[cell]) + 1)
    for spot in range(48):
        key = mix(key, int(state.visitors[spot]) + 2)
    if seat >= 0:
        for index in range(state.hand_size[seat]):
            key = mix(key, int(state.hand[seat, index]))
    return key
