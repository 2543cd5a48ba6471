"""Moves that cost something and bring nothing, as far as a seat can know: no bot and no hint makes one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from tilery.games.game import Game
from tilery.kernel import runner
from tilery.match.match import Match
from tilery.match.moves import Move


def useless_codes(game: Game, imagined: runner.States, seat: int, legal: Sequence[int]) -> frozenset[int]:
    """Return the useless ones among the codes of all legal moves; none if there are no others."""
    if game.useless_moves is None:
        return frozenset()
    found = game.useless_moves(imagined.view(np.recarray)[0], seat, legal)
    return frozenset(found) if len(found) < len(legal) else frozenset()


def useless_moves(match: Match, seat: int) -> frozenset[Move]:
    """Return the useless ones among the legal moves of a seat; none if there are no others."""
    legal = list(match.legal_moves(seat))
    imagined = match.redeal(seat, seed=0)  # before anything looks at it
    found = useless_codes(match.game, imagined.states, seat, [move.code for move in legal])
    return frozenset(move for move in legal if move.code in found)
