"""Which tiles are flanked: on a line from one tile to the next of the same colour (TER-5, TER-6)."""

from __future__ import annotations

from tilery.games.terraflip.rules.geometry import (
    BIT,
    CENTRE,
    CROSSED,
    FIRST_RAY,
    FIRST_STEP,
    RAY_ENDS,
    SLANTED_RAY,
    TOWER,
)
from tilery.games.terraflip.rules.state import TerraflipState
from tilery.games.terraflip.rules.tiles import NONE
from tilery.kernel.native import native


@native
def find_flips(state: TerraflipState, origin: int, colour: int) -> None:
    """Note the tiles that can be flipped because a line from `origin` to another tile of `colour` goes through them."""
    free_low, free_high = ~state.occupied[0], ~state.occupied[1]
    own_low, own_high = state.shows[colour, 0] | BIT[TOWER, 0], state.shows[colour, 1]
    plain_low, plain_high = state.two_faced[0], state.two_faced[1]
    flips_low, flips_high = NONE, NONE
    stop = SLANTED_RAY[origin] if state.rows_only else FIRST_RAY[origin + 1]
    for ray in range(FIRST_RAY[origin], stop):
        if not (RAY_ENDS[ray, 0] & own_low | RAY_ENDS[ray, 1] & own_high):
            continue
        passed_low, passed_high = NONE, NONE
        for step in range(FIRST_STEP[ray], FIRST_STEP[ray + 1]):
            if CROSSED[step, 0] & free_low | CROSSED[step, 1] & free_high:
                break
            low, high = BIT[CENTRE[step], 0], BIT[CENTRE[step], 1]
            if low & own_low | high & own_high:
                flips_low |= passed_low
                flips_high |= passed_high
                break
            passed_low |= low & plain_low
            passed_high |= high & plain_high
    state.flips[0] = flips_low
    state.flips[1] = flips_high
