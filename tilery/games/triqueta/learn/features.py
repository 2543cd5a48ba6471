"""What a learned evaluation of Triqueta reads: a player's animals by round, the rows as they suit everybody, the stack.

Counts of animals are told one by one for every round, so that a network can learn what each set is worth when. What a
row would bring is told by a table of what sets came to be worth in games of self-play (`sets.txt`, made by
`bench/triqueta_sets.py`). Only open tiles and the seat's own hidden ones are counted.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from tilery.games.triqueta.rules.components import KEEPS, ROUNDS, STACK, TILES_OF_EACH, VALUE, WOLF
from tilery.games.triqueta.rules.kept import final_count
from tilery.games.triqueta.rules.stacks import grey_left, white_left
from tilery.games.triqueta.rules.state import NOBODY, TREAT, TriquetaState
from tilery.kernel.contract import Values
from tilery.kernel.native import native

MOST = 5  # tiles of an animal that are told apart
ANIMALS = WOLF + 1
ROWS = 5

NO_TILE = -1

# The points that an animal brings in the end: by seats from 2, rows still to take, animal, tiles that have to be
# counted, and kept ones.
WORTH = np.loadtxt(Path(__file__).with_name("sets.txt")).reshape(4, ROUNDS, ANIMALS, MOST + 1, KEEPS + 1)

# Where each part begins.
_SETS = 0  # by rows to take, animal and count: the player's own
_KEPT = _SETS + (ROUNDS + 1) * ANIMALS * MOST  # by rows to take and count: kept tiles beside so many others
_KEEPS = _KEPT + (ROUNDS + 1) * 4 * KEEPS  # by round: tiles that were kept
_STANDING = _KEEPS + ROUNDS * (KEEPS + 1)  # trees, rock, options, what the sets are worth
_TURN = _STANDING + 6  # out of the round, or after how many players it is one's turn
_STACK = _TURN + 1 + ROWS  # by tiles left, for a player who is in
_LEFT = _STACK + STACK + 1  # the same for one who is out
_GAINS = _LEFT + STACK + 1
_HOPES = _GAINS + 16
_HAND = _HOPES + 4 * ROUNDS
_OTHERS = _HAND + 8
COUNT = _OTHERS + 8


def feature_count(seats: int) -> int:
    return COUNT


@native
def features(state: TriquetaState, seat: int, out: Values) -> None:
    number = int(state.round_number)
    coming = ROUNDS - 1 - number
    rows = coming + 1 - int(state.has_left[seat])
    total = 0.0
    for animal in range(ANIMALS):
        sure = _sure(state, seat, animal)
        kept = _kept(state, seat, animal)
        if sure:
            out[_SETS + (rows * ANIMALS + animal) * MOST + min(sure, MOST) - 1] = 1.0
        if kept:
            out[_KEPT + (rows * 4 + min(sure, 3)) * KEEPS + kept - 1] += 1.0
        total += _worth(state, coming, animal, sure, kept)
    out[_STANDING + 5] = total
    out[_KEEPS + number * (KEEPS + 1) + int(state.kept_size[seat])] = 1.0
    out[_STANDING] = state.trees[seat]
    out[_STANDING + 1] = 1.0 if state.rock == seat else 0.0
    out[_STANDING + 2] = state.wolves
    out[_STANDING + 3] = state.designer
    out[_STANDING + 4] = grey_left(state, number)
    left = white_left(state, number)
    if state.has_left[seat]:
        out[_TURN] = 1.0
        out[_LEFT + left] = 1.0
    else:
        out[_TURN + 1 + _distance(state, seat)] = 1.0
        out[_STACK + left] = 1.0
        _write_gains(state, seat, coming, out)
    _write_hopes(state, seat, number, out)
    if state.stage == TREAT and state.turn == seat:
        _write_hand(state, seat, coming, out)
    _write_others(state, seat, coming, out)


@native
def _sure(state: TriquetaState, seat: int, animal: int) -> int:
    """Tiles of an animal that a player has to count at the end."""
    return int(state.collection[seat, animal]) + int(state.grey_held[seat, animal])


@native
def _kept(state: TriquetaState, seat: int, animal: int) -> int:
    """Tiles of an animal that a player keeps face down."""
    count = 0
    for index in range(state.kept_size[seat]):
        if state.kept[seat, index] == animal:
            count += 1
    return count


@native
def _worth(state: TriquetaState, rows: int, animal: int, sure: int, kept: int) -> float:
    """What tiles of an animal came to be worth with so many rows to take after this one."""
    return float(WORTH[int(state.seats) - 2, rows, animal, min(sure, MOST), kept])


@native
def _gain(state: TriquetaState, seat: int, row: int, extra: int, coming: int) -> float:
    """What a row would bring to the player who looks, together with one extra tile if there is one."""
    counts = _row_counts(state, row, extra)
    gain = 0.0
    for animal in range(WOLF):
        more = counts >> 4 * animal & 15
        if more:
            sure = _sure(state, seat, animal)
            kept = _kept(state, seat, animal)
            gain += _worth(state, coming, animal, sure + more, kept) - _worth(state, coming, animal, sure, kept)
    return gain


@native
def _row_counts(state: TriquetaState, row: int, extra: int) -> int:
    """The tiles of a row and an extra one, four bits for each animal."""
    counts = 1 << 4 * extra if extra >= 0 else 0
    for index in range(state.row_length[row]):
        counts += 1 << 4 * int(state.rows[row, index])
    return counts


@native
def _distance(state: TriquetaState, seat: int) -> int:
    """How many players have a turn before this one."""
    other = int(state.turn)
    steps = 0
    while other != seat:
        if not state.has_left[other]:
            steps += 1
        other += 1
        if other == state.seats:
            other = 0
    return steps


@native
def _write_gains(state: TriquetaState, seat: int, coming: int, out: Values) -> None:
    """Write what the rows would bring: the best and the next, and what is left if the next player takes its best."""
    first = -99.0
    second = -99.0
    now = -99.0
    longest = 0
    open_rows = 0
    for row in range(state.seats):
        if state.taken_by[row] == NOBODY:
            open_rows += 1
            gain = _gain(state, seat, row, NO_TILE, coming)
            if gain > first:
                second = first
                first = gain
                now = _gain(state, seat, row, NO_TILE, 0)
            elif gain > second:
                second = gain
            longest = max(longest, int(state.row_length[row]))
    if second < -50.0:
        second = first
    out[_GAINS] = first
    out[_GAINS + 1] = second
    out[_GAINS + 2] = now
    out[_GAINS + 3] = longest
    out[_GAINS + 4] = open_rows
    if open_rows == 1:
        out[_GAINS + 5] = 1.0
        out[_GAINS + 6] = first
        out[_GAINS + 7] = now
    else:
        rival = _next_in(state, seat)
        theirs = _open_favourite(state, rival, coming, NOBODY)
        mine = _favourite_row(state, seat, coming, NOBODY)
        spare = _favourite_row(state, seat, coming, theirs)
        out[_GAINS + 8] = _gain(state, seat, spare, NO_TILE, coming)
        out[_GAINS + 9] = _open_gain(state, rival, theirs, NO_TILE, coming)
        out[_GAINS + 10] = _open_gain(state, rival, _open_favourite(state, rival, coming, mine), NO_TILE, coming)
        out[_GAINS + 11] = 1.0 if mine == theirs else 0.0
        out[_GAINS + 12] = out[_GAINS] if state.turn == seat else out[_GAINS + 8]
    out[_GAINS + 13] = first if coming == 0 else 0.0
    out[_GAINS + 14] = max(first, 0.0)
    out[_GAINS + 15] = 1.0 if coming == 0 else 0.0


@native
def _next_in(state: TriquetaState, seat: int) -> int:
    """The next player clockwise who is in the round."""
    other = seat
    while True:
        other += 1
        if other == state.seats:
            other = 0
        if not state.has_left[other]:
            return other


@native
def _favourite_row(state: TriquetaState, seat: int, coming: int, without: int) -> int:
    best = NOBODY
    best_gain = 0.0
    for row in range(state.seats):
        if state.taken_by[row] == NOBODY and row != without:
            gain = _gain(state, seat, row, NO_TILE, coming)
            if best == NOBODY or gain > best_gain:
                best = row
                best_gain = gain
    return best


@native
def _open_favourite(state: TriquetaState, seat: int, coming: int, without: int) -> int:
    """The row that a player seems to like best, to whoever does not know its hidden tiles."""
    best = NOBODY
    best_gain = 0.0
    for row in range(state.seats):
        if state.taken_by[row] == NOBODY and row != without:
            gain = _open_gain(state, seat, row, NO_TILE, coming)
            if best == NOBODY or gain > best_gain:
                best = row
                best_gain = gain
    return best


@native
def _open_gain(state: TriquetaState, seat: int, row: int, extra: int, coming: int) -> float:
    """What a row would bring to a player, by its open tiles alone."""
    counts = _row_counts(state, row, extra)
    gain = 0.0
    for animal in range(WOLF):
        more = counts >> 4 * animal & 15
        if more:
            sure = int(state.collection[seat, animal])
            gain += _worth(state, coming, animal, sure + more, 0) - _worth(state, coming, animal, sure, 0)
    return gain


@native
def _write_hopes(state: TriquetaState, seat: int, number: int, out: Values) -> None:
    """Write what pairs and single tiles may become and sets may lose, by how many of their animals are still unseen."""
    unseen = 0
    pairs = 0.0
    singles = 0.0
    danger = 0.0
    for animal in range(WOLF):
        hidden = TILES_OF_EACH - seen_count(state, seat, animal)
        unseen += hidden
        count = final_count(state, seat, animal)
        if count == 2:
            pairs += hidden * (int(VALUE[animal]) - 2)
        elif count == 1:
            singles += hidden * (hidden - 1) * 0.1 * (int(VALUE[animal]) - 1)
        elif count == 3:
            danger += hidden * (int(VALUE[animal]) + 1)
    if unseen:
        place = _HOPES + 4 * number
        out[place] = pairs / unseen
        out[place + 1] = singles / unseen
        out[place + 2] = danger / unseen
        out[place + 3] = 1.0


@native
def seen_count(state: TriquetaState, seat: int, animal: int) -> int:
    """White tiles of an animal that a seat knows of: on the table, or its own."""
    count = 0
    for other in range(state.seats):
        count += int(state.collection[other, animal])
        for index in range(state.row_length[other]):
            if state.rows[other, index] == animal:
                count += 1
    for index in range(state.kept_size[seat]):
        if state.kept[seat, index] == animal:
            count += 1
    if state.turn == seat:
        for index in range(state.hand_size):
            if state.hand[index] == animal:
                count += 1
    return count


@native
def _write_hand(state: TriquetaState, seat: int, coming: int, out: Values) -> None:
    """Write what the tile in hand is good for: in a row, kept, or for the next player."""
    tile = int(state.hand[0])
    sure = _sure(state, seat, tile)
    kept = _kept(state, seat, tile)
    out[_HAND] = 1.0
    if state.kept_size[seat] < KEEPS:
        out[_HAND + 1] = _worth(state, coming, tile, sure, kept + 1) - _worth(state, coming, tile, sure, kept)
        out[_HAND + 2] = _worth(state, 0, tile, sure, kept + 1) - _worth(state, 0, tile, sure, kept)
    best = -99.0
    without = -99.0
    for row in range(state.seats):
        if state.taken_by[row] == NOBODY:
            best = max(best, _gain(state, seat, row, tile, coming))
            without = max(without, _gain(state, seat, row, NO_TILE, coming))
    out[_HAND + 3] = best
    out[_HAND + 4] = best - without
    if state.players_in > 1:
        rival = _next_in(state, seat)
        spoilt = 99.0
        for row in range(state.seats):
            if state.taken_by[row] == NOBODY:
                change = _open_gain(state, rival, row, tile, coming) - _open_gain(state, rival, row, NO_TILE, coming)
                spoilt = min(spoilt, change)
        out[_HAND + 5] = spoilt
    out[_HAND + 6] = state.hand_size
    out[_HAND + 7] = int(VALUE[tile])


@native
def _write_others(state: TriquetaState, seat: int, coming: int, out: Values) -> None:
    """Write how the others stand: the best of them, those in the round, their keeps and hidden tiles."""
    best = -99.0
    best_gain = -99.0
    for other in range(state.seats):
        if other == seat:
            continue
        total = float(state.trees[other]) + (1.0 if state.rock == other else 0.0)
        for animal in range(WOLF):
            total += _worth(state, coming, animal, int(state.collection[other, animal]), 0)
        best = max(best, total)
        out[_OTHERS + 1] += 1.0 - int(state.has_left[other])
        out[_OTHERS + 2] += int(state.kept_size[other])
        for animal in range(ANIMALS):
            out[_OTHERS + 3] += int(state.grey_held[other, animal])
        if not state.has_left[other]:
            row = _open_favourite(state, other, coming, NOBODY)
            best_gain = max(best_gain, _open_gain(state, other, row, NO_TILE, coming))
    out[_OTHERS] = best
    if best_gain > -50.0:
        out[_OTHERS + 4] = best_gain
        if state.has_left[seat]:
            out[_OTHERS + 5] = best_gain
            out[_OTHERS + 6] = white_left(state, int(state.round_number))
    out[_OTHERS + 7] = state.players_in
