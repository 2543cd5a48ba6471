"""The guess that bots go by."""

from __future__ import annotations

import numpy as np
import pytest

from tilery import games
from tilery.kernel import runner
from tilery.kernel.contract import POINTS_SHAPE
from tilery.match.match import Match


def test_the_evaluation_adds_something_for_everything_in_hand() -> None:
    match = Match("terraflip", 2, seed=0)
    values = np.zeros(POINTS_SHAPE[0])
    runner.evaluate(match._states, values)
    assert values[0] == pytest.approx(values[1] + 3)
    before = values[0]
    match.play("place river 0,1")
    runner.evaluate(match._states, values)
    assert values[0] > before
    before = values[0]
    seen = values[1]
    match.play("spy 0,1")
    runner.evaluate(match._states, values)
    assert values[1] < seen
    assert values[0] == before


def test_a_player_who_looks_one_step_ahead_beats_a_random_one() -> None:
    game = games.find("terraflip")
    wins = 0.0
    for seed in range(10):
        match = Match(game, 2, seed=0)
        greedy = seed % 2
        number = 0
        while not match.is_over:
            number += 1
            if match.waiting == (greedy,):
                match.play(_greedy(match, greedy, number))
            else:
                match.play_randomly(1, seed=1000 * seed + number)
        wins += (greedy in match.scores.winners) / len(match.scores.winners)
    assert wins >= 9


def _greedy(match: Match, seat: int, seed: int) -> str:
    values = np.zeros(POINTS_SHAPE[0])
    best = {}
    for move in match.legal_moves():
        twin = match.redeal(seat, seed=seed)
        twin.play(move)
        runner.evaluate(twin._states, values)
        best[str(move)] = values[seat] - values[1 - seat]
    return max(best, key=lambda move: best[move])
