"""Moves per second of matches that are stepped from Python, here and in other checkouts, in one run.

    python bench/stepping.py [GAME …] [--against CHECKOUT …] [--rounds 5] [--seconds 0.5]

`match.play(choice(match.legal_moves(seat)))`, whole random games, deals included; where several seats owe a decision,
the first of them decides. Each checkout is measured in processes of its own, all of them in turn. Seconds are those of
the processor; the median counts.

    git worktree add /tmp/before COMMIT && python bench/stepping.py --against /tmp/before
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path
from statistics import median

HERE = Path(__file__).resolve().parents[1]

PLAY = """
import random, sys, time
from tilery import games
from tilery.match.match import Match

game, seconds, choose = games.find(sys.argv[1]), float(sys.argv[2]), random.Random(1)

def speed(seconds):
    moves, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        match = Match(game)
        while not match.is_over:
            match.play(choose.choice(match.legal_moves(match.waiting[0])))
            moves += 1
    return moves / (time.process_time() - start)

speed(seconds / 5)
print(speed(seconds))
"""


def measured(checkout: Path, game: str, seconds: float) -> float:
    ran = subprocess.run(
        [sys.executable, "-c", PLAY, game, str(seconds)],
        env={**os.environ, "PYTHONPATH": str(checkout)},
        cwd="/",
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return float(ran.stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=["terraflip", "tipperary", "topiary", "triqueta"])
    parser.add_argument("--against", type=Path, nargs="*", default=[], help="other checkouts of Tilery")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5, help="of the processor, for each in each round")
    asked = parser.parse_args()
    checkouts = [*(path.resolve() for path in asked.against), HERE]
    print(f"{'':<12}{'moves/s':>10}{'from':>10}{'to':>10}  checkout")
    for game in asked.games:
        found: dict[Path, list[float]] = {checkout: [] for checkout in checkouts}
        for _ in range(asked.rounds):
            for checkout, speeds in found.items():
                speeds.append(measured(checkout, game, asked.seconds))
        for checkout, speeds in found.items():
            named = "here" if checkout == HERE else checkout.name
            print(f"{game:<12}{median(speeds):>10,.0f}{min(speeds):>10,.0f}{max(speeds):>10,.0f}  {named}", flush=True)


if __name__ == "__main__":
    main()
