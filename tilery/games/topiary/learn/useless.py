"""Moves of Topiary that nobody who looks at the garden would make; bots and hints leave them alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tilery.games.topiary.rules.components import LINE, LINE_CELLS, LINE_LENGTH
from tilery.games.topiary.rules.moves import PASS, is_put_move, put_move, tile_of
from tilery.games.topiary.rules.state import TopiaryState
from tilery.games.topiary.rules.tiles import series_of, value_of


def useless_moves(state: TopiaryState, seat: int, moves: Sequence[int]) -> set[int]:
    return {move for move in moves if _is_useless(state, seat, move)}


def _is_useless(state: TopiaryState, seat: int, move: int) -> bool:
    """Passing while the visitor sees nothing; in the very last turn a tile that is plainly worse than another one.

    Worse: others see no less, and the player gets fewer points, or the player gets no more and others see more.
    """
    if move == PASS:
        line = int(LINE_CELLS[state.spot])
        return line & int(state.face_down) == line
    if not is_put_move(move) or any(state.visitors_left[: state.seats]):
        return False
    if seat != state.seats - 1:
        return False
    hand = [int(state.hand[seat, index]) for index in range(int(state.hand_size[seat]))]
    results = {put_move(tile): _result(state, seat, hand, tile) for tile in hand}
    own, others = results[put_move(tile_of(move))]
    return any(
        mine >= own and theirs <= others and (mine, theirs) != (own, others) for mine, theirs in results.values()
    )


def _result(state: TopiaryState, seat: int, hand: list[int], put: int) -> tuple[int, int]:
    """The player's points at the end, and the most that another one's visitors see."""
    seen_by = Counter[int]()
    own_sights: set[int] = set()
    for spot in range(48):
        owner = int(state.visitors[spot])
        if owner < 0:
            continue
        seen = _seen(state, spot, put)
        series = Counter(series_of(tile) for tile in seen)
        seen_by[owner] += sum(map(value_of, seen)) + sum(count for count in series.values() if count > 1)
        if owner == seat:
            own_sights.update(seen)
    held = hand.copy()
    held.remove(put)
    counts = [
        tile
        for tile in held
        if any(series_of(seen) == series_of(tile) and value_of(seen) > value_of(tile) for seen in own_sights)
    ]
    others = max(seen_by[other] for other in range(int(state.seats)) if other != seat)
    return seen_by[seat] + sum(map(value_of, counts)), others


def _seen(state: TopiaryState, spot: int, put: int) -> list[int]:
    """The tiles that a visitor sees once a tile lies on the freed cell."""
    found: list[int] = []
    tallest = 0
    for step in range(int(LINE_LENGTH[spot])):
        cell = int(LINE[spot, step])
        tile = put if cell == state.cell else int(state.garden[cell])
        is_open = cell == state.cell or not int(state.face_down) >> cell & 1
        if is_open and value_of(tile) > tallest:
            tallest = value_of(tile)
            found.append(tile)
    return found
