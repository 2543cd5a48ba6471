"""The log of a match of Terraflip in words: an entry for every tile with what it flipped, and for every spy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tilery.games.drawing import Told
from tilery.games.terraflip.page import phrases
from tilery.games.terraflip.page.ids import tile_id
from tilery.words import Sentence, all_of, say, say_many


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


def tell(moves: Sequence[tuple[int, str]], players: Sequence[str]) -> list[Told]:
    return [Told(deed.seat, _told(deed, players[deed.seat]), list(map(tile_id, deed.places))) for deed in deeds(moves)]


def _told(deed: Deed, player: str) -> Sentence:
    done = []
    if deed.spied:
        done.append(say("looks under the tile {place}", place=phrases.where(deed.spied)))
    if deed.place:
        done.append(
            say("places {tile} {place}", tile=phrases.tile_name(str(deed.kind)), place=phrases.where(deed.place))
        )
    if deed.throw:
        done.append(say("throws a tile"))
    if deed.flips:
        done.append(say_many("flips {count} tile", "flips {count} tiles", len(deed.flips)))
    return (
        say("{player} {deeds}", player=player, deeds=all_of(done))
        if done
        else say("{player} ends their turn", player=player)
    )
