"""Does accuracy order the levels? Its mean in games in which one level has every seat, level by level.

Decisions are judged as reviews judge them; the chances of positions, which accuracy does not need, are left out.

python -m bench.accuracy triqueta --games 50
python -m bench.accuracy topiary --games 20 --levels easy,medium --effort 0.5
"""

from __future__ import annotations

import argparse
from itertools import pairwise

import numpy as np
from tqdm import tqdm

from bench.luck import mean
from tilery import Match, bots, games
from tilery.bots import choose
from tilery.coach import verdicts
from tilery.coach.outlook import Deadline, Depth, seeds
from tilery.coach.reviewing import judge_decision
from tilery.games.game import Game


def accuracies(game: Game, seats: int, level: str, deals: range, effort: float) -> list[float]:
    """Of each game the mean accuracy of its players; all levels get the same deals."""
    depth = Depth.of(game, seats, effort)
    found = []
    for number in tqdm(deals, desc=level, leave=False):
        next_seed = seeds(game.name, seats, number, level)
        match = Match(game, seats, seed=number)
        lost: list[list[float]] = [[] for _ in range(seats)]
        while not match.is_over:
            seat = match.waiting[0]
            move = choose(level, match, seat, next_seed())
            if len(match.legal_moves(seat)) > 1:
                judged = judge_decision(match, seat, move, depth, Deadline(None), next_seed())
                lost[seat].append(judged.worth_lost)
            match.play(move)
        found.append(float(np.mean([verdicts.accuracy(losses) for losses in lost])))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--levels", default=",".join(bots.FOR_PEOPLE))
    parser.add_argument("--effort", type=float, default=1.0, help="of a review; 1 is that of the pages")
    parser.add_argument("--seed", type=int, default=2_000_000)
    asked = parser.parse_args()
    deals = range(asked.seed, asked.seed + asked.games)
    by_level = {
        level: accuracies(games.find(asked.game), asked.seats, level, deals, asked.effort)
        for level in asked.levels.split(",")
    }
    for level, found in by_level.items():
        value, error = mean(found)
        print(f"{level}: {value:.1f} ± {error:.1f} in {len(found)} games")
    for lower, higher in pairwise(by_level):
        value, error = mean([above - below for below, above in zip(by_level[lower], by_level[higher], strict=True)])
        print(f"{higher} above {lower}: {value:+.1f} ± {error:.1f}")


if __name__ == "__main__":
    main()
