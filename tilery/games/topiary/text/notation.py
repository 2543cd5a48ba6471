"""Moves of Topiary as people write them: `visit c1S`, `take c3`, `pass`, `put trex-4`, `keep swan-1 swan-3 trex-4`."""

from __future__ import annotations

from tilery.games.game import NotationError
from tilery.games.topiary.rules.components import CELLS, SPOTS, TILES
from tilery.games.topiary.rules.moves import (
    PASS,
    cell_of,
    is_keep_move,
    is_put_move,
    is_take_move,
    is_visit_move,
    keep_move,
    kept_by,
    put_move,
    spot_of,
    take_move,
    tile_of,
    visit_move,
)
from tilery.words import say


def text(move: int) -> str:
    if not is_move(move):
        raise NotationError(say("{number} is not the number of a Topiary move", number=move))
    if is_visit_move(move):
        return f"visit {SPOTS[spot_of(move)]}"
    if move == PASS:
        return "pass"
    if is_take_move(move):
        return f"take {CELLS[cell_of(move)]}"
    if is_put_move(move):
        return f"put {TILES[tile_of(move)]}"
    return "keep " + " ".join(TILES[tile] for tile in kept_by(move))


def is_move(move: int) -> bool:
    """Whether a number stands for a move at all: three kept tiles are in order."""
    if is_keep_move(move):
        first, second, third = kept_by(move)
        return first < second < third
    return is_visit_move(move) or move == PASS or is_take_move(move) or is_put_move(move)


def public(move: int) -> str:
    return "keep ? ? ?" if is_move(move) and is_keep_move(move) else text(move)


def code(text: str) -> int:
    words = text.split()
    match words:
        case ["visit", spot]:
            return visit_move(spot_number(spot))
        case ["pass"]:
            return PASS
        case ["take", cell]:
            return take_move(cell_number(cell))
        case ["put", tile]:
            return put_move(tile_number(tile))
        case ["keep", *tiles] if len(tiles) == 3:
            a, b, c = sorted(map(tile_number, tiles))
            if len({a, b, c}) < 3:
                raise NotationError(say('"{text}" keeps a tile twice', text=text))
            return keep_move(a, b, c)
    raise NotationError(
        say(
            '"{text}" is not a Topiary move; moves are written "visit c1S", "take c3", "pass", "put '
            'trex-4" and, in the draft, "keep swan-1 swan-3 trex-4"',
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
