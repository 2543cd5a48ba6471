"""What a learned evaluation of Tipperary reads: a player's display, and how far the others are in what is contested.

Players build apart from each other: only the marker and the supplies are shared. So nearly all is told of the display
of the one who looks, with the rounds to come, because what a field may still earn depends on them.
"""

from __future__ import annotations

import numpy as np

from tilery.games.tipperary.rules.components import RING_SIZE, ROUNDS, TRACK
from tilery.games.tipperary.rules.display import LONE_BOG, find, is_pasture, x_of, y_of
from tilery.games.tipperary.rules.landscapes import BOG, DISTILLERY, GRAIN, RUIN
from tilery.games.tipperary.rules.scoring import rub_out_sketch, sketch
from tilery.games.tipperary.rules.state import END, ROUND, TipperaryState
from tilery.kernel.bits import count_bits
from tilery.kernel.contract import Values
from tilery.kernel.native import native

NOTHING, ONE = np.uint64(0), np.uint64(1)
GAPS = np.array([0, 2, 4, 7], np.int64)  # how many empty places a rectangle may have

_PLACED, _ENDING, _TO_PLACE, _MARKER, _MARKER_ELSEWHERE, _FLOCK_LEAD, _SHEEP_LEFT, _TOWERS_LEFT = range(8)
_SUPPLIES = 8

# Of the display; all of it is told a second time, multiplied by the rounds to come.
(
    _RECTANGLES,  # the largest one with so many gaps
    _,
    _,
    _,
    _FIELDS,
    _SHORT_SIDE,
    _LONG_SIDE,
    _WIDOWS,  # empty places between four fields
    _NOOKS,  # empty places between three
    _FLOCK,
    _SHEEP_OUTSIDE,
    _SECOND_FLOCK,
    _FREE_MEADOWS,
    _SHEEP_TO_PLACE,
    _BONUS_TO_PLACE,
    _TOWERS,
    _RING_MISSING,
    _RING_CLOSED,
    _BARREL,
    _TRACK,
    _CIRCLES,
    _GRAIN_ROOM,  # empty places beside grain, where a distillery would earn something
    _DISTILLERY_ROOM,
    _RUINS,
    _LONE_BOGS,
) = range(25)
OF_DISPLAY = 25

_ROUNDS = _SUPPLIES
_DISPLAY = _ROUNDS + int(ROUNDS.max()) + 1
_LATER = _DISPLAY + OF_DISPLAY
COUNT = _LATER + OF_DISPLAY


def feature_count(seats: int) -> int:
    return COUNT


@native
def features(state: TipperaryState, seat: int, out: Values) -> None:
    left = int(state.rounds) - int(state.placed[seat])
    out[_PLACED] = 1.0 if state.stage == ROUND and state.placed[seat] > state.current_round else 0.0
    out[_ENDING] = 1.0 if state.stage == END else 0.0
    out[_TO_PLACE] = int(state.owing) >> seat & 1
    out[_MARKER] = 1.0 if state.marker == seat else 0.0
    out[_MARKER_ELSEWHERE] = 1.0 if state.marker >= 0 and state.marker != seat else 0.0
    out[_FLOCK_LEAD] = _flock_lead(state, seat)
    out[_SHEEP_LEFT] = min(int(state.sheep_left), 6)
    out[_TOWERS_LEFT] = min(int(state.towers_left), 4)
    out[_ROUNDS + left] = 1.0
    display = out[_DISPLAY : _DISPLAY + OF_DISPLAY]
    _write_fields(state, seat, display)
    _write_shape(state, seat, display)
    for index in range(OF_DISPLAY):
        out[_LATER + index] = display[index] * left * 0.1


@native
def _flock_lead(state: TipperaryState, seat: int) -> int:
    best = 0
    for other in range(state.seats):
        if other != seat:
            best = max(best, int(state.flock[other]))
    return int(state.flock[seat]) - best


@native
def _write_fields(state: TipperaryState, seat: int, out: Values) -> None:
    out[_FIELDS] = state.fields[seat]
    out[_FLOCK] = state.flock[seat]
    out[_FREE_MEADOWS] = state.free_meadows[seat]
    out[_SHEEP_TO_PLACE] = state.sheep_to_place[seat]
    out[_BONUS_TO_PLACE] = count_bits(np.uint64(state.bonus_to_place[seat]))
    out[_TOWERS] = state.towers[seat]
    out[_RING_MISSING] = RING_SIZE - int(state.ring[seat])
    out[_RING_CLOSED] = 1.0 if state.ring[seat] == RING_SIZE else 0.0
    out[_BARREL] = state.barrel[seat]
    out[_TRACK] = TRACK[state.barrel[seat]]
    out[_CIRCLES] = state.circles[seat]
    sheep = 0
    flock_seen = False
    for field in range(state.fields[seat]):
        kind = int(state.kind[seat, field])
        if kind == GRAIN:
            out[_GRAIN_ROOM] += _room_beside(state, seat, field)
        elif kind == DISTILLERY:
            out[_DISTILLERY_ROOM] += _room_beside(state, seat, field)
        elif kind == RUIN:
            out[_RUINS] += 1.0
        elif kind == BOG:
            if state.parent[seat, field] == field and state.total[seat, field] == LONE_BOG:
                out[_LONE_BOGS] += 1.0
        elif is_pasture(kind) and state.parent[seat, field] == field:
            total = int(state.total[seat, field])
            sheep += total
            if total == state.flock[seat] and not flock_seen:
                flock_seen = True
            else:
                out[_SECOND_FLOCK] = max(out[_SECOND_FLOCK], float(total))
    out[_SHEEP_OUTSIDE] = sheep - int(state.flock[seat])


@native
def _room_beside(state: TipperaryState, seat: int, field: int) -> int:
    """How many places beside a field are empty."""
    place = state.place[seat, field]
    x, y = x_of(place), y_of(place)
    return (
        int(find(state, seat, x, y - 1) < 0)
        + int(find(state, seat, x - 1, y) < 0)
        + int(find(state, seat, x + 1, y) < 0)
        + int(find(state, seat, x, y + 1) < 0)
    )


@native
def _write_shape(state: TipperaryState, seat: int, out: Values) -> None:
    """Write the largest rectangles with at most so many gaps, and places that are hard to fill."""
    width = int(state.right[seat]) - int(state.left[seat]) + 1
    height = int(state.bottom[seat]) - int(state.top[seat]) + 1
    out[_SHORT_SIDE] = min(width, height)
    out[_LONG_SIDE] = max(width, height)
    rows = sketch(state, seat)
    columns = min(width, height)
    for first in range(columns):
        mask = NOTHING
        for last in range(first, columns):
            mask |= ONE << np.uint64(last)
            wide = last - first + 1
            for index in range(len(GAPS)):
                if wide * rows > out[_RECTANGLES + index]:
                    longest = _longest(state, rows, mask, wide, GAPS[index])
                    out[_RECTANGLES + index] = max(out[_RECTANGLES + index], float(wide * longest))
    for row in range(rows):
        here = state.paper[0, row]
        above = state.paper[0, row - 1] if row else NOTHING
        below = state.paper[0, row + 1] if row + 1 < rows else NOTHING
        before, after = here << ONE, here >> ONE
        all_four = above & below & before & after & ~here
        three = (above & below & (before | after) | (above | below) & before & after) & ~here & ~all_four
        out[_WIDOWS] += count_bits(all_four)
        out[_NOOKS] += count_bits(three)
    rub_out_sketch(state, rows)


@native
def _longest(state: TipperaryState, rows: int, mask: np.uint64, wide: int, most: int) -> int:
    """How many rows in a row have at most so many gaps in some columns, taken together."""
    best = 0
    gaps = 0
    start = 0
    for row in range(rows):
        gaps += wide - count_bits(state.paper[0, row] & mask)
        while gaps > most:
            gaps -= wide - count_bits(state.paper[0, start] & mask)
            start += 1
        best = max(best, row - start + 1)
    return best
