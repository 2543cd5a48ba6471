"""Moves of Topiary as people write them: `visit c1S`, `take c3`, `pass`, `put trex-4`, `keep swan-1 swan-3 trex-4`."""

from __future__ import annotations

from tilery.games.game import NotationError
from tilery.games.topiary.components import CELLS, SPOTS, TILES
from tilery.games.topiary.state import END_OF_MOVES, KEEP, PASS, PUT_TILE, TAKE_CELL
from tilery.words import say


def text(move: int) -> str:
    if not is_move(move):
        raise NotationError(say("{number} is not the number of a move of Topiary", number=move))
    if move < PASS:
        return f"visit {SPOTS[move]}"
    if move == PASS:
        return "pass"
    if move < PUT_TILE:
        return f"take {CELLS[move - TAKE_CELL]}"
    if move < KEEP:
        return f"put {TILES[move - PUT_TILE]}"
    three = move - KEEP
    return f"keep {TILES[three // 1600]} {TILES[three // 40 % 40]} {TILES[three % 40]}"


def is_move(move: int) -> bool:
    """Whether a number stands for a move at all: three kept tiles are in order."""
    if move < KEEP:
        return move >= 0
    three = move - KEEP
    return move < END_OF_MOVES and three // 1600 < three // 40 % 40 < three % 40


def public(move: int) -> str:
    return "keep ? ? ?" if is_move(move) and move >= KEEP else text(move)


def code(text: str) -> int:
    words = text.split()
    match words:
        case ["visit", spot]:
            return spot_number(spot)
        case ["pass"]:
            return PASS
        case ["take", cell]:
            return TAKE_CELL + cell_number(cell)
        case ["put", tile]:
            return PUT_TILE + tile_number(tile)
        case ["keep", *tiles] if len(tiles) == 3:
            a, b, c = sorted(map(tile_number, tiles))
            if len({a, b, c}) < 3:
                raise NotationError(say('"{text}" keeps a tile twice', text=text))
            return KEEP + 1600 * a + 40 * b + c
    raise NotationError(
        say(
            '"{text}" is not a move of Topiary; moves are written "visit c1S", "take c3", "pass", "put trex-4"'
            ' and, in the draft, "keep swan-1 swan-3 trex-4"',
            text=text,
        )
    )


def spot_number(name: str) -> int:
    if name not in SPOTS:
        raise NotationError(
            say(
                'there is no spot "{name}"; a spot is its first tile and the direction of sight, like c1S or a1SE',
                name=name,
            )
        )
    return SPOTS.index(name)


def cell_number(name: str) -> int:
    if name not in CELLS:
        raise NotationError(
            say('there is no cell "{name}"; a cell is a column a to e and a row 1 to 5, like c3', name=name)
        )
    return CELLS.index(name)


def tile_number(name: str) -> int:
    if name not in TILES:
        raise NotationError(
            say('there is no tile "{name}"; a tile is a series and a value from 1 to 5, like trex-4', name=name)
        )
    return TILES.index(name)
