"""What nobody can know in Tipperary, dealt anew: the bag, the bonus tiles face down, and the spins to come.

All seats know the same. What has been drawn, revealed or spun lies open.
"""

from __future__ import annotations

from tilery.games.tipperary.components import AREAS, BONUS_TILES
from tilery.games.tipperary.state import TILES
from tilery.kernel.chance import Rng, below, shuffle
from tilery.kernel.contract import State
from tilery.kernel.native import native


@native
def redeal(state: State, seat: int, rng: Rng) -> None:
    shuffle(rng, state.bag, int(state.drawn), TILES)
    shuffle(rng, state.bonus_order, int(state.bonus_drawn), BONUS_TILES)
    for turn in range(state.current_round + 1, state.rounds):
        state.spins[turn] = below(rng, AREAS)
