"""The log of a match of Topiary in words: an entry for every turn, with what it brought."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from tilery.games.after_move import after_move
from tilery.games.drawing import LogEntry
from tilery.games.points_told import changes_in, changes_shown, with_changes, words_of
from tilery.games.topiary.page import phrases
from tilery.games.topiary.page.ids import FREED, tile_id, visitor_id
from tilery.games.topiary.rules.scoring import BONUS, SEEN
from tilery.games.topiary.rules.state import TopiaryState
from tilery.kernel import contract
from tilery.kernel.contract import POINTS_SHAPE
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
    changes: Counter[int] = field(default_factory=Counter)
    """By seat, the points that visitors brought or lost by it; those of tiles in hand are secret."""
    end: int = 0
    """How many moves of the log had been made when it was complete."""


def turns(moves: Sequence[tuple[int, str]]) -> list[Turn]:
    """A log of moves, cut into turns; the first may have begun before it."""
    found: list[Turn] = []
    for number, (seat, move) in enumerate(moves, 1):
        verb, *objects = words_of(move)
        if verb in {"visit", "keep"} or not found or found[-1].seat != seat:
            found.append(Turn(seat))
        turn = found[-1]
        turn.end = number
        turn.changes.update(changes_in(move))
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


def shown(state: TopiaryState, seat: int, move: int) -> str:
    """Whose points a move changes: a new visitor sees something, and a tile that is taken or planted changes views."""
    return changes_shown(_seen_totals(state), _seen_totals(after_move(state, seat, move)))


def _seen_totals(state: TopiaryState) -> list[int]:
    """What everybody's visitors have to see, without tiles in hand."""
    out = np.zeros(POINTS_SHAPE, np.int32)
    contract.score(state, out)
    return [int(row[SEEN] + row[BONUS]) for row in out[: state.seats]]


def tell(moves: Sequence[tuple[int, str]], players: Sequence[str]) -> list[LogEntry]:
    return [
        LogEntry(
            turn.seat,
            with_changes(_told(turn, players[turn.seat]), turn.seat, turn.changes, players),
            turn.end,
            _places(turn),
        )
        for turn in turns(moves)
    ]


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
