"""The table of Triqueta: the rows and what lies before the player who looks, at the end what lies before all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from tilery.games.art import brackets, button, mark, number, place, seat_class
from tilery.games.art import signed as change
from tilery.games.drawing import Picture, Room, Seen, main_seat, player
from tilery.games.lettering import Lettering
from tilery.games.triqueta.page import art, phrases
from tilery.games.triqueta.page.art import use
from tilery.games.triqueta.page.ids import animal_id, rock_id, row_id, row_tile_id, trees_id
from tilery.games.triqueta.page.known_state import KnownState
from tilery.games.triqueta.page.phrases import NAMES, ROMAN
from tilery.games.triqueta.rules.components import ANIMALS, WOLF
from tilery.words import Sentence, say, say_many

WIDTHS = {Room.PHONE: 425, Room.TABLET: 560, Room.DESK: 680}
"""How wide the rows are at least."""
SHAPE = 1.32
"""The breadth of all rows for their height, at least: more rows make smaller tiles, not a higher picture."""
ROW, TAKEN, GAP, FIRST = 91, 44, 9, 116
"""The height of a row and of one that was taken, the distance to the next, and where its first tile lies."""
MIDDLE = 31
"""Where a tile's widest line lies in a row."""
FOR_YOU = 84
MANY = 6
"""More tiles in a row than this are hard to count at a glance."""
NARROW = 34
"""Where tiles of a row would lie nearer than this, they lie in two lines instead, half as large."""
SMALL, LINES = 0.52, (17, 61)
"""How large they are then, and where the widest lines of the tiles of each line lie."""
KNOT = 116
"""The width of an animal in a collection."""
LINE = 126
"""The height of a collection among all of them."""


def board(seen: Seen, known: KnownState, room: Room) -> list[Picture]:
    if seen.table["stage"] == "over":
        return [_collections(seen, known)]
    return [_rows(seen, known, room), collection(seen, known, main_seat(seen))]


def tops(seen: Seen) -> list[int]:
    """Where each row begins, and where the last one ends."""
    found = [10]
    for owner in seen.table["taken_by"]:
        found.append(found[-1] + GAP + (ROW if owner is None else TAKEN))
    return found


def rows_width(seen: Seen, room: Room) -> int:
    return max(WIDTHS[room], round(SHAPE * tops(seen)[-1]))


def _rows(seen: Seen, known: KnownState, room: Room) -> Picture:
    lettering = Lettering()
    width, height = rows_width(seen, room), tops(seen)[-1] + 1
    sign = f'<g class="triqueta-sign" transform="translate({width - 170} {height / 2:g})scale(.8)">{use("sign")}</g>'
    felt = f'<rect class="triqueta-felt" width="{width}" height="{height}" rx="12"/>'
    felt += f'<svg width="{width}" height="{height}">{sign}</svg>'
    rows = "".join(_row(seen, known, row, width, lettering) for row in range(seen.seats))
    label = say_many("{count} row on the table", "{count} rows on the table", seen.table["taken_by"].count(None))
    return Picture("rows", felt + rows, width, height, label, words=lettering.words)


def _row(seen: Seen, known: KnownState, row: int, width: int, lettering: Lettering) -> str:
    table = seen.table
    owner = table["taken_by"][row]
    top, high = tops(seen)[row], ROW if owner is None else TAKEN
    groove = f'<rect class="triqueta-groove" x="70" width="{width - 80}" height="{high}" rx="10"/>'
    name = f'<text class="triqueta-roman" x="35" y="{41 if owner is None else 30}">{ROMAN[row]}</text>'
    if owner is not None:
        words = say("{player} took this row", player=player(owner))
        shown = f"{groove}{name}{mark(owner, 8, 92, 22)}{lettering.at(112, 28, words, 'triqueta-words')}"
        return f'<g class="triqueta-row triqueta-taken" {place(0, top)}>{shown}</g>'
    legal = f"row {row + 1}" in seen.legal_moves or f"take {row + 1}" in seen.legal_moves
    inner = use("card", 10, 5) + name + groove + _row_tiles(seen, row, width)
    if f"row {row + 1}" in seen.legal_moves:
        inner += f"<g {tile_place(seen, row, len(table['rows'][row]), width).attribute}>{use('place')}</g>"
    if len(table["rows"][row]) > MANY:
        count = say_many("{count} tile", "{count} tiles", len(table["rows"][row]))
        inner += lettering.at(width - 24, 82, count, "triqueta-small-words")
    if seen.seat is not None and table["rows"][row]:
        inner += _for_you(known, seen.seat, table["rows"][row], width, lettering)
    ring = f'<rect class="ring" x="70" width="{width - 80}" height="{ROW}" rx="10"/>' if legal else ""
    return f'<g id="{row_id(row + 1)}" {button(legal, "triqueta-row")} {place(0, top)}>{inner}{ring}</g>'


class TilePlace(NamedTuple):
    """Where a tile of a row lies, and how large it is."""

    x: float
    y: float
    scale: float

    @property
    def attribute(self) -> str:
        scaled = "" if self.scale == 1 else f"scale({self.scale})"
        return f'transform="translate({number(self.x)} {number(self.y)}){scaled}"'

    @property
    def style(self) -> str:
        """The same for a tile that travels."""
        return place(self.x, self.y, "" if self.scale == 1 else f"scale({self.scale})")


def tile_place(seen: Seen, row: int, index: int, width: int) -> TilePlace:
    """Where a tile of a row lies: tiles overlap when there are many, and leave room for one that may come."""
    room = width - FOR_YOU - FIRST - art.W
    count = len(seen.table["rows"][row]) + (f"row {row + 1}" in seen.legal_moves)
    step = room / max(1, count - 1)
    if step >= NARROW:
        return TilePlace(FIRST + min(86.0, step) * index, MIDDLE, 1)
    half = (count + 1) // 2
    first = FIRST - art.W * (1 - SMALL)
    step = min(46.0, (room + 2 * art.W * (1 - SMALL)) / max(1, half - 1))
    return TilePlace(first + step * (index % half), LINES[index // half], SMALL)


def _row_tiles(seen: Seen, row: int, width: int) -> str:
    tiles = seen.table["rows"][row]
    shown = ""
    for index, animal in enumerate(tiles):
        where = tile_place(seen, row, index, width)
        name = row_tile_id(row + 1, index + 1)
        face = "t" if where.scale == 1 else "n"  # a value would not be legible
        shown += f'<use id="{name}" class="piece" href="#triqueta-{face}-{animal}" {where.style}/>'
    for seat, index in _laid_last(seen, row):
        lines = brackets(art.brackets_outline(), 3.4) + mark(seat, 6.5, -34, -17)
        shown += f'<g class="{seat_class(seat)}" {tile_place(seen, row, index, width).attribute}>{lines}</g>'
    return shown


def _laid_last(seen: Seen, row: int) -> list[tuple[int, int]]:
    """The seats whose last tile lies in a row, with the place of that tile."""
    last: dict[int, int] = {}
    index = len(seen.table["rows"][row]) - 1
    done: set[int] = set()
    for seat, move in reversed(seen.last_moves):
        if move.startswith("take") and int(move.split()[1]) == row + 1:
            break
        if move == f"row {row + 1}" and index >= 0:
            if seat not in done:
                last[seat] = index
            index -= 1
        if move.startswith("row"):
            done.add(seat)
    return list(last.items())


def _for_you(known: KnownState, seat: int, tiles: list[str], width: int, lettering: Lettering) -> str:
    """What taking a row would bring."""
    gain = known.with_tiles(seat, tiles).totals()[seat] - known.totals()[seat]
    style = "triqueta-number triqueta-end triqueta-bad" if gain < 0 else "triqueta-number triqueta-end"
    words = lettering.at(width - 24, 36, say("for you"), "triqueta-small-words")
    points = lettering.at(width - 24, 60, signed(gain), style)
    return f" {words} {points}"  # with spaces, so that what is written reads as the name of the row does


def signed(points: int) -> str:
    return change(points) if points else "0"


def collection(seen: Seen, known: KnownState, seat: int) -> Picture:
    """What lies before a seat: a knot for each animal, the rock, the trees, and the points."""
    lettering = Lettering()
    animals = animals_of(seen)
    width = KNOT * len(animals) + 20
    body = _tokens(seen, seat, lettering)
    words = say_many("{count} point now", "{count} points now", known.totals()[seat])
    body += lettering.at(width - 14, 24, words, "triqueta-words triqueta-end")
    counted, points = known.counts(seat), known.points()[seat]
    for index, animal in enumerate(animals):
        x = 10 + KNOT * (index + 0.5)
        body += f'<g id="{animal_id(seat, animal)}" class="triqueta-animals" {place(x, 0)}>'
        body += _knot(seen, seat, animal, counted[animal])
        body += lettering.at(0, 150, NAMES[animal], "triqueta-name")
        body += f'<text class="{_grade(points[animal], counted[animal])}" y="171">{_plain(points[animal])}</text></g>'
    return Picture("collection", body, width, 180, collection_label(known, seat), words=lettering.words)


def _collections(seen: Seen, known: KnownState) -> Picture:
    """At the end: what lies before every player, and what it is worth."""
    animals, lettering = animals_of(seen), Lettering()
    width, step = 716, 560 / len(animals)
    body = ""
    for seat in range(seen.seats):
        counted, points = known.counts(seat), known.points()[seat]
        body += f"<g {place(0, LINE * seat)}>{mark(seat, 12, 24, 58)}"
        for index, animal in enumerate(animals):
            at = f'transform="translate({number(52 + step * (index + 0.5))} 0)"'
            body += f'<g id="{animal_id(seat, animal)}" class="triqueta-animals" {at}>'
            knot = use(f"k-{animal}-{min(counted[animal], 4)}")
            body += f'<g class="triqueta-smallest" transform="translate(0 64)scale(.6)">{knot}</g>'
            body += (
                f'<text class="{_grade(points[animal], counted[animal])}" y="112">{_plain(points[animal])}</text></g>'
            )
        body += _tokens_at_end(seen.table, seat)
        body += f'<text class="triqueta-total" x="{width - 10}" y="72">{_plain(known.totals()[seat])}</text></g>'
        if seat:
            body += f'<path class="triqueta-rule" d="M0 {LINE * seat}h{width}"/>'
    return Picture(
        "collections", body, width, LINE * seen.seats, say("The animals of all players"), words=lettering.words
    )


def _tokens_at_end(table: Mapping[str, Any], seat: int) -> str:
    trees = table["trees"][seat]
    shown = (
        f'<g id="{rock_id(seat)}" class="triqueta-animals">{use("rock", 626, 46, "triqueta-rock")}</g>'
        if table["rock"] == seat
        else ""
    )
    if trees:
        shown += f'<g id="{trees_id(seat)}" class="triqueta-animals">'
        shown += "".join(use("tree", 626 + 15 * tree, 76, "triqueta-tree") for tree in range(trees)) + "</g>"
    return shown


def _grade(points: int, counted: int) -> str:
    grade = " triqueta-bad" if points < 0 else " triqueta-good" if counted == 3 else "" if points else " triqueta-none"
    return f"triqueta-points{grade}"


def _plain(points: int) -> str:
    return signed(points).lstrip("+")


def animals_of(seen: Seen) -> list[str]:
    """The animals of this game."""
    return ANIMALS if seen.options.get("wolves") == "on" else ANIMALS[:WOLF]


def collection_label(known: KnownState, seat: int) -> Sentence:
    held = [animal for animal, count in known.counts(seat).items() for _ in range(count)]
    return say("{player}'s animals: {tiles}", player=player(seat), tiles=phrases.in_words(held))


def _knot(seen: Seen, seat: int, animal: str, counted: int) -> str:
    """The tiles of an animal; those that only their owner sees are shown as they lie, face down."""
    open_tiles = seen.table["collections"][seat][animal]
    top = 'class="triqueta-smaller" transform="translate(0 98)scale(.8)"'
    if counted > 3 or open_tiles == counted:
        return f"<g {top}>{use(f'k-{animal}-{min(counted, 4)}')}</g>"
    shown = use(f"k-{animal}-{open_tiles}")
    for index in range(open_tiles, counted):
        x, y = art.place_in_knot(index)
        turned = f'<g transform="rotate({art.PLACES[index]})translate(0 {number(-art.BLUNT)})">{use("top")}</g>'
        shown += turned + use(f"i-{animal}", x, y, "triqueta-burnt")
    return f"<g {top}>{shown}</g>"


def _tokens(seen: Seen, seat: int, lettering: Lettering) -> str:
    """The rock and the trees before a seat."""
    shown, x = "", 26
    if seen.table["rock"] == seat:
        shown += f'<g id="{rock_id(seat)}" class="triqueta-animals">{use("rock", x, 19, "triqueta-rock")}'
        shown += lettering.at(x + 16, 24, say("Rock {points}", points=1), "triqueta-words") + "</g>"
        x += 96
    if trees := seen.table["trees"][seat]:
        shown += f'<g id="{trees_id(seat)}" class="triqueta-animals">' + "".join(
            use("tree", x + 19 * k, 18, "triqueta-tree") for k in range(trees)
        )
        shown += lettering.at(
            x + 19 * trees - 3, 24, say_many("Tree {count}", "Trees {count}", trees), "triqueta-words"
        )
        shown += "</g>"
    return shown
