"""Are puzzles true? From the best move of each and from the second best, bots play on to the end, in the same redeals.

The search that found a puzzle cannot find what it gets wrong itself; this does not depend on it.

python -m bench.played_on triqueta --puzzles 20 --redeals 60
"""

from __future__ import annotations

import argparse
import random

import numpy as np

from bench.luck import mean
from tilery.bots import choose
from tilery.coach.puzzles import Puzzle, puzzles_of


def share_won(puzzle: Puzzle, text: str, level: str, seed: int) -> float:
    """What the seat of a puzzle wins after a move if bots of a level have all seats; seeds deal what it cannot know."""
    match = puzzle.match().redeal(puzzle.seat, seed=seed)
    match.play(next(move for move in match.legal_moves(puzzle.seat) if str(move) == text))
    number = 0
    while not match.is_over:
        match.play(choose(level, match, match.waiting[0], seed * 1000 + number))
        number += 1
    assert match.outcome is not None
    winners = match.outcome.winners
    return (puzzle.seat in winners) / len(winners)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("game")
    parser.add_argument("--puzzles", type=int, default=20)
    parser.add_argument("--redeals", type=int, default=60)
    parser.add_argument("--level", default="hard")
    parser.add_argument("--seed", type=int, default=5, help="of the choice of puzzles")
    asked = parser.parse_args()
    puzzles = list(puzzles_of(asked.game))
    random.Random(asked.seed).shuffle(puzzles)
    found = []
    for puzzle in puzzles[: asked.puzzles]:
        gains = [
            share_won(puzzle, puzzle.best, asked.level, seed) - share_won(puzzle, puzzle.second, asked.level, seed)
            for seed in range(asked.redeals)
        ]
        value, error = mean(gains)
        found.append(value)
        print(
            f"{puzzle.name}: {puzzle.best} before {puzzle.second}: {value:+.1%} ± {error:.1%},"
            f" said {puzzle.margin:+.1%}"
        )
    said = float(np.mean([puzzle.margin for puzzle in puzzles[: asked.puzzles]]))
    value, error = mean(found)
    print(f"{asked.game}: {value:+.1%} ± {error:.1%} of {len(found)} puzzles, said {said:+.1%}")


if __name__ == "__main__":
    main()
