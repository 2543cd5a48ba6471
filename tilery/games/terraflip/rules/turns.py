"""The rules of Terraflip: a turn places one tile, may flip tiles in a chain, and may send spies at any moment."""

from __future__ import annotations

import numpy as np

from tilery.games.terraflip.rules.components import LIMIT, RIDER_STEP, SPIES, TILES, TWO_FACED
from tilery.games.terraflip.rules.geometry import BIT, NEAR, WITHIN
from tilery.games.terraflip.rules.hidden import knows
from tilery.games.terraflip.rules.moves import (
    END,
    flip_move,
    flipped,
    is_flip_move,
    is_place_move,
    is_spy_move,
    place_move,
    placed,
    spied,
    spy_move,
    throw_move,
    thrown,
)
from tilery.games.terraflip.rules.state import (
    CAMP,
    CATAPULT,
    COLOURS,
    EMPTY,
    FLIP,
    NOBODY,
    OVER,
    PLACE,
    PLAIN,
    RIDER,
    TerraflipOptions,
    TerraflipState,
)
from tilery.games.terraflip.rules.surround import find_flips
from tilery.games.terraflip.rules.tiles import (
    NONE,
    clear_table,
    joined_without,
    lowest,
    move_tile,
    put,
    turn_over,
)
from tilery.kernel.bits import lowest_bit
from tilery.kernel.chance import Rng
from tilery.kernel.contract import Moves
from tilery.kernel.native import native
from tilery.kernel.state import Row

# The longest list that can be imagined: a catapult with six tiles to throw to 60 places, 36 tiles to flip or to spy
# on, and the end; placing six kinds (300 + 90) and spying on 36 tiles is less.
MAX_MOVES = 6 * 60 + 36 + 36 + 1
# At most 18 tiles have a face of a colour, so a turn has at most 18 flips that go on, one that does not, and an end.
MAX_LENGTH = 48 * (1 + 18 + 1 + 1) + 4 * SPIES


@native
def setup(state: TerraflipState, seats: int, options: TerraflipOptions, rng: Rng) -> None:
    """Nothing is left to chance: every seat starts with all tiles of its family."""
    state.seats = seats
    state.rules = options.rules
    state.rows_only = options.lines
    state.pure_memory = options.memory
    clear_table(state)
    for seat in range(seats):
        state.family[seat] = seat
        state.tiles_left[seat] = TILES
        state.spies[seat] = SPIES
        for colour in range(COLOURS):
            if colour != seat:
                state.hand[seat, colour] = TWO_FACED
        state.hand[seat, CATAPULT] = 1
        state.hand[seat, RIDER] = 1
        state.hand[seat, CAMP] = 1


@native
def waiting(state: TerraflipState) -> int:
    return 0 if state.stage == OVER else 1 << int(state.turn)


@native
def legal_moves(state: TerraflipState, seat: int, out: Moves) -> int:
    if state.stage == PLACE:
        count = _list_places(state, seat, out)
    else:
        count = _list_set(state.flips, False, out, 0)
        if state.throwing:
            count = _list_throws(state, out, count)
    if state.spies[seat]:
        count = _list_set(state.two_faced, True, out, count)
    if state.stage == FLIP:
        out[count] = END
        count += 1
    return count


@native
def _list_set(places: Row[np.uint64], spying: bool, out: Moves, count: int) -> int:
    """List the moves that flip the tiles of a set, or spy on them."""
    for word in range(2):
        rest = places[word]
        while rest:
            bit = lowest(rest)
            rest ^= bit
            place = 64 * word + lowest_bit(bit)
            out[count] = spy_move(place) if spying else flip_move(place)
            count += 1
    return count


@native
def _list_places(state: TerraflipState, seat: int, out: Moves) -> int:
    limit = LIMIT[state.seats]
    count = 0
    for kind in range(RIDER):
        if state.hand[seat, kind]:
            count = _list_within(state, limit, kind, out, count)
    if state.hand[seat, RIDER]:
        count = _list_within(state, limit + RIDER_STEP, RIDER, out, count)
    if state.hand[seat, CAMP]:
        count = _list_within(state, limit, CAMP, out, count)
    return count


@native
def _list_within(state: TerraflipState, limit: int, kind: int, out: Moves, count: int) -> int:
    for word in range(2):
        rest = state.touching[word] & WITHIN[limit, word]
        while rest:
            bit = lowest(rest)
            rest ^= bit
            out[count] = place_move(kind, 64 * word + lowest_bit(bit))
            count += 1
    return count


@native
def _list_throws(state: TerraflipState, out: Moves, count: int) -> int:
    for word in range(2):
        targets = state.throws[word]
        while targets:
            bit = lowest(targets)
            targets ^= bit
            start = 64 * word + lowest_bit(bit)
            for goal_word in range(2):
                goals = _landing(state, start, goal_word)
                while goals:
                    goal = lowest(goals)
                    goals ^= goal
                    out[count] = throw_move(start, 64 * goal_word + lowest_bit(goal))
                    count += 1
    return count


@native
def _landing(state: TerraflipState, lifted: int, word: int) -> np.uint64:
    """The places where a lifted tile may land: free, near enough, and touching another tile (TER-9)."""
    landing: np.uint64 = state.touching[word] & WITHIN[LIMIT[state.seats], word]
    doubtful = landing & NEAR[lifted, word]
    while doubtful:
        bit = lowest(doubtful)
        doubtful ^= bit
        place = 64 * word + lowest_bit(bit)
        others_low = NEAR[place, 0] & state.occupied[0] & ~BIT[lifted, 0]
        others_high = NEAR[place, 1] & state.occupied[1] & ~BIT[lifted, 1]
        if not (others_low or others_high):
            landing ^= bit
    return landing


@native
def play(state: TerraflipState, seat: int, move: int) -> None:
    state.looked_at = EMPTY
    state.looked_by = NOBODY
    state.look_at[seat] = EMPTY
    state.look_saw[seat] = EMPTY
    if is_place_move(move):
        kind, place = placed(move)
        _place(state, seat, kind, place)
    elif is_flip_move(move):
        _flip(state, seat, flipped(move))
    elif is_spy_move(move):
        _spy(state, seat, spied(move))
    elif move == END:
        _end_turn(state)
    else:
        start, goal = thrown(move)
        move_tile(state, start, goal)
        _flip(state, seat, goal)


@native
def _place(state: TerraflipState, seat: int, kind: int, place: int) -> None:
    colour = int(state.family[seat])
    state.hand[seat, kind] -= 1
    state.tiles_left[seat] -= 1
    if kind < CATAPULT:
        put(state, place, seat, colour, kind, PLAIN, 1 << seat)
    else:
        put(state, place, seat, colour, EMPTY, kind, 0)
    state.stage = FLIP
    state.origin = place
    find_actions(state)
    _end_turn_if_done(state, seat)


@native
def find_actions(state: TerraflipState) -> None:
    """Find what can be flipped and thrown from the tile that was placed, or flipped last."""
    if state.origin == EMPTY:
        return
    place, colour = int(state.origin), int(state.family[state.turn])
    find_flips(state, place, colour)
    if state.special[place] == CAMP:
        for word in range(2):
            state.flips[word] |= _targets(state, place, colour, word)
    elif state.special[place] == CATAPULT:
        _find_throws(state, place, colour)


@native
def _targets(state: TerraflipState, place: int, colour: int, word: int) -> np.uint64:
    """The tiles on which a camp or catapult can use its power: touching, two-faced, showing another colour."""
    targets: np.uint64 = NEAR[place, word] & state.two_faced[word] & ~state.shows[colour, word]
    return targets


@native
def _find_throws(state: TerraflipState, catapult: int, colour: int) -> None:
    for word in range(2):
        targets = _targets(state, catapult, colour, word)
        while targets:
            bit = lowest(targets)
            targets ^= bit
            place = 64 * word + lowest_bit(bit)
            has_goal = _landing(state, place, 0) or _landing(state, place, 1)
            if has_goal and joined_without(state, place):
                state.throws[word] |= bit
                state.throwing = 1


@native
def _flip(state: TerraflipState, seat: int, place: int) -> None:
    """Turn a tile over; if it shows the seat's colour now, the chain may go on from it (TER-7)."""
    colour = int(state.family[seat])
    turn_over(state, place)
    _forget_throws(state)
    if state.face[place] == colour:
        state.origin = place
        find_flips(state, place, colour)
    else:
        _forget_flips(state)
    _end_turn_if_done(state, seat)


@native
def _spy(state: TerraflipState, seat: int, place: int) -> None:
    state.spies[seat] -= 1
    state.known[place] |= 1 << seat
    state.looked_at = place
    state.looked_by = seat
    state.look_at[seat] = place
    state.look_saw[seat] = state.under[place]
    if state.stage == FLIP:
        _end_turn_if_done(state, seat)


@native
def _end_turn_if_done(state: TerraflipState, seat: int) -> None:
    can_flip = state.flips[0] or state.flips[1]
    if not (can_flip or state.throwing or (state.spies[seat] and _can_learn(state, seat))):
        _end_turn(state)


@native
def _can_learn(state: TerraflipState, seat: int) -> bool:
    """Whether a spy could see something new (TER-16); by version 1 of the rules, whether it could see anything."""
    for word in range(2):
        rest = state.two_faced[word]
        while rest:
            bit = lowest(rest)
            rest ^= bit
            if state.rules == 1 or not knows(state, seat, 64 * word + lowest_bit(bit)):
                return True
    return False


@native
def _end_turn(state: TerraflipState) -> None:
    _forget_flips(state)
    _forget_throws(state)
    state.turn += 1
    if state.turn == state.seats:
        state.turn = 0
    state.stage = PLACE if state.tiles_left[state.turn] else OVER


@native
def _forget_flips(state: TerraflipState) -> None:
    state.origin = EMPTY
    state.flips[0] = NONE
    state.flips[1] = NONE


@native
def _forget_throws(state: TerraflipState) -> None:
    state.throwing = 0
    state.throws[0] = NONE
    state.throws[1] = NONE
