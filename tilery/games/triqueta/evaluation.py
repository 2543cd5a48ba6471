"""A quick guess at the final points of each seat in Triqueta."""

from __future__ import annotations

from tilery.games.triqueta.components import KEEPS, ROUNDS, STACK, VALUE
from tilery.games.triqueta.kept import final_count
from tilery.games.triqueta.scoring import animal_points
from tilery.games.triqueta.stacks import tiles_left
from tilery.games.triqueta.state import NOBODY, OVER
from tilery.kernel.contract import State, Values
from tilery.kernel.native import native

# What a row brings that is waited for while the stack is full, a keep that is still free, and the chances, for each
# round to come, to find the third tile of a pair and to be left with a fourth of a Triqueta.
GOOD_ROW = 4.0
FREE_KEEP = 0.7
THIRD_TILE = 0.15
FOURTH_TILE = 0.08


@native
def evaluate(state: State, out: Values) -> None:
    """What a player has, with the prospects of pairs, and for those still in the round the row they may get.

    The rows are given out as if everybody took the best one left, beginning with the seat that moves next.
    """
    coming = ROUNDS - 1 - int(state.round_number)
    for seat in range(state.seats):
        out[seat] = int(state.trees[seat]) + FREE_KEEP * coming * (KEEPS - int(state.kept_size[seat]))
        if state.rock == seat:
            out[seat] += 1.0
        for animal in range(7):
            out[seat] += _prospect(animal, final_count(state, seat, animal), coming)
    if state.stage == OVER:
        return
    hope = GOOD_ROW * tiles_left(state) / STACK
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
                gain = _gain(state, seat, row, coming)
                if best < 0 or gain > best_gain:
                    best = row
                    best_gain = gain
        given |= 1 << best
        # The last one in a round can only draw into the row that is left, for better or worse.
        out[seat] += best_gain if state.players_in == 1 else max(best_gain, hope)


@native
def _prospect(animal: int, count: int, coming: int) -> float:
    """What a number of tiles of an animal is worth with some rounds to come."""
    points = float(animal_points(animal, count))
    if count == 2:
        points += THIRD_TILE * coming * int(VALUE[animal])
    elif count == 1:
        points += THIRD_TILE * THIRD_TILE * coming * int(VALUE[animal])
    elif count == 3:
        points -= FOURTH_TILE * coming * int(VALUE[animal])
    return points


@native
def _gain(state: State, seat: int, row: int, coming: int) -> float:
    """What a row would add to the prospects of a player."""
    gain = 0.0
    counts = 0  # tiles in the row, four bits for each animal
    for index in range(state.row_length[row]):
        counts += 1 << 4 * int(state.rows[row, index])
    for animal in range(6):
        more = counts >> 4 * animal & 15
        if more:
            count = final_count(state, seat, animal)
            gain += _prospect(animal, count + more, coming) - _prospect(animal, count, coming)
    return gain
