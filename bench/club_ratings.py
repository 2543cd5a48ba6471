"""Compares the ratings of clubs with those of openskill on seasons whose strengths are known.

    pip install openskill
    python -m bench.club_ratings

For each kind of season: how often an interval of 95 % holds the truth, how wide it is and how far the rating is off in
the mean, both in points of Elo. Strengths are drawn from openskill's own prior, so that neither is at a disadvantage.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from tilery.clubs.ratings import ELO, MIDDLE, NORMAL_95, Ranked, rate

SEASONS = 200
MEAN, SPREAD, NOISE = 25.0, 25 / 3, 25 / 6
"""What openskill believes of a player before the first game, and of how much players vary from game to game."""

Found = dict[int, tuple[float, float]]
"""By player: rating and half of the interval, in points of Elo around the mean."""


def simulate(strengths: NDArray[np.float64], games: int, seats: int, chance: np.random.Generator) -> list[Ranked[int]]:
    """Draw games by the model of Plackett and Luce."""
    found = []
    for _ in range(games):
        players = chance.permutation(len(strengths))[:seats]
        shown = strengths[players] + chance.gumbel(size=seats)
        places = (-shown).argsort().argsort() + 1
        found.append(Ranked(tuple(map(int, players)), tuple(map(int, places))))
    return found


def rate_here(games: Sequence[Ranked[int]], _seats: int) -> Found:
    return {player: (found.value - MIDDLE, found.high - found.value) for player, found in rate(games).items()}


def rate_by_openskill(games: Sequence[Ranked[int]], seats: int) -> Found:
    from openskill.models import PlackettLuce  # noqa: PLC0415  (only this comparison needs it)

    model = PlackettLuce()
    players = {player: model.rating() for game in games for player in game.players}
    for game in games:
        rated = model.rate(
            [[players[player]] for player in game.players], ranks=[float(place) for place in game.places]
        )
        players.update(zip(game.players, (team[0] for team in rated), strict=True))
    points = ELO / (seats**0.5 * NOISE)
    mean = float(np.mean([found.mu for found in players.values()]))
    return {player: ((found.mu - mean) * points, NORMAL_95 * found.sigma * points) for player, found in players.items()}


def measure(how: Callable[[Sequence[Ranked[int]], int], Found], players: int, games: int, seats: int) -> str:
    """Return how often intervals hold the truth, how wide they are, and the mean error."""
    chance = np.random.default_rng(1)
    inside, widths, errors = [], [], []
    for _ in range(SEASONS):
        strengths = chance.normal(0, SPREAD / (seats**0.5 * NOISE), players)
        found = how(simulate(strengths, games, seats, chance), seats)
        mean = strengths[list(found)].mean()
        for player, (value, half) in found.items():
            error = abs(value - ELO * (strengths[player] - mean))
            inside.append(error <= half)
            widths.append(2 * half)
            errors.append(error)
    return f"{np.mean(inside):6.1%} {np.mean(widths):7.0f} {np.mean(errors):6.0f}"


def main() -> None:
    print(f"{'season':34}{'here':^24}{'openskill':^24}")
    for players, games, seats in [(6, 8, 2), (10, 20, 2), (10, 60, 2), (10, 300, 2), (8, 30, 4)]:
        season = f"{players} players, {games} games of {seats}"
        here = measure(rate_here, players, games, seats)
        print(f"{season:34}{here:^24}{measure(rate_by_openskill, players, games, seats):^24}")


if __name__ == "__main__":
    main()
