"""Bots as somebody might write them, for the tests of the arena."""

from __future__ import annotations

import sys
from typing import ClassVar

from tests.arena.spies import written
from tilery.match.match import Match
from tilery.match.moves import Move


class First:
    """Plays the first legal move."""

    def choose(self, match: Match, seat: int, seed: int) -> Move:  # noqa: ARG002
        return match.legal_moves(seat)[0]


class Cheat:
    """Plays a move that is never legal."""

    def choose(self, match: Match, seat: int, seed: int) -> Move:  # noqa: ARG002
        return Move(match.game, seat, 2**30)


class Rude:
    """Raises in the middle of a game."""

    def choose(self, match: Match, seat: int, seed: int) -> Move:  # noqa: ARG002
        if len(match.log()) > 2:
            raise RuntimeError("I do not like this")
        return match.legal_moves(seat)[0]


class Quitter:
    """Ends the process."""

    def choose(self, match: Match, seat: int, seed: int) -> Move:  # noqa: ARG002
        sys.exit("enough")


class Writer:
    """Answers in notation."""

    def choose(self, match: Match, seat: int, seed: int) -> str:  # noqa: ARG002
        return str(match.legal_moves(seat)[0])


class Babbler:
    """Answers with what is no move at all."""

    def choose(self, match: Match, seat: int, seed: int) -> object:  # noqa: ARG002
        return {"move": "take 1"}


class Scribbler:
    """Answers with a text that is no notation."""

    def choose(self, match: Match, seat: int, seed: int) -> str:  # noqa: ARG002
        return "castle"


class Usurper:
    """Plays for another seat."""

    def choose(self, match: Match, seat: int, seed: int) -> Move:  # noqa: ARG002
        other = (seat + 1) % match.seats
        return Move(match.game, other, match.legal_moves(seat)[0].code)


class Thinker:
    """Thinks for ever."""

    def choose(self, match: Match, seat: int, seed: int) -> Move:  # noqa: ARG002
        while True:
            pass


class Careful(First):
    """Wants to know how much time it has."""

    def choose(self, match: Match, seat: int, seed: int, seconds: float | None = None) -> Move:
        written({"seconds": seconds})
        return super().choose(match, seat, seed)


class Lasting(First):
    """Notes in which instance it was asked, and for which seat."""

    kept: ClassVar[list[Lasting]] = []

    def __init__(self) -> None:
        self.kept.append(self)

    def choose(self, match: Match, seat: int, seed: int) -> Move:
        written({"instance": self.kept.index(self), "seat": seat})
        return super().choose(match, seat, seed)


class Searcher:
    """Searches for minutes in compiled code."""

    def choose(self, match: Match, seat: int, seed: int) -> Move:
        from tilery.bots import (
            think,
        )  # only here: every bot of this file starts a process, and bots take long to import
        from tilery.games.thinking import Thinking

        return think(match, seat, Thinking("tree", iterations=10**9, playout=1000), seed=seed).move


class Mute:
    """Has no idea what a bot is."""
