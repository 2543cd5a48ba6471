"""Tiles in hand: how they look in every position, and where they could be laid, from the legal moves of a view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from tilery.games.art import number
from tilery.games.drawing import Piece, Turned
from tilery.games.tipperary.art import EDGE_RADIUS, S, use
from tilery.games.tipperary.components import BONUS_KIND
from tilery.games.tipperary.landscapes import PLUS, TOKENS
from tilery.games.tipperary.notation import ORIENTATIONS
from tilery.games.tipperary.phrases import landscape
from tilery.games.tipperary.shapes import Cell, beside, outline
from tilery.games.tipperary.tileset import Drawing, Tile, fields_of, oriented
from tilery.words import Sentence, say, say_many

UNDER, ABOVE = "county-places", "county-marks"
"""The ids of the elements in which a page marks where a piece could lie: beside the county, or on it too."""


def laid(tile: Tile) -> str:
    """The fields and the outline of a tile, from its upper left corner."""
    shown = "".join(use(TOKENS[kind % PLUS], x * S, y * S) for (x, y), kind in tile.items())
    shown += "".join(use("plus", x * S, y * S) for (x, y), kind in tile.items() if kind >= PLUS)
    return f'{shown}<path d="{outline(tile, S, EDGE_RADIUS)}"/>'


def size(tile: Tile) -> tuple[int, int]:
    """The columns and rows of a tile."""
    return max(x for x, _ in tile) + 1, max(y for _, y in tile) + 1


def placed(drawing: Drawing, orientation: str) -> Tile:
    return oriented(fields_of(drawing), ORIENTATIONS.index(orientation))


def pieces(
    table: Mapping[str, Any], moves: Sequence[str], lying: set[Cell], origin: tuple[float, float]
) -> list[Piece]:
    """The landscape tiles, bonus tiles and towers that the moves lay."""
    places: dict[tuple[str, ...], dict[str, list[Cell]]] = {}
    for move in moves:
        match move.split():
            case ["place", tile, orientation, at]:
                places.setdefault(("place", tile), {}).setdefault(orientation, []).append(_cell(at))
            case [("bonus" | "tower") as word, *tile, at]:
                places.setdefault((word, *tile), {}).setdefault("", []).append(_cell(at))
    edge = sorted(beside(lying))
    found = []
    for thing, positions in places.items():
        match thing:
            case ["place", tile]:
                found.append(_landscape_tile(tile, fields_of(table["tiles"][tile]), positions, edge, origin))
            case ["bonus", tile]:
                kind = int(BONUS_KIND[int(tile) - 1])
                face = use(TOKENS[kind]) + use("bonus")
                name = say("Bonus tile with {landscape}", landscape=landscape(TOKENS[kind]))
                found.append(_single(name, f"bonus-{tile}", f"bonus {tile} {{x}},{{y}}", face, positions[""], origin))
            case _:
                name = say("Tower")
                found.append(_single(name, "towers-at-hand", "tower {x},{y}", use("t"), positions[""], origin))
    return found


@lru_cache(maxsize=4096)
def _cell(text: str) -> Cell:
    x, y = text.split(",")
    return int(x), int(y)


def _landscape_tile(
    number_: str, tile: Tile, places: Mapping[str, Sequence[Cell]], edge: Sequence[Cell], origin: tuple[float, float]
) -> Piece:
    return Piece(
        name=say_many("Tile of {count} field", "Tile of {count} fields", len(tile)),
        target=f"tile-{number_}",
        move=f"place {number_} {{orientation}} {{x}},{{y}}",
        positions=_positions(tile, places),
        faces=[use(TOKENS[kind % PLUS]) + (use("plus") if kind >= PLUS else "") for kind in tile.values()],
        frame=f'<path class="tipperary-edge" d="{outline(tile, S, EDGE_RADIUS)}"/>',
        unit=S,
        origin=origin,
        picture="county",
        beside=edge,
        under=UNDER,
    )


def _single(
    name: Sentence, target: str, move: str, face: str, places: Sequence[Cell], origin: tuple[float, float]
) -> Piece:
    """A piece of one field, which looks the same from all sides."""
    only = Turned(cells=[(0, 0)], places=places, orientation="", frame="", turn=0, flip=0)
    return Piece(name, target, move, [only], [face], "", S, origin, "county", beside=places, under=ABOVE)


def _positions(tile: Tile, places: Mapping[str, Sequence[Cell]]) -> list[Turned]:
    """The positions in which the tile lies differently, the printed one first."""
    lies = [oriented(tile, orientation) for orientation in range(len(ORIENTATIONS))]
    names = sorted(places, key=ORIENTATIONS.index)
    shown = [lies[ORIENTATIONS.index(name)] for name in names]
    return [
        Turned(
            cells=list(shown[index]),
            places=places[name],
            orientation=name,
            frame=_transform(size(tile), ORIENTATIONS.index(name)),
            turn=shown.index(lies[turned(ORIENTATIONS.index(name))]),
            flip=shown.index(lies[flipped(ORIENTATIONS.index(name))]),
        )
        for index, name in enumerate(names)
    ]


def _transform(extent: tuple[int, int], orientation: int) -> str:
    """What brings the outline of a tile from its printed position to another, as `oriented` does with its fields."""
    (a, b, c, d, e, f), (width, height) = (1, 0, 0, 1, 0, 0), extent
    if orientation >= 4:
        a, e = -1, width
    for _ in range(orientation % 4):
        a, b, c, d, e, f = -b, a, -d, c, height - f, e
        width, height = height, width
    return f"matrix({a} {b} {c} {d} {number(e * S)} {number(f * S)})"


def turned(orientation: int) -> int:
    """The orientation after a quarter turn clockwise."""
    return orientation & 4 | orientation + 1 & 3


def flipped(orientation: int) -> int:
    """The orientation after turning the tile over, left to right as it lies: a mirrored tile turns the other way."""
    return 4 - (orientation & 4) | -orientation & 3


def place_style(x: float, y: float) -> str:
    """Where a piece lies on a county, as the attribute that lets it travel."""
    return f'style="transform:translate({number(x * S)}px,{number(y * S)}px)"'
