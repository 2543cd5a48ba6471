"""How much short searches flatter or belittle the seat to move, by how far a game has come.

A search is a bit wrong whenever it chooses, so a seat seems to gain or lose whenever its turn comes. Luck does not know
whose turn it is; what comes and goes with the turn, and is no loss by a decision, is flattery. `python -m bench.luck`
measures it in games of players who always play the coach's own best move.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]

KNOTS = 4  # moments of a game between which flattery changes evenly, from its beginning to its end


def direction(chances: Numbers, mover: int) -> Numbers:
    """Return in which direction a search may be wrong: the seat to move gains at the cost of the others."""
    own = float(chances[mover])
    size = own * (1.0 - own)
    found = -chances * (size / (1.0 - own)) if own < 1.0 else np.zeros_like(chances)
    found[mover] = size
    return found


def by_knot(chances: Numbers, mover: int, left: float) -> Numbers:
    """Return how much flattery at each knot counts in a position; `left` is the part of the game to come."""
    place = (1.0 - left) * (KNOTS - 1)
    weights = np.maximum(1.0 - np.abs(place - np.arange(KNOTS)), 0.0)
    return np.outer(weights, direction(chances, mover))


def fit(changes: Iterable[tuple[Numbers, Numbers]], doubt: float) -> Numbers:
    """Flattery by knot, by least squares: changes of chances that would be luck, with the changes by knot beside them.

    Below 0, searches belittle.
    """
    pairs = list(changes)
    evidence = sum((turn @ luck for luck, turn in pairs), np.zeros(len(pairs[0][1])))
    total = sum((turn @ turn.T for _, turn in pairs), doubt * np.eye(len(evidence)))
    found: Numbers = np.linalg.solve(total, evidence).astype(np.float64)
    return found
