"""The table of Terraflip, as far as a seat knows it.

Undersides that the seat does not know are not in it, nor are the hands of others: only moves that touch none of these
can be tried.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tilery.games import known_state
from tilery.games.drawing import Seen
from tilery.games.terraflip.page.hand import tiles_left
from tilery.games.terraflip.rules.components import FAMILIES, KINDS
from tilery.games.terraflip.rules.geometry import BIT, PLACES, TOWER, neighbours
from tilery.games.terraflip.rules.scoring import CATEGORIES
from tilery.games.terraflip.rules.state import EMPTY, FLIP, NOBODY, OVER, PLACE, PLAIN, STATE, TerraflipState
from tilery.games.terraflip.rules.tiles import clear_table, put
from tilery.games.terraflip.text import notation
from tilery.games.terraflip.text.sight import line, members

STAGES = {"place": PLACE, "flip": FLIP, "over": OVER}


class KnownState(known_state.KnownState[TerraflipState]):
    """A state without what the seat cannot know."""

    def __init__(self, seen: Seen) -> None:
        super().__init__(STATE, notation, CATEGORIES)
        state, table = self.state, seen.table
        state.seats = seen.seats
        state.rows_only = seen.options["lines"] == "rows"
        clear_table(state)
        state.stage = STAGES[table["stage"]]
        state.turn = table["turn"] or 0
        for seat, (family, spies, hand) in enumerate(
            zip(table["families"], table["spies"], table["hands"], strict=True)
        ):
            state.family[seat] = FAMILIES.index(family)
            state.spies[seat] = spies
            state.tiles_left[seat] = tiles_left(hand)
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


def _fill(words: Any, places: Iterable[str]) -> None:
    for place in places:
        for word in range(2):
            words[word] |= BIT[PLACES.index(place), word]
