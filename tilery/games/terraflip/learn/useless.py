"""Moves of Terraflip that nobody who counts would make; bots and hints leave them alone.

- A look under a tile whose underside the seat knows (TER-16), or in its last turn, the tile placed, under one that it
  cannot flip now.
- A flip that is known to bring the seat nothing, not even another flip, and to cost nobody anything.
- The end of a turn while a flip is known to bring points and to help nobody else.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from tilery.games.terraflip.rules.components import CONNECTED_POINTS, ISOLATED_POINTS
from tilery.games.terraflip.rules.geometry import COUNT, NEAR, TOWER
from tilery.games.terraflip.rules.hidden import knows
from tilery.games.terraflip.rules.moves import END, flipped, is_flip_move, is_spy_move, spied
from tilery.games.terraflip.rules.state import FLIP, TerraflipState

WORD = 64


def is_useless(state: TerraflipState, seat: int, move: int) -> bool:
    if is_spy_move(move):
        place = spied(move)
        is_late = state.stage == FLIP and state.tiles_left[seat] == 0
        return bool(knows(state, seat, place) or (is_late and place not in _flippable(state)))
    if is_flip_move(move):
        place = flipped(move)
        if not knows(state, seat, place) or state.under[place] == state.family[seat]:
            return False
        own, others = _changes(state, seat, place)
        return own <= 0 and others >= 0
    return bool(move == END and any(_is_sure(state, seat, place) for place in _flippable(state)))


def _flippable(state: TerraflipState) -> list[int]:
    """The tiles that can be flipped now."""
    found = _joined(state.flips)
    return [place for place in range(COUNT) if found >> place & 1]


def _is_sure(state: TerraflipState, seat: int, place: int) -> bool:
    """Whether a flip is known to bring the seat points and nobody else any."""
    if not knows(state, seat, place) or state.under[place] != state.family[seat]:
        return False
    own, others = _changes(state, seat, place)
    return own > 0 and others <= 0


def _changes(state: TerraflipState, seat: int, place: int) -> tuple[int, int]:
    """How a flip changes the points of the seat, and those of all others together."""
    before, after = int(state.face[place]), int(state.under[place])
    own = others = 0
    for player in range(int(state.seats)):
        colour = int(state.family[player])
        tiles = _joined(state.shows[colour])
        turned = tiles & ~(1 << place) if colour == before else tiles
        turned = turned | 1 << place if colour == after else turned
        change = _points(turned) - _points(tiles)
        if player == seat:
            own = change
        else:
            others += change
    return own, others


def _points(tiles: int) -> int:
    """What the tiles of one colour score."""
    total = 0
    for place in range(COUNT):
        if tiles >> place & 1:
            touches = _joined(NEAR[place]) & (tiles | 1 << TOWER)
            total += CONNECTED_POINTS if touches else ISOLATED_POINTS
    return total


def _joined(words: Iterable[np.uint64]) -> int:
    """Two words of a set of places as one number."""
    low, high = words
    return int(low) | int(high) << WORD
