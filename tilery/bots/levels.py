"""Levels of play: how much a bot sees and how long it thinks, for games that declare nothing of their own."""

from __future__ import annotations

from tilery.games.game import Game
from tilery.games.thinking import Levels, Thinking

NAMES = ("novice", "easy", "medium", "hard", "expert")

# A novice takes what brings points at once, looks at nobody else and overlooks much; then come the ends of things, then
# the others, then answers.
DEFAULT: Levels = {
    "novice": Thinking("glance", present=True, selfish=1.0, noise=2.0, oversight=0.3),
    "easy": Thinking("glance", selfish=1.0, noise=1.0, oversight=0.1),
    "medium": Thinking("glance", iterations=4),
    "hard": Thinking("tree", iterations=1_000),
    "expert": Thinking("tree", iterations=10_000),
}


def levels_of(game: Game, seats: int) -> Levels:
    """Return how the levels think in a game with so many seats."""
    return {**DEFAULT, **game.levels, **game.levels_by_seats.get(seats, {})}


def thinking_of(game: Game, level: str, seats: int) -> Thinking:
    """Return how a bot of a level thinks in a game with so many seats."""
    return levels_of(game, seats)[level]


def analysis_of(game: Game, seats: int) -> Thinking:
    """How decisions are looked into for hints, reviews and chances: as the expert does it, or in a way of its own.

    A game declares the level "analysis" where its expert takes too long to be asked about every move of a game.
    """
    levels = levels_of(game, seats)
    return levels.get("analysis", levels["expert"])
