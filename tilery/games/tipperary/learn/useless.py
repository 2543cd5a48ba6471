"""Moves of Tipperary that nobody who counts would make; bots and hints leave them alone.

- A tile in the last round, or the last sheep then, that brings nothing, while on another place it brings points.
- The end of the game while a tower that is left would bring points.

What a tile earns may bring points yet: a tower, a sheep, a bonus tile. So may any tile while there are towers.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tilery.games.tipperary.rules.moves import DONE, is_place_move, is_sheep_move
from tilery.games.tipperary.rules.state import END, ROUND, TipperaryState
from tilery.games.tipperary.rules.turns import MAX_MOVES
from tilery.kernel import runner
from tilery.kernel.contract import POINTS_SHAPE
from tilery.kernel.runner import States


def useless_moves(state: TipperaryState, seat: int, moves: Sequence[int]) -> set[int]:
    trial = _Trial(state, seat)
    if state.stage == END:
        return {DONE} if any(trial.gain(move) > 0 for move in moves if move != DONE) else set()
    if state.stage != ROUND or state.current_round < state.rounds - 1:
        return set()
    idle = set[int]()
    can_gain = set[bool]()  # by whether it is a tile or a sheep
    for move in moves:
        if is_place_move(move) or is_sheep_move(move):
            if trial.gain(move) > 0:
                can_gain.add(is_place_move(move))
            elif not trial.has_more_to_place:
                idle.add(move)
    return {move for move in idle if is_place_move(move) in can_gain}


class _Trial:
    """Tries moves by compiled code: there may be hundreds, and plain Python takes milliseconds for each."""

    def __init__(self, state: TipperaryState, seat: int) -> None:
        self._seat = seat
        self._before: States = np.array([state], state.dtype)  # type: ignore[attr-defined]  # a record
        self._after = self._before.copy()
        self._buffer = np.zeros(MAX_MOVES, np.int32)
        self._points = np.zeros(POINTS_SHAPE, np.int32)
        self._had = self._count(self._before)

    def gain(self, move: int) -> int:
        """Play a move; how many points it brings at once."""
        self._after[:] = self._before
        self._buffer[0] = move
        runner.step(self._after, self._seat, move, self._buffer, 1)
        return self._count(self._after) - self._had

    def _count(self, states: States) -> int:
        runner.score(states, self._points)
        return int(self._points[self._seat].sum())

    @property
    def has_more_to_place(self) -> bool:
        """Whether something is left to place after the move that was tried."""
        after = self._after[0]
        return any(after[name][self._seat] for name in ("towers", "sheep_to_place", "bonus_to_place"))
