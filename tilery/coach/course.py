"""The chances of all seats along a game, as a spectator would put them: by what everybody knows, if all play well.

A search takes the best of many judgements, each a bit wrong, so it flatters the seat that it looks for; the mean over
all moves that it tried belittles it. Uncorrected, every seat would seem lucky or unlucky whenever its turn comes. So
each game is corrected by the two numbers, for its beginning and its end, that leave the least luck.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt

import numpy as np

from tilery.coach.outlook import FEWEST, Deadline, Depth, Numbers, Outlook, judge_world, seeds, shared_out
from tilery.match.match import Match

DOUBT = 0.02  # how much evidence it takes to believe that searches flatter


@dataclass(frozen=True)
class Look:
    """A position looked at by searches of the seat to move."""

    searched: Numbers
    """The chances of all seats by these searches."""
    error: float
    """The largest of their standard errors."""
    flattery: Numbers
    """In which direction the searches may be wrong: the seat to move gains at the cost of the others. Two rows: how
    much that counts by what holds at the beginning of a game, and by what holds at its end."""

    def chances(self, flattered: Numbers) -> tuple[float, ...]:
        """The chances, given how much searches flatter at the beginning and at the end."""
        return shared_out(np.maximum(self.searched - flattered @ self.flattery, 0.0).tolist())


def look_at(match: Match, depth: Depth, deadline: Deadline, seed: int, left: float) -> Look:
    """Look at a position in worlds that a spectator takes to be possible; `left` is the part of the game to come."""
    if match.is_over:
        return Look(np.array(Outlook.at_the_end(match).chances), 0.0, np.zeros((2, match.seats)))
    next_seed = seeds(seed, "look")
    found: list[Numbers] = []
    while len(found) < depth.worlds and not (len(found) >= FEWEST and deadline.is_over):
        found.append(judge_world(match.redeal(None, seed=next_seed()), depth, next_seed())[0])
    chances: Numbers = np.mean(found, axis=0)
    error = float(np.std(found, axis=0, ddof=1).max()) / sqrt(len(found))
    return Look(chances, error, _flattery(chances, match.waiting[0], left))


def _flattery(chances: Numbers, mover: int, left: float) -> Numbers:
    own = float(chances[mover])
    size = own * (1.0 - own)
    direction = -chances * (size / (1.0 - own)) if own < 1.0 else np.zeros_like(chances)
    direction[mover] = size
    return np.outer([left, 1.0 - left], direction)


def flattered_by(looks: Sequence[Look], effects: Sequence[Sequence[float]]) -> Numbers:
    """How much searches flatter in this game, by least squares over what would be luck; below 0, they belittle.

    Luck does not know whose turn it is. What comes and goes with the turn is flattery.
    """
    evidence, total = np.zeros(2), DOUBT * np.eye(2)
    for (before, after), effect in zip(pairwise(looks), effects, strict=True):
        luck = after.searched - before.searched - np.array(effect)
        turn = after.flattery - before.flattery
        evidence += turn @ luck
        total += turn @ turn.T
    found: Numbers = np.linalg.solve(total, evidence).astype(np.float64)
    return found
