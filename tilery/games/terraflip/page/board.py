"""The map of Terraflip with its tiles around the tower, and the lines along which tiles can be flipped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from tilery.games.art import at, button, pair, place, seat_class
from tilery.games.drawing import Choice, Picture, Seen
from tilery.games.terraflip.page import art, phrases
from tilery.games.terraflip.page.art import map_at, use
from tilery.games.terraflip.page.ids import field_id, joined, tile_id
from tilery.games.terraflip.page.known_state import KnownState
from tilery.games.terraflip.page.log import deeds
from tilery.games.terraflip.rules.components import CONNECTED_POINTS, ISOLATED_POINTS
from tilery.games.terraflip.rules.geometry import HEXAGONS, PLACES, distance
from tilery.words import Sentence, say, say_many
from tilery.words import joined as listed

LATER = ' tabindex="-1"'
"""Of what can be chosen only after something else was taken."""


def steps_shown(table: dict[str, Any]) -> int:
    """How far the map reaches: one step further once a rider is out there."""
    furthest = max((distance(*HEXAGONS[PLACES.index(tile["place"])]) for tile in table["tiles"]), default=0)
    return max(int(table["limit"]), furthest)


MARGIN = 30.0
"""Around what is shown of the map."""
LEAST = 5
"""How many tiles across are shown at least, so that the first ones do not look too near."""


def shown_part(seen: Seen) -> tuple[int, int, int, int]:
    """The part of the map that is shown: all tiles, the tower and the places that may be chosen. Left, top, width and
    height, from the tower."""
    width, height = art.extent(steps_shown(seen.table))
    if seen.table["stage"] == "over":
        return round(-width), round(-height), 2 * round(width), 2 * round(height)
    lying = [tile["place"] for tile in seen.table["tiles"]]
    points = [map_at(where) for where in {*lying, seen.table["tower"], *_near_goals(seen)}]
    least = LEAST * art.SIDE * 3**0.5 / 2

    def span(values: Sequence[float], half: float) -> tuple[float, float]:
        low, high = min(values) - half - MARGIN, max(values) + half + MARGIN
        missing = max(0.0, 2 * least - (high - low)) / 2
        return low - missing, high + missing

    left, right = span([x for x, _ in points], art.SIDE)
    top, bottom = span([y for _, y in points], art.SIDE)
    return round(left), round(top), round(right - left), round(bottom - top)


def _near_goals(seen: Seen) -> list[str]:
    """The places to which a tile can go, without those that only a rider reaches: a page shows these when it is
    taken."""
    limit = int(seen.table["limit"])
    return [where for where in _goals(seen.legal_moves) if distance(*HEXAGONS[PLACES.index(where)]) <= limit]


def centred(seen: Seen, body: str) -> str:
    """Elements drawn around the tower, moved into the part of the map that is shown."""
    left, top, _, _ = shown_part(seen)
    return f"<g {at(-left, -top)}>{body}</g>"


def board(seen: Seen, known: KnownState, choices: list[Choice]) -> list[Picture]:
    table = seen.table
    steps = steps_shown(table)
    first = {choice.taken or choice.target for choice in choices}
    targets = first | {choice.target for choice in choices}
    parts = [_field(where, first) for where in _downwards(_goals(seen.legal_moves))]
    tiles = {tile["place"]: tile for tile in table["tiles"]}
    own = None if seen.seat is None else table["families"][seen.seat]
    for where in _downwards([*tiles, table["tower"]]):
        tile = tiles.get(where)
        if tile is None:
            parts.append(f'<g id="tower">{use("tower")}</g>')
            continue
        shows_own = tile["owner"] == seen.seat and tile["colour"] == own
        parts.append(_tile(tile, shows_own, first, targets))
    parts.append(_last_moves(seen))
    if table["stage"] == "over":
        parts += [_points(where, known) for where in _downwards(scoring(table))]
    if seen.seat in seen.waiting:
        parts.append(candidates(known, table["turn"], known.flips()))
    _, _, width, height = shown_part(seen)
    # Tiles may travel beyond the picture; the map under them must not, where it would lie over buttons.
    fade = f'<rect class="terraflip-fade" width="{width}" height="{height}"/>'  # where it goes on, it is not cut
    plate = f'<svg width="{width}" height="{height}">{centred(seen, use(f"map-{steps}"))}{fade}</svg>'
    return [Picture("map", plate + centred(seen, "".join(parts)), width, height, _described(table))]


def _described(table: dict[str, Any]) -> Sentence:
    """What lies where, for those who cannot see it."""
    tiles = [
        say("{tile} {path}", tile=phrases.lying(tile["colour"], tile["special"]), path=phrases.path(tile["place"]))
        for tile in table["tiles"]
    ]
    if not tiles:
        return say("No tiles around the tower yet")
    return say_many(
        "{count} tile around the tower: {tiles}",
        "{count} tiles around the tower: {tiles}",
        len(tiles),
        tiles=listed(tiles, "; "),
    )


def _goals(moves: Sequence[str]) -> set[str]:
    """The free places to which a tile can go."""
    return {move.split()[-1] for move in moves if move.startswith(("place", "throw"))}


def _downwards(places: Iterable[str]) -> list[str]:
    """From the upper edge down, so that a tile covers the side of the one behind it."""
    return sorted(set(places), key=lambda where: (map_at(where)[1], map_at(where)[0]))


def _field(where: str, first: set[str | None]) -> str:
    name = field_id(where)
    state = button(name in first, "terraflip-field") + ("" if name in first else LATER)
    return f'<g id="{name}" {state} {at(*map_at(where))}>{use("place")}</g>'


def _tile(tile: dict[str, Any], shows_own: bool, first: set[str | None], targets: set[str | None]) -> str:
    """A tile on the map. What lies under one of the own colour is only shown when it is pointed at: its owner knows it,
    and wants to see at a glance which others would become their own again."""
    where, colour = tile["place"], tile["colour"]
    name = tile_id(where)
    state = button(name in first, f"piece terraflip-{colour}") + (LATER if name in targets - first else "")
    body = use(colour, f' id="face-{joined(where)}-{colour}" class="terraflip-face"')
    if tile["special"]:
        body += use(tile["special"])
    if name in targets:
        body += use("ring")
    if tile["under"]:
        body += use(f"fold-{tile['under']}", ' class="terraflip-peek"' if shows_own else "")
    return f'<g id="{name}" {state} {place(*map_at(where))}>{body}</g>'


def scoring(table: dict[str, Any]) -> list[str]:
    """The places of the tiles that score for somebody who plays."""
    return [tile["place"] for tile in table["tiles"] if tile["colour"] in table["families"]]


def _points(where: str, known: KnownState) -> str:
    """What a tile scores, once all is over."""
    x, y = map_at(where)
    points = CONNECTED_POINTS if known.is_connected(where) else ISOLATED_POINTS
    return (
        f'<g class="terraflip-points" {at(x, y + 62)}>'
        f'<circle class="terraflip-badge" r="26"/><text class="terraflip-badge-text" y="14">{points}</text></g>'
    )


def _last_moves(seen: Seen) -> str:
    """Brackets around what others did since the seat's own last decision, and where a spy looks."""
    lying = {tile["place"] for tile in seen.table["tiles"]}
    parts = []
    for deed in deeds(seen.last_moves):
        done = [where for where in deed.places if where in lying and where != deed.spied]
        parts += [use("last", f' class="{seat_class(deed.seat)}" {at(*map_at(where))}') for where in _downwards(done)]
    looked, saw = seen.table["looked"], seen.table["saw"]
    looks = {saw["place"]: seen.seat} if saw else {}
    looks |= {looked["place"]: looked["seat"]} if looked else {}
    for where, seat in looks.items():
        x, y = map_at(where)
        parts.append(use("looked", f' class="{seat_class(seat or 0)}" {at(x - 58, y + 42)}'))
    return "".join(parts)


def candidates(known: KnownState, seat: int, flips: list[str]) -> str:
    """The lines along which tiles can be flipped."""
    lines = sorted({found for where in flips if (found := known.line(seat, where))})
    if not lines:
        return ""
    paths = "".join(f"M{pair(map_at(start))}L{pair(map_at(end))}" for start, end in lines)
    ends = "".join(f'<circle class="terraflip-end small" r="11" {at(*map_at(end))}/>' for _, end in lines)
    return (
        f'<g class="terraflip-lines {seat_class(seat)}"><path class="terraflip-thin-ground" d="{paths}"/>'
        f'<path class="terraflip-thin" d="{paths}"/>{ends}</g>'
    )
