"""Luck does not know whose turn it is; `python -m bench.luck` measures it over many more games."""

from __future__ import annotations

import numpy as np
import pytest

from bench.luck import measured, play
from tilery import games
from tilery.coach import flattery


@pytest.mark.parametrize("name", ["terraflip", "tipperary", "topiary", "triqueta"])
def test_luck_does_not_know_whose_turn_it_is(name: str) -> None:
    """Within what so few games can show; when positions were judged by the mean of a search, Terraflip had 0.054."""
    played = [play(games.find(name), 2, 5_000_000 + number) for number in range(2)]
    value, error = measured(played, np.zeros(flattery.KNOTS)).of_mover
    assert abs(value) < 0.02 + 2 * error


def test_what_is_fitted_is_found_again() -> None:
    """Games without luck in which the seat to move always seems better off than it is."""
    chances = np.array([0.6, 0.4])
    truth = np.array([0.2, 0.1, 0.0, -0.1])
    changes = []
    for step in range(20):
        before, after = (flattery.by_knot(chances, (step + late) % 2, 1 - (step + late) / 20) for late in (0, 1))
        changes.append((truth @ (after - before), after - before))
    assert flattery.fit(changes, 1e-9) == pytest.approx(truth, abs=1e-4)
