"""What Terraflip says to people: names of families and tiles, choices, and the log of a match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tilery.games.terraflip import geometry
from tilery.words import Sentence, all_of, say, say_many


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
            return say("Desert belongs to nobody in this game")
        case "forest":
            return say("Forest belongs to nobody in this game")
        case "mountain":
            return say("Mountain belongs to nobody in this game")
        case _:
            return say("River belongs to nobody in this game")


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
    legs = all_of([_leg(direction, steps) for direction, steps in geometry.legs(geometry.PLACES.index(place))])
    return say("{path} of the tower", path=legs)


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


def choice_name(move: str) -> Sentence:
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


def taking(move: str) -> Sentence:
    """What is taken first, before it is said where to."""
    match move.split():
        case ["place", kind, _]:
            return say("Place {tile}", tile=tile_name(kind))
        case ["throw", start, _]:
            return say("Throw the tile {start}", start=where(start))
    return say("Send a spy")


@dataclass
class Deed:
    """What the log tells in one sentence: a tile placed and what it flipped, or what a spy looked at."""

    seat: int
    kind: str | None = None
    place: str | None = None
    throw: tuple[str, str] | None = None
    flips: list[str] = field(default_factory=list)
    spied: str | None = None

    @property
    def places(self) -> list[str]:
        """Where on the map it was done; where a throw ended."""
        return [place for place in (self.spied, self.place, self.throw and self.throw[1], *self.flips) if place]


def deeds(moves: Sequence[tuple[int, str]]) -> list[Deed]:
    """A log of moves as deeds; the first may have begun before it."""
    found: list[Deed] = []
    for seat, move in moves:
        words = move.split()
        fresh = not found or found[-1].seat != seat
        if words[0] in {"place", "spy"} or fresh or (words[0] != "end" and found[-1].spied):
            found.append(Deed(seat))
        deed = found[-1]
        match words:
            case ["place", kind, place]:
                deed.kind, deed.place = kind, place
            case ["throw", start, goal]:
                deed.throw = (start, goal)
            case ["flip", place]:
                deed.flips.append(place)
            case ["spy", place]:
                deed.spied = place
    return found


def told(deed: Deed, player: str) -> Sentence:
    done = []
    if deed.spied:
        done.append(say("spies under the tile {place}", place=where(deed.spied)))
    if deed.place:
        done.append(say("places {tile}, {place}", tile=tile_name(str(deed.kind)), place=where(deed.place)))
    if deed.throw:
        done.append(say("throws a tile"))
    if deed.flips:
        done.append(say_many("flips {count} tile", "flips {count} tiles", len(deed.flips)))
    return (
        say("{player} {deeds}", player=player, deeds=all_of(done))
        if done
        else say("{player} ends the turn", player=player)
    )
