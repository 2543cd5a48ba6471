"""What others have probably kept: who may keep only two tiles in a game keeps good ones.

`kept.txt` tells how many times as often a kept tile is of an animal as if tiles were kept at random, by how many of it
its owner has in view. `bench/triqueta_kept.py` counted that in games of one-step players.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from tilery.games.triqueta.rules.components import ROUNDS, WHITE_TILES, WOLF
from tilery.games.triqueta.rules.kept import sort_kept
from tilery.games.triqueta.rules.state import EMPTY, OVER, TriquetaState
from tilery.kernel.chance import Rng, below
from tilery.kernel.native import native

COUNTS = 5  # of tiles in view: none to three, and more
FEWEST_SEATS = 2
MOST_SEATS = 5
EXCHANGES = 6  # tried for each kept tile
_FINE = 1 << 24

KEPT = np.loadtxt(Path(__file__).with_name("kept.txt")).reshape(MOST_SEATS - FEWEST_SEATS + 1, ROUNDS, COUNTS, WOLF)


@native
def presume(state: TriquetaState, seat: int, rng: Rng) -> None:
    """Exchange the kept tiles of others for tiles of the stacks as often as they are likelier to be kept.

    Each is a step of the Metropolis algorithm, so many of them would lead to just those odds. A few stop short of them,
    on the safe side: not everybody keeps what our players keep.
    """
    if state.stage == OVER:
        return
    for owner in range(state.seats):
        if owner != seat and state.kept_size[owner]:
            for index in range(state.kept_size[owner]):
                for _ in range(EXCHANGES):
                    _try_exchange(state, owner, index, rng)
            sort_kept(state, owner)


@native
def _try_exchange(state: TriquetaState, owner: int, index: int, rng: Rng) -> None:
    place = below(rng, WHITE_TILES)
    other = int(state.white[place])
    if other == EMPTY:
        return
    tile = int(state.kept[owner, index])
    if below(rng, _FINE) * _likelihood(state, owner, tile) < _FINE * _likelihood(state, owner, other):
        state.white[place] = tile
        state.kept[owner, index] = other


@native
def _likelihood(state: TriquetaState, owner: int, animal: int) -> float:
    count = min(int(state.collection[owner, animal]), COUNTS - 1)
    return float(KEPT[int(state.seats) - FEWEST_SEATS, int(state.round_number), count, animal])
