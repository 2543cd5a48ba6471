"""Random moves are fair, also where a game finds one without listing all."""

from __future__ import annotations

from collections import Counter

import numpy as np

from tests.variants import Variant, each
from tilery.kernel import chance, contract, runner
from tilery.kernel.native import native

SAMPLES = 40  # for each legal move


@native
def sample(states: runner.States, seat: int, rng: chance.Rng, buffer: contract.Moves, out: contract.Moves) -> None:
    for index in range(len(out)):
        out[index] = contract.random_move(states[0], seat, rng, buffer)


@each()
def test_every_legal_move_is_as_likely_as_another(variant: Variant) -> None:
    """The chi-square sum of many draws lies where it must for fair ones; seeds are fixed, so this never changes."""
    for before in (0, 3, 11, 26):
        match = variant.match(before)
        match.play_randomly(before, seed=before)
        for seat in match.waiting[:2]:
            legal = [move.code for move in match.legal_moves(seat)]
            drawn = np.zeros(SAMPLES * len(legal), np.int32)
            buffer = np.zeros(match.game.rules.MAX_MOVES, np.int32)
            state = match.state.tobytes()
            sample(match._states, seat, chance.generator(5), buffer, drawn)
            assert match.state.tobytes() == state
            counts = Counter(drawn.tolist())
            assert set(counts) == set(legal)
            freedom = len(legal) - 1
            chi_square = sum((counts[code] - SAMPLES) ** 2 / SAMPLES for code in legal)
            assert chi_square < freedom + 5 * (2 * freedom) ** 0.5 + 5
