"""What a learned evaluation of Topiary reads: visitors and what their lines will show, free spots, tiles in hand.

What a line comes to show is told by a table that was counted in games of self-play (`LATER`), by what lies in the line
and how many visitors are still to come. The best turn that a player could make now tells most of what free spots and
tiles in hand are worth together. Only what lies open and the seat's own tiles are told.
"""

from __future__ import annotations

import numpy as np

from tilery.games.topiary.learn.lines import (
    CROSSING,
    LATER,
    height,
    pattern_of,
    pattern_with,
    through,
)
from tilery.games.topiary.learn.shortlist import best_turn
from tilery.games.topiary.rules.components import ALL_CELLS, LINE, LINE_CELLS, LINE_LENGTH
from tilery.games.topiary.rules.scoring import counts_in_hand, highest_of, look, with_seen
from tilery.games.topiary.rules.state import CLOSED, DRAFT, NOBODY, PUT, TAKE, VISIT, TopiaryState
from tilery.games.topiary.rules.tiles import value_of
from tilery.kernel.contract import Values
from tilery.kernel.native import native

HEIGHTS = 6  # of a hedge; 0 for none
PHASES = 6
_PHASE = np.array([0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5], np.int64)  # by visitors to come
BEST = 4  # free spots that are told one by one
HOPE = 0.3  # the part of its value that a tile in hand may still bring, if it does not count yet

# Where each part begins.
_LINES = 0  # what the lines of one's visitors will show, what they show now, bonus
_HELD = _LINES + 4  # by phase, value, and whether the tile counts, could by an open tile, or not
_SEEN = _HELD + PHASES * 5 * 3  # by value: series of which the player sees this much
_SPOTS = _SEEN + HEIGHTS  # the best free spots, for every phase
_FIRST = _SPOTS + PHASES * (BEST + 1)  # the best one if the player is next to choose
_LEFT = _FIRST + 2  # visitors to come, by number
_STAGE = _LEFT + 9
_TURN = _STAGE + 8  # what the rest of a turn may bring
_RIVALS = _TURN + 8
_TABLE = _RIVALS + 4
_BEST_TURN = _TABLE + 10  # for every phase, then if it is the player's turn, if it is not, and for every visitor
COUNT = _BEST_TURN + PHASES + 3


def feature_count(seats: int) -> int:
    return COUNT


@native
def features(state: TopiaryState, seat: int, out: Values) -> None:
    left = 0
    for player in range(state.seats):
        left += int(state.visitors_left[player])
    phase = int(_PHASE[left])
    highest_seen = _write_lines(state, seat, left, out)
    open_tiles = 0
    for cell in range(25):
        if height(state, cell):
            open_tiles = with_seen(open_tiles, int(state.garden[cell]))
    for series in range(8):
        out[_SEEN + highest_of(highest_seen, series)] += 1.0
    for index in range(state.hand_size[seat]):
        tile = int(state.hand[seat, index])
        status = 2
        if counts_in_hand(tile, highest_seen):
            status = 0
        elif counts_in_hand(tile, open_tiles):
            status = 1
        out[_HELD + (phase * 5 + value_of(tile) - 1) * 3 + status] += 1.0
    if state.visitors_left[seat]:
        _write_spots(state, seat, left, phase, out)
        _write_best_turn(state, seat, left, phase, out)
    out[_LEFT + int(state.visitors_left[seat])] = 1.0
    if state.turn == seat:
        out[_STAGE + int(state.stage)] = 1.0
        if state.stage == TAKE:
            _write_take(state, seat, left, highest_seen, out)
        elif state.stage == PUT:
            _write_put(state, seat, int(state.cell), left, highest_seen, _TURN, out)
    _write_table(state, seat, left, out)


@native
def _worth(state: TopiaryState, pattern: int, left: int) -> float:
    """What a line of a pattern came to show with so many visitors to come."""
    return float(LATER[int(state.seats) - 2, left, pattern])


@native
def _write_lines(state: TopiaryState, seat: int, left: int, out: Values) -> int:
    """Write what all lines with visitors are worth, and return the highest value of each series that a player sees."""
    highest_seen = 0
    best = 0.0
    for player in range(state.seats):
        total = 0.0
        for spot in range(48):
            if state.visitors[spot] != player:
                continue
            expected = _worth(state, pattern_of(state, spot), left)
            if player == seat:
                seen, bonus, highest_seen = look(state, spot, highest_seen)
                out[_LINES] += expected
                out[_LINES + 1] += seen
                out[_LINES + 2] += bonus
                out[_LINES + 3] += expected - seen
            else:
                total += expected
        if player != seat and total > best:
            best = total
    out[_RIVALS] = best
    out[_RIVALS + 1] = out[_LINES] - best
    return highest_seen


@native
def _write_spots(state: TopiaryState, seat: int, left: int, phase: int, out: Values) -> None:
    """Write what the best free spots will show."""
    first = 0.0
    second = 0.0
    third = 0.0
    fourth = 0.0
    total = 0.0
    count = 0
    for spot in range(48):
        if state.visitors[spot] != NOBODY:
            continue
        value = _worth(state, pattern_of(state, spot), left)
        total += value
        count += 1
        if value > first:
            first, second, third, fourth = value, first, second, third
        elif value > second:
            second, third, fourth = value, second, third
        elif value > third:
            third, fourth = value, third
        elif value > fourth:
            fourth = value
    start = _SPOTS + phase * (BEST + 1)
    out[start] = first
    out[start + 1] = second
    out[start + 2] = third
    out[start + 3] = fourth
    out[start + 4] = total / max(count, 1) * int(state.visitors_left[seat])
    if state.turn == seat and state.stage == VISIT:
        out[_FIRST] = first
    elif _distance(state, seat) == 1:
        out[_FIRST + 1] = first


@native
def _write_best_turn(state: TopiaryState, seat: int, left: int, phase: int, out: Values) -> None:
    worth = best_turn(state, seat, left - 1)
    out[_BEST_TURN + phase] = worth
    out[_BEST_TURN + PHASES + (0 if state.turn == seat and state.stage == VISIT else 1)] = worth
    out[_BEST_TURN + PHASES + 2] = worth * int(state.visitors_left[seat])


@native
def _distance(state: TopiaryState, seat: int) -> int:
    """In how many turns it is the player's."""
    steps = seat - int(state.turn)
    return steps + int(state.seats) if steps < 0 else steps


@native
def _write_take(state: TopiaryState, seat: int, left: int, highest_seen: int, out: Values) -> None:
    """Write the most that a tile in hand could bring on one of the cells in the visitor's line."""
    spot = int(state.spot)
    for step in range(LINE_LENGTH[spot]):
        cell = int(LINE[spot, step])
        if state.face_down >> cell & 1:
            _write_put(state, seat, cell, left, highest_seen, _TURN + 4, out)


@native
def _write_put(
    state: TopiaryState, seat: int, cell: int, left: int, highest_seen: int, place: int, out: Values
) -> None:  # fmt: skip
    """Write what the best tile in hand brings on a cell: to the player, and more than to others; keep what is more."""
    for index in range(state.hand_size[seat]):
        tile = int(state.hand[seat, index])
        own = 0.0
        others = 0.0
        for number in range(CROSSING):
            spot = through(cell, number)
            if spot < 0:
                break
            owner = int(state.visitors[spot])
            if owner < 0:
                continue
            change = _worth(state, pattern_with(state, spot, cell, value_of(tile)), left)
            change -= _worth(state, pattern_of(state, spot), left)
            if owner == seat:
                own += change
            else:
                others += change
        own -= value_of(tile) * (1.0 if counts_in_hand(tile, highest_seen) else HOPE)
        out[place] = max(out[place], own)
        if own - others > out[place + 1]:
            out[place + 1] = own - others
            out[place + 2] = others
    out[place + 3] = 1.0


@native
def _write_table(state: TopiaryState, seat: int, left: int, out: Values) -> None:
    hidden = 0
    cells = int(state.face_down) & ALL_CELLS
    while cells:
        hidden += 1
        cells &= cells - 1
    out[_TABLE] = left
    out[_TABLE + 1] = hidden
    out[_TABLE + 2 + seat] = 1.0
    out[_TABLE + 6 + _distance(state, seat)] = 1.0
    # Hidden cells by who looks at them: only the player, only others, both.
    own = 0
    rival = 0
    for spot in range(48):
        if state.visitors[spot] == seat:
            own |= int(LINE_CELLS[spot])
        elif state.visitors[spot] >= 0:
            rival |= int(LINE_CELLS[spot])
    down = int(state.face_down)
    out[_RIVALS + 2] = _bits(down & own & ~rival)
    out[_RIVALS + 3] = _bits(down & rival & ~own)
    if state.stage == DRAFT:
        out[_STAGE + 5] = 1.0
    if state.draft:
        out[_STAGE + 6] = 1.0
    for spot in range(48):
        if state.visitors[spot] == CLOSED:
            out[_STAGE + 7] = 1.0
            break


@native
def _bits(cells: int) -> int:
    count = 0
    while cells:
        count += 1
        cells &= cells - 1
    return count
