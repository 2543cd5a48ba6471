"""The counties of others as small maps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilery.games.art import mark, number, pair, place, seat_class
from tilery.games.drawing import Picture, Seen
from tilery.games.tipperary.page import shapes
from tilery.games.tipperary.page.art import use
from tilery.games.tipperary.page.county import box, label, last_laid
from tilery.games.tipperary.page.fields import fields_of
from tilery.games.tipperary.page.ids import land_id
from tilery.games.tipperary.page.map_art import name_of
from tilery.games.tipperary.page.shapes import Cell
from tilery.games.tipperary.page.sources import sources_drawn
from tilery.games.tipperary.page.tiles import placed
from tilery.games.tipperary.rules.components import TOWN_SHAPES
from tilery.words import say

SIZES = ((248, 176), (248, 128), (124, 88), (124, 88))
"""How wide and how high the maps are, by the number of seats."""


def small_map(seen: Seen, seat: int) -> Picture:
    """Another player's county, small."""
    table = seen.table
    display = table["displays"][seat]
    width, height = SIZES[seen.seats - 2]
    body = _county(seen, seat, (width, height))
    if table["marker"] == seat:
        body += f'<g id="marker" {place(width - 38, height - 38, "scale(.9)")}>{use("marker")}</g>'
    return Picture("map", body, width, height, label(display, seat), say("{town}", town=display["town"]))


def map_fields(fields: Mapping[Cell, str]) -> str:
    """Fields one unit wide, all of a landscape in one path."""
    kinds: dict[str, list[Cell]] = {}
    for at, token in fields.items():
        kinds.setdefault(name_of(token), []).append(at)
    return "".join(f'<path fill="url(#tipperary-s-{kind})" d="{shapes.runs(cells)}"/>' for kind, cells in kinds.items())


def _county(seen: Seen, seat: int, room: tuple[float, float]) -> str:
    """A county in a box of this size. With many players maps are too small to tell tiles apart."""
    display = seen.table["displays"][seat]
    fields = fields_of(display)
    left, top, columns, rows = box(display, 1)
    scale = min(room[0] / columns, room[1] / rows)
    pieces = _laid_cells(seen, display) if seen.seats <= 3 else [list(fields)]
    edges = "".join(shapes.outline(cells, 1) for cells in pieces)
    x, y, width, height = shapes.largest_rectangle(set(fields))
    land = f'{map_fields(fields)}<path class="tipperary-map-edge" d="{edges}"/>'
    land += f'<path class="tipperary-map-rectangle" d="M{x} {y}h{width}v{height}h-{width}z"/>'
    marks = sources_drawn(seen, seat, 1, (left, top, columns, rows)) if seen.table["stage"] == "over" else ""
    if cells := last_laid(seen, seat):
        marks += f'<path class="tipperary-map-last" d="{shapes.corners(cells, 1, 0.4)}"/>'
    shift = ((room[0] - columns * scale) / 2 - left * scale, (room[1] - rows * scale) / 2 - top * scale)
    placed = f'class="{seat_class(seat)}" transform="translate({pair(shift)})scale({scale:.2f})"'
    seal = mark(seat, 0.62 * scale, shift[0] + 1.5 * scale, shift[1] + 2 * scale)
    return (
        f'<g id="{land_id(seat)}"><rect class="tipperary-sheet" width="{number(room[0])}" height="{number(room[1])}"'
        f' rx="8"/><g {placed}>{land}</g>{seal}</g>' + (f"<g {placed}>{marks}</g>" if marks else "")
    )


def _laid_cells(seen: Seen, display: Mapping[str, Any]) -> list[list[Cell]]:
    """The fields of the town and of everything laid, piece by piece."""
    shape = TOWN_SHAPES[display["side"]]
    found = [[(x, y) for y, row in enumerate(shape) for x, kind in enumerate(row) if kind != "."]]
    for laying in display["placements"]:
        x, y = laying["at"]
        tile = placed(seen.table["tiles"][str(laying["tile"])], laying["orientation"])
        found.append([(x + dx, y + dy) for dx, dy in tile])
    found += [[(bonus["at"][0], bonus["at"][1])] for bonus in display["bonus"]]
    return found + [[(x, y)] for x, y in display["towers"]]
