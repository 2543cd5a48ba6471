"""What lies before the players of Triqueta, as far as a seat knows it.

The stacks, the rows and tiles in hand are not in it: nothing can be played, but everything can be counted.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

from tilery.games import known_state
from tilery.games.drawing import Seen
from tilery.games.triqueta.rules.components import ANIMALS
from tilery.games.triqueta.rules.kept import add_to_kept, final_count
from tilery.games.triqueta.rules.scoring import CATEGORIES
from tilery.games.triqueta.rules.state import STATE, TriquetaState
from tilery.games.triqueta.text import notation


class KnownState(known_state.KnownState[TriquetaState]):
    """A state without what the seat cannot know: tiles that others keep face down, and their grey ones."""

    def __init__(self, seen: Seen) -> None:
        super().__init__(STATE, notation, CATEGORIES)
        state, table = self.state, seen.table
        state.seats = seen.seats
        state.rock = table["rock"]
        state.trees[: seen.seats] = table["trees"]
        for seat in range(seen.seats):
            for animal, count in table["collections"][seat].items():
                state.collection[seat, ANIMALS.index(animal)] = count
            for animal, count in (table["grey"][seat] or {}).items():
                state.grey_held[seat, ANIMALS.index(animal)] = count
            if table["added"]:
                self._add(seat, table["added"][seat])
            else:
                self._keep(seat, table["kept"][seat] or ())

    def with_tiles(self, seat: int, tiles: Iterable[str]) -> Self:
        """As if a seat had taken more tiles."""
        other = self.copy()
        other._add(seat, tiles)
        return other

    def with_kept(self, seat: int, tile: str) -> Self:
        """As if a seat had kept one more tile face down."""
        other = self.copy()
        other._keep(seat, [tile])
        return other

    def _add(self, seat: int, tiles: Iterable[str]) -> None:
        for tile in tiles:
            self.state.collection[seat, ANIMALS.index(tile)] += 1

    def _keep(self, seat: int, tiles: Iterable[str]) -> None:
        for tile in tiles:
            add_to_kept(self.state, seat, ANIMALS.index(tile))

    def counts(self, seat: int) -> dict[str, int]:
        """How many tiles of each animal a seat would count if the game ended now."""
        return {name: final_count(self.state, seat, animal) for animal, name in enumerate(ANIMALS)}
