"""A random placement without a list of all: guess one that touches the display, and take it if it fits.

A guess joins an edge of a field of the display with a field of a tile. A placement can be guessed once for each edge
by which it touches the display, so one that touches by n edges is taken only every n-th time: all are equally likely.
"""

from __future__ import annotations

from tilery.games.tipperary.display import find, x_of, y_of
from tilery.games.tipperary.placement import turned_field
from tilery.games.tipperary.state import ORIENTATION_BITS, PLACE, ROW_BITS, TILE_BITS, ZERO
from tilery.kernel.chance import Rng, below
from tilery.kernel.contract import State
from tilery.kernel.native import native


@native
def random_placement(state: State, seat: int, one: int, two: int, rng: Rng) -> int:
    """A random legal placement of one of two tiles."""
    guesses_one = _guesses(state, one)
    guesses = guesses_one + _guesses(state, two)
    while True:
        field = below(rng, 4 * int(state.fields[seat]))
        place = state.place[seat, field >> 2]
        x, y = x_of(place), y_of(place)
        if field & 1:
            x += (field & 2) - 1
        else:
            y += (field & 2) - 1
        if find(state, seat, x, y) >= 0:
            continue
        guess = below(rng, guesses)
        tile = one
        if guess >= guesses_one:
            guess -= guesses_one
            tile = two
        shape, turns = int(state.tile_shape[tile]), int(state.tile_turns[tile])
        size = shape >> 54
        orientation = _legal_orientation(turns, guess // size)
        turned = turned_field(shape, orientation, guess % size)
        x, y = x - (turned & 7), y - (turned >> 3)
        edges = _edges(state, seat, shape, orientation, x, y)
        if edges and below(rng, edges) == 0:
            return PLACE + (tile << TILE_BITS) + (orientation << ORIENTATION_BITS) + ((y + ZERO) << ROW_BITS | x + ZERO)


@native
def _guesses(state: State, tile: int) -> int:
    """How many ways there are to choose an orientation of a tile and one of its fields."""
    orientations = 0
    turns = int(state.tile_turns[tile]) & 255
    while turns:
        turns &= turns - 1
        orientations += 1
    return orientations * (int(state.tile_shape[tile]) >> 54)


@native
def _legal_orientation(turns: int, number: int) -> int:
    """The orientation with that number among those that may be written."""
    orientation = 0
    while True:
        if turns >> orientation & 1:
            if number == 0:
                return orientation
            number -= 1
        orientation += 1


@native
def _edges(state: State, seat: int, shape: int, orientation: int, x: int, y: int) -> int:
    """By how many edges a tile touches the display; 0 if it would overlap it."""
    for index in range(shape >> 54):
        turned = turned_field(shape, orientation, index)
        if find(state, seat, x + (turned & 7), y + (turned >> 3)) >= 0:
            return 0
    edges = 0
    for index in range(shape >> 54):
        turned = turned_field(shape, orientation, index)
        column, row = x + (turned & 7), y + (turned >> 3)
        edges += (
            int(find(state, seat, column, row - 1) >= 0)
            + int(find(state, seat, column - 1, row) >= 0)
            + int(find(state, seat, column + 1, row) >= 0)
            + int(find(state, seat, column, row + 1) >= 0)
        )
    return edges
