"""What a learned evaluation of Terraflip reads: for every player what lies on the table, what can be flipped, the hand.

Whether a tile stays what it shows depends on who can reach it by a line, so lines are drawn for every colour. What a
player makes of an underside is told only as far as both that player and the one who looks have seen it.
"""

from __future__ import annotations

import numpy as np

from tilery.games.terraflip.rules.components import BONUS, LIMIT
from tilery.games.terraflip.rules.geometry import (
    BIT,
    CENTRE,
    CROSSED,
    FIRST_RAY,
    FIRST_STEP,
    NEAR,
    RAY_ENDS,
    SLANTED_RAY,
    TOWER,
    WITHIN,
)
from tilery.games.terraflip.rules.hidden import knows
from tilery.games.terraflip.rules.scoring import connected_tiles
from tilery.games.terraflip.rules.state import CAMP, CATAPULT, FLIP, RIDER, TerraflipState
from tilery.games.terraflip.rules.tiles import NONE, lowest
from tilery.kernel.bits import count_bits, lowest_bit
from tilery.kernel.contract import Values
from tilery.kernel.native import native

UNKNOWN = 1 / 3  # the chance that an unknown underside has a certain colour

# Of each player, the one who looks first and then clockwise.
(
    _CONNECTED,
    _BONUS,
    _TILES_LEFT,
    _SPIES,
    _CATAPULT,
    _RIDER,
    _CAMP,
    _BACKS,  # in one's own hand, with the colour of another player
    _WAYS,  # lines that flip something, from any free place
    _SAFE,  # tiles that cannot be flipped
    _EXPOSED,  # tiles that somebody's line can flip
    _SHELTERED,
    _PREY,  # other players' tiles that a line can flip
    _STRAYS,  # tiles of nobody's colour that a line can flip
    _FIRST_RING,
    _SECOND_RING,
    _OUTER_RINGS,
    _BETRAYED,  # own tiles of which another player knows that the underside is theirs
    _IN_DANGER,  # and can flip them
    _SLEEPERS,  # tiles of which the player knows that the underside is its own
    _AWAKE,  # and can flip them
    _DOUBLE,  # and they show another player's colour
    _OPEN,  # own tiles beside a free place, where a camp or a catapult may come
    _BEST,  # the most that a line could bring
) = range(24)
PER_PLAYER = 24

# Of the state, after the players.
(
    _LEFT,  # tiles that all players still have
    _ROWS_ONLY,
    _PURE_MEMORY,
    _FLIPPING,  # the player who looks is to flip, and what can be flipped
    _FLIP_PREY,
    _FLIP_STRAYS,
    _FLIP_SLEEPERS,
    _FLIP_DOUBLE,
    _FLIP_BEST,
    _ATTACKED,  # the same of another player, as far as it is about the one who looks
    _ATTACKED_TILES,
    _ATTACKED_OTHERS,
    _ATTACKED_KNOWN,
    _ATTACKED_BEST,
    _LAST_TURN,  # nobody comes after the player on turn
) = range(15)
OF_STATE = 15


def feature_count(seats: int) -> int:
    return seats * PER_PLAYER + seats + OF_STATE


@native
def features(state: TerraflipState, seat: int, out: Values) -> None:
    seats = int(state.seats)
    left = 0
    player = seat
    for number in range(seats):
        _write_player(state, player, out[number * PER_PLAYER : (number + 1) * PER_PLAYER])
        left += int(state.tiles_left[player])
        player = _following(state, player)
    for other in range(seats):
        if other != seat:
            out[_BACKS] += state.hand[seat, state.family[other]]
    _write_dangers(state, seat, out)
    at = seats * PER_PLAYER
    out[at + (int(state.turn) - seat + seats) % seats] = 1.0
    at += seats
    out[at + _LEFT] = left
    out[at + _ROWS_ONLY] = state.rows_only
    out[at + _PURE_MEMORY] = state.pure_memory
    out[at + _LAST_TURN] = 1.0 if left == 0 else 0.0
    if state.stage == FLIP:
        _write_flips(state, seat, out[at : at + OF_STATE])


@native
def _both_know(state: TerraflipState, seat: int, player: int, place: int) -> bool:
    """Whether the one who looks knows an underside, and a player too."""
    return knows(state, seat, place) and knows(state, player, place)


@native
def _following(state: TerraflipState, seat: int) -> int:
    return seat + 1 if seat + 1 < state.seats else 0


@native
def _colours_of_players(state: TerraflipState, word: int) -> np.uint64:
    """The tiles that show the colour of somebody who plays."""
    shown = NONE
    for seat in range(state.seats):
        shown |= state.shows[state.family[seat], word]
    return shown


@native
def _write_player(state: TerraflipState, player: int, out: Values) -> None:
    """Write what can be said of a player without knowing what the others can reach."""
    colour = int(state.family[player])
    out[_CONNECTED] = connected_tiles(state, player)
    out[_BONUS] = BONUS[state.seats, player]
    out[_TILES_LEFT] = state.tiles_left[player]
    out[_SPIES] = state.spies[player]
    out[_CATAPULT] = state.hand[player, CATAPULT]
    out[_RIDER] = state.hand[player, RIDER]
    out[_CAMP] = state.hand[player, CAMP]
    for word in range(2):
        own = state.shows[colour, word]
        out[_SAFE] += count_bits(own & ~state.two_faced[word])
        rest = own & state.two_faced[word]
        while rest:
            bit = lowest(rest)
            rest ^= bit
            place = 64 * word + lowest_bit(bit)
            out[_FIRST_RING if place < 7 else _SECOND_RING if place < 19 else _OUTER_RINGS] += 1.0
            if NEAR[place, 0] & state.touching[0] | NEAR[place, 1] & state.touching[1]:
                out[_OPEN] += 1.0


@native
def _write_dangers(state: TerraflipState, seat: int, out: Values) -> None:
    """Draw the lines of every player, and write what they can flip and whom that hurts."""
    seats = int(state.seats)
    reached_low, reached_high = NONE, NONE  # by anybody but the player of the colour, who flips no tile of its own
    player = seat
    for number in range(seats):
        at = number * PER_PLAYER
        colour = int(state.family[player])
        low, high, ways = _reach(state, colour)
        reached_low |= low
        reached_high |= high
        out[at + _WAYS] = ways
        for word in range(2):
            reach = low if word == 0 else high
            shown = _colours_of_players(state, word)
            out[at + _PREY] += count_bits(reach & shown)
            out[at + _STRAYS] += count_bits(reach & ~shown)
            rest = state.two_faced[word] & ~state.shows[colour, word]
            while rest:
                bit = lowest(rest)
                rest ^= bit
                place = 64 * word + lowest_bit(bit)
                reachable = bool(reach & bit)
                gain = 1.0 if shown & bit else 0.0
                if not _both_know(state, seat, player, place):
                    gain += UNKNOWN
                elif state.under[place] == colour:
                    gain += 1.0
                    out[at + _SLEEPERS] += 1.0
                    if reachable:
                        out[at + _AWAKE] += 1.0
                    _write_betrayal(state, seat, place, reachable, out)
                    if reachable and shown & bit:
                        out[at + _DOUBLE] += 1.0
                if reachable and gain > out[at + _BEST]:
                    out[at + _BEST] = gain
        player = _following(state, player)
    player = seat
    for number in range(seats):
        at = number * PER_PLAYER
        colour = int(state.family[player])
        for word in range(2):
            reached = reached_low if word == 0 else reached_high
            own = state.shows[colour, word] & state.two_faced[word]
            out[at + _EXPOSED] += count_bits(own & reached)
            out[at + _SHELTERED] += count_bits(own & ~reached)
        player = _following(state, player)


@native
def _write_betrayal(state: TerraflipState, seat: int, place: int, reachable: bool, out: Values) -> None:
    """Count a tile against the player whose colour it shows, because somebody knows that the underside is theirs."""
    for number in range(state.seats):
        victim = (seat + number) % int(state.seats)
        if state.family[victim] == state.face[place]:
            out[number * PER_PLAYER + _BETRAYED] += 1.0
            if reachable:
                out[number * PER_PLAYER + _IN_DANGER] += 1.0


@native
def _reach(state: TerraflipState, colour: int) -> tuple[np.uint64, np.uint64, int]:
    """Find the tiles that a tile of a colour could flip by a line, from any free place, and in how many ways."""
    free_low, free_high = ~state.occupied[0], ~state.occupied[1]
    own_low, own_high = state.shows[colour, 0] | BIT[TOWER, 0], state.shows[colour, 1]
    flips_low, flips_high = NONE, NONE
    ways = 0
    for word in range(2):
        rest = state.touching[word] & WITHIN[LIMIT[state.seats], word]
        while rest:
            bit = lowest(rest)
            rest ^= bit
            origin = 64 * word + lowest_bit(bit)
            stop = SLANTED_RAY[origin] if state.rows_only else FIRST_RAY[origin + 1]
            for ray in range(FIRST_RAY[origin], stop):
                if not (RAY_ENDS[ray, 0] & own_low | RAY_ENDS[ray, 1] & own_high):
                    continue
                passed_low, passed_high = NONE, NONE
                for step in range(FIRST_STEP[ray], FIRST_STEP[ray + 1]):
                    if CROSSED[step, 0] & free_low | CROSSED[step, 1] & free_high:
                        break
                    low, high = BIT[CENTRE[step], 0], BIT[CENTRE[step], 1]
                    if low & own_low | high & own_high:
                        flips_low |= passed_low
                        flips_high |= passed_high
                        if passed_low or passed_high:
                            ways += 1
                        break
                    passed_low |= low & state.two_faced[0]
                    passed_high |= high & state.two_faced[1]
    return flips_low, flips_high, ways


@native
def _write_flips(state: TerraflipState, seat: int, out: Values) -> None:
    """Write what the player on turn can flip at this moment."""
    turn = int(state.turn)
    colour = int(state.family[turn])
    mine = int(state.family[seat])
    prey = strays = sleepers = double = hits = 0
    best = 0.0
    for word in range(2):
        shown = _colours_of_players(state, word)
        rest = state.flips[word] | state.throws[word]
        while rest:
            bit = lowest(rest)
            rest ^= bit
            place = 64 * word + lowest_bit(bit)
            gain = 0.0
            if shown & bit:
                prey += 1
                gain = 1.0
            else:
                strays += 1
            if state.face[place] == mine:
                hits += 1
            if not _both_know(state, seat, turn, place):
                gain += UNKNOWN
            elif state.under[place] == colour:
                sleepers += 1
                gain += 1.0
                if shown & bit:
                    double += 1
            best = max(best, gain)
    if turn == seat:
        out[_FLIPPING] = 1.0
        out[_FLIP_PREY] = prey
        out[_FLIP_STRAYS] = strays
        out[_FLIP_SLEEPERS] = sleepers
        out[_FLIP_DOUBLE] = double
        out[_FLIP_BEST] = best
    else:
        out[_ATTACKED] = 1.0
        out[_ATTACKED_TILES] = hits
        out[_ATTACKED_OTHERS] = prey + strays - hits
        out[_ATTACKED_KNOWN] = sleepers
        out[_ATTACKED_BEST] = best
