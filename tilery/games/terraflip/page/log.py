"""The log of Terraflip in words: an entry for every tile with what it flipped and brought, and for every spy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from tilery.games.after_move import after_move
from tilery.games.drawing import LogEntry
from tilery.games.points_told import changes_in, changes_shown, with_changes, words_of
from tilery.games.terraflip.page import phrases
from tilery.games.terraflip.page.ids import tile_id
from tilery.games.terraflip.rules.state import TerraflipState
from tilery.kernel import contract
from tilery.kernel.contract import POINTS_SHAPE
from tilery.words import Sentence, all_of, say, say_many


@dataclass
class Deed:
    """What the log tells in one sentence: a tile placed and what it flipped, or what a spy looked at."""

    seat: int
    kind: str | None = None
    place: str | None = None
    has_thrown: bool = False
    thrown_to: str | None = None
    flips: int = 0
    flipped: list[str] = field(default_factory=list)
    has_spied: bool = False
    spied: str | None = None
    changes: Counter[int] = field(default_factory=Counter)
    """By seat, the points that it brought or cost."""
    end: int = 0
    """How many moves of the log had been made when it was complete."""

    @property
    def places(self) -> list[str]:
        """Where on the map it was done, as far as that is still told; where a throw ended."""
        return [place for place in (self.spied, self.place, self.thrown_to, *self.flipped) if place]


def deeds(moves: Sequence[tuple[int, str]]) -> list[Deed]:
    """A log of moves as deeds; the first may have begun before it. Of a move that has faded only the verb is told."""
    found: list[Deed] = []
    for number, (seat, move) in enumerate(moves, 1):
        words = words_of(move)
        fresh = not found or found[-1].seat != seat
        if words[0] in {"place", "spy"} or fresh or (words[0] != "end" and found[-1].has_spied):
            found.append(Deed(seat))
        deed = found[-1]
        deed.end = number
        deed.changes.update(changes_in(move))
        match words:
            case ["place", kind, *places]:
                deed.kind = kind
                deed.place = places[0] if places else None
            case ["throw", *places]:
                deed.has_thrown = True
                deed.thrown_to = places[1] if places else None
            case ["flip", *places]:
                deed.flips += 1
                deed.flipped += places
            case ["spy", *places]:
                deed.has_spied = True
                deed.spied = places[0] if places else None
    return found


def shown(state: TerraflipState, seat: int, move: int) -> str:
    """Whose points a move changes, as words such as `points-of-0+2`: everybody sees the colours of the table.

    Where players have to remember, the log would tell them whose tile was flipped, so it says nothing of points.
    """
    if state.pure_memory:
        return ""
    return changes_shown(_totals(state), _totals(after_move(state, seat, move)))


def _totals(state: TerraflipState) -> list[int]:
    out = np.zeros(POINTS_SHAPE, np.int32)
    contract.score(state, out)
    return [sum(row) for row in out[: state.seats].tolist()]


def tell(moves: Sequence[tuple[int, str]], players: Sequence[str]) -> list[LogEntry]:
    return [
        LogEntry(
            deed.seat,
            with_changes(_told(deed, players[deed.seat]), deed.seat, deed.changes, players),
            deed.end,
            list(map(tile_id, deed.places)),
        )
        for deed in deeds(moves)
    ]


def _told(deed: Deed, player: str) -> Sentence:
    """Say what was done; where, the map shows to who points at the entry."""
    done = []
    if deed.has_spied:
        done.append(say("looks under a tile"))
    if deed.kind:
        done.append(say("places {tile}", tile=phrases.tile_name(deed.kind)))
    if deed.has_thrown:
        done.append(say("throws a tile"))
    if deed.flips:
        done.append(say_many("flips {count} tile", "flips {count} tiles", deed.flips))
    return (
        say("{player} {deeds}", player=player, deeds=all_of(done))
        if done
        else say("{player} ends their turn", player=player)
    )
