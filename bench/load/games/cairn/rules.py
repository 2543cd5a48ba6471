"""The rules of Cairn: those of Pebbles, from another heap."""

from __future__ import annotations

from tilery.games.pebbles.rules import (  # type: ignore[import-not-found]  # found through TILERY_GAMES
    MAX_MOVES,
    PebblesState,
    legal_moves,
    play,
    redeal,
    score,
    standing,
    waiting,
)

from tilery.kernel.chance import Rng, below
from tilery.kernel.native import native
from tilery.kernel.state import Options, layout

__all__ = [
    "MAX_LENGTH",
    "MAX_MOVES",
    "OPTIONS",
    "STATE",
    "legal_moves",
    "play",
    "redeal",
    "score",
    "setup",
    "standing",
    "waiting",
]

HEAP = 120
MAX_LENGTH = HEAP


class CairnState(PebblesState):  # type: ignore[misc]  # see the import
    """Like that of Pebbles."""


class CairnOptions(Options):
    """None."""


STATE = layout(CairnState)
OPTIONS = layout(CairnOptions)


@native
def setup(state: CairnState, seats: int, options: CairnOptions, rng: Rng) -> None:  # noqa: ARG001  (the contract's)
    state.seats = seats
    state.most = 3
    state.heap = HEAP
    for seat in range(seats):
        state.card[seat] = 1 + below(rng, 6)
