"""The guess that bots go by."""

from __future__ import annotations

import numpy as np
import pytest

from tests.games.triqueta.tables import VARIANTS
from tilery.kernel import runner
from tilery.match.match import Match


def test_a_greedy_player_does_not_take_an_empty_row_at_once() -> None:
    """The evaluation of the state after each first move prefers to draw."""
    for seats, options in VARIANTS:
        match = Match("triqueta", seats, options=options, seed=5)
        guesses = {}
        for move in match.legal_moves():
            twin = match.copy()
            twin.play(move)
            out = np.zeros(5)
            runner.evaluate(twin._states, out)
            guesses[str(move)] = out[0]
        assert max(guesses, key=lambda move: guesses[move]) == "draw"


@pytest.mark.parametrize("seats", [2, 5])
def test_at_the_end_the_evaluation_is_the_score(seats: int) -> None:
    for seed in range(20):
        match = Match("triqueta", seats, options={"wolves": "on"}, seed=seed)
        match.play_randomly(seed=seed)
        out = np.zeros(5)
        runner.evaluate(match._states, out)
        assert out[:seats].tolist() == list(match.scores.totals)
