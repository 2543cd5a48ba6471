"""Count which tiles players of Triqueta keep: `tilery/games/triqueta/learn/kept.txt`.

One-step players play against themselves. How often a kept tile is of an animal of which its owner has so many tiles in
view is compared with how often a redeal would make it so, in the same states.

    python bench/triqueta_kept.py --games 6000 --seed 1
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tilery import games
from tilery.bots.training.self_play import new_game_memory, new_samples, play_games
from tilery.bots.training.train import side_with, thinking_for, variants
from tilery.bots.weights import net_of
from tilery.games.triqueta.learn.beliefs import COUNTS
from tilery.games.triqueta.rules.components import ROUNDS, WOLF
from tilery.kernel import chance, contract
from tilery.kernel.chance import Rng
from tilery.kernel.contract import Values
from tilery.kernel.native import native
from tilery.kernel.runner import States

STATES_A_GAME = 80
WEAK = 4.0  # kept tiles that a redeal had to bring before a ratio is half believed

TRUE, REDEALT = range(2)


@native
def count_kept(states: States, seats: int, rng: Rng, out: Values) -> None:
    """Count the kept tiles of all seats but the first, as they are and as they would be redealt."""
    for index in range(len(states)):
        state = states[index]
        for which in range(2):
            for owner in range(1, seats):
                for place in range(state.kept_size[owner]):
                    animal = state.kept[owner, place]
                    count = min(int(state.collection[owner, animal]), COUNTS - 1)
                    out[which, int(state.round_number), count, animal] += 1.0
            if which == TRUE:
                contract.redeal(states[index], 0, rng)


def ratios(seats: int, games_played: int, seed: int) -> Values:
    """By round, tiles in view and animal: how many times as often a tile is kept as a redeal would have it."""
    game = games.find("triqueta")
    side = side_with(net_of(game, seats), game, thinking_for(game))._replace(iterations=0)
    samples = new_samples(game, games_played, games_played * STATES_A_GAME)
    rng = chance.generator(seed)
    play_games(new_game_memory(game, side, side), seats, variants(game, seats)[0], side, rng, games_played, 1, samples)
    counts = np.zeros((2, ROUNDS, COUNTS, WOLF))
    count_kept(samples.states[: int(samples.used[0])], seats, rng, counts)
    found: Values = (counts[TRUE] + WEAK) / (counts[REDEALT] + WEAK)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    for seats in games.find("triqueta").seats:
        for number, by_count in enumerate(ratios(seats, chosen.games, chosen.seed)):
            print(f"# {seats} seats, round {number + 1}: a line for each number of tiles in view, by animal")
            for row in by_count:
                print(" ".join(f"{ratio:.3f}" for ratio in row))


if __name__ == "__main__":
    main()
