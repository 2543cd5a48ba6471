"""Find the weights of `bench.players.tipperary` by games of a single display: change some, keep what brings more.

python -m bench.players.tipperary_weights --turns 60 --games 120
"""

from __future__ import annotations

import argparse

import numpy as np

from bench.players import tipperary as players
from bench.players import tipperary_simulation as game
from bench.players.arrays import Floats, Ints
from tilery.kernel.native import native

ROUNDS = 12
RIVAL = 14  # the flock that the marker asks for


@native
def mean_points(
    grid: game.Grid, facts: Ints, ring: Ints, is_ring: game.Grid, weights: Floats, tiles: Ints, counts: Ints,
    bonuses: Ints, games: int, seed: int,
) -> tuple[float, float]:  # fmt: skip
    """Mean points of displays that are built from the same draws, and their error."""
    np.random.seed(seed)
    bag = np.arange(60)
    marks, seen = np.zeros(len(grid), np.int8), np.zeros(len(grid), np.int8)
    queue, drawn = np.empty(len(grid), np.int64), np.zeros(1, np.int64)
    total, squares = 0.0, 0.0
    for _ in range(games):
        np.random.shuffle(bag)
        np.random.shuffle(bonuses)
        board, state = grid.copy(), facts.copy()
        drawn[0] = 0
        for turn in range(ROUNDS):
            state[game.BY_OTHERS] = RIVAL * (turn + 1) // ROUNDS
            game.play_round(
                board, state, ring, is_ring, ROUNDS - 1 - turn, weights, tiles, counts, bag[turn * 2],
                bag[turn * 2 + 1], bonuses, drawn, marks, seen, queue,
            )  # fmt: skip
        points = game.judge(board, state, ring, 0, weights, seen, queue)
        total += points
        squares += points * points
    mean = total / games
    return mean, np.sqrt(max(squares / games - mean * mean, 0.0) / games)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=60)
    parser.add_argument("--games", type=int, default=120)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    tiles = players.TileSet(players.reconstructed())
    town = {"corner": [0, 0], "drawing": ["m p1 .", "# # #", "# # #", ". . r"], "side": "front", "barrel": 0,
            "circles": 0, "towers_to_place": 0, "towers": [], "bonus": [], "flock": 0}  # fmt: skip
    display = players.Display({"displays": [town, town], "marker": None}, 0)

    def measure(weights: Floats, seed: int, games: int) -> tuple[float, float]:
        return mean_points(
            display.grid, display.facts, display.ring, display.is_ring, weights, tiles.numbers, tiles.counts,
            game.BONUS_FACES.copy(), games, seed,
        )  # fmt: skip

    draw = np.random.default_rng(chosen.seed)
    best = game.WEIGHTS.copy()
    for turn in range(chosen.turns):
        trial = best * np.exp(draw.normal(0, 0.35, len(best)) * (draw.random(len(best)) < 0.35))
        gains = []
        for half in range(2):  # what was luck in one half seldom is in the other
            seed = 2 * turn + half
            gains.append(measure(trial, seed, chosen.games // 2)[0] - measure(best, seed, chosen.games // 2)[0])
            if gains[-1] < 0.3:
                break
        else:
            best = trial
            print(f"{turn}: +{gains[0]:.2f}, +{gains[1]:.2f}  {np.round(best, 3).tolist()}", flush=True)
    mean, error = measure(best, 10**6, 4 * chosen.games)
    before, _ = measure(game.WEIGHTS, 10**6, 4 * chosen.games)
    print(f"{before:.2f} -> {mean:.2f} ± {1.96 * error:.2f}  {np.round(best, 3).tolist()}")


if __name__ == "__main__":
    main()
