"""Bots: players that work on redealt states, so that none can see what its seat may not."""

from __future__ import annotations

from collections.abc import Callable

from tilery.bots.simple import greedy, uniform
from tilery.match.match import Match
from tilery.match.moves import Move

Bot = Callable[[Match, int, int], Move]

LEVELS: dict[str, Bot] = {"random": uniform, "greedy": greedy}


def choose(level: str, match: Match, seat: int, seed: int) -> Move:
    """The move that a bot of that level plays for `seat`; the same for the same seed and what the seat may see."""
    return LEVELS[level](match.redeal(seat, seed=seed), seat, seed)
