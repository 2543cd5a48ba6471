"""The chances of all seats along a game, as a spectator would put them: by what everybody knows, if all play well.

Short searches flatter the seat to move a little, or belittle it. Uncorrected, every seat would seem lucky or unlucky
whenever its turn comes. So each game is corrected by the numbers that leave the least luck in it
(`tilery.coach.flattery`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import sqrt

import numpy as np

from tilery.coach.flattery import KNOTS, by_knot, fit
from tilery.coach.outlook import FEWEST, Deadline, Depth, Numbers, Outlook, judge_world, seeds, shared_out
from tilery.match.match import Match

DOUBT = 0.02  # how much evidence it takes to believe that searches flatter


@dataclass(frozen=True)
class SearchedPosition:
    """A position looked at by searches of the seat to move."""

    searched: Numbers
    """The chances of all seats by these searches."""
    error: float
    """The largest of their standard errors."""
    flattery: Numbers
    """How much flattery at each knot of a game counts here, by seat."""

    def chances(self, flattered: Numbers) -> tuple[float, ...]:
        """Return the chances, given how much searches flatter at each knot."""
        return shared_out(np.maximum(self.searched - flattered @ self.flattery, 0.0).tolist())


def look_at(match: Match, depth: Depth, deadline: Deadline, seed: int, left: float) -> SearchedPosition:
    """Look at a position in worlds that a spectator takes to be possible; `left` is the part of the game to come."""
    if match.is_over:
        return SearchedPosition(np.array(Outlook.at_the_end(match).chances), 0.0, np.zeros((KNOTS, match.seats)))
    next_seed = seeds(seed, "look")
    found: list[Numbers] = []
    while len(found) < depth.worlds and not (len(found) >= FEWEST and deadline.is_over):
        found.append(judge_world(match.redeal(None, seed=next_seed()), depth, next_seed())[0])
    chances: Numbers = np.mean(found, axis=0)
    error = float(np.std(found, axis=0, ddof=1).max()) / sqrt(len(found))
    return SearchedPosition(chances, error, by_knot(chances, match.waiting[0], left))


def flattered_by(looks: Sequence[SearchedPosition], effects: Sequence[Sequence[float]]) -> Numbers:
    """Return how much searches flatter in this game, by what would be luck in it."""
    changes = [
        (after.searched - before.searched - np.array(effect), after.flattery - before.flattery)
        for (before, after), effect in zip(pairwise(looks), effects, strict=True)
    ]
    return fit(changes, DOUBT)
