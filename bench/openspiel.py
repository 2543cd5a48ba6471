"""Random games of Tilery beside random games of OpenSpiel's C++ Othello, in one run on one thread.

A move is one decision of one player, in both. OpenSpiel's games are stepped from Python, which is how its bots and
learners written in Python use them; Tilery is measured stepped from Python too, and in compiled code.

    python -m venv .venv-bench && .venv-bench/bin/pip install . open_spiel && .venv-bench/bin/python bench/openspiel.py
"""

from __future__ import annotations

import random
import time

import pyspiel

from tilery import games
from tilery.match import benchmark

SECONDS = 3.0


def othello() -> float:
    """Moves per second of OpenSpiel's Othello, stepped from Python."""
    game = pyspiel.load_game("othello")
    choose = random.Random(1)
    best = 0.0
    for _ in range(benchmark.ROUNDS):
        moves = 0
        start = time.perf_counter()
        while time.perf_counter() - start < SECONDS / benchmark.ROUNDS:
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(choose.choice(state.legal_actions()))
                moves += 1
        best = max(best, moves / (time.perf_counter() - start))
    return best


def main() -> None:
    peer = othello()
    print(f"{'':<28}{'moves/s':>14}{'ratio':>9}")
    print(f"{'OpenSpiel Othello, Python':<28}{peer:>14,.0f}{1:>9.2f}")
    for name in games.names():
        game = games.find(name)
        compiled = benchmark.playouts(game, game.seats[0], SECONDS)["moves_per_second"]
        stepped = benchmark.python_steps(game, SECONDS)
        print(f"{name + ', compiled':<28}{compiled:>14,}{compiled / peer:>9.1f}")
        print(f"{name + ', Python':<28}{stepped:>14,.0f}{stepped / peer:>9.2f}")


if __name__ == "__main__":
    main()
