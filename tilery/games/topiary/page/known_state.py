"""The garden, the visitors and the hands of Topiary, as far as a seat knows them.

Face-down cells hold no tile, and unknown hands are empty: a visitor can be placed and a tile put, but none taken.
"""

from __future__ import annotations

from tilery.games import known_state
from tilery.games.drawing import Seen
from tilery.games.topiary.rules.components import CELLS, SPOTS, TILES
from tilery.games.topiary.rules.hands import add_to_hand
from tilery.games.topiary.rules.scoring import CATEGORIES, counts_in_hand, look, seen_cells
from tilery.games.topiary.rules.state import EMPTY, NOBODY, STATE, TopiaryState
from tilery.games.topiary.text import notation
from tilery.games.topiary.text.view import STAGES


class KnownState(known_state.KnownState[TopiaryState]):
    """A state without what the seat cannot know."""

    def __init__(self, seen: Seen) -> None:
        super().__init__(STATE, notation, CATEGORIES)
        state, table = self.state, seen.table
        state.seats = seen.seats
        state.stage = STAGES.index(table["stage"])
        state.turn = table["turn"] or 0
        state.cell = CELLS.index(table["cell"]) if table["cell"] else EMPTY
        state.visitors_left[: seen.seats] = table["visitors_left"]
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

    def seen_points(self) -> list[int]:
        """What the visitors see, with its bonus, by seat."""
        return [points["visitors"] + points["bonus"] for points in self.points()]

    def spots_of(self, seat: int) -> list[str]:
        return [SPOTS[spot] for spot, owner in enumerate(self.state.visitors) if owner == seat]

    def look(self, spot: str) -> tuple[int, int]:
        """The points and the bonus of a visitor on a spot."""
        points, bonus, _ = look(self.state, SPOTS.index(spot), 0)
        return int(points), int(bonus)

    def seen_from(self, spot: str) -> list[int]:
        """The cells whose hedges a visitor on a spot sees."""
        cells = int(seen_cells(self.state, SPOTS.index(spot)))
        return [cell for cell in range(len(CELLS)) if cells >> cell & 1]

    def tile(self, cell: int) -> str | None:
        """The face-up tile on a cell."""
        return None if self.state.face_down >> cell & 1 else TILES[self.state.garden[cell]]

    def counting(self, seat: int, hand: list[str]) -> list[str]:
        """The tiles of a hand that would score."""
        highest = 0
        for spot in self.spots_of(seat):
            highest = look(self.state, SPOTS.index(spot), highest)[2]
        return [tile for tile in hand if counts_in_hand(TILES.index(tile), highest)]
