"""The pictures around the counties of Tipperary: river, wheel, tiles to choose from, and what is counted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilery.games.art import button, number, pair, place, seat_class
from tilery.games.drawing import Picture, Seen
from tilery.games.lettering import Lettering
from tilery.games.tipperary import art, shapes
from tilery.games.tipperary.art import S, use
from tilery.games.tipperary.components import AREAS, RING, RING_SIZE, SIDES, TOWN_SHAPES, TOWNS
from tilery.games.tipperary.county import label, small_county, small_fields
from tilery.games.tipperary.landscapes import PLUS, TOKENS
from tilery.games.tipperary.pieces import laid, size
from tilery.games.tipperary.rebuilt import fields_of
from tilery.games.tipperary.tileset import Tile, oriented
from tilery.games.tipperary.tileset import fields_of as fields_of_tile
from tilery.words import Sentence, say

# The strip below one's own county: where each category begins, its sign, and how wide it is.
CATEGORIES = ("area", "flock", "ring", "whiskey", "circles", "towers")
CATEGORY_WIDTH, STRIP_HEIGHT = 112, 60


def river(table: Mapping[str, Any]) -> Picture:
    """The rounds as places on a river, with a barrel on the present one."""
    rounds, current = table["rounds"], table["round"]
    x, y = art.river_place(current, rounds)
    body = f'{use(f"river-{rounds}")}<svg width="{number(x)}" height="{art.RIVER_HEIGHT}">{use(f"past-{rounds}")}</svg>'
    body += f'<use id="round" class="piece" href="#tipperary-barrel" {place(x, y, "scale(1.35)")}/>'
    label = say("Round {round} of {rounds}", round=current, rounds=rounds)
    return Picture("river", body, art.RIVER_WIDTH, art.RIVER_HEIGHT, label)


# The wheel.

FIELD = 11
"""The width of a field on the wheel."""


def wheel(seen: Seen, seat: int) -> Picture:
    """Five areas with their tiles, and the wheel whose crests point to them."""
    table = seen.table
    mine = table["displays"][seat]["area"]
    body = use("wheel")
    body += f'<g class="{seat_class(seat)}"><path class="tipperary-mine" d="{art.sector(72 * mine)}"/>'
    body += f'<path class="tipperary-arc" d="{art.arc(72 * mine)}"/></g>'
    body += f'<g transform="scale({FIELD})">{_lying(table)}</g>'
    body += _disc(table)
    half = art.WHEEL / 2
    label = say("The wheel points to area {area} for your town", area=mine + 1)
    return Picture("wheel", f'<g transform="translate({half:g} {half:g})">{body}</g>', art.WHEEL, art.WHEEL, label)


def _lying(table: Mapping[str, Any]) -> str:
    """The tiles of all areas on one grid, those of areas that nobody gets fainter, and outlines where one was taken."""
    owners = {display["area"]: seat for seat, display in enumerate(table["displays"])}
    shown = ""
    for area in range(AREAS):
        fields: dict[shapes.Cell, str] = {}
        edges = ""
        for slot, tile in enumerate(table["areas"][area]):
            lying = _in_area(fields_of_tile(table["tiles"][str(tile)]), area, slot)
            fields |= {at: TOKENS[kind % PLUS] for at, kind in lying.items()}
            edges += shapes.outline(lying, 1)
        style = "" if area in owners else ' class="tipperary-free"'
        edge = f'<path class="tipperary-map-edge" d="{edges}"/>'
        shown += f'<g id="area-{area + 1}"{style}>{small_fields(fields)}{edge}</g>'
    for area, seat in owners.items():
        display, left = table["displays"][seat], len(table["areas"][area])
        if display["has_placed"] and left < 2:
            tile = _in_area(fields_of_tile(table["tiles"][str(display["placements"][-1]["tile"])]), area, left)
            shown += f'<path class="tipperary-gone {seat_class(seat)}" d="{shapes.outline(tile, 1)}"/>'
    return shown


def _in_area(tile: Tile, area: int, slot: int) -> Tile:
    """The first or second tile of an area, turned so that both fit side by side, on the grid of the wheel."""
    across, along = art.polar(1, 72 * area + 90)

    def breadth(turned: Tile) -> float:
        return abs(across) * size(turned)[0] + abs(along) * size(turned)[1]

    lying = min((oriented(tile, turn) for turn in (0, 1)), key=breadth)
    width, height = size(lying)
    x, y = art.polar(104 / FIELD, 72 * area)
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


# The hand.

TRAY = 132


def tiles(seen: Seen, seat: int) -> Picture:
    """The tiles of the seat's area, each on a tray."""
    table = seen.table
    display = table["displays"][seat]
    legal = any(move.startswith("place") for move in seen.legal_moves)
    body = ""
    for slot, tile in enumerate(table["areas"][display["area"]]):
        lying = fields_of_tile(table["tiles"][str(tile)])
        width, height = size(lying)
        scale = min(0.6, (TRAY - 20) / (max(width, height) * S))
        corner = ((TRAY - width * S * scale) / 2, (TRAY - height * S * scale) / 2)
        at = f'transform="translate({pair(corner)})scale({number(scale)})"'
        frame = f'width="{TRAY}" height="{TRAY}" rx="12"'
        body += f'<g id="tile-{tile}" {button(legal)} {place(2 + (TRAY + 8) * slot, 2)}>'
        body += f'<rect class="tipperary-tray" {frame}/><rect class="ring" {frame}/>'
        body += f'<g class="tipperary-tile tipperary-cards" {at}>{laid(lying)}</g></g>'
    return Picture("tiles", body, 2 * TRAY + 12, TRAY + 4, say("The tiles of your area"), say("Your tiles"))


def earned(seen: Seen, seat: int) -> Picture:
    """What waits to be placed: bonus tiles, wooden sheep and towers."""
    display, own = seen.table["displays"][seat], seat == seen.seat and seat in seen.waiting
    body, x = "", 4.0
    for bonus in display["bonus_to_place"]:
        shown = f'<g class="tipperary-cards">{use(bonus["face"])}{use("bonus")}</g>{use("ring")}'
        body += f'<g id="bonus-{bonus["tile"]}" {button(own, "piece")} {place(x, 5)}>{shown}</g>'
        x += 60
    if sheep := display["sheep_to_place"]:
        body += use("wooden", x, 4) + _times(x, sheep)
        x += 100
    if towers := display["towers_to_place"]:
        legal = any(move.startswith("tower") for move in seen.legal_moves)
        body += f'<g id="towers-at-hand" {button(legal)} {place(x, 5)}>{use("t")}{use("ring")}</g>{_times(x, towers)}'
        x += 100
    return Picture("earned", body, max(276, x), 60, say("What is to be placed"), say("To place"))


def _times(x: float, count: int) -> str:
    return f'<text class="tipperary-count" x="{number(x + 54)}" y="37">\N{MULTIPLICATION SIGN} {count}</text>'


def supply(table: Mapping[str, Any]) -> Picture:
    lettering = Lettering()
    left = (("sheep-left", "sheep_left"), ("towers", "towers_left"), ("fox", "bonus_left"), ("bag", "bag"))
    signs = counts = ""
    for index, (symbol, name) in enumerate(left):
        x = 16 + 68 * index
        scale = {"sheep-left": 0.62, "towers": 0.66}.get(symbol, 1)
        sign = use("sheep-sign", style="tipperary-wooden") if symbol == "sheep-left" else use(symbol)
        signs += f'<g transform="translate({x} 15)scale({scale})">{sign}</g>'
        counts += lettering.at(x + 15, 20, table[name], "tipperary-figure")
    label = say(
        "In supply: {sheep} wooden sheep, {towers} towers, {bonus} bonus tiles, {tiles} tiles in the bag",
        sheep=table["sheep_left"],
        towers=table["towers_left"],
        bonus=table["bonus_left"],
        tiles=table["bag"],
    )
    return Picture(
        "supply", f'<g id="supply-signs">{signs}</g>{counts}', 276, 30, label, say("Supply"), lettering.words
    )


# What is counted.


def figures(display: Mapping[str, Any]) -> dict[str, int]:
    """The numbers of the strip."""
    _, _, width, height = shapes.largest_rectangle(set(fields_of(display)))
    return {
        "area": width * height,
        "flock": display["flock"],
        "ring": display["ring"],
        "whiskey": display["barrel"],
        "circles": display["circles"],
        "towers": display["towers_to_place"],
    }


def total(table: Mapping[str, Any], seat: int) -> int:
    """The points of a seat if the game ended now."""
    display = table["displays"][seat]
    counted = figures(display)
    points = sum(counted[name] for name in ("area", "flock", "whiskey", "circles"))
    return points + 5 * int(display["ring_closed"]) + 5 * int(table["marker"] == seat)


def _sign(name: str, display: Mapping[str, Any], has_marker: bool) -> str:
    match name:
        case "flock":
            return use("sheep-sign") if not has_marker else f'<g id="marker">{use("marker-sign")}</g>'
        case "ring":
            return _ring(display)
    return use(name)


def _ring(display: Mapping[str, Any]) -> str:
    """The places around the town, covered ones full."""
    side = SIDES.index(display["side"])
    covered = fields_of(display).keys()
    town = [(x, y) for y, row in enumerate(TOWN_SHAPES[display["side"]]) for x, kind in enumerate(row) if kind != "."]
    shown = f'<path class="tipperary-ring-open" d="{shapes.runs(RING[side] - covered)}"/>'
    shown += f'<path class="tipperary-ring-done" d="{shapes.runs(RING[side] & covered)}"/>'
    shown += f'<path class="tipperary-ring-town" d="{shapes.outline(town, 1)}"/>'
    return f'<g transform="translate(-9 -12)scale(6)" stroke-width=".16">{shown}</g>'


def categories(table: Mapping[str, Any], seat: int) -> Picture:
    """What the seat's county is worth now, category by category."""
    display, lettering = table["displays"][seat], Lettering()
    counted, names = figures(display), category_names(display)
    width = CATEGORY_WIDTH * len(CATEGORIES)
    body = f'<rect class="tipperary-strip" x=".5" y=".5" width="{width - 1}" height="{STRIP_HEIGHT - 1}" rx="10"/>'
    for index, name in enumerate(CATEGORIES):
        x = CATEGORY_WIDTH * index
        shown = f'<path class="tipperary-rule" d="M{x} 12v36"/>' if index else ""
        shown += f'<g transform="translate({x + 25} 30)">{_sign(name, display, table["marker"] == seat)}</g>'
        shown += lettering.at(x + 47, 29, counted[name], "tipperary-count")
        shown += lettering.at(x + 47, 47, names[name], "tipperary-label")
        body += f'<g id="category-{name}">{shown}</g>'
    return Picture("categories", body, width, STRIP_HEIGHT, say("What your county is worth"), words=lettering.words)


def category_names(display: Mapping[str, Any]) -> dict[str, Sentence]:
    _, _, width, height = shapes.largest_rectangle(set(fields_of(display)))
    return {
        "area": say("Area {columns} × {rows}", columns=width, rows=height),  # noqa: RUF001
        "flock": say("Flock"),
        "ring": say("Ring of {places}", places=RING_SIZE),
        "whiskey": say("Whiskey"),
        "circles": say("Circles"),
        "towers": say("Towers"),
    }


def category_gains(now: Mapping[str, int], then: Mapping[str, int]) -> str:
    """What is added, to be laid over the strip."""
    shown = ""
    for index, name in enumerate(CATEGORIES):
        if (more := then[name] - now[name]) > 0:
            x = CATEGORY_WIDTH * index + 51 + 10.8 * len(str(now[name]))
            shown += f'<text class="tipperary-gain" x="{number(x)}" y="29">{more:+}</text>'
    return shown


# The other players.


def small_map(seen: Seen, seat: int, over: bool) -> Picture:
    """Another player's county, small, and what is counted of it."""
    table = seen.table
    display = table["displays"][seat]
    width, height = 172, art.STAT_HEIGHTS[seen.seats - 2]
    body = small_county(seen, seat, (width, height), over)
    counted = figures(display)
    counts = use(f"stats-{height}")
    for row, name in enumerate(("area", "flock", "ring", "whiskey", "towers")):
        y = number(height * (row + 0.5) / 5 + 5)
        counts += f'<text class="tipperary-figure" x="212" y="{y}">{counted[name]}</text>'
    body += f'<g id="figures-{seat + 1}" class="tipperary-figures">{counts}</g>'
    if table["marker"] == seat:
        body += f'<g id="marker" {place(width - 38, height - 38, "scale(.9)")}>{use("marker")}</g>'
    return Picture("map", body, 248, height, label(display, seat), say("{town}", town=display["town"]))
