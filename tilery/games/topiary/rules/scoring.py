"""Scoring Topiary: what visitors see, series seen several times, and tiles in hand (TOP-5 to TOP-8).

A small number for each series is kept in three bits of one integer, so that nothing is allocated.
"""

from __future__ import annotations

from tilery.games.topiary.rules.components import LINE, LINE_LENGTH
from tilery.games.topiary.rules.state import TopiaryState
from tilery.games.topiary.rules.tiles import series_of, value_of
from tilery.kernel.contract import Points
from tilery.kernel.native import inlined, native
from tilery.words import say

CATEGORIES = {"visitors": say("visitors"), "bonus": say("bonus"), "hand": say("hand")}
SEEN, BONUS, HAND = range(3)


@native
def score(state: TopiaryState, out: Points) -> None:
    for seat in range(state.seats):
        out[seat, SEEN] = 0
        out[seat, BONUS] = 0
        out[seat, HAND] = 0
        highest_seen = 0
        for spot in range(48):
            if state.visitors[spot] == seat:
                seen, bonus, highest_seen = look(state, spot, highest_seen)
                out[seat, SEEN] += seen
                out[seat, BONUS] += bonus
        for index in range(state.hand_size[seat]):
            tile = int(state.hand[seat, index])
            if counts_in_hand(tile, highest_seen):
                out[seat, HAND] += value_of(tile)


@native
def look(state: TopiaryState, spot: int, highest_seen: int) -> tuple[int, int, int]:
    """What a visitor sees: points, bonus points, and the highest value of each series, earlier visitors included."""
    points = 0
    tallest = 0
    tiles_seen = 0
    for step in range(LINE_LENGTH[spot]):
        cell = int(LINE[spot, step])
        if state.face_down >> cell & 1:
            continue
        tile = int(state.garden[cell])
        value = value_of(tile)
        if value <= tallest:
            continue
        tallest = value
        points += value
        tiles_seen += 1 << 3 * series_of(tile)
        highest_seen = with_seen(highest_seen, tile)
    bonus = 0
    while tiles_seen:
        if tiles_seen & 7 >= 2:
            bonus += tiles_seen & 7
        tiles_seen >>= 3
    return points, bonus, highest_seen


@inlined
def highest_of(highest_seen: int, series: int) -> int:
    """The highest value of a series that is seen; 0 for none."""
    return highest_seen >> 3 * series & 7


@inlined
def with_seen(highest_seen: int, tile: int) -> int:
    """The highest value of each series, with one more tile that is seen."""
    series, value = series_of(tile), value_of(tile)
    higher = value - highest_of(highest_seen, series)
    return highest_seen + (higher << 3 * series) if higher > 0 else highest_seen


@native
def seen_cells(state: TopiaryState, spot: int) -> int:
    """The cells whose hedges a visitor sees, as bits."""
    cells = 0
    tallest = 0
    for step in range(LINE_LENGTH[spot]):
        cell = int(LINE[spot, step])
        value = value_of(int(state.garden[cell]))
        if not state.face_down >> cell & 1 and value > tallest:
            tallest = value
            cells |= 1 << cell
    return cells


@native
def counts_in_hand(tile: int, highest_seen: int) -> bool:
    """Whether a tile in hand scores, because a higher one of its series is seen (TOP-7)."""
    return highest_of(highest_seen, series_of(tile)) > value_of(tile)


@native
def standing(state: TopiaryState, out: Points) -> None:
    """Points; then points by tiles in hand; then who played latest, which is who sits last (TOP-8)."""
    score(state, out)
    for seat in range(state.seats):
        hand = out[seat, HAND]
        out[seat, 0] = out[seat, SEEN] + out[seat, BONUS] + hand
        out[seat, 1] = hand
        out[seat, 2] = seat
