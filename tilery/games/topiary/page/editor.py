"""Entering a final table of Topiary: the tiles of the garden, the visitors around it, and the hands."""

from __future__ import annotations

from copy import deepcopy

import numpy as np

from tilery.games.art import at, mark, seat_class, short
from tilery.games.drawing import Picture, player
from tilery.games.editing import Document, Editor, Kit, Place, Thing, no_place, spot
from tilery.games.lettering import Lettering
from tilery.games.reading import Node
from tilery.games.topiary.page import phrases
from tilery.games.topiary.page.art import GARDEN, centre, figure, hedge, stand, use
from tilery.games.topiary.rules.components import CELLS, SERIES, SPOTS, TILES
from tilery.games.topiary.rules.state import STATE
from tilery.games.topiary.text import position
from tilery.games.topiary.text.position import FACE_DOWN
from tilery.words import Sentence, say

NOBODY = "nobody"
HAND = 3
SLOT, LINE = 112, 150
"""The width of a tile in a hand, and the height of a hand."""


def empty(seats: int) -> Document:
    players: list[Document] = [{"visitors": [], "hand": []} for _ in range(seats)]
    return {"position": 1, "game": "topiary", "garden": [" ".join([FACE_DOWN] * 5)] * 5, "players": players}


def editor(document: Document, board: int) -> Editor:
    table = _read(document)
    places: dict[str, Place] = {}
    pictures = [_garden(table, places), _hands(table, places)]
    return Editor(
        todo=say("Choose a tile for every space in the garden, then place the visitors and fill in the hands"),
        pictures=pictures,
        places=places,
        kits=[_tiles(table), _visitors(table)],
    )


def changed(document: Document, place: str, thing: str) -> Document:
    table = _read(document)
    kind, _, where = place.partition("-")
    match kind:
        case "cell" if where in CELLS and thing in (FACE_DOWN, *TILES):
            _take_away(table, thing)
            _put(table, CELLS.index(where), thing)
        case "spot" if where in SPOTS and thing in (NOBODY, *_seats(table)):
            for one in table["players"]:
                one["visitors"] = [other for other in one["visitors"] if other != where]
            if thing != NOBODY:
                table["players"][int(thing) - 1]["visitors"].append(where)
        case "hand" if thing in (FACE_DOWN, *TILES) and where in _slots(table):
            seat, slot = map(int, where.split("-"))
            kept = table["players"][seat - 1]["hand"][slot - 1 : slot]
            if thing not in kept:
                _take_away(table, thing)
                hand = table["players"][seat - 1]["hand"]
                index = hand.index(kept[0]) if kept else len(hand)
                hand[index : index + 1] = [] if thing == FACE_DOWN else [thing]
        case _:
            no_place(place, thing)
    return table


def _read(document: Document) -> Document:
    """A copy of a document that can be read."""
    position.read(Node(document), np.zeros(1, STATE).view(np.recarray)[0])
    return deepcopy(document)


def _seats(table: Document) -> list[str]:
    return [str(seat + 1) for seat in range(len(table["players"]))]


def _slots(table: Document) -> list[str]:
    return [f"{seat}-{slot + 1}" for seat in _seats(table) for slot in range(HAND)]


def _lying(table: Document) -> list[str]:
    """The tiles of the garden."""
    return [name for row in table["garden"] for name in row.split()]


def _put(table: Document, cell: int, tile: str) -> None:
    names = _lying(table)
    names[cell] = tile
    table["garden"] = [" ".join(names[row : row + 5]) for row in range(0, 25, 5)]


def _take_away(table: Document, tile: str) -> None:
    """Take a tile from wherever it lies: there is only one of it."""
    if tile == FACE_DOWN:
        return
    names = _lying(table)
    if tile in names:
        _put(table, names.index(tile), FACE_DOWN)
    for one in table["players"]:
        one["hand"] = [other for other in one["hand"] if other != tile]


# What can be put.


def _tiles(table: Document) -> Kit:
    """By value and series, so that a series is a column."""
    used = {*_lying(table), *(tile for one in table["players"] for tile in one["hand"])}
    closed = Thing(FACE_DOWN, say("Face down, or no tile"), use("hedge-0"), (-58, -56, 116, 116))
    names = [f"{series}-{value}" for value in range(1, 6) for series in SERIES]
    tiles = [Thing(name, phrases.tile_name(name), use(name), (-53, -53, 106, 112), name in used) for name in names]
    return Kit("tiles", say("Tiles"), [closed, *tiles], len(SERIES))


def _visitors(table: Document) -> Kit:
    none = Thing(NOBODY, say("Nobody"), use("spot-E"), (-20, -20, 40, 40))
    figures = [
        Thing(
            str(seat + 1),
            say("{player}'s visitor", player=player(seat)),
            f'<g class="{seat_class(seat)}">{figure("N", seat)}</g>',
            (-30, -34, 60, 60),
        )
        for seat in range(len(table["players"]))
    ]
    return Kit("visitors", say("Visitors"), [none, *figures], 4, brush=True)


# The pictures.


def _garden(table: Document, places: dict[str, Place]) -> Picture:
    parts = [use("garden")]
    for cell, tile in enumerate(_lying(table)):
        name = f"cell-{CELLS[cell]}"
        places[name] = Place(_cell_words(CELLS[cell], tile), "tiles", tile)
        shown = hedge(cell) if tile == FACE_DOWN else use(tile)
        parts.append(spot(name, shown, more=at(*centre(cell))))
    owners = {where: seat for seat, one in enumerate(table["players"]) for where in one["visitors"]}
    for where in SPOTS:
        seat = owners.get(where)
        name = f"spot-{where}"
        places[name] = Place(_spot_words(where, seat), "visitors", NOBODY if seat is None else str(seat + 1))
        parts.append(spot(name, _stander(where, seat), "topiary-stand", at(*short(stand(where)))))
    label = say("The garden with the visitors around it")
    return Picture("garden", "".join(parts), GARDEN, GARDEN, label)


def _stander(where: str, seat: int | None) -> str:
    if seat is None:
        return use(f"spot-{where[2:]}")
    ring = '<circle class="topiary-reach" r="19"/><circle class="ring" r="18" stroke-width="3.5"/>'
    return f'<g class="{seat_class(seat)}">{figure(where[2:], seat)}</g>{ring}'


def _hands(table: Document, places: dict[str, Place]) -> Picture:
    lettering = Lettering()
    body = ""
    for seat, one in enumerate(table["players"]):
        top = LINE * seat
        words = say("{player}'s hand", player=player(seat))
        body += mark(seat, 10, 16, top + 15) + lettering.at(34, top + 21, words, "topiary-caption")
        for slot in range(HAND):
            tile = one["hand"][slot] if slot < len(one["hand"]) else FACE_DOWN
            name = f"hand-{seat + 1}-{slot + 1}"
            places[name] = Place(_hand_words(seat, slot + 1, tile), "tiles", tile)
            shown = use("slot") if tile == FACE_DOWN else use(tile)
            body += spot(name, shown, more=at(SLOT * (slot + 0.5), top + 88))
    size = len(table["players"]) * LINE + 4
    return Picture("hands", body, SLOT * HAND, size, say("The hands of the players"), words=lettering.words)


def _cell_words(cell: str, tile: str) -> Sentence:
    if tile == FACE_DOWN:
        return say("{cell}: face down", cell=cell)
    return say("{cell}: {tile}", cell=cell, tile=phrases.tile_name(tile))


def _hand_words(seat: int, slot: int, tile: str) -> Sentence:
    if tile == FACE_DOWN:
        return say("{player}'s hand, tile {number}: none", player=player(seat), number=slot)
    return say("{player}'s hand, tile {number}: {tile}", player=player(seat), number=slot, tile=phrases.tile_name(tile))


def _spot_words(where: str, seat: int | None) -> Sentence:
    who = say("nobody") if seat is None else player(seat)
    return say("{spot}: {visitor}", spot=_stand_words(where), visitor=who)


def _stand_words(where: str) -> Sentence:
    column, row, direction = where[0], where[1], where[2:]
    match direction:
        case "S":
            return say("Above column {column}, looking down", column=column)
        case "N":
            return say("Below column {column}, looking up", column=column)
        case "E":
            return say("Left of row {row}, looking right", row=row)
        case "W":
            return say("Right of row {row}, looking left", row=row)
        case "SE":
            return say("At {cell}, looking down to the right", cell=column + row)
        case "SW":
            return say("At {cell}, looking down to the left", cell=column + row)
        case "NE":
            return say("At {cell}, looking up to the right", cell=column + row)
    return say("At {cell}, looking up to the left", cell=column + row)
