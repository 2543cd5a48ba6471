"""Where the points of Terraflip came from, by the ids of what lies on the table at the end."""

from __future__ import annotations

from tilery.games.drawing import Seen
from tilery.games.terraflip.page.ids import bonus_id, tile_id
from tilery.games.terraflip.page.known_state import KnownState
from tilery.games.terraflip.rules.components import BONUS


def sources(seen: Seen, known: KnownState) -> dict[tuple[int, str], list[str]]:
    found: dict[tuple[int, str], list[str]] = {}
    for seat, family in enumerate(seen.table["families"]):
        own = [tile["place"] for tile in seen.table["tiles"] if tile["colour"] == family]
        found[seat, "connected"] = [tile_id(where) for where in own if known.is_connected(where)]
        found[seat, "isolated"] = [tile_id(where) for where in own if not known.is_connected(where)]
        found[seat, "seat_bonus"] = [bonus_id(seat)] if BONUS[seen.seats, seat] else []
    return found
