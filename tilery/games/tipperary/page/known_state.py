"""The county of one player of Tipperary, as everybody knows it, to try a move by the game's own rules.

What nobody can know (the bag, bonus tiles face down, spins to come) is left out, and so are the counties of others:
nothing that depends on these may be asked. Nobody is ever done, so a move does not end the round.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilery.games import known_state
from tilery.games.drawing import Seen, main_seat
from tilery.games.tipperary.page.fields import fields_of
from tilery.games.tipperary.page.figures import Figures
from tilery.games.tipperary.rules.components import BONUS_TILES, SIDES, TOWNS, TRACK
from tilery.games.tipperary.rules.display import add_field, place_of
from tilery.games.tipperary.rules.effects import settle_sites
from tilery.games.tipperary.rules.landscapes import (
    BONUS_MEADOW,
    BONUS_WOODEN_SHEEP,
    LANDSCAPES,
    MEADOW,
    TOWER,
    TOWN,
    WOODEN_SHEEP,
)
from tilery.games.tipperary.rules.scoring import CATEGORIES, largest_rectangle
from tilery.games.tipperary.rules.state import END, NO_TILE, NOBODY, ROUND, STATE, TipperaryState
from tilery.games.tipperary.rules.tileset import packed
from tilery.games.tipperary.text import notation

KINDS = {**LANDSCAPES, "#": TOWN, "t": TOWER, "ms": WOODEN_SHEEP}
ON_BONUS_TILE = {MEADOW: BONUS_MEADOW, WOODEN_SHEEP: BONUS_WOODEN_SHEEP}


class KnownState(known_state.KnownState[TipperaryState]):
    """A state with the county of the seat that looks, or of the first one for a spectator."""

    def __init__(self, seen: Seen) -> None:
        super().__init__(STATE, notation, CATEGORIES)
        self.seat = main_seat(seen)
        state, table, seat = self.state, seen.table, self.seat
        display = table["displays"][seat]
        state.seats = seen.seats
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

    def figures(self) -> Figures:
        return figures_of(self.state, self.seat)


def _lay(state: TipperaryState, seat: int, display: Mapping[str, Any]) -> None:
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


def figures_of(state: TipperaryState, seat: int) -> Figures:
    return Figures(
        area=largest_rectangle(state, seat),
        flock=int(state.flock[seat]),
        ring=int(state.ring[seat]),
        whiskey=int(TRACK[state.barrel[seat]]),
        circles=int(state.circles[seat]),
        towers=int(state.towers[seat]),
        sheep=int(state.sheep_to_place[seat]),
        bonus=int(state.bonus_to_place[seat]).bit_count(),
    )
