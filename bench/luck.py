"""Does luck know whose turn it is? It should not, and over many games of equal players it should average to zero.

    python -m bench.luck topiary --seats 2 --games 200 --seed 1000      measures it on fresh games
    python -m bench.luck topiary --games 10 --reviews --level hard      whole reviews of games of equal bots

Without --reviews everybody plays the coach's own best move, so that nobody loses anything by a decision and all change
of chances is luck.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, replace
from itertools import pairwise
from math import sqrt

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

from tilery import Match, games
from tilery.bots import choose, think
from tilery.coach import flattery
from tilery.coach.outlook import Deadline, Depth, seeds
from tilery.coach.reviewing import review
from tilery.coach.spectator_chances import SearchedPosition, look_at
from tilery.games.game import Game

WORLDS = 4  # in which a position is judged; more make it less noisy, not less wrong

Numbers = NDArray[np.float64]


@dataclass(frozen=True)
class PlayedGame:
    """One game: the looks at all its positions, and who moved."""

    looks: list[SearchedPosition]
    movers: list[int]


def play(game: Game, seats: int, seed: int, worlds: int = WORLDS) -> PlayedGame:
    """A game in which everybody plays the coach's own best move, with a look at every position."""
    depth = replace(Depth.of(game, seats, 0.25), worlds=worlds)
    next_seed = seeds(game.name, seats, seed, "luck")
    match = Match(game, seats, seed=seed)
    positions, movers = [match.copy()], []
    while not match.is_over:
        movers.append(match.waiting[0])
        match.play(think(match, movers[-1], depth.search, seed=next_seed()).move)
        positions.append(match.copy())
    count = len(movers)
    looks = [
        look_at(position, depth, Deadline(None), next_seed(), (count - number) / count)
        for number, position in enumerate(positions)
    ]
    return PlayedGame(looks, movers)


@dataclass(frozen=True)
class Measured:
    """Luck over games: of who moves, per move; and of every seat, per game; each with its standard error."""

    of_mover: tuple[float, float]
    of_seats: list[tuple[float, float]]
    moves: int
    games: int


def mean(values: list[float]) -> tuple[float, float]:
    return float(np.mean(values)), float(np.std(values, ddof=1)) / sqrt(len(values))


def measured(games_played: list[PlayedGame], flattered: Numbers) -> Measured:
    """Luck in games in which nobody lost anything by a decision."""
    movers: list[float] = []
    seats: list[list[float]] = [[] for _ in games_played[0].looks[0].searched]
    for played in games_played:
        chances = [look.chances(flattered) for look in played.looks]
        movers += [
            after[mover] - before[mover]
            for (before, after), mover in zip(pairwise(chances), played.movers, strict=True)
        ]
        for seat, found in enumerate(seats):
            found.append(chances[-1][seat] - chances[0][seat])
    return Measured(mean(movers), list(map(mean, seats)), len(movers), len(games_played))


def reviewed(game: Game, seats: int, count: int, seed: int, level: str, effort: float) -> Measured:
    """Luck in reviews of games of equal bots."""
    movers: list[float] = []
    by_seat: list[list[float]] = [[] for _ in range(seats)]
    accuracy: list[float] = []
    for number in tqdm(range(seed, seed + count)):
        next_seed = seeds(game.name, seats, number, "reviewed")
        match = Match(game, seats, seed=number)
        while not match.is_over:
            match.play(choose(level, match, match.waiting[0], next_seed()))
        found = review(match.record(), effort=effort)
        movers += [moment.luck[moment.seat] for moment in found.moments]
        accuracy += [player.accuracy for player in found.players]
        for player in found.players:
            by_seat[player.seat].append(player.luck)
    print(f"accuracy of {level}: {np.mean(accuracy):.1f} ± {np.std(accuracy, ddof=1) / sqrt(len(accuracy)):.1f}")
    return Measured(mean(movers), list(map(mean, by_seat)), len(movers), count)


def tell(found: Measured) -> None:
    value, error = found.of_mover
    print(f"{found.games} games, {found.moves} moves")
    print(f"luck of who moves, per move: {value:+.4f} ± {error:.4f}")
    for seat, (value, error) in enumerate(found.of_seats):
        print(f"luck of seat {seat}, per game: {value:+.3f} ± {error:.3f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1_000_000)
    parser.add_argument("--reviews", action="store_true")
    parser.add_argument("--level", default="hard")
    parser.add_argument("--effort", type=float, default=0.25)
    asked = parser.parse_args()
    game = games.find(asked.game)
    seed = asked.seed
    if asked.reviews:
        tell(reviewed(game, asked.seats, asked.games, seed, asked.level, asked.effort))
        return
    games_played = [play(game, asked.seats, number) for number in tqdm(range(seed, seed + asked.games))]
    tell(measured(games_played, np.zeros(flattery.KNOTS)))


if __name__ == "__main__":
    main()
