"""A state rebuilt from what a seat sees, so that the rules can answer questions about it.

What the seat cannot know is not in it. Every game rebuilds its own in `page/known_state.py`, and says there what may be
asked of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from typing import Any, Generic, Self

import numpy as np

from tilery.games.game import Notation
from tilery.kernel import contract
from tilery.kernel.contract import POINTS_SHAPE
from tilery.kernel.state import GameState


class KnownState(Generic[GameState]):
    """What is the same in all games: trying moves, and counting."""

    def __init__(self, layout: np.dtype[np.void], notation: Notation, categories: Iterable[str]) -> None:
        self.state: GameState = np.zeros(1, layout).view(np.recarray)[0]
        self._notation = notation
        self._categories = categories

    def copy(self) -> Self:
        other = copy(self)
        record: Any = self.state
        other.state = np.array([record], record.dtype).view(np.recarray)[0]
        return other

    def after(self, seat: int, move: str) -> Self:
        """The state after a move that reveals nothing."""
        other = self.copy()
        contract.play(other.state, seat, self._notation.code(move))
        return other

    def points(self) -> list[dict[str, int]]:
        """The points that can be counted now, by seat and category."""
        out = np.zeros(POINTS_SHAPE, np.int32)
        contract.score(self.state, out)
        return [dict(zip(self._categories, row, strict=False)) for row in out[: self.state.seats].tolist()]

    def totals(self) -> list[int]:
        """The sums of the points, by seat."""
        return [sum(points.values()) for points in self.points()]
