"""A quick guess at the final points of each seat in Triqueta."""

from __future__ import annotations

from tilery.games.triqueta.rules.components import KEEPS, ROUNDS, STACK, VALUE
from tilery.games.triqueta.rules.kept import final_count
from tilery.games.triqueta.rules.scoring import animal_points
from tilery.games.triqueta.rules.stacks import tiles_left, white_left
from tilery.games.triqueta.rules.state import NOBODY, OVER, TURN, TriquetaState
from tilery.kernel.contract import Values
from tilery.kernel.native import native

# What a round brings to a player, and a keep that is still free, for each round to come; the part of its value that a
# pair or a single tile is worth more for each round, and that a Triqueta is worth less, which may get a fourth tile.
ROUND = 3.5
FREE_KEEP = 0.5
PAIR = 0.15
SINGLE = 0.02
TRIQUETA = 0.05

NO_TILE = -1


@native
def evaluate(state: TriquetaState, out: Values) -> None:
    """What a player has, with its prospects in the rounds to come, and the row that a player in the round may get.

    Rows are given out as if everybody took the best one left, beginning with the seat that moves next; whoever would
    rather draw hopes for a share of what a whole round brings.
    """
    coming = ROUNDS - 1 - int(state.round_number)
    for seat in range(state.seats):
        out[seat] = int(state.trees[seat]) + _prospects(state, seat, coming)
    if state.stage == OVER:
        out[state.rock] += 1.0
        return
    share = white_left(state, int(state.round_number)) / STACK
    given = 0  # rows, as bits
    for step in range(state.seats):
        # A seat with a tile in hand is about to end its turn, so it chooses last.
        seat = (int(state.turn) + step + (1 if state.hand_size else 0)) % int(state.seats)
        if state.has_left[seat]:
            continue
        best = -1
        best_gain = 0.0
        for row in range(state.seats):
            if state.taken_by[row] == NOBODY and not given >> row & 1:
                gain = _gain(state, seat, row, NO_TILE, coming)
                if best < 0 or gain > best_gain:
                    best = row
                    best_gain = gain
        given |= 1 << best
        if state.players_in > 1:
            hope = share * (_prospects(state, seat, coming + 1) - _prospects(state, seat, coming))
            out[seat] += max(best_gain, hope)
        else:
            out[seat] += _alone(state, seat, best, best_gain, coming)
    if state.players_in > 1:
        out[state.rock] += 1.0


@native
def _alone(state: TriquetaState, seat: int, row: int, gain: float, coming: int) -> float:
    """What the last player of a round may expect: the row, the rock and a tree, and perhaps a drawn tile more."""
    prizes = 2.0 if coming else 1.0
    if state.stage == TURN and not tiles_left(state):
        return prizes + gain
    drawn = 0.0
    for animal in range(6):
        drawn += _gain(state, seat, row, animal, coming) / 6
    return prizes + (max(gain, drawn) if state.stage == TURN else drawn)


@native
def _prospects(state: TriquetaState, seat: int, coming: int) -> float:
    """What a player's tiles are worth with some rounds to come."""
    total = coming * (ROUND + FREE_KEEP * (KEEPS - int(state.kept_size[seat])))
    for animal in range(7):
        total += _prospect(animal, final_count(state, seat, animal), coming)
    return total


@native
def _prospect(animal: int, count: int, coming: int) -> float:
    points = float(animal_points(animal, count))
    value = int(VALUE[animal])
    if count == 1:
        points += SINGLE * coming * value
    elif count == 2:
        points += PAIR * coming * value
    elif count == 3:
        points -= TRIQUETA * coming * value
    return points


@native
def _gain(state: TriquetaState, seat: int, row: int, extra: int, coming: int) -> float:
    """What a row would add to the prospects of a player, together with one extra tile if there is one."""
    counts = 1 << 4 * extra if extra >= 0 else 0  # four bits for each animal
    for index in range(state.row_length[row]):
        counts += 1 << 4 * int(state.rows[row, index])
    gain = 0.0
    for animal in range(6):
        more = counts >> 4 * animal & 15
        if more:
            count = final_count(state, seat, animal)
            gain += _prospect(animal, count + more, coming) - _prospect(animal, count, coming)
    return gain
