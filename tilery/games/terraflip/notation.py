"""Moves of Terraflip as people write them: `place forest 1,-1`, `flip 0,1`, `throw 1,0 2,-1`, `spy 0,1`, `end`.

The word after `place` is the underside of a two-faced tile, or the name of a special one.
"""

from __future__ import annotations

from tilery.games.game import NotationError
from tilery.games.terraflip.components import KINDS, SPECIALS
from tilery.games.terraflip.geometry import COUNT, PLACES, RADIUS
from tilery.games.terraflip.state import CATAPULT, END, FLIP_TILE, SPY, THROW
from tilery.words import any_of, say

_NUMBER = {name: place for place, name in enumerate(PLACES)}


def text(move: int) -> str:
    if move < FLIP_TILE:
        return f"place {KINDS[move // COUNT]} {PLACES[move % COUNT]}"
    if move < SPY:
        return f"flip {PLACES[move - FLIP_TILE]}"
    if move < END:
        return f"spy {PLACES[move - SPY]}"
    if move == END:
        return "end"
    return f"throw {PLACES[(move - THROW) // COUNT]} {PLACES[(move - THROW) % COUNT]}"


def public(move: int) -> str:
    """Others see where a two-faced tile is placed, not what is underneath."""
    return f"place ? {PLACES[move % COUNT]}" if move < CATAPULT * COUNT else text(move)


def code(text: str) -> int:
    match text.split():
        case ["place", kind, place]:
            if kind not in KINDS:
                raise NotationError(
                    say(
                        'there is no tile "{name}"; a two-faced tile is named by the colour underneath,'
                        " a special one is {specials}",
                        name=kind,
                        specials=any_of(SPECIALS),
                    )
                )
            return COUNT * KINDS.index(kind) + place_number(place)
        case ["flip", place]:
            return FLIP_TILE + place_number(place)
        case ["throw", start, goal]:
            return THROW + COUNT * place_number(start) + place_number(goal)
        case ["spy", place]:
            return SPY + place_number(place)
        case ["end"]:
            return END
    raise NotationError(
        say(
            '"{text}" is not a move of Terraflip; moves are written "place forest 1,-1" (with the colour underneath),'
            ' "place camp 0,1", "flip 0,1", "throw 1,0 2,-1", "spy 0,1" and "end"',
            text=text,
        )
    )


def place_number(name: str) -> int:
    if name not in _NUMBER:
        raise NotationError(
            say(
                'there is no place "{name}"; a place is two whole numbers like 1,-1,'
                " at most {steps} steps from the tower at 0,0",
                name=name,
                steps=RADIUS,
            )
        )
    return _NUMBER[name]
