"""Scoring Topiary: what visitors see, series seen several times, and tiles in hand (TOP-5 to TOP-8).

A small number for each series is kept in three bits of one integer, so that nothing is allocated.
"""

from __future__ import annotations

from tilery.games.topiary.components import LINE, LINE_LENGTH
from tilery.kernel.contract import Points, State
from tilery.kernel.native import native

CATEGORIES = ("visitors", "bonus", "hand")
SEEN, BONUS, HAND = range(3)


@native
def score(state: State, out: Points) -> None:
    for seat in range(state.seats):
        out[seat, SEEN] = 0
        out[seat, BONUS] = 0
        out[seat, HAND] = 0
        highest_seen = 0
        for spot in range(48):
            if state.visitors[spot] == seat:
                highest_seen = _score_visitor(state, seat, spot, highest_seen, out)
        for index in range(state.hand_size[seat]):
            tile = int(state.hand[seat, index])
            if highest_seen >> 3 * (tile // 5) & 7 > tile % 5 + 1:
                out[seat, HAND] += tile % 5 + 1


@native
def _score_visitor(state: State, seat: int, spot: int, highest_seen: int, out: Points) -> int:
    """Add what one visitor scores; return the highest value seen by the seat in each series."""
    tallest = 0
    tiles_seen = 0
    for step in range(LINE_LENGTH[spot]):
        cell = int(LINE[spot, step])
        if state.face_down >> cell & 1:
            continue
        tile = int(state.garden[cell])
        value = tile % 5 + 1
        if value <= tallest:
            continue
        tallest = value
        out[seat, SEEN] += value
        bits = 3 * (tile // 5)
        tiles_seen += 1 << bits
        if value > highest_seen >> bits & 7:
            highest_seen = highest_seen & ~(7 << bits) | value << bits
    while tiles_seen:
        if tiles_seen & 7 >= 2:
            out[seat, BONUS] += tiles_seen & 7
        tiles_seen >>= 3
    return highest_seen


@native
def standing(state: State, out: Points) -> None:
    """Points; then points by tiles in hand; then who played latest, which is who sits last (TOP-8)."""
    score(state, out)
    for seat in range(state.seats):
        hand = out[seat, HAND]
        out[seat, 0] = out[seat, SEEN] + out[seat, BONUS] + hand
        out[seat, 1] = hand
        out[seat, 2] = seat
