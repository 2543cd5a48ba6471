"""The log of a match of Topiary in words: an entry for every turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tilery.games.drawing import Told
from tilery.games.topiary.page import phrases
from tilery.games.topiary.page.ids import FREED, tile_id, visitor_id
from tilery.words import Sentence, all_of, say


@dataclass
class Turn:
    """What a seat did in one turn, as far as the log tells."""

    seat: int
    spot: str | None = None
    cell: str | None = None
    tile: str | None = None
    passed: bool = False
    kept: tuple[str, ...] = ()
    end: int = 0
    """How many moves of the log had been made when it was complete."""


def turns(moves: Sequence[tuple[int, str]]) -> list[Turn]:
    """A log of moves, cut into turns; the first may have begun before it."""
    found: list[Turn] = []
    for number, (seat, move) in enumerate(moves, 1):
        verb, *objects = move.split()
        if verb in {"visit", "keep"} or not found or found[-1].seat != seat:
            found.append(Turn(seat))
        turn = found[-1]
        turn.end = number
        match verb:
            case "visit":
                turn.spot = objects[0]
            case "take":
                turn.cell = objects[0]
            case "put":
                turn.tile = objects[0]
            case "keep":
                turn.kept = tuple(objects)
            case _:
                turn.passed = True
    return found


def tell(moves: Sequence[tuple[int, str]], players: Sequence[str]) -> list[Told]:
    return [Told(turn.seat, _told(turn, players[turn.seat]), turn.end, _places(turn)) for turn in turns(moves)]


def _places(turn: Turn) -> list[str]:
    """The visitor of a turn, and the tile that was planted."""
    visitor = [visitor_id(turn.spot)] if turn.spot else []
    planted = [tile_id(turn.tile)] if turn.tile else [FREED] if turn.cell else []
    return visitor + planted


def _told(turn: Turn, player: str) -> Sentence:
    if turn.kept:
        if "?" in turn.kept:
            return say("{player} keeps three tiles", player=player)
        return say(
            "{player} keeps {tiles}", player=player, tiles=all_of([phrases.tile_name(tile) for tile in turn.kept])
        )
    if turn.spot is None:
        return _told_end(turn, player)
    line = phrases.line_of(turn.spot)
    if turn.tile:
        tile = phrases.tile_name(turn.tile)
        return say(
            "{player} looks along {line} and plants {tile} at {cell}",
            player=player,
            line=line,
            tile=tile,
            cell=turn.cell,
        )
    if turn.cell:
        return say("{player} looks along {line} and takes the tile at {cell}", player=player, line=line, cell=turn.cell)
    if turn.passed:
        return say("{player} looks along {line} and takes nothing", player=player, line=line)
    return say("{player} looks along {line}", player=player, line=line)


def _told_end(turn: Turn, player: str) -> Sentence:
    """A turn whose beginning is not in the log."""
    if turn.tile:
        return say("{player} plants {tile}", player=player, tile=phrases.tile_name(turn.tile))
    if turn.cell:
        return say("{player} takes the tile at {cell}", player=player, cell=turn.cell)
    return say("{player} takes nothing", player=player)
