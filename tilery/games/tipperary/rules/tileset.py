"""Sets of the 60 landscape tiles: how they are drawn in a file, checked, and packed for the compiled rules.

The faces of the real tiles are not public. The set in `tiles.txt` is a reconstruction; the owner of a box can draw
the real one in another file and play with that (TIP-4).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from typing import TypeGuard

from tilery.games.game import OptionError
from tilery.games.tipperary.rules.landscapes import (
    LANDSCAPE_FORM,
    LANDSCAPES,
    NO_FIELD,
    TOKENS,
    has_symbol,
    landscape_of,
    with_symbol,
)
from tilery.games.tipperary.rules.packing import (
    ORIENTATIONS,
    column_in,
    is_mirrored,
    kind_in,
    pack_kinds,
    pack_shape,
    pack_turns,
    quarter_turns,
    row_in,
    size_of,
)
from tilery.games.tipperary.rules.state import TipperaryState
from tilery.words import Sentence, reason, say

TILES = 60
MOST_FIELDS = 8
RECONSTRUCTED = "reconstructed"
MEANING = say("the reconstructed set of landscape tiles, or a file with another set, such as the real one")
PLUS_MARK = "+"

Cell = tuple[int, int]
Drawing = list[str]  # the rows of a tile, their fields separated by blanks
Tile = dict[Cell, int]  # the kind of each field, with_symbol where it shows that


class TileSetError(OptionError):
    """A set of tiles is wrong; the sentence says where and what would be right."""


def read_set(text: str) -> list[Drawing]:
    """The drawings of the 60 tiles in a file; errors name their line."""
    drawings: list[Drawing] = []
    rows: list[tuple[int, str]] = []
    started = 0  # the line on which the tile at hand begins
    for number, line in enumerate(text.splitlines(), 1):
        content = line.split("#")[0].split()
        if not content:
            continue
        if content[0] == "tile":
            if started:
                drawings.append(_read_drawing(rows, len(drawings) + 1, started))
            expected = ["tile", str(len(drawings) + 1)]
            if len(drawings) == TILES:
                raise TileSetError(
                    _at_line(number, say("a set has {tiles} tiles, but this would be one more", tiles=TILES))
                )
            if content != expected:
                sentence = say(
                    'expected "{expected}", found "{found}"', expected=" ".join(expected), found=" ".join(content)
                )
                raise TileSetError(_at_line(number, sentence))
            rows, started = [], number
        elif not started:
            sentence = say('a tile begins with a line "tile 1" before its drawing')
            raise TileSetError(_at_line(number, sentence))
        else:
            rows.append((number, " ".join(content)))
    if started:
        drawings.append(_read_drawing(rows, len(drawings) + 1, started))
    if len(drawings) != TILES:
        raise TileSetError(say("a set has {tiles} tiles, not {count}", tiles=TILES, count=len(drawings)))
    return drawings


def _read_drawing(rows: list[tuple[int, str]], number: int, started: int) -> Drawing:
    drawing = [row for _, row in rows]
    for line, row in rows:
        if fault := _fault_of_row(row):
            raise TileSetError(_at_line(line, fault))
    if fault := _fault_of_tile(drawing, number):
        raise TileSetError(_at_line(started, fault))
    return trimmed(drawing)


def _at_line(number: int, sentence: Sentence) -> Sentence:
    return say("line {number}: {sentence}", number=number, sentence=sentence)


def _fault_of_row(row: str) -> Sentence | None:
    for token in row.split():
        if token != NO_FIELD and token.removesuffix(PLUS_MARK) not in LANDSCAPES:
            return say(
                'there is no space "{token}"; {form}, followed by + if it shows a sheep to win',
                token=token,
                form=LANDSCAPE_FORM,
            )
    return None


def _fault_of_tile(drawing: Drawing, number: int) -> Sentence | None:
    cells = set(fields_of(drawing))
    if not cells:
        return say("tile {number} has no spaces", number=number)
    if len(cells) > MOST_FIELDS:
        return say(
            "tile {number} is too large: {count} spaces, but at most {most} are allowed",
            number=number,
            count=len(cells),
            most=MOST_FIELDS,
        )
    reached = {min(cells)}
    while (
        more := {(x + dx, y + dy) for x, y in reached for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
        & cells - reached
    ):
        reached |= more
    if reached != cells:
        return say("tile {number} is in two pieces; its spaces must be connected edge to edge", number=number)
    return None


def fields_of(drawing: Drawing) -> Tile:
    """The kinds of the fields of a drawing, by column and row."""
    fields = {}
    for y, row in enumerate(drawing):
        for x, token in enumerate(row.split()):
            if token != NO_FIELD:
                kind = LANDSCAPES[token.removesuffix(PLUS_MARK)]
                fields[x, y] = with_symbol(kind) if token.endswith(PLUS_MARK) else kind
    return fields


def trimmed(drawing: Drawing) -> Drawing:
    """The same drawing without empty rows and columns around it."""
    cells = fields_of(drawing)
    tokens = {(x, y): token for y, row in enumerate(drawing) for x, token in enumerate(row.split())}
    columns, rows = [x for x, _ in cells], [y for _, y in cells]
    return [
        " ".join(tokens.get((x, y), NO_FIELD) for x in range(min(columns), max(columns) + 1))
        for y in range(min(rows), max(rows) + 1)
    ]


def oriented(tile: Tile, orientation: int) -> Tile:
    """A tile in another orientation than the printed one."""
    width, height = max(x for x, _ in tile), max(y for _, y in tile)
    if is_mirrored(orientation):
        tile = {(width - x, y): kind for (x, y), kind in tile.items()}
    for _ in range(quarter_turns(orientation)):
        tile = {(height - y, x): kind for (x, y), kind in tile.items()}
        width, height = height, width
    return tile


def packed(drawing: Drawing) -> tuple[int, int, int]:
    """A tile as three numbers: its shape, its kinds and its turns."""
    tile = fields_of(drawing)
    return pack_shape(tile), pack_kinds(tile.values()), _packed_turns(tile)


def _packed_turns(tile: Tile) -> int:
    """The orientations in which a tile lies differently, ordered by shape."""
    lies = [oriented(tile, orientation) for orientation in range(ORIENTATIONS)]
    different = [orientation for orientation in range(ORIENTATIONS) if lies.index(lies[orientation]) == orientation]
    shapes = [frozenset(fields) for fields in lies]
    different.sort(key=lambda orientation: (shapes.index(shapes[orientation]), orientation))
    return pack_turns((one, shapes.index(shapes[one]) == one) for one in different)


def printed(state: TipperaryState, tiles: Iterable[int]) -> dict[int, Drawing]:
    """Tiles of the set that a state uses, by their numbers from 0, as they are printed."""
    shapes, kinds = state.tile_shape.tolist(), state.tile_kinds.tolist()
    return {tile: list(_printed(shapes[tile], kinds[tile])) for tile in tiles}


@lru_cache(maxsize=1024)
def _printed(shape: int, kinds: int) -> tuple[str, ...]:
    return tuple(drawing_of(_unpacked(shape, kinds)))


def unpacked(state: TipperaryState, tile: int) -> Tile:
    """A tile of the set that a state uses, by its number from 0."""
    return _unpacked(int(state.tile_shape[tile]), int(state.tile_kinds[tile]))


def _unpacked(shape: int, kinds: int) -> Tile:
    return {(column_in(shape, index), row_in(shape, index)): kind_in(kinds, index) for index in range(size_of(shape))}


def drawing_of(tile: Tile) -> Drawing:
    """A tile as its rows of tokens."""
    width, height = max(x for x, _ in tile) + 1, max(y for _, y in tile) + 1
    tokens = {at: TOKENS[landscape_of(kind)] + PLUS_MARK * has_symbol(kind) for at, kind in tile.items()}
    return [" ".join(tokens.get((x, y), NO_FIELD) for x in range(width)) for y in range(height)]


@cache
def reconstructed() -> list[Drawing]:
    """The set that comes with the game."""
    return read_set(Path(__file__).with_name("tiles.txt").read_text("utf-8"))


@cache
def _reconstructed_numbers() -> list[tuple[int, int, int]]:
    return [packed(drawing) for drawing in reconstructed()]


def _is_rows(tile: object) -> TypeGuard[list[str]]:
    return isinstance(tile, list) and all(isinstance(row, str) for row in tile)


@dataclass(frozen=True)
class TileSet:
    """The option for the set of tiles: the reconstructed one, or the drawings of 60 others.

    On the command line it is the name of a file; a record holds the drawings, so that it can be replayed by itself.
    """

    name: str = "tiles"
    meaning: Sentence = MEANING
    default: str = RECONSTRUCTED
    seats: Sequence[int] | None = None

    def read(self, value: object) -> str | list[Drawing]:
        if value == RECONSTRUCTED:
            return RECONSTRUCTED
        if not isinstance(value, list):
            raise OptionError(
                say(
                    'the option tiles must be "{default}" or a list of {tiles} drawn tiles, not {value!r}',
                    default=RECONSTRUCTED,
                    tiles=TILES,
                    value=value,
                )
            )
        if len(value) != TILES:
            raise TileSetError(say("a set has {tiles} tiles, not {count}", tiles=TILES, count=len(value)))
        return [self._read_tile(tile, number) for number, tile in enumerate(value, 1)]

    def _read_tile(self, tile: object, number: int) -> Drawing:
        if not _is_rows(tile):
            fault = say('expected the rows of tile {number} as a list of strings, like ["m p1", ". m"]', number=number)
        elif (found := next(filter(None, map(_fault_of_row, tile)), None) or _fault_of_tile(tile, number)) is not None:
            fault = found
        else:
            return trimmed(tile)
        raise TileSetError(say("{place}: {sentence}", place=f"tiles[{number - 1}]", sentence=fault))

    def from_command_line(self, text: str) -> str | list[Drawing]:
        if text == RECONSTRUCTED:
            return RECONSTRUCTED
        try:
            content = Path(text).read_text("utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise OptionError(
                say(
                    'the option tiles must be "{default}" or a file of tiles: {fault}',
                    default=RECONSTRUCTED,
                    fault=reason(error),
                )
            ) from error
        try:
            return read_set(content)
        except TileSetError as error:
            raise TileSetError(say("{place}: {sentence}", place=text, sentence=reason(error))) from error

    def encode(self, value: str | list[Drawing]) -> dict[str, int | list[int]]:
        tiles = _reconstructed_numbers() if isinstance(value, str) else [packed(drawing) for drawing in value]
        shapes, kinds, turns = (list(numbers) for numbers in zip(*tiles, strict=True))
        return {"tile_shape": shapes, "tile_kinds": kinds, "tile_turns": turns}
