"""Moves of Terraflip as people write them: `place forest 1,-1`, `flip 0,1`, `throw 1,0 2,-1`, `spy 0,1`, `end`.

The word after `place` is the underside of a two-faced tile, or the name of a special one.
"""

from __future__ import annotations

from tilery.games.game import NotationError
from tilery.games.terraflip.rules.components import KINDS, SPECIALS
from tilery.games.terraflip.rules.geometry import PLACES, RADIUS
from tilery.games.terraflip.rules.moves import (
    END,
    flip_move,
    flipped,
    is_flip_move,
    is_place_move,
    is_spy_move,
    place_move,
    placed,
    spied,
    spy_move,
    throw_move,
    thrown,
)
from tilery.games.terraflip.rules.state import CATAPULT
from tilery.words import any_of, say

_NUMBER = {name: place for place, name in enumerate(PLACES)}


def text(move: int) -> str:
    if is_place_move(move):
        kind, place = placed(move)
        return f"place {KINDS[kind]} {PLACES[place]}"
    if is_flip_move(move):
        return f"flip {PLACES[flipped(move)]}"
    if is_spy_move(move):
        return f"spy {PLACES[spied(move)]}"
    if move == END:
        return "end"
    start, goal = thrown(move)
    return f"throw {PLACES[start]} {PLACES[goal]}"


def public(move: int) -> str:
    """Others see where a two-faced tile is placed, not what is underneath."""
    if is_place_move(move):
        kind, place = placed(move)
        if kind < CATAPULT:
            return f"place ? {PLACES[place]}"
    return text(move)


def faded(move: int) -> str:
    """What was done, but not where: places would tell whose tile it was (TER-14)."""
    verb, *rest = public(move).split()
    return f"{verb} {rest[0]}" if verb == "place" else verb


def code(text: str) -> int:
    match text.split():
        case ["place", kind, place]:
            if kind not in KINDS:
                raise NotationError(
                    say(
                        'there is no tile "{name}"; a double-sided tile is named by the colour underneath, a special '
                        "one is {specials}",
                        name=kind,
                        specials=any_of(SPECIALS),
                    )
                )
            return place_move(KINDS.index(kind), place_number(place))
        case ["flip", place]:
            return flip_move(place_number(place))
        case ["throw", start, goal]:
            return throw_move(place_number(start), place_number(goal))
        case ["spy", place]:
            return spy_move(place_number(place))
        case ["end"]:
            return END
    raise NotationError(
        say(
            '"{text}" is not a Terraflip move; moves are written "place forest 1,-1" (with the colour '
            'underneath), "place camp 0,1", "flip 0,1", "throw 1,0 2,-1", "spy 0,1" and "end"',
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
