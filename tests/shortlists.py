"""The shortlist of a match's game, for tests."""

from __future__ import annotations

import numpy as np

from tilery.kernel import contract, runner
from tilery.kernel.native import native
from tilery.match.match import Match
from tilery.match.moves import Move


@native
def listed(states: runner.States, seat: int, most: int, out: contract.Moves) -> int:
    return contract.shortlist(states[0], seat, most, out)


def shortlist(match: Match, seat: int, most: int) -> list[Move]:
    """The first moves of the shortlist, at most as many."""
    out = np.zeros(match.game.rules.MAX_MOVES, np.int32)
    count = listed(match.states, seat, most, out)
    return [Move(match.game, seat, int(code)) for code in out[:count]]
