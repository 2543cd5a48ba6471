"""Intervals hold what they say: seasons are simulated with strengths that are known."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from tests.effort import examples
from tilery.clubs.ratings import ELO, MIDDLE, Ranked, rate

SEASONS = 40


def season(strengths: NDArray[np.float64], games: int, seats: int, chance: np.random.Generator) -> list[Ranked[int]]:
    """Games among players of known strength, drawn by the model of Plackett and Luce."""
    found = []
    for _ in range(games):
        players = chance.permutation(len(strengths))[:seats]
        shown = strengths[players] + chance.gumbel(size=seats)
        found.append(Ranked(tuple(map(int, players)), tuple(int(place) for place in (-shown).argsort().argsort() + 1)))
    return found


@pytest.mark.parametrize(("players", "games", "seats"), [(6, 8, 2), (10, 60, 2), (8, 30, 4)])
@pytest.mark.parametrize("width", [0.5, 1.0, 1.75])
def test_intervals_hold_the_truth_as_often_as_they_say(players: int, games: int, seats: int, width: float) -> None:
    """95 % of them, for players that are nearly equal and far apart, after few games and after many.

    After few games it is unknown how far apart players are; intervals are then rather too wide for equals.
    """
    chance = np.random.default_rng(players * games + seats)
    inside = counted = 0
    for _ in range(SEASONS):
        strengths = chance.normal(0, width, players)
        found = rate(season(strengths, games, seats, chance))
        mean = strengths[list(found)].mean()
        for player, rating in found.items():
            truth = MIDDLE + ELO * (strengths[player] - mean)
            inside += rating.low <= truth <= rating.high
            counted += 1
    assert inside / counted >= 0.9
    assert width < 1 or inside / counted < 0.995


def test_more_games_make_an_interval_narrower_and_the_better_player_comes_first() -> None:
    strengths = np.array([1.5, 0.0, -1.5])
    widths = []
    for games in (6, 60, 600):
        found = rate(season(strengths, games, 2, np.random.default_rng(5)))
        widths.append(found[0].high - found[0].low)
    assert widths[0] > 2 * widths[1] > 4 * widths[2]
    assert found[0].low > found[1].high > found[1].low > found[2].high


def test_one_game_says_little() -> None:
    found = rate([Ranked(("Ann", "Ben"), (1, 2))])
    assert found["Ann"].value > found["Ben"].value
    assert found["Ann"].low < found["Ben"].value < found["Ben"].high


def test_the_advantage_of_a_seat_is_not_taken_for_strength() -> None:
    """Whoever sits first wins, and Ann sits first more often than Cleo, against the same Ben."""
    seated_first = [Ranked((player, "Ben"), (1, 2)) for player in ["Ann"] * 6 + ["Cleo"] * 2]
    seated_second = [Ranked(("Ben", player), (1, 2)) for player in ["Ann"] * 2 + ["Cleo"] * 6]
    fair = [Ranked((one, other), (1, 2)) for one, other in [("Dan", "Eve"), ("Eve", "Dan")] * 40]
    alone = rate(seated_first + seated_second)
    together = rate(seated_first + seated_second + fair)  # which say how much a seat is worth
    assert together["Ann"].value - together["Cleo"].value < 0.75 * (alone["Ann"].value - alone["Cleo"].value)


ranked = st.integers(2, 4).flatmap(
    lambda seats: st.tuples(
        st.permutations(range(5)).map(lambda players: tuple(players[:seats])), st.tuples(*[st.integers(1, 3)] * seats)
    )
)


@settings(deadline=None, max_examples=examples(50))
@given(st.lists(ranked, min_size=1, max_size=12), st.randoms(use_true_random=False))
def test_ratings_do_not_depend_on_the_order_of_games_and_have_a_fixed_mean(
    found: list[tuple[tuple[int, ...], tuple[int, ...]]], chance: random.Random
) -> None:
    games = [Ranked(players, places) for players, places in found]
    ratings = rate(games)
    assert np.mean([rating.value for rating in ratings.values()]) == pytest.approx(MIDDLE)
    shuffled = games[:]
    chance.shuffle(shuffled)
    again = rate(shuffled)
    for player, rating in ratings.items():
        assert rating.low < rating.value < rating.high
        assert (again[player].value, again[player].low) == pytest.approx((rating.value, rating.low), abs=1e-3)


def test_nobody_has_a_rating_before_the_first_game() -> None:
    assert rate([]) == {}
