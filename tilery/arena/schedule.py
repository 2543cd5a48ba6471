"""What is played in an arena: deals, line-ups and rotations, the same for the same seed wherever they are played."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from itertools import combinations
from typing import Any

from tilery.kernel.arguments import index, instance, real, whole
from tilery.words import SpokenError, say

MOST_SEATS = 64
SHORTEST = 0.001  # seconds for a move


@dataclass(frozen=True)
class Contest:
    """A game, its seats and options, and the players; with the seed it says what is played, but not how often."""

    game: str
    seats: int
    options: dict[str, Any] = field(hash=False)
    players: tuple[str, ...]
    seed: int
    seconds: float | None = None
    """How long a player may think about a move; without a limit, games are the same wherever they are played."""

    def __post_init__(self) -> None:
        instance(self.game, str, say("the game of a contest"))
        whole(self.seats, say("a number of seats"), 1, MOST_SEATS)
        instance(self.options, dict, say("the options of a contest"))
        players = instance(self.players, tuple, say("the players of a contest"))
        if not players:
            raise SpokenError(say("name at least one bot"))
        for name in players:
            instance(name, str, say("the name of a bot"))
        object.__setattr__(self, "seed", index(self.seed, say("a seed")))
        if self.seconds is not None:
            real(self.seconds, say("a number of seconds"), SHORTEST)

    @property
    def line_ups(self) -> list[tuple[str, ...]]:
        """Who meets whom: every choice of players for the seats; with too few of them the last one sits on the rest."""
        missing = self.seats - len(self.players)
        if missing > 0:
            return [self.players + (self.players[-1],) * missing]
        return list(combinations(self.players, self.seats))

    @property
    def games_a_deal(self) -> int:
        return len(self.line_ups) * self.seats

    def deal(self, number: int) -> list[Pairing]:
        """Return every line-up in every rotation, with the same deal."""
        return [
            Pairing(number, line_up[turn:] + line_up[:turn]) for line_up in self.line_ups for turn in range(self.seats)
        ]

    def pairings(self, deals: int) -> Iterator[Pairing]:
        for number in range(deals):
            yield from self.deal(number)

    def seed_of(self, *parts: object) -> int:
        """128 bits for a part of the contest."""
        text = " ".join(["tilery arena", str(self.seed), *map(str, parts)])
        return int.from_bytes(hashlib.sha256(text.encode()).digest()[:16])

    def to_json(self) -> str:
        return json.dumps({"arena": 1, **asdict(self)}, ensure_ascii=False)


@dataclass(frozen=True)
class Pairing:
    """One game to play: a deal, and who sits on which seat."""

    deal: int
    seated: tuple[str, ...]


@dataclass(frozen=True)
class Fault:
    """Why a player lost a game before its end: what it did instead of a move, and which move that would have been."""

    seat: int
    player: str
    move: int
    reason: str


@dataclass(frozen=True)
class Result:
    """One game played: who won, and with how many points; `record` is the whole game as `docs/records.md` has it.

    With a fault, the game ended there: the others share the victory, and points are those of the moment.
    """

    deal: int
    seated: tuple[str, ...]
    winners: tuple[int, ...]
    totals: tuple[int, ...]
    seconds: tuple[float, ...]
    """How long each seat thought about a move, in the mean."""
    record: dict[str, Any] = field(hash=False, compare=False)
    fault: Fault | None = None

    @property
    def pairing(self) -> Pairing:
        return Pairing(self.deal, self.seated)

    def share(self, seat: int) -> float:
        """Return the victory, shared by those who won."""
        return 1 / len(self.winners) if seat in self.winners else 0.0

    def to_json(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_json(cls, document: dict[str, Any]) -> Result:
        lists = {name: tuple(document[name]) for name in ("seated", "winners", "totals", "seconds")}
        fault = document.get("fault")
        return cls(
            deal=int(document["deal"]),
            record=document["record"],
            fault=None if fault is None else Fault(**fault),
            **lists,
        )
