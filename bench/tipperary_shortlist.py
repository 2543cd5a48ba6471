"""Evolve the weights of Tipperary's shortlist: the table that a quick player needs to score most.

Players take the first move of the list in every turn, while the turns of the others pass by. The table has a row for
each number of rounds to come; what evolves are three of its rows, the others lie between them. The evolution adapts a
spread for each number (CMA-ES with a diagonal matrix). All players of a generation have the same deals, every
generation others; the last comparison is on deals that were never used before.

    python bench/tipperary_shortlist.py --generations 100 --seed 1 > /tmp/shortlist.txt
    python bench/tipperary_shortlist.py --start tilery/games/tipperary/learn/shortlist.txt --seed 2 > /tmp/shortlist.txt

Same command, same machine: same table.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tilery import games
from tilery.bots.playout import next_seat
from tilery.games.tipperary.learn.shortlist import WEIGHTS, Weights, shortlist_by
from tilery.kernel import chance, contract, runner
from tilery.kernel.chance import Rng
from tilery.kernel.contract import POINTS_SHAPE, Moves, Points
from tilery.kernel.native import native

GAME = games.find("tipperary")
SEATS = (2, 2, 5)  # numbers of seats that games have in turn
KNOTS = (0, 5, 12)  # rounds to come for which there is a row of its own
BLANK, TABLE = range(2)

# What a regression of the evaluation after placements found, evolved for 30 generations with one row.
FIRST = [-9, 86, 116, 61, 0, -15, 1, 35, 312, 87, 199, -30, 52, 195, 57, 50, -16]
FIRST_LATER = [0, 48, 44, 18, 18, 5, 40]  # landscapes wherever they lie, for eight rounds to come
FIRST_RECTANGLE = [64, 32, 0, 0, 0, 0]
FIRST_SHAPE = [32, 30, 24, 16, 120, -40, -16, 0, 4]

Table = NDArray[np.float64]


@native
def play_games(
    states: runner.States, seats: int, options: runner.States, weights: Weights, rng: Rng, count: int, scores: Moves,
    points: Points, moves: Moves,
) -> None:  # fmt: skip
    """Write what the first seat scores in some games."""
    for game in range(count):
        states[TABLE] = states[BLANK]
        contract.setup(states[TABLE], seats, options[0], rng)
        owing = contract.waiting(states[TABLE])
        while owing:
            seat = next_seat(owing, 0, seats)
            if seat == 0:
                shortlist_by(states[TABLE], seat, 1, weights, moves)
                contract.play(states[TABLE], seat, moves[0])
            else:
                contract.stand_in(states[TABLE], seat, rng)
            owing = contract.waiting(states[TABLE])
        contract.standing(states[TABLE], points)
        scores[game] = points[0, 0]


class Field:
    """Where players are compared."""

    def __init__(self) -> None:
        self.states = runner.new_states(GAME.rules.STATE, 2)
        self.points = np.zeros(POINTS_SHAPE, np.int32)
        self.moves = np.zeros(GAME.rules.MAX_MOVES, np.int32)

    def scores(self, weights: Weights, count: int, seed: int) -> Table:
        """The scores of a player in so many games."""
        found = []
        for number, seats in enumerate(SEATS):
            scores = np.zeros(count // len(SEATS), np.int32)
            options = GAME.encode_options(GAME.read_options(seats, {}))
            rng = chance.generator(seed * len(SEATS) + number)
            play_games(self.states, seats, options, weights, rng, len(scores), scores, self.points, self.moves)
            found.append(scores)
        return np.concatenate(found).astype(np.float64)


def whole_table(knots: Table) -> Weights:
    """All rows of a table by those of the knots."""
    rounds = np.arange(KNOTS[-1] + 1)
    columns = [np.interp(rounds, KNOTS, column) for column in knots.reshape(len(KNOTS), WEIGHTS).T]
    return np.ascontiguousarray(np.rint(np.array(columns).T).astype(np.int32))


def first_table() -> Weights:
    rows = [
        FIRST + [weight * rounds // 8 for weight in FIRST_LATER] + FIRST_RECTANGLE + FIRST_SHAPE
        for rounds in range(KNOTS[-1] + 1)
    ]
    return np.array(rows, np.int32)


class Evolution:
    """CMA-ES with a diagonal matrix, after Ros and Hansen (2008)."""

    def __init__(self, start: Table, scale: Table, population: int, seed: int) -> None:
        self.rng = np.random.default_rng(seed)
        self.mean, self.scale, self.size = start.copy(), scale, len(start)
        self.population = population
        share = np.log(population / 2 + 0.5) - np.log(np.arange(1, population // 2 + 1))
        self.share = share / share.sum()
        self.weight = 1 / (self.share**2).sum()
        size, weight = self.size, self.weight
        self.step_pace = (weight + 2) / (size + weight + 5)
        self.damping = 1 + self.step_pace + 2 * max(0.0, np.sqrt((weight - 1) / (size + 1)) - 1)
        self.path_pace = (4 + weight / size) / (size + 4 + 2 * weight / size)
        faster = (size + 2) / 3  # a diagonal can be learnt faster than a whole matrix
        self.one_pace = faster * 2 / ((size + 1.3) ** 2 + weight)
        self.many_pace = min(
            1 - self.one_pace, faster * 2 * (weight - 2 + 1 / weight) / ((size + 2) ** 2 + weight)
        )  # fmt: skip
        self.expected = np.sqrt(size) * (1 - 1 / (4 * size) + 1 / (21 * size**2))
        self.step, self.spread = 1.0, np.ones(size)
        self.step_path, self.path = np.zeros(size), np.zeros(size)

    def ask(self) -> Table:
        self.drawn = self.rng.standard_normal((self.population, self.size)) * np.sqrt(self.spread)
        found: Table = self.mean + self.step * self.drawn * self.scale
        return found

    def tell(self, scores: Table) -> None:
        best = self.drawn[np.argsort(-scores)[: len(self.share)]]
        moved = self.share @ best
        self.mean = self.mean + self.step * moved * self.scale
        pace = self.step_pace
        self.step_path = (1 - pace) * self.step_path + np.sqrt(pace * (2 - pace) * self.weight) * moved / np.sqrt(
            self.spread
        )
        pace = self.path_pace
        self.path = (1 - pace) * self.path + np.sqrt(pace * (2 - pace) * self.weight) * moved
        kept = 1 - self.one_pace - self.many_pace
        self.spread = kept * self.spread + self.one_pace * self.path**2 + self.many_pace * (self.share @ best**2)
        self.step *= float(
            np.exp((np.linalg.norm(self.step_path) / self.expected - 1) * self.step_pace / self.damping)
        )  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--generations", type=int, default=100)
    parser.add_argument("--population", type=int, default=24)
    parser.add_argument("--games", type=int, default=600, help="of each player in a generation")
    parser.add_argument("--proof", type=int, default=9_000, help="games on fresh deals at the end")
    parser.add_argument("--start", type=Path, help="a table to start from, instead of the first one")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    field = Field()
    first = np.loadtxt(asked.start, np.int32) if asked.start else first_table()
    start = first[list(KNOTS)].astype(np.float64).reshape(-1)
    evolution = Evolution(start, 0.12 * np.abs(start) + 4, asked.population, asked.seed)
    begun = time.process_time()
    for generation in range(asked.generations):
        seed = asked.seed * 1_000_003 + generation
        scores = [field.scores(whole_table(player), asked.games, seed).mean() for player in evolution.ask()]
        evolution.tell(np.array(scores))
        if generation % 5 == 4:
            took = time.process_time() - begun
            told = f"{generation + 1}: mean {np.mean(scores):.2f} step {evolution.step:.2f} {took:.0f} s"
            print(told, file=sys.stderr, flush=True)
    seed = asked.seed * 1_000_003 - 1
    table = whole_table(evolution.mean)
    found = field.scores(table, asked.proof, seed)
    before = field.scores(first, asked.proof, seed)
    gain = found - before
    print("# Weights of the shortlist: a row for each number of rounds to come, from 0 on; written by")
    print(
        f"# python bench/tipperary_shortlist.py --generations {asked.generations} --population {asked.population}"
        f" --games {asked.games} --seed {asked.seed}{' --start (the table before)' if asked.start else ''}"
    )
    print(
        f"# Mean score of {len(found)} games on fresh deals: {found.mean():.2f}, before {before.mean():.2f},"
        f" gain {gain.mean():.2f} with a standard error of {gain.std() / np.sqrt(len(gain)):.2f}"
    )
    for row in table.tolist():
        print(" ".join(map(str, row)))


if __name__ == "__main__":
    main()
