"""The rules of Cairn: those of Pebbles, from another heap."""

from __future__ import annotations

import numpy as np
from tilery.games.pebbles.rules import (  # type: ignore[import-not-found]  # found through TILERY_GAMES
    MAX_MOVES,
    evaluate,
    legal_moves,
    play,
    redeal,
    score,
    standing,
    waiting,
)

from tilery.kernel.chance import Rng, below
from tilery.kernel.contract import Options, State, state_type
from tilery.kernel.native import native

__all__ = ["MAX_MOVES", "evaluate", "legal_moves", "play", "redeal", "score", "setup", "standing", "waiting"]

HEAP = 120
MAX_LENGTH = HEAP

STATE = state_type(
    __package__,
    [
        ("seats", np.int8),
        ("most", np.int8),
        ("turn", np.int8),
        ("heap", np.int8),
        ("taken", np.int8, (3,)),
        ("card", np.int8, (3,)),
    ],
)


@native
def setup(state: State, seats: int, options: Options, rng: Rng) -> None:  # noqa: ARG001  (the contract's)
    state.seats = seats
    state.most = 3
    state.heap = HEAP
    for seat in range(seats):
        state.card[seat] = 1 + below(rng, 6)
