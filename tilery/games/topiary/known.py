"""A state rebuilt from what a seat sees, so that the rules can answer questions about it.

What the seat does not know is not in it: face-down cells hold no tile, and unknown hands are empty.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tilery.games.topiary.components import CELLS, SPOTS, TILES
from tilery.games.topiary.hands import add_to_hand
from tilery.games.topiary.scoring import CATEGORIES, counts_in_hand, look, score, seen_cells
from tilery.games.topiary.state import EMPTY, NOBODY, STATE
from tilery.kernel.contract import POINTS_SHAPE, State


class Known:
    """The garden, the visitors and the hands that a seat sees."""

    def __init__(self, seats: int, table: dict[str, Any]) -> None:
        self.state: State = np.zeros(1, STATE).view(np.recarray)[0]
        state = self.state
        state.seats = seats
        state.visitors[:] = NOBODY
        for spot, seat in table["visitors"].items():
            state.visitors[SPOTS.index(spot)] = seat
        for cell, tile in enumerate(table["garden"]):
            face_up = tile not in {None, "hidden"}
            state.garden[cell] = TILES.index(tile) if face_up else EMPTY
            state.face_down |= int(not face_up) << cell
        for seat, hand in enumerate(table["hands"]):
            for tile in hand or ():
                add_to_hand(state, seat, TILES.index(tile))

    def points(self) -> list[dict[str, int]]:
        """By seat and category; tiles in hand as far as they are known."""
        out = np.zeros(POINTS_SHAPE, np.int32)
        score(self.state, out)
        return [dict(zip(CATEGORIES, row, strict=False)) for row in out[: self.state.seats].tolist()]

    def spots_of(self, seat: int) -> list[str]:
        return [SPOTS[spot] for spot, owner in enumerate(self.state.visitors) if owner == seat]

    def look(self, spot: str) -> tuple[int, int]:
        """The points and the bonus of a visitor on a spot."""
        points, bonus, _ = look(self.state, SPOTS.index(spot), 0)
        return int(points), int(bonus)

    def seen_from(self, spot: str) -> list[int]:
        """The cells whose hedges a visitor on a spot sees."""
        cells = int(seen_cells(self.state, SPOTS.index(spot)))
        return [cell for cell in range(25) if cells >> cell & 1]

    def tile(self, cell: int) -> str | None:
        """The face-up tile on a cell."""
        return None if self.state.face_down >> cell & 1 else TILES[self.state.garden[cell]]

    def counting(self, seat: int, hand: list[str]) -> list[str]:
        """The tiles of a hand that would score."""
        highest = 0
        for spot in self.spots_of(seat):
            highest = look(self.state, SPOTS.index(spot), highest)[2]
        return [tile for tile in hand if counts_in_hand(TILES.index(tile), highest)]

    def with_visitor(self, seat: int, spot: str) -> Known:
        other = self._copy()
        other.state.visitors[SPOTS.index(spot)] = seat
        return other

    def with_tile(self, seat: int, tile: str, cell: str) -> Known:
        """As if `seat` had put a tile of its hand on a cell."""
        other = self._copy()
        kept = [number for number in self.state.hand[seat, : self.state.hand_size[seat]] if TILES[number] != tile]
        other.state.hand_size[seat] = 0
        for number in kept:
            add_to_hand(other.state, seat, number)
        place = CELLS.index(cell)
        other.state.garden[place] = TILES.index(tile)
        other.state.face_down &= ~(1 << place)
        return other

    def _copy(self) -> Known:
        other = object.__new__(Known)
        other.state = np.array([self.state], STATE).view(np.recarray)[0]
        return other
