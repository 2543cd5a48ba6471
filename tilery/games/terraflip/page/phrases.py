"""The words of Terraflip: names of families, tiles and places."""

from __future__ import annotations

from tilery.games.terraflip.rules import geometry
from tilery.words import Sentence, all_of, say


def family_name(family: str) -> Sentence:
    match family:
        case "desert":
            return say("desert")
        case "forest":
            return say("forest")
        case "mountain":
            return say("mountain")
        case _:
            return say("river")


def unclaimed(family: str) -> Sentence:
    """That nobody plays a family."""
    match family:
        case "desert":
            return say("Nobody is playing desert")
        case "forest":
            return say("Nobody is playing forest")
        case "mountain":
            return say("Nobody is playing mountain")
        case _:
            return say("Nobody is playing river")


def tile_name(kind: str) -> Sentence:
    """A tile in hand: a special one, or a two-faced one with its underside, if that is known."""
    match kind:
        case "catapult":
            return say("the catapult")
        case "rider":
            return say("the rider")
        case "camp":
            return say("the camp")
        case "desert":
            return say("a tile with desert underneath")
        case "forest":
            return say("a tile with forest underneath")
        case "mountain":
            return say("a tile with mountain underneath")
        case "river":
            return say("a tile with river underneath")
    return say("a tile")


def where(place: str) -> Sentence:
    """A place on the map, told from the tower; each has its own words."""
    return say("{path} of the tower", path=path(place))


def path(place: str) -> Sentence:
    """How to go from the tower to a place."""
    return all_of([_leg(direction, steps) for direction, steps in geometry.legs(geometry.PLACES.index(place))])


def lying(colour: str, special: str | None) -> Sentence:
    """A tile on the map, with what it shows."""
    family = family_name(colour)
    match special:
        case "catapult":
            return say("{family} (catapult)", family=family)
        case "rider":
            return say("{family} (rider)", family=family)
        case "camp":
            return say("{family} (camp)", family=family)
    return family


def _leg(direction: int, steps: int) -> Sentence:
    match direction:
        case 0:
            return say("{steps} north", steps=steps)
        case 1:
            return say("{steps} north-east", steps=steps)
        case 2:
            return say("{steps} south-east", steps=steps)
        case 3:
            return say("{steps} south", steps=steps)
        case 4:
            return say("{steps} south-west", steps=steps)
    return say("{steps} north-west", steps=steps)
