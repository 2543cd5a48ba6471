"""Bots as somebody might write them, for the tests of the arena."""

from __future__ import annotations

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


class Mute:
    """Has no idea what a bot is."""
