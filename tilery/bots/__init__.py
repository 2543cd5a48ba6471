"""Bots: players that work on redealt states, so that none can see what its seat may not.

Each redeals for itself, once, before it looks at anything.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import SupportsIndex

from tilery.bots.analysis import analyse
from tilery.bots.levels import NAMES, thinking_of
from tilery.bots.search import deciding_seat, think
from tilery.bots.simple import greedy, uniform
from tilery.bots.thought import Candidate, Margin, Thought
from tilery.kernel import chance
from tilery.kernel.arguments import one_of
from tilery.match.match import Match
from tilery.match.moves import Move
from tilery.words import say

__all__ = ["FOR_PEOPLE", "LEVELS", "Bot", "Candidate", "Margin", "Thought", "analyse", "choose", "think"]

Bot = Callable[[Match, int, int], Move]


def _think(level: str, match: Match, seat: int, seed: int) -> Move:
    return think(match, seat, thinking_of(match.game, level, match.seats), seed=seed, among=None).move


def _be_greedy(match: Match, seat: int, seed: int) -> Move:
    return greedy(match.redeal(seat, seed=seed), seat, seed)


FOR_PEOPLE = NAMES  # levels to choose an opponent from, easiest first; the other two are for comparison

LEVELS: dict[str, Bot] = {
    **{level: partial(_think, level) for level in FOR_PEOPLE},
    "random": uniform,
    "greedy": _be_greedy,
}


def choose(level: str, match: Match, seat: SupportsIndex, seed: SupportsIndex) -> Move:
    """The move that a bot of that level plays for `seat`; the same for the same seed and what the seat may see."""
    bot = LEVELS[one_of(level, say("a level"), tuple(LEVELS))]
    return bot(match, deciding_seat(match, seat), chance.read_seed(seed))
