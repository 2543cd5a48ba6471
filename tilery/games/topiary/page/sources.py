"""Where the points of Topiary came from, by the ids of what lies on the table at the end."""

from __future__ import annotations

from tilery.games.drawing import Seen
from tilery.games.topiary.page.ids import tile_id, visitor_id
from tilery.games.topiary.page.known_state import KnownState


def sources(seen: Seen, known: KnownState) -> dict[tuple[int, str], list[str]]:
    found: dict[tuple[int, str], list[str]] = {}
    for seat in range(seen.seats):
        spots = known.spots_of(seat)
        views = {spot: [str(known.tile(cell)) for cell in known.seen_from(spot)] for spot in spots}
        hand = known.counting(seat, seen.table["hands"][seat])
        found[seat, "visitors"] = _ids(views)
        found[seat, "bonus"] = _ids({spot: _repeated(tiles) for spot, tiles in views.items()})
        found[seat, "hand"] = [tile_id(tile) for tile in hand]
    return found


def _repeated(tiles: list[str]) -> list[str]:
    """The tiles whose series is seen more than once."""
    series = [tile.split("-")[0] for tile in tiles]
    return [tile for tile, name in zip(tiles, series, strict=True) if series.count(name) > 1]


def _ids(views: dict[str, list[str]]) -> list[str]:
    """The visitors that see something, and each tile that they see once."""
    visitors = [visitor_id(spot) for spot, tiles in views.items() if tiles]
    return visitors + sorted({tile_id(tile) for tiles in views.values() for tile in tiles})
