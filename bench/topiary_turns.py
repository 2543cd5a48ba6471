"""Evolve the weights of Topiary's shortlist for a number of seats: the table that a quick player needs to win most.

Players take the first move of the list in every decision, one with new weights against others with the present ones.
All players of a generation have the same deals and take every seat, every generation has other deals, and the last
comparison is on deals that were never used before. Weights of the last turn are not touched: points are sure there.

    python bench/topiary_turns.py --seats 2 --generations 60 --seed 1 > /tmp/shortlist.txt

Same command, same machine: same table.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.tipperary_shortlist import Evolution, Table
from tilery import games
from tilery.bots.judging import share_of
from tilery.bots.playout import next_seat
from tilery.games.topiary.learn.lines import LATER
from tilery.games.topiary.learn.shortlist import PHASES, WEIGHT, WEIGHTS, listed
from tilery.kernel import chance, contract, runner
from tilery.kernel.chance import Rng
from tilery.kernel.contract import POINTS_SHAPE, Moves, Points, Values
from tilery.kernel.native import native

GAME = games.find("topiary")
SPREAD = 8.0  # a lead of so many points is as good as half a victory more
BLANK, TABLE = range(2)


@native
def play_game(
    states: runner.States, seats: int, options: runner.States, own: int, weights: Values, others: Values,
    worths: Values, rng: Rng, points: Points, moves: Moves,
) -> float:  # fmt: skip
    """Play a game in which one seat has weights of its own; what it came to for that seat, from 0 to 1."""
    states[TABLE] = states[BLANK]
    contract.setup(states[TABLE], seats, options[0], rng)
    owing = contract.waiting(states[TABLE])
    while owing:
        seat = next_seat(owing, 0, seats)
        listed(states[TABLE], seat, 1, weights if seat == own else others, worths, moves)
        contract.play(states[TABLE], seat, moves[0])
        owing = contract.waiting(states[TABLE])
    contract.standing(states[TABLE], points)
    best = -1000
    for other in range(seats):
        if other != own:
            best = max(best, points[other, 0])
    lead = float(points[own, 0] - best)
    return 0.5 * share_of(points, own, seats, 3) + 0.25 + 0.25 * lead / (SPREAD + abs(lead))


@native
def play_deals(
    states: runner.States, seats: int, options: runner.States, weights: Values, others: Values, worths: Values,
    rng: Rng, deals: int, twin: Rng, points: Points, moves: Moves, out: Values,
) -> None:  # fmt: skip
    """Write what weights came to in every deal, as a mean over the seats."""
    for deal in range(deals):
        first, second = chance.next_word(rng), chance.next_word(rng)
        out[deal] = 0.0
        for own in range(seats):
            twin[0], twin[1] = first, second
            out[deal] += play_game(states, seats, options, own, weights, others, worths, twin, points, moves) / seats


class Field:
    """Where players are compared: one with new weights among others with the present ones."""

    def __init__(self, seats: int) -> None:
        self.seats, self.others, self.worths = seats, WEIGHT[seats - 2], LATER[seats - 2]
        self.options = GAME.encode_options(GAME.read_options(seats, {}))
        self.states = runner.new_states(GAME.rules.STATE, 2)
        self.points = np.zeros(POINTS_SHAPE, np.int32)
        self.moves = np.zeros(GAME.rules.MAX_MOVES, np.int32)
        self.twin = np.zeros(2, np.uint64)

    def scores(self, weights: Table, deals: int, seed: int) -> Table:
        """What a player came to in so many deals."""
        scores = np.zeros(deals)
        play_deals(
            self.states, self.seats, self.options, weights, self.others, self.worths, chance.generator(seed), deals,
            self.twin, self.points, self.moves, scores,
        )  # fmt: skip
        return scores


def whole(later: Table, last: Table) -> Table:
    """A table from its evolved rows and the row of the last turn."""
    return np.concatenate([last[None], later.reshape(PHASES - 1, WEIGHTS)])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seats", type=int, default=2, choices=GAME.seats)
    parser.add_argument("--generations", type=int, default=60)
    parser.add_argument("--population", type=int, default=20)
    parser.add_argument("--deals", type=int, default=200, help="of each player in a generation")
    parser.add_argument("--proof", type=int, default=4_000, help="deals at the end that were never used before")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    field = Field(asked.seats)
    last, start = field.others[0], field.others[1:].reshape(-1)
    evolution = Evolution(start, 0.15 * np.abs(start) + 0.05, asked.population, asked.seed)
    begun = time.process_time()
    for generation in range(asked.generations):
        seed = asked.seed * 1_000_003 + generation
        players = [whole(rows, last) for rows in evolution.ask()]
        scores = [field.scores(player, asked.deals, seed).mean() for player in players]
        evolution.tell(np.array(scores))
        if generation % 5 == 4:
            took = time.process_time() - begun
            told = f"{generation + 1}: mean {np.mean(scores):.4f} step {evolution.step:.2f} {took:.0f} s"
            print(told, file=sys.stderr, flush=True)
    table = whole(evolution.mean, last).round(3)
    seed = asked.seed * 1_000_003 - 1
    gain = field.scores(table, asked.proof, seed) - field.scores(field.others, asked.proof, seed)
    print("# Weights of the shortlist: a row for each phase, from the last turn on; written by")
    print(
        f"# python bench/topiary_turns.py --seats {asked.seats} --generations {asked.generations}"
        f" --population {asked.population} --deals {asked.deals} --seed {asked.seed}"
    )
    error = gain.std() / len(gain) ** 0.5
    print(f"# Gain on {len(gain)} fresh deals: {gain.mean():.4f} with a standard error of {error:.4f}")
    for row in table.tolist():
        print(" ".join(map(str, row)))


if __name__ == "__main__":
    main()
