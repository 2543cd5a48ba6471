"""The guess of the final points, and the script that compares sets of tiles by it."""

from __future__ import annotations

import numpy as np
import pytest

from tilery.games.tipperary.learn import calibrate
from tilery.kernel import runner
from tilery.match.match import Match


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_after_the_end_the_guess_is_the_score(seats: int) -> None:
    values = np.zeros(5)
    for seed in range(20):
        match = Match("tipperary", seats, seed=seed)
        match.play_randomly(seed=seed)
        runner.evaluate(match._states, values)
        assert values[:seats].tolist() == list(match.scores.totals)


@pytest.mark.ruling("TIP-4")
def test_a_greedy_player_scores_like_the_rulebook_s_display() -> None:
    """A few games only: wide bounds around the targets of the ruling, for means of the categories."""
    points = calibrate.play(games=3, seats=4, samples=0, tiles="reconstructed", seed=3)
    area, sheep, _, _, whiskey, circles = points.mean(axis=0)
    assert 44 <= area <= 58
    assert 8 <= sheep <= 18
    assert 5 <= whiskey <= 19
    assert 2 <= circles <= 9
    assert 75 <= points.sum(axis=1).mean() <= 98


def test_the_table_shows_every_category_beside_its_target(capsys: pytest.CaptureFixture[str]) -> None:
    calibrate.main(["--games", "1", "--seats", "2", "--samples", "1"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("| category | 10% | 50% | 90% |")
    assert [line.split()[1] for line in lines[2:7]] == ["area", "sheep", "whiskey", "circles", "total"]
    assert lines[2].endswith("| 42 to 60 |")
    assert lines[-1].startswith("The ring of 18 is closed in ")
