"""What a seat of Tipperary can choose now: a meadow for a sheep or the end; all else is laid as a piece."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from tilery.games.art import number
from tilery.games.drawing import Choice, Orientation, Piece, Seen, main_seat
from tilery.games.tipperary.page import county
from tilery.games.tipperary.page.art import EDGE_RADIUS, S, use
from tilery.games.tipperary.page.fields import fields_of
from tilery.games.tipperary.page.ids import ABOVE, TOWERS, UNDER, bonus_id, meadow_id, tile_id
from tilery.games.tipperary.page.phrases import landscape
from tilery.games.tipperary.page.shapes import Cell, beside, outline
from tilery.games.tipperary.page.tiles import size
from tilery.games.tipperary.rules.components import BONUS_KIND
from tilery.games.tipperary.rules.landscapes import TOKENS, has_symbol, landscape_of
from tilery.games.tipperary.rules.packing import flipped, is_mirrored, quarter_turns, rotated
from tilery.games.tipperary.rules.tileset import Tile, oriented
from tilery.games.tipperary.rules.tileset import fields_of as fields_of_tile
from tilery.games.tipperary.text.notation import ORIENTATIONS
from tilery.words import Sentence, all_of, joined, say, say_many

ACTIONS = {verb: say("Place it here") for verb in ("place", "sheep", "bonus", "tower")}


def choices(seen: Seen) -> list[Choice]:
    return [_choice(move) for move in seen.legal_moves if move.startswith(("sheep", "done"))]


def _choice(move: str) -> Choice:
    """A sheep on a meadow, or the end; all else is laid as a piece, because it could lie in too many places."""
    if move == "done":
        return Choice(move, say("Done placing towers"))
    x, y = cell_of(move)
    return Choice(move, say("Place a wooden sheep on a meadow: {where}", where=_where(x, y)), meadow_id((x, y)))


def _where(x: int, y: int) -> Sentence:
    """A space, told from the town, for those who cannot see it."""
    legs = []
    if y:
        legs.append(say("{steps} down", steps=y) if y > 0 else say("{steps} up", steps=-y))
    if x:
        legs.append(say("{steps} to the right", steps=x) if x > 0 else say("{steps} to the left", steps=-x))
    if not legs:
        return say("the upper left corner of the town")
    return say("{path} from the upper left corner of the town", path=all_of(legs))


def cell_of(move: str) -> Cell:
    """Where a move lays something."""
    return _cell(move.rsplit(maxsplit=1)[-1])


def pieces(seen: Seen) -> list[Piece]:
    """The landscape tiles, bonus tiles and towers that can be laid."""
    table, display = seen.table, seen.table["displays"][main_seat(seen)]
    origin = county.origin(display)
    places: dict[tuple[str, ...], dict[str, list[Cell]]] = {}
    for move in seen.legal_moves:
        match move.split():
            case ["place", tile, orientation, at]:
                places.setdefault(("place", tile), {}).setdefault(orientation, []).append(_cell(at))
            case [("bonus" | "tower") as word, *tile, at]:
                places.setdefault((word, *tile), {}).setdefault("", []).append(_cell(at))
    edge = sorted(beside(set(fields_of(display))))
    found = []
    for thing, ways in places.items():
        match thing:
            case ["place", tile]:
                found.append(_landscape_tile(tile, fields_of_tile(table["tiles"][tile]), ways, edge, origin))
            case ["bonus", tile]:
                kind = int(BONUS_KIND[int(tile) - 1])
                face = use(TOKENS[kind]) + use("bonus")
                name = say("Bonus tile with {landscape}", landscape=landscape(TOKENS[kind]))
                found.append(_single(name, bonus_id(int(tile)), f"bonus {tile} {{x}},{{y}}", face, ways[""], origin))
            case _:
                name = say("Tower")
                found.append(_single(name, TOWERS, "tower {x},{y}", use("t"), ways[""], origin))
    return found


@lru_cache(maxsize=4096)
def _cell(text: str) -> Cell:
    x, y = text.split(",")
    return int(x), int(y)


def _landscape_tile(
    number_: str, tile: Tile, places: Mapping[str, Sequence[Cell]], edge: Sequence[Cell], origin: tuple[float, float]
) -> Piece:
    return Piece(
        name=say_many("Tile of {count} space", "Tile of {count} spaces", len(tile)),
        target=tile_id(int(number_)),
        move=f"place {number_} {{orientation}} {{x}},{{y}}",
        orientations=_orientations(tile, places),
        faces=[use(TOKENS[landscape_of(kind)]) + (use("plus") if has_symbol(kind) else "") for kind in tile.values()],
        frame=f'<path class="tipperary-edge" d="{outline(tile, S, EDGE_RADIUS)}"/>',
        unit=S,
        origin=origin,
        picture="county",
        beside=edge,
        under=UNDER,
        spoken=say_many(
            "Tile of {count} space: {landscapes}",
            "Tile of {count} spaces: {landscapes}",
            len(tile),
            landscapes=_landscapes(tile),
        ),
    )


def _landscapes(tile: Tile) -> Sentence:
    """What is on a tile, row by row, for those who cannot see it."""
    rows: dict[int, list[Sentence]] = {}
    for (_, y), kind in sorted(tile.items(), key=lambda field: (field[0][1], field[0][0])):
        name = landscape(TOKENS[landscape_of(kind)])
        rows.setdefault(y, []).append(say("{landscape} (+1 sheep)", landscape=name) if has_symbol(kind) else name)
    return joined([joined(row) for row in rows.values()], "; ")


def _single(
    name: Sentence, target: str, move: str, face: str, places: Sequence[Cell], origin: tuple[float, float]
) -> Piece:
    """A piece of one field, which looks the same from all sides."""
    only = Orientation(name="", cells=[(0, 0)], places=places, frame="", turn=0, flip=0)
    return Piece(name, target, move, [only], [face], "", S, origin, "county", beside=places, under=ABOVE)


def _orientations(tile: Tile, places: Mapping[str, Sequence[Cell]]) -> list[Orientation]:
    """The orientations in which the tile lies differently, the printed one first."""
    lies = [oriented(tile, orientation) for orientation in range(len(ORIENTATIONS))]
    names = sorted(places, key=ORIENTATIONS.index)
    shown = [lies[ORIENTATIONS.index(name)] for name in names]
    return [
        Orientation(
            name=name,
            cells=list(shown[index]),
            places=places[name],
            frame=_transform(size(tile), ORIENTATIONS.index(name)),
            turn=shown.index(lies[rotated(ORIENTATIONS.index(name))]),
            flip=shown.index(lies[flipped(ORIENTATIONS.index(name))]),
        )
        for index, name in enumerate(names)
    ]


def _transform(extent: tuple[int, int], orientation: int) -> str:
    """What brings the outline of a tile from its printed orientation to another, as `oriented` does with its fields."""
    (a, b, c, d, e, f), (width, height) = (1, 0, 0, 1, 0, 0), extent
    if is_mirrored(orientation):
        a, e = -1, width
    for _ in range(quarter_turns(orientation)):
        a, b, c, d, e, f = -b, a, -d, c, height - f, e
        width, height = height, width
    return f"matrix({a} {b} {c} {d} {number(e * S)} {number(f * S)})"
