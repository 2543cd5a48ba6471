"""What Terraflip says to people: names of families and tiles, choices, and the log of a match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

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


def choice_name(move: str) -> Sentence:
    match move.split():
        case ["place", kind, place]:
            return say("Place {tile} at {place}", tile=tile_name(kind), place=place)
        case ["flip", place]:
            return say("Flip the tile at {place}", place=place)
        case ["throw", start, goal]:
            return say("Throw the tile at {start} to {goal}", start=start, goal=goal)
        case ["spy", place]:
            return say("Send a spy to look under the tile at {place}", place=place)
    return say("End your turn")


def taking(move: str) -> Sentence:
    """What is taken first, before it is said where to."""
    match move.split():
        case ["place", kind, _]:
            return say("Place {tile}", tile=tile_name(kind))
        case ["throw", start, _]:
            return say("Throw the tile at {start}", start=start)
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
    if deed.spied:
        return say("{player} sends a spy to look under {place}", player=player, place=deed.spied)
    if deed.place is None:
        return _told_end(deed, player)
    tile = tile_name(str(deed.kind))
    if deed.throw and deed.flips:
        return say(
            "{player} places {tile} at {place}, throws {start} to {goal} and flips {flips}",
            player=player,
            tile=tile,
            place=deed.place,
            start=deed.throw[0],
            goal=deed.throw[1],
            flips=_places(deed.flips),
        )
    if deed.throw:
        return say(
            "{player} places {tile} at {place} and throws {start} to {goal}",
            player=player,
            tile=tile,
            place=deed.place,
            start=deed.throw[0],
            goal=deed.throw[1],
        )
    if deed.flips:
        return say(
            "{player} places {tile} at {place} and flips {flips}",
            player=player,
            tile=tile,
            place=deed.place,
            flips=_places(deed.flips),
        )
    return say("{player} places {tile} at {place}", player=player, tile=tile, place=deed.place)


def _told_end(deed: Deed, player: str) -> Sentence:
    """A deed whose beginning is not in the log, or that a spy has interrupted."""
    if deed.throw and deed.flips:
        return say(
            "{player} throws {start} to {goal} and flips {flips}",
            player=player,
            start=deed.throw[0],
            goal=deed.throw[1],
            flips=_places(deed.flips),
        )
    if deed.throw:
        return say("{player} throws {start} to {goal}", player=player, start=deed.throw[0], goal=deed.throw[1])
    if deed.flips:
        return say("{player} flips {flips}", player=player, flips=_places(deed.flips))
    return say("{player} ends the turn", player=player)


def _places(places: list[str]) -> Sentence:
    return all_of([say("{place}", place=place) for place in places])
