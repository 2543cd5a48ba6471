"""A county of Tipperary, large, with everything that lies on it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import product
from typing import Any

from tilery.games.art import at, brackets, button, number, place, seat_class, text
from tilery.games.drawing import Picture, Seen, player
from tilery.games.tipperary.page import shapes
from tilery.games.tipperary.page.art import EDGE_RADIUS, S, track_places, use
from tilery.games.tipperary.page.fields import fields_of
from tilery.games.tipperary.page.figures import figures
from tilery.games.tipperary.page.ids import ABOVE, UNDER, bonus_id, meadow_id, tile_id
from tilery.games.tipperary.page.shapes import Cell, Rectangle
from tilery.games.tipperary.page.sources import source_fields, sources_drawn
from tilery.games.tipperary.page.tiles import drawn, place_style, placed
from tilery.games.tipperary.rules.components import RING, RING_SIZE, SIDES, TOWN_SHAPES, TOWNS, TRACK
from tilery.words import Sentence, say

MARGIN = 2
"""Free fields around a county, for tiles to come."""
LEAST = (9, 8)
"""The columns and rows that are shown at least, so that a small county does not look too near."""
SHAPE = 1.25
"""The breadth of the shown part for its height."""


def box(display: Mapping[str, Any], margin: int = MARGIN, shape: float = SHAPE) -> Rectangle:
    """The part of the plain that is shown, at least as broad for its height as its shape says."""
    left, top = display["corner"]
    columns, rows = len(display["drawing"][0].split()), len(display["drawing"])
    wide, high = max(columns + 2 * margin, LEAST[0]), max(rows + 2 * margin, LEAST[1])
    wide, high = max(wide, round(high * shape)), max(high, round(wide / SHAPE))
    return left - (wide - columns) // 2, top - (high - rows) // 2, wide, high


def origin(display: Mapping[str, Any]) -> tuple[float, float]:
    """Where the field 0,0 lies on the picture."""
    left, top, _, _ = box(display)
    return -left * S, -top * S


def county(seen: Seen, seat: int, targets: Iterable[Cell], over: bool, *, last: bool = False) -> Picture:
    """A county as large as there is room: what lies, what is open, and what may be chosen.

    `last` if the last tile is outlined in any case, and not only if it was laid since the looking seat decided.
    """
    display = seen.table["displays"][seat]
    # What is finished is as large as the screen allows, however it is shaped.
    left, top, columns, rows = box(display, 1 if over or last else MARGIN, 0 if over else SHAPE)
    fields = fields_of(display)
    body = "" if over else f'<g id="{UNDER}"></g>{_open_ring(display, fields)}'
    body += f'<g class="tipperary-cards">{_tiles(seen, display)}{_town(display, seat)}{_singles(display, seat)}</g>'
    body += _sheep(display, seat) + _barrel(display, seat) + _brackets(seen, seat, last=last)
    if not over:
        body += f'<g id="{ABOVE}"></g>'
    body += "".join(
        f'<g id="{meadow_id(where)}" {button(True)}>{use("at", where[0] * S, where[1] * S)}</g>'
        for where in sorted(set(targets))
    )
    body += rectangle(shapes.largest_rectangle(set(fields)), fields, open_ring(display, fields))
    if over:
        body += _flock(seen, seat, counted=figures(display).flock)
        body += sources_drawn(seen, seat, S, (left, top, columns, rows))
    contours = '<svg viewBox="0 0 652 520" preserveAspectRatio="xMidYMid slice">' + use("contours") + "</svg>"
    shown = f'{contours}<g class="{seat_class(seat)}" {at(-left * S, -top * S)}>{body}</g>'
    return Picture("county", shown, columns * S, rows * S, label(display, seat))


def label(display: Mapping[str, Any], seat: int) -> Sentence:
    counted = figures(display)
    return say(
        "{town}, {player}'s county: area {area}, flock {flock}, ring {ring} of {whole}, whiskey "
        "{whiskey}, circles {circles}",
        town=display["town"],
        player=player(seat),
        area=counted.area,
        flock=counted.flock,
        ring=counted.ring,
        whole=RING_SIZE,
        whiskey=counted.whiskey,
        circles=counted.circles,
    )


def open_ring(display: Mapping[str, Any], fields: Collection[Cell]) -> set[Cell]:
    """The places around the town that nothing covers yet."""
    return set(RING[SIDES.index(display["side"])].difference(fields))


def _open_ring(display: Mapping[str, Any], fields: Mapping[Cell, str]) -> str:
    places = sorted(open_ring(display, fields))
    return f'<g id="ring">{"".join(use("open", x * S, y * S) for x, y in places)}</g>'


def _tiles(seen: Seen, display: Mapping[str, Any]) -> str:
    return "".join(
        f'<g id="{tile_id(laying["tile"])}" {place_style(*laying["at"])}>'
        f"{drawn(placed(seen.table['tiles'][str(laying['tile'])], laying['orientation']))}</g>"
        for laying in display["placements"]
    )


def _town(display: Mapping[str, Any], seat: int) -> str:
    """The town: three landscapes, and six fields with its name and the whiskey track."""
    shape = TOWN_SHAPES[display["side"]]
    cells = [(x, y) for y, row in enumerate(shape) for x, kind in enumerate(row) if kind != "."]
    fields = fields_of(display)
    bonus = {tuple(one["at"]) for one in display["bonus"]}
    outer = [(x, y) for x, y in cells if shape[y][x] == "*"]
    shown = "".join(use(_under(fields[x, y]), x * S, y * S) for x, y in outer if (x, y) not in bonus)
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
        f'<g id="{bonus_id(bonus["tile"])}" {place_style(*bonus["at"])}>{use(bonus["face"])}{use("bonus")}</g>'
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
    x, y = track_places()[TRACK.tolist().index(points)]
    return x, y + S


def _barrel(display: Mapping[str, Any], seat: int) -> str:
    x, y = barrel_at(display["barrel"])
    where = place(x, y - 2, "scale(1.24)")
    return f'<use id="barrel-{seat + 1}" class="piece" href="#tipperary-barrel" {where}/>'


def _brackets(seen: Seen, seat: int, *, last: bool) -> str:
    """What the seat laid last."""
    cells = last_laid(seen, seat, always=last)
    return brackets(shapes.corners(cells, S, 15), 3.6) if cells else ""


def last_laid(seen: Seen, seat: int, *, always: bool = False) -> list[Cell]:
    """The fields of the last tile of a seat, if it was laid since the looking seat decided, or always."""
    display = seen.table["displays"][seat]
    is_new = any(s == seat and m.startswith("place") for s, m in seen.last_moves)
    if not display["placements"] or not (is_new or always):
        return []
    laying = display["placements"][-1]
    x, y = laying["at"]
    tile = placed(seen.table["tiles"][str(laying["tile"])], laying["orientation"])
    return [(x + dx, y + dy) for dx, dy in tile]


def rectangle(largest: Rectangle, fields: Collection[Cell], ring: Collection[Cell]) -> str:
    """The largest rectangle as a thin outline, and its area on a tab."""
    x, y, width, height = largest
    frame = f'x="{number(x * S)}" y="{number(y * S)}" width="{number(width * S)}" height="{number(height * S)}" rx="4"'
    shown = f'<rect class="tipperary-rectangle-halo" {frame}/><rect class="tipperary-rectangle" {frame}/>'
    return f'<g pointer-events="none">{shown}{tab(largest, fields, ring)}</g>'


def _flock(seen: Seen, seat: int, *, counted: int) -> str:
    """How many sheep the largest flock has; the rectangle has its number above."""
    flock = source_fields(seen, seat).get("sheep")
    if not flock:
        return ""
    fields = set(fields_of(seen.table["displays"][seat]))
    largest = shapes.largest_rectangle(fields)
    column, row, columns = _tab_place(largest, fields, ())
    return flock_tab(flock, fields | {(column + step, row) for step in range(columns)}, counted)


def flock_tab(flock: Collection[Cell], taken: Collection[Cell], counted: int) -> str:
    """How many sheep a flock has, beside one of its fields if two free places are there, else on its lowest field.

    Two, because words are enlarged on small screens, and the tab grows away from the field then.
    """
    lowest_first = sorted(flock, key=lambda cell: (-cell[1], -cell[0]))
    beside = (
        (kind, (x, y))
        for x, y in lowest_first
        for kind, places in {
            "below": {(x, y + 1), (x + 1, y + 1)},
            "above": {(x, y - 1), (x + 1, y - 1)},
            "right": {(x + 1, y), (x + 2, y)},
        }.items()
        if places.isdisjoint(taken)
    )
    kind, (x, y) = next(beside, ("on it", lowest_first[0]))
    left, top = {
        "below": (x * S - 1, (y + 1) * S + 2),
        "above": (x * S - 1, y * S - 25),
        "right": ((x + 1) * S + 3, (y + 1) * S - 26),
        "on it": (x * S - 1, (y + 1) * S - 12),
    }[kind]
    return (
        f'<g class="tipperary-tab{" below" if kind == "below" else ""}" pointer-events="none" {at(left, top)}>'
        f'<g><rect width="50" height="23" rx="6"/>'
        f'<g transform="translate(15 12)scale(.62)">{use("sheep-sign")}</g>'
        f'<text x="36" y="16.8">{counted}</text></g></g>'
    )


def _tab_place(largest: Rectangle, fields: Collection[Cell], ring: Collection[Cell]) -> tuple[int, int, int]:
    """The column and row where the rectangle's tab begins, and for how many columns there is room."""
    x, y, width, height = largest
    rows = (y - 1, y + height)

    def covered(cell: Cell, columns: int) -> tuple[int, int]:
        cells = [(cell[0] + step, cell[1]) for step in range(columns)]
        return sum(one in fields for one in cells), sum(one in ring for one in cells)

    starts = [(column, row) for row in rows for column in range(x, x + max(1, width - 1))]
    start, columns = min(starts, key=lambda cell: covered(cell, 3)), 3
    if covered(start, 3)[0]:
        start, columns = min(product(range(x, x + width), rows), key=lambda cell: covered(cell, 1)), 1
    return *start, columns


def tab(largest: Rectangle, fields: Collection[Cell], ring: Collection[Cell]) -> str:
    """How large the rectangle is, above or below its edge: with the sum where no field is covered by it, else without.

    Words are enlarged on small screens, so the sum may reach over a third field there.
    """
    _, y, width, height = largest
    column, row, columns = _tab_place(largest, fields, ring)
    words, wide = str(width * height), 34
    if columns > 1:
        words, wide = f"{width} \N{MULTIPLICATION SIGN} {height} = {words}", 86
    is_below = row > y
    top = row * S + 1 if is_below else y * S - 24
    return (
        f'<g class="tipperary-tab{" below" if is_below else ""}" {at(column * S - 1, top)}>'
        f'<g><rect width="{wide}" height="23" rx="6"/><text x="{number(wide / 2)}" y="16.8">{words}</text></g></g>'
    )
