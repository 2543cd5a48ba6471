"""Tiles kept face down: a short sorted list for each player, and what becomes of it at the end (TRI-3, TRI-6)."""

from __future__ import annotations

from tilery.games.triqueta.rules.components import KEEPS
from tilery.games.triqueta.rules.state import TriquetaState
from tilery.kernel.native import native


@native
def add_to_kept(state: TriquetaState, seat: int, tile: int) -> None:
    state.kept[seat, state.kept_size[seat]] = tile
    state.kept_size[seat] += 1
    sort_kept(state, seat)


@native
def sort_kept(state: TriquetaState, seat: int) -> None:
    """Sorted, so that no order tells which tile was kept when."""
    first, second = state.kept[seat, 0], state.kept[seat, 1]
    if state.kept_size[seat] == KEEPS and first > second:
        state.kept[seat, 0] = second
        state.kept[seat, 1] = first


@native
def is_added(state: TriquetaState, seat: int, index: int) -> bool:
    """Whether a kept tile is added at the end: as long as its owner has fewer than three of the animal.

    Each tile up to the third brings points and each further one costs some, whatever the other animals are, so this
    is the one best choice.
    """
    tile = state.kept[seat, index]
    count = int(state.collection[seat, tile]) + int(state.grey_held[seat, tile])
    for earlier in range(index):
        if state.kept[seat, earlier] == tile:
            count += 1
    return count < 3


@native
def final_count(state: TriquetaState, seat: int, animal: int) -> int:
    """How many tiles of an animal a player counts at the end."""
    count = int(state.collection[seat, animal]) + int(state.grey_held[seat, animal])
    for index in range(state.kept_size[seat]):
        if state.kept[seat, index] == animal and count < 3:
            count += 1
    return count
