"""What a seat of Terraflip can choose now: most moves take a tile or a spy first, and then a place."""

from __future__ import annotations

from collections.abc import Iterable

from tilery.games.drawing import Choice, Seen
from tilery.games.terraflip.page.ids import SPY, field_id, held_id, tile_id
from tilery.games.terraflip.page.phrases import family_name, tile_name, where
from tilery.words import Sentence, say

ACTIONS = {
    "place": say("Place it here"),
    "flip": say("Flip this tile"),
    "throw": say("Throw it here"),
    "spy": say("Look under this tile"),
}


def choices(seen: Seen) -> list[Choice]:
    return [_choice(seen, move) for move in seen.legal_moves]


def _choice(seen: Seen, move: str) -> Choice:
    name = _name(move)
    match move.split():
        case ["place", kind, place]:
            return Choice(move, name, field_id(place), held_id(kind))
        case ["flip", place]:
            return Choice(move, name, tile_id(place))
        case ["throw", start, goal]:
            return Choice(move, name, field_id(goal), tile_id(start))
        case ["spy", place]:
            return Choice(move, name, tile_id(place), SPY, _doubt(seen, place))
    return Choice(move, name)


def _doubt(seen: Seen, place: str) -> Sentence | None:
    """A question before a spy is spent on an underside that is shown already (TER-16).

    With pure memory only what is shown at this moment counts: to ask for more would be to remember for the player.
    """
    under = next(tile["under"] for tile in seen.table["tiles"] if tile["place"] == place)
    if under is None:
        return None
    return say("You already know what is underneath: {family}. Spend a spy anyway?", family=family_name(under))


def names(choices: Iterable[Choice]) -> dict[str, Sentence]:
    """What is taken first, before it is said where to."""
    return {choice.taken: _taking(choice.move) for choice in choices if choice.taken}


def _name(move: str) -> Sentence:
    match move.split():
        case ["place", kind, place]:
            return say("Place {tile}, {place}", tile=tile_name(kind), place=where(place))
        case ["flip", place]:
            return say("Flip the tile {place}", place=where(place))
        case ["throw", start, goal]:
            return say("Throw the tile {start}, to {goal}", start=where(start), goal=where(goal))
        case ["spy", place]:
            return say("Send a spy to look under the tile {place}", place=where(place))
    return say("End your turn")


def _taking(move: str) -> Sentence:
    """What is taken first, before it is said where to."""
    match move.split():
        case ["place", kind, _]:
            return say("Place {tile}", tile=tile_name(kind))
        case ["throw", start, _]:
            return say("Throw the tile {start}", start=where(start))
    return say("Send a spy")
