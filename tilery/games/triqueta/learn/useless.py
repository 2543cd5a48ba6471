"""Moves of Triqueta that nobody who looks at the table would make; bots and hints leave them alone."""

from __future__ import annotations

from collections.abc import Sequence

from tilery.games.triqueta.rules.components import STACK, VALUE
from tilery.games.triqueta.rules.moves import KEEP, is_take_move, row_of
from tilery.games.triqueta.rules.state import NOBODY, TriquetaState


def useless_moves(state: TriquetaState, seat: int, moves: Sequence[int]) -> set[int]:
    return {move for move in moves if _is_useless(state, seat, move)}


def _is_useless(state: TriquetaState, seat: int, move: int) -> bool:
    """Keeping a fourth tile of an animal, which never counts; giving a round away, or taking a row to one's cost.

    An empty row gives a round away if another row brings points at once, or if a tile can be drawn and none could cost
    any: the player has fewer than three of every animal.
    """
    if move == KEEP:
        return _counted(state, seat)[int(state.hand[0])] >= 3
    if not is_take_move(move):
        return False
    row = row_of(move)
    best = max(_gain(state, seat, other) for other in range(int(state.seats)) if state.taken_by[other] == NOBODY)
    if state.row_length[row]:
        return _gain(state, seat, row) < 0 <= best
    can_draw = int(state.drawn[state.round_number]) < STACK
    return best > 0 or (can_draw and max(_with_kept(state, seat, _counted(state, seat))) < 3)


def _counted(state: TriquetaState, seat: int) -> list[int]:
    """By animal, the tiles that must be counted."""
    return [int(state.collection[seat, animal]) + int(state.grey_held[seat, animal]) for animal in range(7)]


def _with_kept(state: TriquetaState, seat: int, counts: list[int]) -> list[int]:
    """The same with the kept tiles that would be added."""
    counts = counts.copy()
    for index in range(int(state.kept_size[seat])):
        animal = int(state.kept[seat, index])
        counts[animal] += counts[animal] < 3
    return counts


def _points(counts: list[int]) -> int:
    return sum(
        count if count < 3 else int(VALUE[animal]) if count == 3 else 3 - count for animal, count in enumerate(counts)
    )


def _gain(state: TriquetaState, seat: int, row: int) -> int:
    """The points that a row brings if the game ended then."""
    before = _counted(state, seat)
    after = before.copy()
    for index in range(int(state.row_length[row])):
        after[int(state.rows[row, index])] += 1
    return _points(_with_kept(state, seat, after)) - _points(_with_kept(state, seat, before))
