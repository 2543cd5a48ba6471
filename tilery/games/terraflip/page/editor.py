"""Entering a final table of Terraflip: the tiles around the tower, and which family each player has."""

from __future__ import annotations

from dataclasses import dataclass

from tilery.games.art import at
from tilery.games.drawing import Picture, player
from tilery.games.editing import Document, Editor, Kit, Place, Setting, Thing, no_place, spot
from tilery.games.reading import Node, players_of
from tilery.games.terraflip.page import art
from tilery.games.terraflip.page.art import use
from tilery.games.terraflip.rules.components import FAMILIES, LIMIT, RIDER_STEP, SPECIALS, TILES, in_words
from tilery.games.terraflip.rules.geometry import HEXAGONS, PLACES, TOWER, distance, neighbours
from tilery.words import Sentence, say, say_many

NONE = "none"
BOX = (-112.0, -106.0, 224.0, 212.0)
"""Around a tile."""


@dataclass
class Table:
    """The families by seat, and by place the colour that shows with the special tile's name, if it is one."""

    families: list[str]
    tiles: dict[str, tuple[str, str | None]]


def empty(seats: int) -> Document:
    return _document(Table(FAMILIES[:seats], {}))


def editor(document: Document, board: int) -> Editor:
    table = _read(document)
    places: dict[str, Place] = {}
    picture = _map(table, places)
    families = {family: in_words(family) for family in FAMILIES}
    return Editor(
        todo=_todo(table),
        pictures=[picture],
        places=places,
        kits=[_kit(table)],
        marks=[use(f"mark-{family}") for family in table.families],
        settings=[
            Setting(f"family-{seat + 1}", player(seat), families, family) for seat, family in enumerate(table.families)
        ],
    )


def changed(document: Document, place: str, thing: str) -> Document:
    table = _read(document)
    kind, _, where = place.partition("-")
    if kind == "family" and where in [str(seat + 1) for seat in range(len(table.families))] and thing in FAMILIES:
        seat, before = int(where) - 1, table.families[int(where) - 1]
        table.families = [before if family == thing else family for family in table.families]
        table.families[seat] = thing
    elif kind == "at" and where in PLACES and where != PLACES[TOWER] and thing in _names():
        colour, _, special = thing.partition("-")
        if special:
            table.tiles = {other: tile for other, tile in table.tiles.items() if tile != (colour, special)}
        table.tiles.pop(where, None)
        if thing != NONE:
            table.tiles[where] = (colour, special or None)
    else:
        no_place(place, thing)
    return _document(table)


def _names() -> list[str]:
    """The names of all things: a colour, or a colour with a special tile."""
    return [NONE, *FAMILIES, *(f"{family}-{special}" for family in FAMILIES for special in SPECIALS)]


def _read(document: Document) -> Table:
    """A table that is drawn well; it may still be one that cannot be counted, such as one with a tile apart."""
    node = Node(document)
    node.only(("position", "game", "players", "tiles"))
    players = players_of(node, "Terraflip", 2, 4)
    families = [one["family"].choice(FAMILIES) for one in players]
    tiles: dict[str, tuple[str, str | None]] = {}
    for one in node["tiles"]:
        one.only(("place", "colour", "special"))
        place = one["place"].choice(PLACES)
        special = one.get("special")
        if place in tiles:
            one["place"].fail(say("there is already a tile at {place}", place=place))
        if place == PLACES[TOWER]:
            one["place"].fail(say("the tower stands at 0,0; tiles lie around it"))
        tiles[place] = (one["colour"].choice(FAMILIES), None if special is None else special.choice(SPECIALS))
    return Table(families, tiles)


def _document(table: Table) -> Document:
    return {
        "position": 1,
        "game": "terraflip",
        "players": [{"family": family} for family in table.families],
        "tiles": [
            {"place": place, "colour": colour} | ({"special": special} if special else {})
            for place, (colour, special) in sorted(table.tiles.items(), key=lambda one: PLACES.index(one[0]))
        ],
    }


def _todo(table: Table) -> Sentence:
    return say_many(
        "{count} of {all} tiles is around the tower",
        "{count} of {all} tiles are around the tower",
        len(table.tiles),
        all=TILES * len(table.families),
    )


# What can be put: a row for each family that is played, then the other colours.


def _kit(table: Table) -> Kit:
    none = Thing(NONE, say("No tile"), use("cell"), BOX)
    lying = set(table.tiles.values())
    things = []
    for family in table.families:
        things.append(Thing(family, in_words(family), use(family), BOX))
        things += [
            Thing(
                f"{family}-{special}",
                _tile_words(family, special),
                _face(family, special),
                BOX,
                (family, special) in lying,
            )
            for special in SPECIALS
        ]
    things += [Thing(family, in_words(family), use(family), BOX) for family in FAMILIES if family not in table.families]
    return Kit("tiles", say("Tiles"), [none, *things], 1 + len(SPECIALS), brush=True)


def _face(colour: str, special: str | None) -> str:
    return use(colour) + (use(special) if special else "")


def _tile_words(colour: str, special: str | None) -> Sentence:
    if special is None:
        return in_words(colour)
    return say("{special} of {family}", special=in_words(special), family=in_words(colour))


# The picture.


def _map(table: Table, places: dict[str, Place]) -> Picture:
    limit = int(LIMIT[len(table.families)])
    furthest = max((distance(*HEXAGONS[PLACES.index(where)]) for where in table.tiles), default=0)
    steps = max(limit + RIDER_STEP, furthest)
    parts = [use(f"map-{steps}")]
    shown = [place for place in range(len(PLACES)) if distance(*HEXAGONS[place]) <= steps]
    for place in sorted(shown, key=lambda place: art.centre(place)[::-1]):
        where = PLACES[place]
        if place == TOWER:
            parts.append(use("tower"))
            continue
        tile = table.tiles.get(where)
        style = "" if tile or distance(*HEXAGONS[place]) <= limit else "terraflip-far"
        x, y = art.centre(place)
        body = (_face(*tile) if tile else use("free")) + use("ring")
        parts.append(spot(f"at-{where}", body, style, at(round(x, 1), round(y, 1))))
        places[f"at-{where}"] = Place(_place_words(where, tile), "tiles", _name(tile))
    parts += [use("apart", f" {at(*map(round, art.centre(place)))}") for place in _apart(table)]
    width, height = art.extent(steps)
    body = f"<g {at(round(width), round(height))}>{''.join(parts)}</g>"
    return Picture("map", body, 2 * round(width), 2 * round(height), say("The tiles around the tower"))


def _apart(table: Table) -> list[int]:
    """The places of tiles that are not joined to the tower by others."""
    lying = {PLACES.index(where) for where in table.tiles}
    joined = {TOWER}
    while more := {near for place in joined for near in neighbours(place)} & lying - joined:
        joined |= more
    return sorted(lying - joined)


def _name(tile: tuple[str, str | None] | None) -> str:
    if tile is None:
        return NONE
    colour, special = tile
    return f"{colour}-{special}" if special else colour


def _place_words(where: str, tile: tuple[str, str | None] | None) -> Sentence:
    if tile is None:
        return say("{place}: no tile", place=where)
    return say("{place}: {tile}", place=where, tile=_tile_words(*tile))
