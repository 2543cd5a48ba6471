"""Learn the tables of `bench.players.topiary` by games against itself, some minutes for all numbers of seats.

python -m bench.players.topiary_tables
"""

from __future__ import annotations

import numpy as np

from bench.players import topiary as game
from bench.players.arrays import Floats, Ints
from tilery.kernel.native import native

VISITORS = {2: 8, 3: 6, 4: 5}


@native
def deal(position: Ints, seats: int, visitors: int) -> None:
    """Set up a game."""
    position[:] = game.HIDDEN
    position[game.SEATS], position[game.TURN], position[game.LEFT] = seats, 0, seats * visitors
    tiles = np.arange(40)
    if seats < 4:
        removed = np.random.randint(0, 8)
        tiles = np.concatenate((tiles[: removed * 5], tiles[removed * 5 + 5 :]))
    position[game.GARDEN + 12] = tiles[np.random.randint(0, len(tiles))]
    game.imagine(position, -1, tiles[tiles != position[game.GARDEN + 12]])


@native
def learn(seats: int, visitors: int, games: int, tables: Floats, weights: Floats, stray: float, seed: int) -> Floats:
    """What visitors saw at the end, less the bonus they had, by the turns left and the pattern of their line."""
    np.random.seed(seed)
    sums, times = np.zeros((game.PHASES, game.PATTERNS)), np.zeros((game.PHASES, game.PATTERNS))
    grown, grown_times = np.zeros((game.PHASES, 6)), np.zeros((game.PHASES, 6))
    position = np.zeros(game.LENGTH, np.int64)
    plans, values = np.empty((48, 2), np.int64), np.empty(48)
    turns = seats * visitors
    patterns = np.zeros((turns, 48, 3), np.int64)
    for _ in range(games):
        deal(position, seats, visitors)
        while position[game.LEFT] > 0:
            left = position[game.LEFT]
            count = game.best_turns(position, tables, weights, plans, values, -1)
            chosen = int(np.argmax(values[:count]))
            if np.random.random() < stray:
                chosen = np.random.randint(0, count)
            position[game.OWNER + plans[chosen, 0]] = position[game.TURN]
            game.finish_turn(position, tables, weights, plans[chosen, 1])
            for spot in range(48):
                patterns[left - 1, spot, 0] = -1
                if position[game.OWNER + spot] >= 0:
                    found = game.pattern_of(position, spot, -1, -1)
                    patterns[left - 1, spot, 0], patterns[left - 1, spot, 1], patterns[left - 1, spot, 2] = found
        for left in range(1, turns):
            phase = min(left // 3, game.PHASES - 1)
            for spot in range(48):
                pattern, points, bonus = patterns[left, spot]
                if pattern >= 0:
                    final = patterns[0, spot, 1] + patterns[0, spot, 2] - bonus
                    sums[phase, pattern] += final
                    times[phase, pattern] += 1
                    hidden = hidden_in(pattern)
                    grown[phase, hidden] += final - points
                    grown_times[phase, hidden] += 1
    learned = tables.copy()
    for phase in range(game.PHASES):
        for pattern in range(game.PATTERNS):
            hidden = hidden_in(pattern)
            known = points_in(pattern)
            if grown_times[phase, hidden] > 0:
                known += grown[phase, hidden] / grown_times[phase, hidden]
            learned[phase, pattern] = (sums[phase, pattern] + 15 * known) / (times[phase, pattern] + 15)
    return learned


@native
def unpacked(pattern: int) -> tuple[int, int]:
    """The values of a pattern in the system of six, and how many there are."""
    for length in range(2, 6):
        if pattern < 6**length:
            return pattern, length
        pattern -= 6**length
    return 0, 0


@native
def hidden_in(pattern: int) -> int:
    values, length = unpacked(pattern)
    hidden = 0
    for _ in range(length):
        hidden += values % 6 == 0
        values //= 6
    return hidden


@native
def points_in(pattern: int) -> float:
    values, length = unpacked(pattern)
    points, highest = 0.0, 0
    for index in range(length - 1, -1, -1):
        value = values // 6**index % 6
        if value > highest:
            highest = value
            points += value
    return points


@native
def contest(
    seats: int, visitors: int, deals: int, first: Floats, first_weights: Floats, second: Floats, second_weights: Floats,
    seed: int,
) -> tuple[float, float]:  # fmt: skip
    """The share that one player of the first kind wins among others of the second, from every seat; and its error."""
    np.random.seed(seed)
    total, squares = 0.0, 0.0
    start, position = np.zeros(game.LENGTH, np.int64), np.zeros(game.LENGTH, np.int64)
    plans, values = np.empty((48, 2), np.int64), np.empty(48)
    for _ in range(deals):
        deal(start, seats, visitors)
        won = 0.0
        for seat in range(seats):
            position[:] = start
            while position[game.LEFT] > 0:
                ours = position[game.TURN] == seat
                tables, weights = (first, first_weights) if ours else (second, second_weights)
                count = game.best_turns(position, tables, weights, plans, values, -1)
                chosen = int(np.argmax(values[:count]))
                position[game.OWNER + plans[chosen, 0]] = position[game.TURN]
                game.finish_turn(position, tables, weights, plans[chosen, 1])
            won += game.victory(position, seat)[0] / seats
        total += won
        squares += won * won
    mean = total / deals
    return mean, np.sqrt(max(squares / deals - mean * mean, 0.0) / deals)


def main() -> None:
    learned = np.zeros((3, game.PHASES, game.PATTERNS))
    first = np.array([[points_in(pattern) for pattern in range(game.PATTERNS)]] * game.PHASES)
    for seats, visitors in VISITORS.items():
        tables = first
        for turn in range(4):
            better = learn(seats, visitors, 12_000 if turn == 3 else 3_000, tables, game.WEIGHTS, 0.15, turn)
            share, error = contest(seats, visitors, 400, better, game.WEIGHTS, tables, game.WEIGHTS, 99 + turn)
            print(f"{seats} seats, turn {turn}: wins {share:.1%} ± {1.96 * error:.1%}", flush=True)
            tables = better
        learned[seats - 2] = tables
    np.savez_compressed(game.TABLES, hundredths=np.round(learned * 100).astype(np.int16))


if __name__ == "__main__":
    main()
