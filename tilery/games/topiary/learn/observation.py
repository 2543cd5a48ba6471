"""What a seat of Topiary sees, as numbers: what `view` tells, for programs that learn."""

from __future__ import annotations

from tilery.games.learning import Field, Numbers
from tilery.games.topiary.rules.hidden import has_chosen, has_received
from tilery.games.topiary.rules.state import EMPTY, NOBODY, OVER, TopiaryState
from tilery.games.topiary.rules.tiles import series_of, value_of
from tilery.kernel.native import native

CELL_FEATURES = 10  # eight series, the value, face down


def fields(seats: int) -> tuple[Field, ...]:
    return (
        Field("stage", (4,), "what is decided: draft, visit, take, put; nothing at the end"),
        Field("seat", (seats,), "the observer's own seat"),
        Field("turn", (seats,), "whose turn it is; nobody's at the end"),
        Field(
            "garden",
            (25, CELL_FEATURES),
            "by cell: the series of a face-up tile (8), its value, face down; all 0 for a freed cell",
            high=5,
        ),
        Field("put_by", (25, seats), "by cell: who put the tile"),
        Field("visitors", (48, seats + 1), "by spot: whose visitor stands there; last, that the spot is not in use"),
        Field("visitors_left", (seats,), "visitors still to be placed", high=8),
        Field("spot", (48,), "where the visitor of this turn was placed"),
        Field("cell", (25,), "the cell that was freed this turn"),
        Field("hands", (seats, 40), "by tile (series times 5 plus value less 1): one's own hand; at the end all hands"),
        Field("hand_sizes", (seats,), "tiles in hand", high=7),
        Field("removed_series", (8,), "the series that is not in the game"),
        Field("received", (40,), "tiles that came from the left in the draft"),
        Field("passed_on", (40,), "tiles that the observer passed on in the draft"),
        Field("box_size", (1,), "tiles in the box", high=4),
    )


@native
def observe(state: TopiaryState, seat: int, part: int, out: Numbers) -> None:
    seats, over = int(state.seats), state.stage == OVER
    if not over:
        out[int(state.stage)] = 1
        out[4 + seats + (int(state.turn) - seat) % seats] = 1
    out[4 + seat] = 1
    start = _observe_garden(state, seat, out, 4 + 2 * seats)
    start = _observe_visitors(state, seat, out, start)
    if state.spot != EMPTY:
        out[start + int(state.spot)] = 1
    if state.cell != EMPTY:
        out[start + 48 + int(state.cell)] = 1
    start += 48 + 25
    for place in range(seats):
        other = (seat + place) % seats
        if over or place == 0:
            for index in range(state.hand_size[other]):
                out[start + 40 * place + int(state.hand[other, index])] = 1
        out[start + 40 * seats + place] = state.hand_size[other]
    start += 41 * seats
    if state.removed_series >= 0:
        out[start + int(state.removed_series)] = 1
    if has_received(state, seat):
        _mark_passed_on(state, seat + 1, out, start + 8)
    if has_chosen(state, seat):
        _mark_passed_on(state, seat, out, start + 48)
    out[start + 88] = state.box_size


@native
def _observe_garden(state: TopiaryState, seat: int, out: Numbers, start: int) -> int:
    seats = int(state.seats)
    for cell in range(25):
        tile, at = int(state.garden[cell]), start + CELL_FEATURES * cell
        if tile != EMPTY:
            if state.face_down >> cell & 1:
                out[at + 9] = 1
            else:
                out[at + series_of(tile)] = 1
                out[at + 8] = value_of(tile)
        if state.put_by[cell] != NOBODY:
            out[start + 25 * CELL_FEATURES + seats * cell + (int(state.put_by[cell]) - seat) % seats] = 1
    return start + 25 * (CELL_FEATURES + seats)


@native
def _observe_visitors(state: TopiaryState, seat: int, out: Numbers, start: int) -> int:
    seats = int(state.seats)
    for spot in range(48):
        owner = int(state.visitors[spot])
        if owner != NOBODY:
            out[start + (seats + 1) * spot + ((owner - seat) % seats if owner >= 0 else seats)] = 1
    start += 48 * (seats + 1)
    for place in range(seats):
        out[start + place] = state.visitors_left[(seat + place) % seats]
    return start + seats


@native
def _mark_passed_on(state: TopiaryState, giver: int, out: Numbers, start: int) -> None:
    for index in range(state.leftovers):
        out[start + int(state.passed_on[giver, index])] = 1
