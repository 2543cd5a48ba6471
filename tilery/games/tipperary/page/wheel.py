"""The wheel of Tipperary: five areas with their tiles, and the crests that point to them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilery.games.art import seat_class
from tilery.games.drawing import Picture, Seen
from tilery.games.tipperary.page import shapes, table_art
from tilery.games.tipperary.page.art import use
from tilery.games.tipperary.page.small_map import map_fields
from tilery.games.tipperary.page.tiles import size
from tilery.games.tipperary.rules.components import AREAS, TOWNS
from tilery.games.tipperary.rules.landscapes import TOKENS, landscape_of
from tilery.games.tipperary.rules.tileset import Tile, fields_of, oriented
from tilery.words import say

FIELD = 11
"""The width of a field on the wheel."""


def wheel(seen: Seen, seat: int) -> Picture:
    """Five areas with their tiles, and the wheel whose crests point to them."""
    table = seen.table
    mine = table["displays"][seat]["area"]
    body = use("wheel")
    body += f'<g class="{seat_class(seat)}"><path class="tipperary-mine" d="{table_art.sector(72 * mine)}"/>'
    body += f'<path class="tipperary-arc" d="{table_art.arc(72 * mine)}"/></g>'
    body += f'<g transform="scale({FIELD})">{_lying(table)}</g>'
    body += _disc(table)
    half = table_art.WHEEL / 2
    label = say("The wheel points your town to region {area}", area=mine + 1)
    return Picture(
        "wheel", f'<g transform="translate({half:g} {half:g})">{body}</g>', table_art.WHEEL, table_art.WHEEL, label
    )


def _lying(table: Mapping[str, Any]) -> str:
    """The tiles of all areas on one grid, those of areas that nobody gets fainter, and outlines where one was taken."""
    owners = {display["area"]: seat for seat, display in enumerate(table["displays"])}
    shown = ""
    for area in range(AREAS):
        fields: dict[shapes.Cell, str] = {}
        edges = ""
        for slot, tile in enumerate(table["areas"][area]):
            lying = _in_area(fields_of(table["tiles"][str(tile)]), area, slot)
            fields |= {at: TOKENS[landscape_of(kind)] for at, kind in lying.items()}
            edges += shapes.outline(lying, 1)
        style = "" if area in owners else ' class="tipperary-free"'
        edge = f'<path class="tipperary-map-edge" d="{edges}"/>'
        shown += f'<g id="area-{area + 1}"{style}>{map_fields(fields)}{edge}</g>'
    for area, seat in owners.items():
        display, left = table["displays"][seat], len(table["areas"][area])
        if display["has_placed"] and left < 2:
            tile = _in_area(fields_of(table["tiles"][str(display["placements"][-1]["tile"])]), area, left)
            shown += f'<path class="tipperary-gone {seat_class(seat)}" d="{shapes.outline(tile, 1)}"/>'
    return shown


def _in_area(tile: Tile, area: int, slot: int) -> Tile:
    """The first or second tile of an area, turned so that both fit side by side, on the grid of the wheel."""
    across, along = table_art.polar(1, 72 * area + 90)

    def breadth(turned: Tile) -> float:
        return abs(across) * size(turned)[0] + abs(along) * size(turned)[1]

    lying = min((oriented(tile, turn) for turn in (0, 1)), key=breadth)
    width, height = size(lying)
    x, y = table_art.polar(104 / FIELD, 72 * area)
    side = (2 * slot - 1) * 31 / FIELD
    left, top = round(x + across * side - width / 2), round(y + along * side - height / 2)
    return {(left + dx, top + dy): kind for (dx, dy), kind in lying.items()}


def _disc(table: Mapping[str, Any]) -> str:
    """The wheel itself; its crests stay upright while it turns."""
    owners = {TOWNS.index(display["town"]): seat for seat, display in enumerate(table["displays"])}
    arrows = crests = ""
    for town in range(AREAS):
        style = seat_class(owners[town]) if town in owners else "tipperary-free"
        turn = f"rotate({72 * town}deg)translate(0,-37px)rotate({-72 * (town + table['spin'])}deg)"
        arrows += f'<g transform="rotate({72 * town})">{use("arrow", style=style)}</g>'
        crests += f'<g class="{style}" style="transform:{turn}">{use(f"crest-{town}")}</g>'
    turned = f'style="transform:rotate({72 * table["spin"]}deg)"'
    return (
        f'<g id="wheel" class="tipperary-turning" {turned}>{use("disc")}<g id="arrows">{arrows}</g>'
        f'<g class="tipperary-crests">{crests}</g></g>'
    )
