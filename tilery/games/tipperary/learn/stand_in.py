"""What other players feel of a turn in Tipperary: a tile less to choose from, supplies that dwindle, a growing flock.

Everybody builds apart, so a search may play on for its own seat and let the others' turns pass like this. The rates are
those of 170 games of players that take the first of the shortlist, with two and with five seats.
"""

from __future__ import annotations

import numpy as np

from tilery.games.tipperary.rules.components import BONUS_TILES
from tilery.games.tipperary.rules.moves import DONE
from tilery.games.tipperary.rules.state import END, NO_TILE, TipperaryState
from tilery.games.tipperary.rules.turns import area_of, finish, has_placed, play
from tilery.kernel.chance import Rng, below
from tilery.kernel.native import native

# In 64ths, for a turn: that it takes a sheep, a tower or a bonus tile, and that the largest flock grows by at most so
# many sheep.
TAKES_SHEEP, TAKES_TOWER, TAKES_BONUS = 20, 3, 12
GROWS = np.array([27, 41, 54, 62], np.int64)


@native
def stand_in(state: TipperaryState, seat: int, rng: Rng) -> None:
    """Let a seat take a tile without building anything; what it still had to place comes to nothing."""
    tile, sheep, tower, bonus, grown = below(rng, 2), below(rng, 64), below(rng, 64), below(rng, 64), below(rng, 64)
    if state.stage == END:
        play(state, seat, DONE)
        return
    if not has_placed(state, seat):
        state.areas[area_of(state, seat), tile] = NO_TILE
        state.placed[seat] += 1
        if sheep < TAKES_SHEEP and state.sheep_left:
            state.sheep_left -= 1
        if tower < TAKES_TOWER and state.towers_left:
            state.towers_left -= 1
        if bonus < TAKES_BONUS and state.bonus_drawn < BONUS_TILES:
            state.bonus_drawn += 1
        for most in GROWS:
            state.flock[seat] += grown >= most
    state.bonus_to_place[seat] = 0
    state.sheep_to_place[seat] = 0
    finish(state, seat)
