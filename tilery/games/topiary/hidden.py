"""What a seat of Topiary cannot know, dealt anew (TOP-9, TOP-10).

Unknown are the garden's face-down tiles, the hands of others until they are shown at the end, and the box. In the
draft a seat learns more: the tiles it passed on can only be with a seat that chose later, or in the box.
"""

from __future__ import annotations

from tilery.games.topiary.hands import add_to_box, add_to_hand
from tilery.games.topiary.state import DRAFT, EMPTY, OVER
from tilery.kernel.chance import Rng, below, shuffle
from tilery.kernel.contract import State
from tilery.kernel.native import native

BOX = 4  # among owners, where seats are 0 to 3


@native
def redeal(state: State, seat: int, rng: Rng) -> None:
    sizes = 0  # of the hands and the box that are emptied here, four bits each
    pool = state.scratch
    count = 0
    for cell in range(25):
        if state.face_down >> cell & 1 and state.garden[cell] != EMPTY:
            pool[count] = state.garden[cell]
            count += 1
    if state.stage != OVER:
        for other in range(state.seats):
            if other != seat:
                sizes |= int(state.hand_size[other]) << 4 * other
                for index in range(state.hand_size[other]):
                    pool[count] = state.hand[other, index]
                    state.hand[other, index] = 0
                    count += 1
                state.hand_size[other] = 0
    sizes |= int(state.box_size) << 4 * BOX
    for index in range(state.box_size):
        pool[count] = state.box[index]
        state.box[index] = 0
        count += 1
    state.box_size = 0

    if has_drafted(state, seat):
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
    for index in range(40):
        pool[index] = 0


@native
def has_drafted(state: State, seat: int) -> bool:
    return bool(state.draft) and seat >= 0 and (state.stage != DRAFT or state.turn < seat)


@native
def _deal_passed_on(state: State, seat: int, sizes: int, count: int, rng: Rng) -> int:
    """Deal the tiles that `seat` passed on and has not seen since; return how many other tiles are left in the pool.

    They move to the end of the pool, then to places drawn until no seat holds more of them than it can.
    """
    pool = state.scratch
    rest = count
    for index in range(state.leftovers):
        for place in range(rest):
            if pool[place] == state.passed_on[seat, index]:
                rest -= 1
                pool[place] = pool[rest]
                pool[rest] = state.passed_on[seat, index]
                break
    while True:
        taken = 0  # how many of them each owner got, four bits each
        fits = True
        for _ in range(rest, count):
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
            break
    for owner in range(BOX + 1):
        for _ in range(taken >> 4 * owner & 15):
            chosen = rest + below(rng, count - rest)
            count -= 1
            _give(state, owner, pool[chosen])
            pool[chosen] = pool[count]
    return rest


@native
def _most(state: State, seat: int, owner: int) -> int:
    """How many of the tiles that `seat` passed on `owner` can hold now."""
    if owner == BOX:
        return int(state.leftovers)
    if state.stage == DRAFT and owner <= state.turn:
        return int(state.leftovers) if owner == state.turn else 0
    most = 3
    for cell in range(25):
        if not state.face_down >> cell & 1 and state.put_by[cell] == owner:
            for index in range(state.leftovers):
                if state.garden[cell] == state.passed_on[seat, index]:
                    most -= 1
    return most


@native
def _size(state: State, owner: int) -> int:
    return int(state.box_size) if owner == BOX else int(state.hand_size[owner])


@native
def _give(state: State, owner: int, tile: int) -> None:
    if owner == BOX:
        add_to_box(state, tile)
    else:
        add_to_hand(state, owner, tile)
