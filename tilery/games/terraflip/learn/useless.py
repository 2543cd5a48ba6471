"""Moves of Terraflip that nobody who counts would make; bots and hints leave them alone.

- A look under a tile whose underside the seat knows (TER-16), or in its last turn, the tile placed, under one that it
  cannot flip now.
- A flip that is known to bring the seat nothing, not even another flip, and to cost nobody anything.
- The end of a turn while a flip is known to bring points and to help nobody else.
- A special tile on a place where it can neither flip nor throw anything, while on another place it could flip a tile
  that may have the seat's colour underneath.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

import numpy as np

from tilery.games.after_move import after_move
from tilery.games.terraflip.rules.components import CONNECTED_POINTS, ISOLATED_POINTS
from tilery.games.terraflip.rules.geometry import COUNT, NEAR, TOWER
from tilery.games.terraflip.rules.hidden import knows
from tilery.games.terraflip.rules.moves import END, flipped, is_flip_move, is_place_move, is_spy_move, placed, spied
from tilery.games.terraflip.rules.state import CATAPULT, FLIP, TerraflipState

WORD = 64


def useless_moves(state: TerraflipState, seat: int, moves: Sequence[int]) -> set[int]:
    return {move for move in moves if _is_useless(state, seat, move)} | _idle_specials(state, seat, moves)


def _is_useless(state: TerraflipState, seat: int, move: int) -> bool:
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


def _idle_specials(state: TerraflipState, seat: int, moves: Sequence[int]) -> set[int]:
    """Placements of special tiles that bring nothing, as far as another place of the same tile may bring something."""
    idle = defaultdict[int, set[int]](set)  # by kind of tile
    could_gain = set[int]()
    for move in moves:
        if is_place_move(move) and (kind := placed(move)[0]) >= CATAPULT:
            after = after_move(state, seat, move)
            if after.turn != seat or after.stage != FLIP or not (_flippable(after) or after.throwing):
                idle[kind].add(move)
            elif any(_may_gain(after, seat, place) for place in _flippable(after)):
                could_gain.add(kind)
    return {move for kind in could_gain for move in idle[kind]}


def _may_gain(state: TerraflipState, seat: int, place: int) -> bool:
    """Whether a flip may bring the seat points, for all that it knows."""
    return not knows(state, seat, place) or bool(state.under[place] == state.family[seat])


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
