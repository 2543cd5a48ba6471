"""What a learned evaluation of Topiary reads: visitors and the gaps in their lines, free spots, tiles in hand.

A tile face down may still be exchanged. What that will bring a visitor depends on the tallest hedge in front of it and
on the next one that the visitor sees behind it, so gaps are counted by both, for every part of the game. The network
learns what each kind of gap is worth. Only what lies open and the seat's own tiles are told.
"""

from __future__ import annotations

import numpy as np

from tilery.games.topiary.rules.components import ALL_CELLS, LINE, LINE_CELLS, LINE_LENGTH
from tilery.games.topiary.rules.scoring import counts_in_hand, look
from tilery.games.topiary.rules.state import CLOSED, DRAFT, NOBODY, PUT, TAKE, VISIT, TopiaryState
from tilery.games.topiary.rules.tiles import series_of, value_of
from tilery.kernel.contract import Values
from tilery.kernel.native import native

HEIGHTS = 6  # of a hedge; 0 for none
PHASES = 6
_PHASE = np.array([0, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5], np.int64)  # by visitors to come
BEST = 4  # free spots that are told one by one

# Where each part begins.
_GAPS = 0  # by phase, hedge in front, hedge behind: in the lines of the player's visitors
_RIVALS_GAPS = _GAPS + PHASES * HEIGHTS * HEIGHTS  # the same in lines that another player looks along as well
_HELD = _RIVALS_GAPS + HEIGHTS * HEIGHTS  # by phase, value, and whether the tile counts, could by an open tile, or not
_SEEN = _HELD + PHASES * 5 * 3  # by value: series of which the player sees this much
_SCORE = _SEEN + HEIGHTS  # by phase: points of visitors
_SPOTS = _SCORE + PHASES * 2  # the best free spots, for every phase
_FIRST = _SPOTS + PHASES * (BEST + 1)  # the best one if the player is next to choose
_LEFT = _FIRST + 2  # visitors to come, by number
_STAGE = _LEFT + 9
_LINE = _STAGE + 8
_TABLE = _LINE + 6
COUNT = _TABLE + 10


def feature_count(seats: int) -> int:
    return COUNT


@native
def features(state: TopiaryState, seat: int, out: Values) -> None:
    left = 0
    for player in range(state.seats):
        left += int(state.visitors_left[player])
    phase = int(_PHASE[left])
    highest_seen = 0
    open_tiles = 0
    for cell in range(25):
        if _height(state, cell):
            open_tiles = _raised(open_tiles, int(state.garden[cell]))
    for spot in range(48):
        if state.visitors[spot] == seat:
            seen, bonus, highest_seen = look(state, spot, highest_seen)
            out[_SCORE + phase * 2] += seen
            out[_SCORE + phase * 2 + 1] += bonus
            _write_gaps(state, spot, _GAPS + phase * HEIGHTS * HEIGHTS, out)
        elif state.visitors[spot] >= 0:
            _write_gaps(state, spot, _RIVALS_GAPS, out)
    for series in range(8):
        out[_SEEN + (highest_seen >> 3 * series & 7)] += 1.0
    for index in range(state.hand_size[seat]):
        tile = int(state.hand[seat, index])
        status = 2
        if counts_in_hand(tile, highest_seen):
            status = 0
        elif counts_in_hand(tile, open_tiles):
            status = 1
        out[_HELD + (phase * 5 + value_of(tile) - 1) * 3 + status] += 1.0
    _write_spots(state, seat, phase, out)
    out[_LEFT + int(state.visitors_left[seat])] = 1.0
    if state.turn == seat:
        _write_turn(state, seat, highest_seen, out)
    _write_table(state, seat, left, out)


@native
def _height(state: TopiaryState, cell: int) -> int:
    """The value that lies open on a cell; 0 for none."""
    if state.face_down >> cell & 1 or state.garden[cell] < 0:
        return 0
    return value_of(int(state.garden[cell]))


@native
def _raised(highest: int, tile: int) -> int:
    """The highest value of each series, with one more tile."""
    bits = 3 * series_of(tile)
    value = value_of(tile)
    if value > highest >> bits & 7:
        highest = highest & ~(7 << bits) | value << bits
    return highest


@native
def _write_gaps(state: TopiaryState, spot: int, start: int, out: Values) -> None:
    """Count the face-down tiles of a line by the tallest hedge in front of them and the next one seen behind."""
    front = 0
    length = int(LINE_LENGTH[spot])
    for step in range(length):
        cell = int(LINE[spot, step])
        height = _height(state, cell)
        if height:
            front = max(front, height)
            continue
        behind = 0
        for later in range(step + 1, length):
            height = _height(state, int(LINE[spot, later]))
            if height > front:
                behind = height
                break
        out[start + front * HEIGHTS + behind] += 1.0


@native
def _write_spots(state: TopiaryState, seat: int, phase: int, out: Values) -> None:
    """Write what the best free spots see now, and how many tiles lie face down in their lines."""
    first = 0.0
    second = 0.0
    third = 0.0
    fourth = 0.0
    total = 0.0
    count = 0
    for spot in range(48):
        if state.visitors[spot] != NOBODY:
            continue
        seen, bonus, _ = look(state, spot, 0)
        hope = 0
        for step in range(LINE_LENGTH[spot]):
            hope += state.face_down >> int(LINE[spot, step]) & 1
        value = seen + bonus + (2.0 if hope else 0.0) + 0.25 * hope
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
    if state.visitors_left[seat] == 0:
        return
    start = _SPOTS + phase * (BEST + 1)
    out[start] = first
    out[start + 1] = second
    out[start + 2] = third
    out[start + 3] = fourth
    out[start + 4] = total / max(count, 1) * state.visitors_left[seat]
    if state.turn == seat and state.stage == VISIT:
        out[_FIRST] = first
    elif _distance(state, seat) == 1:
        out[_FIRST + 1] = first


@native
def _distance(state: TopiaryState, seat: int) -> int:
    """In how many turns it is the player's."""
    steps = seat - int(state.turn)
    return steps + int(state.seats) if steps < 0 else steps


@native
def _seen_with(state: TopiaryState, spot: int, cell: int, tile: int) -> int:
    """The points that a line shows with a tile on one of its cells."""
    points = 0
    tallest = 0
    for step in range(LINE_LENGTH[spot]):
        at = int(LINE[spot, step])
        height = value_of(tile) if at == cell else _height(state, at)
        if height > tallest:
            tallest = height
            points += height
    return points


@native
def _write_turn(state: TopiaryState, seat: int, highest_seen: int, out: Values) -> None:
    """Write what the rest of a turn may bring."""
    out[_STAGE + int(state.stage)] = 1.0
    if state.stage not in (TAKE, PUT):
        return
    spot = int(state.spot)
    now, _, _ = look(state, spot, 0)
    if state.stage == TAKE:
        best = now
        for step in range(LINE_LENGTH[spot]):
            cell = int(LINE[spot, step])
            if state.face_down >> cell & 1:
                for index in range(state.hand_size[seat]):
                    best = max(best, _seen_with(state, spot, cell, int(state.hand[seat, index])))
        out[_LINE] = best - now
        return
    best = -99
    ahead = -99
    cell = int(state.cell)
    for index in range(state.hand_size[seat]):
        tile = int(state.hand[seat, index])
        own = 0
        others = 0
        for line in range(48):
            if state.visitors[line] < 0 or not LINE_CELLS[line] >> cell & 1:
                continue
            change = _seen_with(state, line, cell, tile) - _seen_without(state, line)
            if state.visitors[line] == seat:
                own += change
            else:
                others += change
        if not counts_in_hand(tile, highest_seen):
            own += 1  # it would not have counted
        best = max(best, own)
        ahead = max(ahead, own - others)
    out[_LINE + 1] = best
    out[_LINE + 2] = ahead


@native
def _seen_without(state: TopiaryState, spot: int) -> int:
    return _seen_with(state, spot, -1, 0)


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
    if state.stage == DRAFT:
        out[_STAGE + 5] = 1.0
    if state.draft:
        out[_STAGE + 6] = 1.0
    for spot in range(48):
        if state.visitors[spot] == CLOSED:
            out[_STAGE + 7] = 1.0
            break
