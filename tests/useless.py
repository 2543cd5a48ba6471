"""The legal moves that bots and hints leave alone."""

from __future__ import annotations

import numpy as np

from tilery.kernel import runner
from tilery.match.match import Match
from tilery.match.moves import Move


def useless_moves(match: Match) -> set[str]:
    """Those of the first seat that owes a decision, in the state as it is, which a test may have written to."""
    if match.game.useless_moves is None:
        return set()
    seat = match.waiting[0]
    moves = np.zeros(match.game.rules.MAX_MOVES, np.int32)
    legal = moves[: runner.legal_moves(match.states, seat, moves)].tolist()
    return {str(Move(match.game, seat, code)) for code in match.game.useless_moves(match.state, seat, legal)}
