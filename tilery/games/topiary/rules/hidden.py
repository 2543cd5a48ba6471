"""What a seat of Topiary cannot know, dealt anew (TOP-9, TOP-10).

Unknown are the garden's face-down tiles, the hands of others until they are shown at the end, and the box. In the
draft a seat learns more: the tiles it passed on can only be with a seat that chose later, or in the box.

Every course of the game that agrees with what the seat has seen is as likely as any other: a deal, what others kept in
the draft, and which of their tiles they put. Without a draft that makes every place of every unknown tile equally
likely. With one it does not: of the tiles that a seat passed on, each of the next ones to choose keeps three of the
`3 + leftovers` tiles it is looking at, so those who choose first are more likely to have kept them; and who has put
other tiles since is less likely to hold them. `_weight` counts the courses.
"""

from __future__ import annotations

import numpy as np

from tilery.games.topiary.rules.hands import add_to_box, add_to_hand
from tilery.games.topiary.rules.state import DRAFT, EMPTY, OVER, TopiaryState
from tilery.kernel.bits import lowest_bit
from tilery.kernel.chance import Rng, below, mix, next_word, shuffle
from tilery.kernel.native import native

ONE = np.uint64(1)
BOX = 4  # among owners, where seats are 0 to 3

_11 = np.uint64(11)
_MOST_VISITORS = 8
_SHOWN_BITS = 20


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

    They move to the end of the pool; then it is drawn how many of them everybody gets, and which.
    """
    pool = state.scratch
    rest = count
    for index in range(count - 1, -1, -1):
        if _was_passed_on(state, seat, pool[index]):
            rest -= 1
            _swap(state, index, rest)
    taken = _draw_shares(state, seat, sizes, count - rest, rng)
    for owner in range(BOX + 1):
        for _ in range(taken >> 4 * owner & 15):
            _swap(state, rest + below(rng, count - rest), count - 1)
            count -= 1
            _give(state, owner, pool[count])
    return rest


@native
def _draw_shares(state: TopiaryState, seat: int, sizes: int, tiles: int, rng: Rng) -> int:
    """How many of `tiles` passed on by `seat` each owner gets, four bits each."""
    if not tiles:
        return 0
    shown = _what_is_shown(state, seat)
    last = int(state.turn) if state.stage == DRAFT else BOX  # who has the packet that went on and on
    choosers = range(int(state.turn) + 1 if state.stage == DRAFT else 0, seat)
    total, mark, taken = 0.0, 0.0, 0
    for drawing in range(2):  # add up the weights of all ways, then walk to the one that is drawn
        if drawing:
            mark = total * (float(next_word(rng) >> _11) * 2.0**-53)
            total = 0.0
        for first in range(tiles + 1 if 0 in choosers else 1):
            for second in range(tiles + 1 - first if 1 in choosers else 1):
                for third in range(tiles + 1 - first - second if 2 in choosers else 1):
                    rest = tiles - first - second - third
                    shares = (first | second << 4 | third << 8) + (rest << 4 * last)
                    weight = _weight(state, seat, sizes, shown, shares, last)
                    if weight > 0.0:
                        total += weight
                        taken = shares
                        if drawing and total > mark:
                            return taken
    return taken


@native
def _weight(state: TopiaryState, seat: int, sizes: int, shown: int, shares: int, last: int) -> float:
    """In how many courses of the game the unseen tiles that `seat` passed on are shared out like this.

    They were among the three that a seat kept, or in the last packet: so many ways to choose their places, whichever
    tile is on which. A seat that passed some of them on chose the others of its packet freely. And of four tiles in
    hand, a seat chose one to put.
    """
    leftovers = int(state.leftovers)
    passing = shares >> 4 * last & 15
    weight = _ways_to_choose(leftovers, passing) / _ways_to_choose(passing, passing)
    first = last + 1 if state.stage == DRAFT else 0
    for other in range(first, seat):
        if other > first:
            free = 3 + leftovers - passing
            weight *= _ways_to_choose(free, 3) // 6
        share, seen = shares >> 4 * other & 15, shown >> _SHOWN_BITS * other
        kept = share + (seen & 15)
        if share > sizes >> 4 * other & 15 or kept > 3:
            return 0.0
        weight *= _ways_to_choose(3, kept) / _ways_to_choose(share, share)
        for later in range(4):
            for _ in range(seen >> 4 + 4 * later & 15):
                weight *= 4 - share - later
        passing += kept
    return weight


@native
def _ways_to_choose(places: int, tiles: int) -> int:
    """In how many ways some tiles can lie on different ones of some places."""
    ways = 1
    for index in range(tiles):
        ways *= places - index
    return ways


@native
def _what_is_shown(state: TopiaryState, seat: int) -> int:
    """What everybody has seen of the tiles that `seat` passed on, in the hands of those who chose after it.

    Four bits for each of them tell how many it has put, or shows now at the end. Four times four more count the other
    tiles that it put: when it still had none of those, one, two or three.
    """
    shown = 0
    for other in range(seat):
        known = 0
        if state.stage == OVER:
            for index in range(state.hand_size[other]):
                known += _was_passed_on(state, seat, state.hand[other, index])
        counts = 0
        for left in range(_MOST_VISITORS):  # the last put comes first
            tile = _put_with(state, other, left)
            if tile == EMPTY:
                continue
            if _was_passed_on(state, seat, tile):
                known += 1
            else:
                counts += 1 << 4 + 4 * known
        shown |= known + counts << _SHOWN_BITS * other
    return shown


@native
def _put_with(state: TopiaryState, seat: int, left: int) -> int:
    """The tile that `seat` put when it had so many visitors left; EMPTY if it put none then."""
    for cell in range(25):
        if state.put_by[cell] == seat and state.visitors_then[cell] == left:
            return int(state.garden[cell])
    return EMPTY


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
        if state.stage == DRAFT and taker == lowest:
            for index in range(state.hand_size[taker]):
                pool[index] = state.hand[taker, index]
        else:
            _draw_kept(state, taker, known, rng)
            for index in range(state.leftovers):
                pool[3 + index] = state.passed_on[taker, index]
        _draw_packet(state, known, rng)
        for index in range(state.leftovers):
            state.passed_on[giver, index] = pool[index]


@native
def _draw_kept(state: TopiaryState, seat: int, known: int, rng: Rng) -> None:
    """Fill the beginning of the pool with three tiles that `seat` may have kept in the draft.

    What seat `known` passed on was kept for certain. Every other tile that was put is one of those that were in hand
    then: kept, or taken from the garden. And so is, in the end, what is in hand now.
    """
    pool = state.scratch
    kept = 0
    for index in range(state.hand_size[seat]):
        if _was_passed_on(state, known, state.hand[seat, index]):
            pool[kept] = state.hand[seat, index]
            kept += 1
    for left in range(_MOST_VISITORS):
        tile = _put_with(state, seat, left)
        if tile != EMPTY and _was_passed_on(state, known, tile):
            pool[kept] = tile
            kept += 1
    unclear = 3 - kept  # kept tiles of which we do not know which they are, as long as they are in hand
    taken = 0  # tiles in hand that came from the garden
    for left in range(_MOST_VISITORS - 1, -1, -1):
        tile = _put_with(state, seat, left)
        if tile == EMPTY:
            continue
        taken += 1
        if _was_passed_on(state, known, tile):
            continue
        if below(rng, unclear + taken) < unclear:
            unclear -= 1
            pool[kept] = tile
            kept += 1
        else:
            taken -= 1
    count = 3
    for index in range(state.hand_size[seat]):
        if not _was_passed_on(state, known, state.hand[seat, index]):
            pool[count] = state.hand[seat, index]
            count += 1
    for place in range(kept, 3):
        chosen = 3 + below(rng, count - 3)
        pool[place] = pool[chosen]
        count -= 1
        pool[chosen] = pool[count]


@native
def _draw_packet(state: TopiaryState, known: int, rng: Rng) -> None:
    """Bring a packet to the beginning of the pool, out of three tiles and another packet.

    What seat `known` passed on went through it; the others are any.
    """
    count = 3 + int(state.leftovers)
    first = 0
    for index in range(count):
        if _was_passed_on(state, known, state.scratch[index]):
            _swap(state, first, index)
            first += 1
    for place in range(first, state.leftovers):
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
    """A number for what `seat` sees: the turn, the garden, the visitors, its own hand and its packets of the draft."""
    key = mix(np.uint64(state.face_down), (int(state.removed_series) + 1) * 64 + int(state.stage) * 8 + int(state.turn))
    key = mix(key, int(state.spot + 1) * 32 + int(state.cell + 1))
    for cell in range(25):
        if not state.face_down >> cell & 1:
            key = mix(key, (int(state.garden[cell]) + 1) * 8 + int(state.put_by[cell]) + 1)
    for spot in range(48):
        key = mix(key, int(state.visitors[spot]) + 2)
    for other in range(state.seats):
        if other == seat or state.stage == OVER:
            for index in range(state.hand_size[other]):
                key = mix(key, int(state.hand[other, index]))
    if has_chosen(state, seat):
        key = mix(key, _packet(state, seat))
    if has_received(state, seat):
        key = mix(key, _packet(state, seat + 1))
    return key


@native
def _packet(state: TopiaryState, giver: int) -> int:
    """The tiles that a seat passed on, as bits."""
    tiles = 0
    for index in range(state.leftovers):
        tiles |= 1 << int(state.passed_on[giver, index])
    return tiles
