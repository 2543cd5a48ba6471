"""Moves of Tipperary as people write them: `place 17 1* 3,-2`, `sheep 2,3`, `bonus 4 5,1`, `tower 3,0`, `done`."""

from __future__ import annotations

import re
from functools import lru_cache

from tilery.games.game import NotationError
from tilery.games.tipperary.components import BONUS_TILES
from tilery.games.tipperary.state import (
    BONUS,
    DONE,
    ORIENTATION_BITS,
    PLACE,
    ROW_BITS,
    SHEEP,
    TILE_BITS,
    TILES,
    TOWER,
    ZERO,
)
from tilery.words import say

ORIENTATIONS = ["0", "1", "2", "3", "0*", "1*", "2*", "3*"]


@lru_cache(maxsize=65_536)  # hundreds are legal, and most of them again in the next round
def text(move: int) -> str:
    tile, orientation = (move & PLACE_MASK) >> TILE_BITS, move >> ORIENTATION_BITS & 7
    at = "{},{}".format(*place(move))
    if move < SHEEP:
        return f"place {tile + 1} {ORIENTATIONS[orientation]} {at}"
    if move < BONUS:
        return f"sheep {at}"
    if move < TOWER:
        return f"bonus {tile + 1} {at}"
    if move < DONE:
        return f"tower {at}"
    return "done"


PLACE_MASK = SHEEP - 1
public = text  # nothing is secret


def place(move: int) -> tuple[int, int]:
    """The column and row that are part of a move."""
    return (move & (1 << ROW_BITS) - 1) - ZERO, (move >> ROW_BITS & (1 << ROW_BITS) - 1) - ZERO


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
            turn = ORIENTATIONS.index(orientation) << ORIENTATION_BITS
            return PLACE + (_tile(tile) << TILE_BITS) + turn + _at(at)
        case ["sheep", at]:
            return SHEEP + _at(at)
        case ["bonus", tile, at]:
            return BONUS + (_bonus_tile(tile) << TILE_BITS) + _at(at)
        case ["tower", at]:
            return TOWER + _at(at)
        case ["done"]:
            return DONE
    raise NotationError(
        say(
            '"{text}" is not a move of Tipperary; moves are written "place 17 1* 3,-2", "sheep 2,3", "bonus 4 5,1",'
            ' "tower 3,0" and "done"',
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


def _at(text: str) -> int:
    match = re.fullmatch("(0|-?[1-9][0-9]{0,2}),(0|-?[1-9][0-9]{0,2})", text)
    if not match:
        raise NotationError(say('there is no place "{name}"; a place is its column and row, like 3,-2', name=text))
    x, y = (int(number) for number in match.groups())
    if not (-ZERO <= x < ZERO and -ZERO <= y < ZERO):
        raise NotationError(say("{place} is farther from the town than any display can reach", place=text))
    return (y + ZERO) << ROW_BITS | x + ZERO
