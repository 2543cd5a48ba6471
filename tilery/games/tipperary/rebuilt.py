"""A table of Tipperary rebuilt from what everybody sees, to try a move by the game's own rules.

What nobody can know (the bag, bonus tiles face down, spins to come) is left out: nothing that depends on it may be read
from a rebuilt table. Nobody is ever done on it, so a move does not end the round.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from tilery.games.tipperary import notation, rules
from tilery.games.tipperary.components import BONUS_TILES, SIDES, TOWNS, TRACK
from tilery.games.tipperary.display import add_field, place_of
from tilery.games.tipperary.effects import settle_sites
from tilery.games.tipperary.landscapes import (
    BONUS_MEADOW,
    BONUS_WOODEN_SHEEP,
    LANDSCAPES,
    MEADOW,
    NO_FIELD,
    TOWER,
    TOWN,
    WOODEN_SHEEP,
)
from tilery.games.tipperary.scoring import largest_rectangle
from tilery.games.tipperary.shapes import Cell
from tilery.games.tipperary.state import END, NO_TILE, NOBODY, ROUND, STATE
from tilery.games.tipperary.tileset import packed
from tilery.kernel.contract import State

KINDS = {**LANDSCAPES, "#": TOWN, "t": TOWER, "ms": WOODEN_SHEEP}
ON_BONUS_TILE = {MEADOW: BONUS_MEADOW, WOODEN_SHEEP: BONUS_WOODEN_SHEEP}


@dataclass(frozen=True)
class Standing:
    """What is counted of a display."""

    area: int
    flock: int
    ring: int
    barrel: int
    """The place on the track, from 0."""
    circles: int
    towers: int
    sheep: int
    """Wooden sheep still to place."""
    bonus: int
    """Bonus tiles still to place."""

    @property
    def whiskey(self) -> int:
        return int(TRACK[self.barrel])


def fields_of(display: Mapping[str, Any]) -> Mapping[Cell, str]:
    """The tokens of a display's fields by their places."""
    left, top = display["corner"]
    return _fields(left, top, tuple(display["drawing"]))


@lru_cache(maxsize=512)  # asked for again and again while a table is drawn
def _fields(left: int, top: int, rows: tuple[str, ...]) -> Mapping[Cell, str]:
    return {
        (left + x, top + y): token
        for y, row in enumerate(rows)
        for x, token in enumerate(row.split())
        if token != NO_FIELD
    }


def rebuilt(table: Mapping[str, Any], seat: int) -> State:
    """A state with one display: that of `seat`."""
    state: State = np.zeros(1, STATE).view(np.recarray)[0]
    display = table["displays"][seat]
    state.seats = len(table["displays"])
    state.stage = ROUND if table["stage"] == "round" else END
    state.rounds, state.current_round = table["rounds"], table["round"] - 1
    state.spins[state.current_round] = table["spin"]
    state.owing = (1 << 5) - 1
    state.marker = NOBODY
    state.sheep_left, state.towers_left = table["sheep_left"], table["towers_left"]
    state.bonus_drawn = BONUS_TILES - table["bonus_left"]
    state.areas[:] = NO_TILE
    for area, tiles in enumerate(table["areas"]):
        for slot, tile in enumerate(tiles):
            state.areas[area, slot] = tile - 1
            numbers = packed(table["tiles"][str(tile)])
            state.tile_shape[tile - 1], state.tile_kinds[tile - 1], state.tile_turns[tile - 1] = numbers
    state.town[seat], state.side[seat] = TOWNS.index(display["town"]), SIDES.index(display["side"])
    state.placed[seat] = len(display["placements"])
    _lay(state, seat, display)
    return state


def _lay(state: State, seat: int, display: Mapping[str, Any]) -> None:
    bonus = {(bonus["at"][0], bonus["at"][1]) for bonus in display["bonus"]}
    for tile in display["bonus"]:
        state.bonus_seat[tile["tile"] - 1] = seat
        state.bonus_place[tile["tile"] - 1] = place_of(*tile["at"])
    for (x, y), token in fields_of(display).items():
        kind = KINDS[token]
        add_field(state, seat, x, y, ON_BONUS_TILE.get(kind, kind) if (x, y) in bonus else kind)
    settle_sites(state, seat)
    state.barrel[seat] = TRACK.tolist().index(display["barrel"])
    state.sheep_to_place[seat], state.towers[seat] = display["sheep_to_place"], display["towers_to_place"]
    state.bonus_to_place[seat] = sum(1 << bonus["tile"] - 1 for bonus in display["bonus_to_place"])


def standing(state: State, seat: int) -> Standing:
    return Standing(
        area=largest_rectangle(state, seat),
        flock=int(state.flock[seat]),
        ring=int(state.ring[seat]),
        barrel=int(state.barrel[seat]),
        circles=int(state.circles[seat]),
        towers=int(state.towers[seat]),
        sheep=int(state.sheep_to_place[seat]),
        bonus=int(state.bonus_to_place[seat]).bit_count(),
    )


def after(table: Mapping[str, Any], seat: int, move: str) -> Standing:
    """What would be counted after a move. Which bonus tile is gained cannot be known, and is not told."""
    state = rebuilt(table, seat)
    rules.play(state, seat, notation.code(move))
    return standing(state, seat)
