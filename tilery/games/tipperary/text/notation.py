"""Moves of Tipperary as people write them: `place 17 1* 3,-2`, `sheep 2,3`, `bonus 4 5,1`, `tower 3,0`, `done`."""

from __future__ import annotations

import re
from functools import lru_cache

from tilery.games.game import NotationError
from tilery.games.tipperary.rules.components import BONUS_TILES
from tilery.games.tipperary.rules.moves import (
    DONE,
    REACH,
    bonus_move,
    column_of,
    is_bonus_move,
    is_place_move,
    is_sheep_move,
    is_tower_move,
    orientation_of,
    place_move,
    row_of,
    sheep_move,
    tile_of,
    tower_move,
)
from tilery.games.tipperary.rules.state import TILES
from tilery.words import say

ORIENTATIONS = ["0", "1", "2", "3", "0*", "1*", "2*", "3*"]


@lru_cache(maxsize=65_536)  # hundreds are legal, and most of them again in the next round
def text(move: int) -> str:
    at = "{},{}".format(*place(move))
    if is_place_move(move):
        return f"place {tile_of(move) + 1} {ORIENTATIONS[orientation_of(move)]} {at}"
    if is_sheep_move(move):
        return f"sheep {at}"
    if is_bonus_move(move):
        return f"bonus {tile_of(move) + 1} {at}"
    if is_tower_move(move):
        return f"tower {at}"
    return "done"


public = text  # nothing is secret


def place(move: int) -> tuple[int, int]:
    """The column and row that are part of a move."""
    return column_of(move), row_of(move)


def code(text: str) -> int:
    match text.split():
        case ["place", tile, orientation, at]:
            if orientation not in ORIENTATIONS:
                raise NotationError(
                    say(
                        'there is no orientation "{name}"; it is 0 to 3 quarter turns clockwise,'
                        " with a * if the tile is mirrored left to right first, like 1 or 1*",
                        name=orientation,
                    )
                )
            return place_move(_tile(tile), ORIENTATIONS.index(orientation), *_at(at))
        case ["sheep", at]:
            return sheep_move(*_at(at))
        case ["bonus", tile, at]:
            return bonus_move(_bonus_tile(tile), *_at(at))
        case ["tower", at]:
            return tower_move(*_at(at))
        case ["done"]:
            return DONE
    raise NotationError(
        say(
            '"{text}" is not a Tipperary move; moves are written "place 17 1* 3,-2", "sheep 2,3", "bonus '
            '4 5,1", "tower 3,0" and "done"',
            text=text,
        )
    )


def _tile(text: str) -> int:
    if not _is_number(text, TILES):
        raise NotationError(say('there is no tile "{name}"; tiles are numbered 1 to {most}', name=text, most=TILES))
    return int(text) - 1


def _bonus_tile(text: str) -> int:
    if not _is_number(text, BONUS_TILES):
        raise NotationError(
            say('there is no bonus tile "{name}"; bonus tiles are numbered 1 to {most}', name=text, most=BONUS_TILES)
        )
    return int(text) - 1


def _is_number(text: str, most: int) -> bool:
    return re.fullmatch("[1-9][0-9]?", text) is not None and int(text) <= most


def _at(text: str) -> tuple[int, int]:
    match = re.fullmatch("(0|-?[1-9][0-9]{0,2}),(0|-?[1-9][0-9]{0,2})", text)
    if not match:
        raise NotationError(say('there is no place "{name}"; a place is its column and row, like 3,-2', name=text))
    x, y = (int(number) for number in match.groups())
    if x not in REACH or y not in REACH:
        raise NotationError(say("{place} is farther from the town than any display can reach", place=text))
    return x, y
