"""Where the points of Tipperary came from: the fields of a county, by category of the score."""

from __future__ import annotations

from tilery.games.art import number
from tilery.games.drawing import Seen
from tilery.games.tipperary.page import shapes
from tilery.games.tipperary.page.fields import fields_of
from tilery.games.tipperary.page.ids import source_id
from tilery.games.tipperary.page.shapes import Cell, Rectangle
from tilery.games.tipperary.rules.components import RING, SIDES

SHEEP_ON = {"p1": 1, "p2": 2, "ms": 1}


def sources(seen: Seen) -> dict[tuple[int, str], list[str]]:
    return {
        (seat, category): [source_id(category, seat)]
        for seat in range(seen.seats)
        for category in source_fields(seen, seat)
    }


def sources_drawn(seen: Seen, seat: int, size: float, shown: Rectangle) -> str:
    """For every category the fields that it comes from, hidden until they are pointed out."""
    body = ""
    left, top, columns, rows = (number(part * size) for part in shown)
    frame = f"M{left} {top}h{columns}v{rows}h-{columns}z"
    for category, cells in source_fields(seen, seat).items():
        data = shapes.outline(cells, size, size / 9)
        paths = f'<path class="tipperary-veil" d="{frame}{data}"/><path class="tipperary-gold" d="{data}"/>'
        body += f'<g id="{source_id(category, seat)}" class="tipperary-source veil">{paths}</g>'
    return body


def source_fields(seen: Seen, seat: int) -> dict[str, set[Cell]]:
    """The fields that give points, by category; the marker's are the flock's."""
    display = seen.table["displays"][seat]
    fields = fields_of(display)
    flock = shapes.largest_group({at: SHEEP_ON[token] for at, token in fields.items() if token in SHEEP_ON})
    found = {
        "area": shapes.in_rectangle(shapes.largest_rectangle(set(fields))),
        "sheep": flock,
        "marker": flock if seen.table["marker"] == seat else set(),
        "exploration": set(RING[SIDES.index(display["side"])]) if display["ring_closed"] else set(),
        "whiskey": {at for at, token in fields.items() if token == "#"} if display["barrel"] else set(),
        "circles": {at for at, token in fields.items() if token.startswith("c")},
    }
    return {category: cells for category, cells in found.items() if cells}
