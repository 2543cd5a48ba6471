"""Learn the tables of `bench.players.triqueta` by games against itself, some minutes for all numbers of seats.

python -m bench.players.triqueta_tables
"""

from __future__ import annotations

import numpy as np

from bench.players import triqueta as game
from bench.players.arrays import Floats, Ints
from tilery.kernel.native import native

SETS = game.MOST * 3  # counted and kept


@native
def deal(position: Ints, seats: int, wolves: int) -> None:
    """Set up a game."""
    position[:] = 0
    position[game.SEATS], position[game.WOLVES] = seats, wolves
    position[game.HAND] = position[game.SECOND] = position[game.FIRST_TREATMENT] = game.NONE
    white = np.arange(60) // 10
    grey = np.minimum(np.arange(15), 6)
    game.shuffle(white, 60)
    game.shuffle(grey, 15)
    for stack in range(4):
        position[game.SIZES + stack] = 20 if wolves and stack else 15
        position[game.STACKS + stack * 20 : game.STACKS + stack * 20 + 15] = white[stack * 15 : stack * 15 + 15]
        if wolves and stack:
            first = game.STACKS + stack * 20 + 15
            position[first : first + 5] = grey[stack * 5 - 5 : stack * 5]
    for seat in range(seats):
        position[game.IN_ROUND + seat] = position[game.OPEN + seat] = 1


@native
def learn(seats: int, games: int, tables: Floats, weights: Floats, stray: float, seed: int) -> tuple[Floats, float]:
    """Mean points of each set of an animal at the end, by rows still to take then; and mean points of a seat."""
    np.random.seed(seed)
    sums = np.zeros((4, game.KINDS, game.MOST, 3))
    times = np.zeros((4, game.KINDS, game.MOST, 3))
    position = np.zeros(game.LENGTH, np.int64)
    marks = np.zeros((4, seats, game.KINDS, 2), np.int64)
    mean = 0.0
    for number in range(games):
        deal(position, seats, number % 8 == 0)
        position[game.TURN] = position[game.ROCK] = np.random.randint(0, seats)
        seen = 0
        while position[game.ROUND] < 4:
            move = game.decide(position, tables, weights)
            if np.random.random() < stray and position[game.HAND] != game.NONE:
                row = np.random.randint(0, seats)
                if position[game.OPEN + row]:
                    move = game.PUT + row
            game.play(position, move)
            if position[game.ROUND] > seen:
                for seat in range(seats):
                    for animal in range(game.KINDS):
                        at = seat * game.KINDS + animal
                        marks[seen, seat, animal, 0] = min(position[game.HAVE + at], game.MOST - 1)
                        marks[seen, seat, animal, 1] = min(position[game.KEPT + at], 2)
                seen += 1
        for seat in range(seats):
            mean += game.final(position, seat)[0] / seats
            for animal in range(game.KINDS):
                count = marks[3, seat, animal, 0]
                count = min(count + marks[3, seat, animal, 1], max(count, 3))
                points = game.worth(animal, count)
                for rows in range(4):  # marks were made after each round, so 3 - rows are left
                    had, kept = marks[rows, seat, animal, 0], marks[rows, seat, animal, 1]
                    sums[3 - rows, animal, had, kept] += points
                    times[3 - rows, animal, had, kept] += 1
    learned = tables.copy()
    for left in range(4):
        for animal in range(game.KINDS):
            for had in range(game.MOST):
                for kept in range(3):
                    weight = times[left, animal, had, kept]
                    known = tables[left, animal, had, kept]
                    learned[left, animal, had, kept] = (sums[left, animal, had, kept] + 50 * known) / (weight + 50)
    return learned, mean / games


@native
def contest(
    seats: int, deals: int, first: Floats, first_weights: Floats, second: Floats, second_weights: Floats, seed: int
) -> tuple[float, float]:
    """The share that one player of the first kind wins among others of the second, from every seat; and its error."""
    np.random.seed(seed)
    total, squares = 0.0, 0.0
    start, position = np.zeros(game.LENGTH, np.int64), np.zeros(game.LENGTH, np.int64)
    for _ in range(deals):
        deal(start, seats, 0)
        won = 0.0
        for seat in range(seats):
            position[:] = start
            while position[game.ROUND] < 4:
                if position[game.TURN] == seat:
                    game.play(position, game.decide(position, first, first_weights))
                else:
                    game.play(position, game.decide(position, second, second_weights))
            won += game.share_and_lead(position, seat)[0] / seats
        total += won
        squares += won * won
    mean = total / deals
    return mean, np.sqrt(max(squares / deals - mean * mean, 0.0) / deals)


def first_tables() -> Floats:
    """What is known without a game: the points at the end, drawn towards a mean the earlier it is."""
    tables = np.zeros((4, game.KINDS, game.MOST, 3))
    for left in range(4):
        for animal in range(game.KINDS):
            for had in range(game.MOST):
                for kept in range(3):
                    count = min(had + kept, max(had, 3))
                    tables[left, animal, had, kept] = game.worth(animal, count) * (1 - 0.15 * left) + (
                        left * 0.6 * count if count < 3 else 0
                    )
    return tables


def main() -> None:
    learned = np.zeros((4, 4, game.KINDS, game.MOST, 3))
    for seats in range(2, 6):
        tables = first_tables()
        for turn in range(4):
            better, mean = learn(seats, 20_000 if turn > 2 else 5_000, tables, game.WEIGHTS, 0.1, turn)
            share, error = contest(seats, 300, better, game.WEIGHTS, tables, game.WEIGHTS, 99 + turn)
            print(f"{seats} seats, turn {turn}: {mean:.2f} points; wins {share:.1%} ± {1.96 * error:.1%}", flush=True)
            tables = better
        learned[seats - 2] = tables
    np.save(game.TABLES, learned)


if __name__ == "__main__":
    main()
