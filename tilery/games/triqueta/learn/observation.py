"""What a seat of Triqueta sees, as numbers: what `view` tells, for programs that learn."""

from __future__ import annotations

from tilery.games.learning import Field, Numbers
from tilery.games.triqueta.rules.components import KEEPS, LAYER, ROUNDS, STACK, TREES, WOLF
from tilery.games.triqueta.rules.kept import is_added
from tilery.games.triqueta.rules.stacks import grey_left, white_left
from tilery.games.triqueta.rules.state import NOBODY, OVER, UNTREATED, TriquetaState
from tilery.kernel.native import native

COUNTS = 15  # the most tiles of a kind that are counted anywhere


def fields(seats: int) -> tuple[Field, ...]:
    return (
        Field("stage", (2,), "what is decided: a turn, or what becomes of a drawn tile; nothing at the end"),
        Field("seat", (seats,), "the observer's own seat"),
        Field("turn", (seats,), "whose turn it is; nobody's at the end"),
        Field("round", (ROUNDS,), "the round"),
        Field("white", (ROUNDS,), "white tiles left in the stack of each round", high=STACK),
        Field("grey", (ROUNDS,), "grey tiles left in the stack of each round", high=LAYER),
        Field("rows", (seats, WOLF), "by row: tiles of each animal", high=COUNTS),
        Field("taken_by", (seats, seats), "by row: who took it in this round"),
        Field("rock", (seats,), "who holds the rock"),
        Field("trees", (seats,), "trees", high=TREES),
        Field("collections", (seats, WOLF + 1), "open tiles of each animal, the wolf last", high=COUNTS),
        Field("drawn_together", (1,), "tiles drawn this turn", high=2),
        Field("hand_size", (1,), "drawn tiles that are still to be treated", high=2),
        Field("hand", (2, WOLF), "the animals of one's own drawn tiles, the one to be treated first"),
        Field("treatment", (3,), "what became of the first of two drawn tiles: row, keep, return"),
        Field("kept_sizes", (seats,), "tiles kept face down", high=KEEPS),
        Field("kept", (WOLF,), "one's own kept tiles of each animal", high=KEEPS),
        Field("added", (seats, WOLF), "at the end: kept tiles that count, of each animal", high=KEEPS),
        Field("grey_sizes", (seats,), "grey tiles", high=COUNTS),
        Field(
            "grey_held", (seats, WOLF + 1), "one's own grey tiles of each animal; at the end those of all", high=COUNTS
        ),
        Field("returned_sizes", (seats,), "tiles returned to the box in the duel", high=60),
        Field("returned", (WOLF,), "one's own returned tiles of each animal", high=10),
    )


@native
def observe(state: TriquetaState, seat: int, part: int, out: Numbers) -> None:
    seats = int(state.seats)
    if state.stage != OVER:
        out[int(state.stage)] = 1
        out[2 + seats + (int(state.turn) - seat) % seats] = 1
    out[2 + seat] = 1
    start = 2 + 2 * seats
    out[start + int(state.round_number)] = 1
    for number in range(ROUNDS):
        out[start + ROUNDS + number] = white_left(state, number)
        out[start + 2 * ROUNDS + number] = grey_left(state, number)
    start = _observe_rows(state, seat, out, start + 3 * ROUNDS)
    start = _observe_open(state, seat, out, start)
    start = _observe_drawn(state, seat, out, start)
    start = _observe_kept(state, seat, out, start)
    start = _observe_grey(state, seat, out, start)
    if state.designer:
        for place in range(seats):
            for animal in range(WOLF):
                out[start + place] += state.returned[(seat + place) % seats, animal]
        for animal in range(WOLF):
            out[start + seats + animal] = state.returned[seat, animal]


@native
def _observe_rows(state: TriquetaState, seat: int, out: Numbers, start: int) -> int:
    seats = int(state.seats)
    for row in range(seats):
        for index in range(state.row_length[row]):
            out[start + WOLF * row + int(state.rows[row, index])] += 1
        if state.taken_by[row] != NOBODY:
            out[start + (WOLF + row) * seats + (int(state.taken_by[row]) - seat) % seats] = 1
    return start + (WOLF + seats) * seats


@native
def _observe_open(state: TriquetaState, seat: int, out: Numbers, start: int) -> int:
    seats = int(state.seats)
    out[start + (int(state.rock) - seat) % seats] = 1
    for place in range(seats):
        other = (seat + place) % seats
        out[start + seats + place] = state.trees[other]
        for animal in range(WOLF + 1):
            out[start + 2 * seats + (WOLF + 1) * place + animal] = state.collection[other, animal]
    return start + (WOLF + 3) * seats


@native
def _observe_drawn(state: TriquetaState, seat: int, out: Numbers, start: int) -> int:
    out[start] = state.drawn_together
    out[start + 1] = state.hand_size
    if state.turn == seat:
        for index in range(state.hand_size):
            out[start + 2 + WOLF * index + int(state.hand[index])] = 1
    if state.treated != UNTREATED:
        out[start + 2 + 2 * WOLF + int(state.treated) - 1] = 1
    return start + 5 + 2 * WOLF


@native
def _observe_kept(state: TriquetaState, seat: int, out: Numbers, start: int) -> int:
    seats = int(state.seats)
    for index in range(state.kept_size[seat]):
        out[start + seats + int(state.kept[seat, index])] += 1
    for place in range(seats):
        other = (seat + place) % seats
        out[start + place] = state.kept_size[other]
        if state.stage == OVER:
            for index in range(state.kept_size[other]):
                if is_added(state, other, index):
                    out[start + seats + WOLF * (1 + place) + int(state.kept[other, index])] += 1
    return start + seats + WOLF * (1 + seats)


@native
def _observe_grey(state: TriquetaState, seat: int, out: Numbers, start: int) -> int:
    seats = int(state.seats)
    for place in range(seats):
        other = (seat + place) % seats
        for animal in range(WOLF + 1):
            count = state.grey_held[other, animal]
            out[start + place] += count
            if place == 0 or state.stage == OVER:
                out[start + seats + (WOLF + 1) * place + animal] = count
    return start + (WOLF + 2) * seats
