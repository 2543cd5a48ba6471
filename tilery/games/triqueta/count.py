"""What a seat would count now as far as it can see: the game's own scoring on a table rebuilt from a view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from tilery.games.triqueta.components import ANIMALS
from tilery.games.triqueta.kept import add_to_kept, final_count
from tilery.games.triqueta.scoring import animal_points
from tilery.games.triqueta.state import STATE
from tilery.kernel.contract import State


def counts(table: Mapping[str, Any], seat: int, more: Sequence[str] = (), kept: Sequence[str] = ()) -> dict[str, int]:
    """How many tiles of each animal a seat would count if the game ended now, as far as the view tells.

    `more` lie face up before the seat besides, `kept` face down.
    """
    state = _state(table, seat, [*more], [*(table["kept"][seat] or ()), *kept])
    return {name: final_count(state, 0, animal) for animal, name in enumerate(ANIMALS)}


def _state(table: Mapping[str, Any], seat: int, more: Sequence[str], kept: Sequence[str]) -> State:
    state: State = np.zeros(1, STATE).view(np.recarray)[0]
    open_tiles = [*more, *(table["added"][seat] if table["added"] else ())]
    grey = table["grey"][seat] or {}
    for animal, name in enumerate(ANIMALS):
        state.collection[0, animal] = table["collections"][seat].get(name, 0) + open_tiles.count(name)
        state.grey_held[0, animal] = grey.get(name, 0)
    if not table["added"]:
        for name in kept:
            add_to_kept(state, 0, ANIMALS.index(name))
    return state


def points(animal: str, count: int) -> int:
    """What so many tiles of an animal are worth."""
    return int(animal_points(ANIMALS.index(animal), count))


def total(table: Mapping[str, Any], seat: int, more: Sequence[str] = (), kept: Sequence[str] = ()) -> int:
    """The points of a seat if the game ended now, as far as the view tells."""
    animals = sum(points(animal, count) for animal, count in counts(table, seat, more, kept).items())
    return animals + int(table["rock"] == seat) + int(table["trees"][seat])
