"""The pictures of counties: one's own with everything on it, and those of others as small maps."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tilery.games.art import brackets, button, mark, number, pair, seat_class, text
from tilery.games.drawing import Picture, Seen, player
from tilery.games.tipperary import art, shapes
from tilery.games.tipperary.art import EDGE_RADIUS, S, use
from tilery.games.tipperary.components import RING, RING_SIZE, SIDES, TOWN_SHAPES, TOWNS, TRACK
from tilery.games.tipperary.pieces import ABOVE, UNDER, laid, place_style, placed
from tilery.games.tipperary.rebuilt import fields_of
from tilery.games.tipperary.shapes import Cell
from tilery.words import Sentence, say

SHEEP_ON = {"p1": 1, "p2": 2, "ms": 1}
MARGIN = 2
"""Free fields around a county, for tiles to come."""
LEAST = (11, 9)
"""The columns and rows that are shown at least, so that a small county does not look too near."""
SHAPE = 1.25
"""The breadth of the shown part for its height."""

Box = tuple[int, int, int, int]
"""First column, first row, columns, rows."""


def box(display: Mapping[str, Any], margin: int = MARGIN) -> Box:
    """The part of the plain that is shown."""
    left, top = display["corner"]
    columns, rows = len(display["drawing"][0].split()), len(display["drawing"])
    wide, high = max(columns + 2 * margin, LEAST[0]), max(rows + 2 * margin, LEAST[1])
    wide, high = max(wide, round(high * SHAPE)), max(high, round(wide / SHAPE))
    return left - (wide - columns) // 2, top - (high - rows) // 2, wide, high


def origin(display: Mapping[str, Any]) -> tuple[float, float]:
    """Where the field 0,0 lies on the picture."""
    left, top, _, _ = box(display)
    return -left * S, -top * S


def county(seen: Seen, seat: int, targets: Iterable[Cell], over: bool) -> Picture:
    """A county as large as there is room: what lies, what is open, and what may be chosen."""
    display = seen.table["displays"][seat]
    left, top, columns, rows = box(display, 1 if over else MARGIN)
    fields = fields_of(display)
    body = "" if over else f'<g id="{UNDER}"></g>{_open_ring(display, fields)}'
    body += f'<g class="tipperary-cards">{_tiles(seen, display)}{_town(display, seat)}{_singles(display, seat)}</g>'
    body += _sheep(display, seat) + _barrel(display, seat) + _brackets(seen, seat)
    if not over:
        body += f'<g id="{ABOVE}"></g>'
    body += "".join(f'<g id="at-{x},{y}" {button(True)}>{use("at", x * S, y * S)}</g>' for x, y in sorted(set(targets)))
    body += rectangle(shapes.largest_rectangle(set(fields)))
    if over:
        body += sources(seen, seat, S, (left, top, columns, rows))
    contours = '<svg viewBox="0 0 652 520" preserveAspectRatio="xMidYMid slice">' + use("contours") + "</svg>"
    at = f'transform="translate({pair((-left * S, -top * S))})"'
    shown = f'{contours}<g class="{seat_class(seat)}" {at}>{body}</g>'
    return Picture("county", shown, columns * S, rows * S, label(display, seat))


def label(display: Mapping[str, Any], seat: int) -> Sentence:
    area = shapes.largest_rectangle(set(fields_of(display)))
    return say(
        "{town}, county of {player}: area {area}, flock {flock}, ring {ring} of {whole}, whiskey {whiskey},"
        " circles {circles}",
        town=display["town"],
        player=player(seat),
        area=area[2] * area[3],
        flock=display["flock"],
        ring=display["ring"],
        whole=RING_SIZE,
        whiskey=display["barrel"],
        circles=display["circles"],
    )


def _open_ring(display: Mapping[str, Any], fields: Mapping[Cell, str]) -> str:
    ring = RING[SIDES.index(display["side"])]
    return f'<g id="ring">{"".join(use("open", x * S, y * S) for x, y in sorted(ring - fields.keys()))}</g>'


def _tiles(seen: Seen, display: Mapping[str, Any]) -> str:
    return "".join(
        f'<g id="tile-{laying["tile"]}" {place_style(*laying["at"])}>'
        f"{laid(placed(seen.table['tiles'][str(laying['tile'])], laying['orientation']))}</g>"
        for laying in display["placements"]
    )


def _town(display: Mapping[str, Any], seat: int) -> str:
    """The town: three landscapes, and six fields with its name and the whiskey track."""
    shape = TOWN_SHAPES[display["side"]]
    cells = [(x, y) for y, row in enumerate(shape) for x, kind in enumerate(row) if kind != "."]
    fields = fields_of(display)
    bonus = {tuple(one["at"]) for one in display["bonus"]}
    outer = [at for at in cells if shape[at[1]][at[0]] == "*"]
    shown = "".join(use(_under(fields[at]), at[0] * S, at[1] * S) for at in outer if at not in bonus)
    shown += use("town", 0, S) + f'<path d="{shapes.outline(cells, S, EDGE_RADIUS)}" class="tipperary-town-edge"/>'
    shown += use(f"crest-{TOWNS.index(display['town'])}", 20, 2 * S)
    fitted = ' textLength="74" lengthAdjust="spacingAndGlyphs"' if len(display["town"]) > 10 else ""
    shown += f'<text class="tipperary-town-name" x="37" y="{number(2 * S + 5)}"{fitted}>{text(display["town"])}</text>'
    return f'<g id="town-{seat + 1}">{shown}</g>'


def _under(token: str) -> str:
    """The landscape of a field without the sheep on it."""
    return "m" if token == "ms" else token


def _singles(display: Mapping[str, Any], seat: int) -> str:
    """Bonus tiles and towers."""
    shown = "".join(
        f'<g id="bonus-{bonus["tile"]}" {place_style(*bonus["at"])}>{use(bonus["face"])}{use("bonus")}</g>'
        for bonus in display["bonus"]
    )
    return shown + "".join(
        f'<use id="tower-{seat + 1}-{index}" href="#tipperary-t" {place_style(x, y)}/>'
        for index, (x, y) in enumerate(display["towers"], 1)
    )


def _sheep(display: Mapping[str, Any], seat: int) -> str:
    return "".join(
        f'<use id="sheep-{seat + 1}-{index}" class="piece" href="#tipperary-wooden" {place_style(x, y)}/>'
        for index, (x, y) in enumerate(display["sheep"], 1)
    )


def barrel_at(points: int) -> tuple[float, float]:
    """Where the barrel stands on the track, on the county."""
    x, y = art.track_places()[TRACK.tolist().index(points)]
    return x, y + S


def _barrel(display: Mapping[str, Any], seat: int) -> str:
    x, y = barrel_at(display["barrel"])
    at = f'style="transform:translate({number(x)}px,{number(y - 2)}px)scale(1.24)"'
    return f'<use id="barrel-{seat + 1}" class="piece" href="#tipperary-barrel" {at}/>'


def _brackets(seen: Seen, seat: int) -> str:
    """What the seat laid last."""
    cells = last_laid(seen, seat)
    return brackets(shapes.corners(cells, S, 15), 3.6) if cells else ""


def last_laid(seen: Seen, seat: int) -> list[Cell]:
    """The fields of the last tile of a seat that was laid since the looking seat decided."""
    display = seen.table["displays"][seat]
    if not display["placements"] or not any(s == seat and m.startswith("place") for s, m in seen.last_moves):
        return []
    laying = display["placements"][-1]
    x, y = laying["at"]
    tile = placed(seen.table["tiles"][str(laying["tile"])], laying["orientation"])
    return [(x + dx, y + dy) for dx, dy in tile]


def rectangle(largest: shapes.Rectangle) -> str:
    """The largest rectangle as a thin outline, and its area on a tab."""
    x, y, width, height = largest
    place = f'x="{number(x * S)}" y="{number(y * S)}" width="{number(width * S)}" height="{number(height * S)}" rx="4"'
    shown = f'<rect class="tipperary-rectangle-halo" {place}/><rect class="tipperary-rectangle" {place}/>'
    return f'<g pointer-events="none">{shown}{tab(largest)}</g>'


def tab(largest: shapes.Rectangle) -> str:
    x, y, width, height = largest
    words = f"{width} × {height} = {width * height}"  # noqa: RUF001
    return (
        f'<g class="tipperary-tab" transform="translate({pair((x * S - 1, y * S - 24))})">'
        f'<rect width="96" height="23" rx="6"/><text x="48" y="16.8">{words}</text></g>'
    )


# Where points come from.


def sources(seen: Seen, seat: int, size: float, shown: Box) -> str:
    """For every category the fields that it comes from, hidden until they are pointed out."""
    body = ""
    left, top, columns, rows = (number(part * size) for part in shown)
    frame = f"M{left} {top}h{columns}v{rows}h-{columns}z"
    for category, cells in source_fields(seen, seat).items():
        data = shapes.outline(cells, size, size / 9)
        paths = f'<path class="tipperary-veil" d="{frame}{data}"/><path class="tipperary-gold" d="{data}"/>'
        body += f'<g id="{category}-{seat + 1}" class="tipperary-source veil">{paths}</g>'
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


# Small maps.


def small_fields(fields: Mapping[Cell, str]) -> str:
    """Fields one unit wide, all of a landscape in one path."""
    kinds: dict[str, list[Cell]] = {}
    for at, token in fields.items():
        kinds.setdefault(art.small_name(token), []).append(at)
    return "".join(f'<path fill="url(#tipperary-s-{kind})" d="{shapes.runs(cells)}"/>' for kind, cells in kinds.items())


def small_county(seen: Seen, seat: int, room: tuple[float, float], over: bool) -> str:
    """A county in a box of this size. With many players maps are too small to tell tiles apart."""
    display = seen.table["displays"][seat]
    fields = fields_of(display)
    left, top, columns, rows = box(display, 1)
    scale = min(room[0] / columns, room[1] / rows)
    pieces = _laid_cells(seen, display) if seen.seats <= 3 else [list(fields)]
    edges = "".join(shapes.outline(cells, 1) for cells in pieces)
    x, y, width, height = shapes.largest_rectangle(set(fields))
    land = f'{small_fields(fields)}<path class="tipperary-map-edge" d="{edges}"/>'
    land += f'<path class="tipperary-map-rectangle" d="M{x} {y}h{width}v{height}h-{width}z"/>'
    marks = sources(seen, seat, 1, (left, top, columns, rows)) if over else ""
    if cells := last_laid(seen, seat):
        marks += f'<path class="tipperary-map-last" d="{shapes.corners(cells, 1, 0.4)}"/>'
    shift = ((room[0] - columns * scale) / 2 - left * scale, (room[1] - rows * scale) / 2 - top * scale)
    placed = f'class="{seat_class(seat)}" transform="translate({pair(shift)})scale({scale:.2f})"'
    seal = mark(seat, 0.62 * scale, shift[0] + 1.5 * scale, shift[1] + 2 * scale)
    return (
        f'<g id="land-{seat + 1}"><rect class="tipperary-sheet" width="{number(room[0])}" height="{number(room[1])}"'
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
