"""Moves of Terraflip that nobody who counts would make; bots and hints leave them alone.

- A look under a tile whose underside the seat knows (TER-16), or in its last turn, the tile placed, under one that it
  cannot flip now.
- A flip that is known to bring the seat nothing, not even another flip, and to cost nobody anything.
- The end of a turn while a flip may bring points and can help nobody else, whatever the underside is.
- A special tile on a place where it can neither throw anything nor flip a tile that may have the seat's colour
  underneath, while on another place it could.
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
from tilery.games.terraflip.rules.state import CATAPULT, COLOURS, FLIP, TerraflipState

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
        own, others = _changes(state, seat, place, int(state.under[place]))
        return own <= 0 <= min(others)
    return bool(move == END and any(_can_only_help(state, seat, place) for place in _flippable(state)))


def _idle_specials(state: TerraflipState, seat: int, moves: Sequence[int]) -> set[int]:
    """Placements of special tiles that bring nothing, as far as another place of the same tile may bring something."""
    idle = defaultdict[int, set[int]](set)  # by kind of tile
    could_gain = set[int]()
    for move in moves:
        if is_place_move(move) and (kind := placed(move)[0]) >= CATAPULT:
            after = after_move(state, seat, move)
            goes_on = after.turn == seat and after.stage == FLIP
            if goes_on and any(_may_gain(after, seat, place) for place in _flippable(after)):
                could_gain.add(kind)
            elif not (goes_on and after.throwing):
                idle[kind].add(move)
    return {move for kind in could_gain for move in idle[kind]}


def _may_gain(state: TerraflipState, seat: int, place: int) -> bool:
    """Whether a flip may bring the seat points, for all that it knows."""
    return not knows(state, seat, place) or bool(state.under[place] == state.family[seat])


def _flippable(state: TerraflipState) -> list[int]:
    """The tiles that can be flipped now."""
    found = _joined(state.flips)
    return [place for place in range(COUNT) if found >> place & 1]


def _can_only_help(state: TerraflipState, seat: int, place: int) -> bool:
    """Whether a flip may bring the seat points and can neither cost it any nor bring anybody else any."""
    face = int(state.face[place])
    colours = [int(state.under[place])] if knows(state, seat, place) else [*range(face), *range(face + 1, COLOURS)]
    changes = [_changes(state, seat, place, colour) for colour in colours]
    return all(own >= 0 >= max(others) for own, others in changes) and any(own > 0 for own, _ in changes)


def _changes(state: TerraflipState, seat: int, place: int, after: int) -> tuple[int, list[int]]:
    """How a flip changes the points of the seat and of each of the others, if a colour comes up."""
    before = int(state.face[place])
    own, others = 0, []
    for player in range(int(state.seats)):
        colour = int(state.family[player])
        tiles = _joined(state.shows[colour])
        turned = tiles & ~(1 << place) if colour == before else tiles
        turned = turned | 1 << place if colour == after else turned
        change = _points(turned) - _points(tiles)
        if player == seat:
            own = change
        else:
            others.append(change)
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
