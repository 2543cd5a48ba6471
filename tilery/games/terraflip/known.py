"""A state rebuilt from what a seat sees, so that the rules can answer questions about it.

Undersides that the seat does not know are not in it, nor are the hands of others: only moves that touch none of these
can be tried.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from tilery.games.terraflip import notation, rules
from tilery.games.terraflip.components import FAMILIES, KINDS, TILES
from tilery.games.terraflip.geometry import BIT, PLACES, TOWER, neighbours
from tilery.games.terraflip.scoring import CATEGORIES
from tilery.games.terraflip.sight import line, members
from tilery.games.terraflip.state import EMPTY, FLIP, NOBODY, OVER, PLACE, PLAIN, STATE
from tilery.games.terraflip.table import clear_table, put
from tilery.kernel.contract import POINTS_SHAPE, State

STAGES = {"place": PLACE, "flip": FLIP, "over": OVER}


class Known:
    """The table, as far as a seat knows it."""

    def __init__(self, seats: int, options: dict[str, Any], table: dict[str, Any]) -> None:
        self.state: State = np.zeros(1, STATE).view(np.recarray)[0]
        state = self.state
        state.seats = seats
        state.rows_only = options["lines"] == "rows"
        clear_table(state)
        state.stage = STAGES[table["stage"]]
        state.turn = table["turn"] or 0
        for seat, (family, spies, hand) in enumerate(
            zip(table["families"], table["spies"], table["hands"], strict=True)
        ):
            state.family[seat] = FAMILIES.index(family)
            state.spies[seat] = spies
            state.tiles_left[seat] = hand["two_faced"] + len(hand["specials"])
            for kind in (*(hand["undersides"] or {}), *hand["specials"]):
                state.hand[seat, KINDS.index(kind)] = (hand["undersides"] or {}).get(kind, 1)
        for tile in table["tiles"]:
            under = FAMILIES.index(tile["under"]) if tile["under"] else EMPTY
            special = KINDS.index(tile["special"]) if tile["special"] else PLAIN
            put(state, PLACES.index(tile["place"]), NOBODY, FAMILIES.index(tile["colour"]), under, special, 0)
        state.origin = PLACES.index(table["origin"]) if table["origin"] else EMPTY
        _fill(state.flips, (flip["place"] for flip in table["flips"]))
        _fill(state.throws, table["throws"])
        state.throwing = bool(table["throws"])

    def after(self, seat: int, move: str) -> Known:
        """The table after a move that reveals nothing."""
        other = object.__new__(Known)
        other.state = np.array([self.state], STATE).view(np.recarray)[0]
        rules.play(other.state, seat, notation.code(move))
        return other

    def points(self) -> list[dict[str, int]]:
        """By seat and category."""
        out = np.zeros(POINTS_SHAPE, np.int32)
        rules.score(self.state, out)
        return [dict(zip(CATEGORIES, row, strict=False)) for row in out[: self.state.seats].tolist()]

    def totals(self) -> list[int]:
        return [sum(points.values()) for points in self.points()]

    def flips(self) -> list[str]:
        """The tiles that can be flipped."""
        return [PLACES[place] for place in sorted(members(self.state.flips))]

    def throws(self) -> list[str]:
        """The tiles that can be thrown."""
        return [PLACES[place] for place in sorted(members(self.state.throws))]

    def line(self, seat: int, through: str) -> tuple[str, str] | None:
        """Where the line through a tile that can be flipped begins and ends; nothing where a camp needs none."""
        origin, place = int(self.state.origin), PLACES.index(through)
        found = line(self.state, origin, place, int(self.state.family[seat]))
        if found is None or found.end is None or place not in found.crossed:
            return None
        return PLACES[origin], PLACES[found.end]

    def is_connected(self, place: str) -> bool:
        """Whether a tile touches the tower or another tile of its colour."""
        here = PLACES.index(place)
        return any(near == TOWER or self.state.face[near] == self.state.face[here] for near in neighbours(here))

    def placed(self, seat: int) -> int:
        return TILES - int(self.state.tiles_left[seat])


def _fill(words: Any, places: Iterable[str]) -> None:
    for place in places:
        for word in range(2):
            words[word] |= BIT[PLACES.index(place), word]
