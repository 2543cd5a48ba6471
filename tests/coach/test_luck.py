"""Luck does not know whose turn it is; `python -m bench.luck` measures it over many more games."""

from __future__ import annotations

import numpy as np
import pytest

from bench.luck import measured, play
from tilery import games
from tilery.coach import flattery
from tilery.coach.outlook import Depth

FRESH = 5_000_000  # seeds that nothing was fitted to


def known(name: str) -> flattery.Numbers | None:
    game = games.find(name)
    return flattery.known(game, 2, Depth.of(game, 2).judge)


MEASURED = [name for name in games.names() if known(name) is not None]


@pytest.mark.parametrize("name", MEASURED)
def test_luck_does_not_know_whose_turn_it_is_in_games_that_nothing_was_fitted_to(name: str) -> None:
    courses = [play(games.find(name), 2, FRESH + number) for number in range(4)]
    flattered = known(name)
    assert flattered is not None
    value, error = measured(courses, flattered).of_mover
    assert abs(value) < 3 * error
    uncorrected, _ = measured(courses, np.zeros(flattery.KNOTS)).of_mover
    assert abs(value) < abs(uncorrected)


def test_what_is_fitted_is_found_again() -> None:
    """Games without luck in which the seat to move always seems better off than it is."""
    chances = np.array([0.6, 0.4])
    truth = np.array([0.2, 0.1, 0.0, -0.1])
    changes = []
    for step in range(20):
        before, after = (flattery.by_knot(chances, (step + late) % 2, 1 - (step + late) / 20) for late in (0, 1))
        changes.append((truth @ (after - before), after - before))
    assert flattery.fit(changes, 1e-9) == pytest.approx(truth, abs=1e-4)
