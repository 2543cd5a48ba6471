"""Entering a final table of Tipperary: each player's display is painted field by field, the barrel set on its track."""

from __future__ import annotations

from dataclasses import dataclass

from tilery.games.art import pair, seat_class
from tilery.games.drawing import Picture, player
from tilery.games.editing import Document, Editor, Kit, Place, Setting, Thing, no_place, spot
from tilery.games.reading import Node, players_of
from tilery.games.tipperary.page import phrases, shapes
from tilery.games.tipperary.page.art import EDGE_RADIUS, S, use
from tilery.games.tipperary.page.county import barrel_at, rectangle
from tilery.games.tipperary.page.shapes import Cell
from tilery.games.tipperary.rules.components import BONUS_TILES, RING, SHEEP, SIDES, TOWERS, TOWN_SHAPES, TOWNS, TRACK
from tilery.games.tipperary.rules.landscapes import LANDSCAPES, NO_FIELD, TOWN_FIELD
from tilery.games.tipperary.rules.state import MOST_FIELDS
from tilery.games.tipperary.text.position import BONUS_MARK, SYMBOL_MARK, find_town, read_field
from tilery.words import Sentence, say, say_many

NONE = "none"
THINGS = ("m", "p1", "p2", "ms", "g", "d", "r", "b", "t", *(token for token in LANDSCAPES if token.startswith("c")))
MARGIN = 2
"""How far from what lies a field can be painted."""
WINDOW = (-5, -4, 7, 7)
"""The columns and rows that are always shown, so that a county that grows does not move under the pointer."""
MOST = 40
"""The columns and the rows of a display, at most."""
BY_FLOCK, NOBODY = "flock", "nobody"


@dataclass
class Display:
    """What lies before a player; fields by their places from the upper left corner of the town's drawing."""

    side: str
    fields: dict[Cell, str]
    whiskey: int
    town: str | None


@dataclass
class Table:
    displays: list[Display]
    marker: str
    """The player who holds it, counted from 1, or nobody, or whoever has the largest flock."""


def empty(seats: int) -> Document:
    shape = TOWN_SHAPES[SIDES[0]]
    fields = {
        (x, y): TOWN_FIELD if kind == TOWN_FIELD else "m"
        for y, row in enumerate(shape)
        for x, kind in enumerate(row)
        if kind != NO_FIELD
    }
    return _document(Table([Display(SIDES[0], dict(fields), 0, None) for _ in range(seats)], BY_FLOCK))


def editor(document: Document, board: int) -> Editor:
    table = _read(document)
    seat = board if board < len(table.displays) else 0
    places: dict[str, Place] = {}
    picture = _county(table.displays[seat], seat, places)
    return Editor(
        todo=_todo(table.displays[seat]),
        pictures=[picture],
        places=places,
        kits=[_kit()],
        settings=[_side(table, seat), _marker(table)],
        boards=[player(other) for other in range(len(table.displays))],
    )


def changed(document: Document, place: str, thing: str) -> Document:
    table = _read(document)
    kind, _, where = place.partition("-")
    number, _, field = where.partition(":")
    seats = [str(seat + 1) for seat in range(len(table.displays))]
    if kind == "marker" and thing in (BY_FLOCK, NOBODY, *seats):
        table.marker = thing
        return _document(table)
    if number not in seats:
        no_place(place, thing)
    display = table.displays[int(number) - 1]
    match kind:
        case "side" if thing in SIDES:
            if display.side != thing:
                _turn_over(display)
        case "whiskey" if field in map(str, TRACK.tolist()) and thing == "barrel":
            display.whiskey = int(field)
        case "field" if thing in (NONE, *THINGS) and (at := _cell(field)) and display.fields.get(at) != TOWN_FIELD:
            display.fields.pop(at, None)
            if thing != NONE:
                display.fields[at] = thing
        case _:
            no_place(place, thing)
    return _document(table)


def _cell(text: str) -> Cell | None:
    x, _, y = text.partition(",")
    numbers = [part.removeprefix("-") for part in (x, y)]
    if not all(part.isascii() and part.isdecimal() and len(part) < 4 for part in numbers):
        return None
    return int(x), int(y)


def _turn_over(display: Display) -> None:
    """The other side of the town is its mirror image; what lies around it is mirrored too."""
    display.side = SIDES[1 - SIDES.index(display.side)]
    display.fields = {(2 - x, y): token for (x, y), token in display.fields.items()}


# Documents.


def _read(document: Document) -> Table:
    """A table that is drawn well; it may still be one that cannot be counted, such as one with a field apart."""
    node = Node(document)
    node.only(("position", "game", "players", "marker"))
    players = players_of(node, "Tipperary", 2, 5)
    return Table([_read_display(one) for one in players], _holder(node.get("marker"), len(players)))


def _holder(marker: Node | None, players: int) -> str:
    if marker is None:
        return BY_FLOCK
    return NOBODY if marker.value is None else str(marker.integer(1, players))


def _read_display(one: Node) -> Display:
    one.only(("town", "side", "display", "whiskey"))
    side = one["side"].choice(SIDES)
    drawing = one["display"]
    plenty = {"sheep": SHEEP, "towers": TOWERS, "bonus": BONUS_TILES}
    tokens: dict[Cell, str] = {}
    kinds: dict[Cell, int] = {}
    rows = [row.text().split() for row in drawing]
    if max([len(rows), *map(len, rows)]) > MOST:
        drawing.fail(say("a display can have at most {most} columns and rows here", most=MOST))
    for y, row in enumerate(rows):
        for x, token in enumerate(row):
            if token != NO_FIELD:
                kinds[x, y] = read_field(drawing.items()[y], token, plenty)
                tokens[x, y] = token
    left, top = find_town(drawing, kinds, side)
    if len(tokens) > MOST_FIELDS:
        drawing.fail(
            say("no display has more than {most} spaces, but this one has {count}", most=MOST_FIELDS, count=len(tokens))
        )
    town, whiskey = one.get("town"), one.get("whiskey")
    return Display(
        side=side,
        fields={(x - left, y - top): token for (x, y), token in tokens.items()},
        whiskey=0 if whiskey is None else whiskey.integer(0, int(TRACK[-1])),
        town=None if town is None else town.choice(TOWNS),
    )


def _document(table: Table) -> Document:
    document: Document = {"position": 1, "game": "tipperary", "players": [_written(one) for one in table.displays]}
    if table.marker != BY_FLOCK:
        document["marker"] = None if table.marker == NOBODY else int(table.marker)
    return document


def _written(display: Display) -> Document:
    left, top, right, bottom = _extent(display)
    rows = [
        " ".join(display.fields.get((x, y), NO_FIELD) for x in range(left, right + 1)) for y in range(top, bottom + 1)
    ]
    named = {"town": display.town} if display.town else {}
    return {**named, "side": display.side, "display": rows, "whiskey": display.whiskey}


def _extent(display: Display) -> tuple[int, int, int, int]:
    columns, rows = [x for x, _ in display.fields], [y for _, y in display.fields]
    return min(columns), min(rows), max(columns), max(rows)


# What can be put and chosen.


def _kit() -> Kit:
    box = (0.0, 0.0, S, S)
    none = Thing(NONE, say("Empty space"), use("none"), box)
    things = [Thing(token, landscape(token), shown(token), box) for token in THINGS]
    return Kit("fields", say("Spaces"), [none, *things], 6, brush=True)


def _side(table: Table, seat: int) -> Setting:
    sides = {SIDES[0]: say("two landscapes at the upper left"), SIDES[1]: say("two landscapes at the upper right")}
    return Setting(f"side-{seat + 1}", say("Town"), sides, table.displays[seat].side)


def _marker(table: Table) -> Setting:
    holders = {BY_FLOCK: say("the largest flock"), NOBODY: say("nobody")}
    holders |= {str(seat + 1): player(seat) for seat in range(len(table.displays))}
    return Setting("marker", say("Marker"), holders, table.marker)


def _todo(display: Display) -> Sentence:
    laid = len(display.fields) - 9
    return say_many(
        "Paint the county around the town: {count} space so far",
        "Paint the county around the town: {count} spaces so far",
        laid,
    )


def _plain(token: str) -> str:
    return token.rstrip(BONUS_MARK + SYMBOL_MARK)


def landscape(token: str) -> Sentence:
    match token:
        case "ms":
            return say("meadow with a wooden sheep")
        case "t":
            return say("tower")
    return phrases.landscape(token)


def shown(token: str) -> str:
    return use("m") + use("wooden") if token == "ms" else use(token)


# The picture.


def _county(display: Display, seat: int, places: dict[str, Place]) -> Picture:
    left, top, right, bottom = _window(display)
    columns, rows = right - left + 1, bottom - top + 1
    landscapes = {at: _plain(token) for at, token in display.fields.items() if token != TOWN_FIELD}
    body = "".join(_free(at, seat, places) for at in sorted(_around(display), key=lambda at: at[::-1]))
    ring = RING[SIDES.index(display.side)] - display.fields.keys()
    body += "".join(use("open", x * S, y * S) for x, y in sorted(ring))
    body += "".join(_field(at, landscapes[at], seat, places) for at in sorted(landscapes, key=lambda at: at[::-1]))
    body += _town(display, seat, places)
    body += f'<path class="tipperary-edge" d="{shapes.outline(display.fields, S, EDGE_RADIUS)}" pointer-events="none"/>'
    if apart := _apart(set(display.fields)):
        body += f'<path class="tipperary-apart" d="{shapes.outline(apart, S, EDGE_RADIUS)}"/>'
    body += rectangle(shapes.largest_rectangle(set(display.fields)), display.fields, ring)
    shown = f'<g class="{seat_class(seat)}" transform="translate({pair((-left * S, -top * S))})">{body}</g>'
    label = say("{player}'s county", player=player(seat))
    return Picture("county", shown, columns * S, rows * S, label)


def _window(display: Display) -> tuple[int, int, int, int]:
    """The first column and row that are shown, and the last."""
    left, top, right, bottom = _extent(display)
    near = (left - MARGIN, top - MARGIN, right + MARGIN, bottom + MARGIN)
    first = [min(pair) for pair in zip(near[:2], WINDOW[:2], strict=True)]
    last = [max(pair) for pair in zip(near[2:], WINDOW[2:], strict=True)]
    return first[0], first[1], last[0], last[1]


def _around(display: Display) -> set[Cell]:
    """The free places near what lies."""
    steps = range(-MARGIN, MARGIN + 1)
    near = {(x + right, y + down) for x, y in display.fields for right in steps for down in steps}
    return near - display.fields.keys()


def _apart(cells: set[Cell]) -> set[Cell]:
    """The fields that do not hang together with the town."""
    joined = {(0, 1)}
    while more := (shapes.beside(joined) & cells) - joined:
        joined |= more
    return cells - joined


def _free(at: Cell, seat: int, places: dict[str, Place]) -> str:
    x, y = at
    name = f"field-{seat + 1}:{x},{y}"
    places[name] = Place(say("{x},{y}: empty", x=x, y=y), "fields", NONE)
    return spot(name, use("none", x * S, y * S) + use("ring", x * S, y * S))


def _field(at: Cell, token: str, seat: int, places: dict[str, Place]) -> str:
    x, y = at
    name = f"field-{seat + 1}:{x},{y}"
    places[name] = Place(say("{x},{y}: {landscape}", x=x, y=y, landscape=landscape(token)), "fields", token)
    wooden = use("wooden", x * S, y * S) if token == "ms" else ""
    return spot(name, use("m" if token == "ms" else token, x * S, y * S) + wooden + use("ring", x * S, y * S))


def _town(display: Display, seat: int, places: dict[str, Place]) -> str:
    """The inner fields with the track, on which every space can be pressed, and the barrel."""
    shown = use("town", 0, S)
    for points in TRACK.tolist():
        x, y = barrel_at(points)
        name = f"whiskey-{seat + 1}:{points}"
        words = (
            say("Barrel at {points}", points=points)
            if points == display.whiskey
            else say("{points} points of whiskey", points=points)
        )
        places[name] = Place(words, press="barrel")
        shown += spot(name, f'<g transform="translate({pair((x, y))})">{use("track-place")}</g>')
    if display.whiskey in TRACK.tolist():
        x, y = barrel_at(display.whiskey)
        shown += f'<g transform="translate({pair((x, y - 2))})scale(1.24)" pointer-events="none">{use("barrel")}</g>'
    return shown
