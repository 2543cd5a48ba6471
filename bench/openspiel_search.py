"""Search iterations of Tilery's experts beside those of OpenSpiel's C++ searches, in one run on one thread.

An iteration is one way down the tree with one judgement at its end, in both. OpenSpiel judges by a random playout to
the end of the game (`RandomRolloutEvaluator`), Tilery as each game's expert really does. OpenSpiel's MCTS has no hidden
information and plays Othello, its IS-MCTS redeals for every iteration and plays Hearts. Seconds are those of the
processor, so that other work on the machine counts less.

    python -m venv .venv-bench && .venv-bench/bin/pip install . open_spiel
    .venv-bench/bin/python bench/openspiel_search.py
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable

import pyspiel

from tilery import games
from tilery.bots import benchmark

SECONDS = 3.0
SIMULATIONS = 1000


def othello() -> float:
    """Iterations per second of OpenSpiel's MCTS from positions of random games of Othello."""
    game = pyspiel.load_game("othello")
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, SIMULATIONS, 500, False, 1, False)
    return _speed(game, 0, bot.mcts_search)


def hearts() -> float:
    """Iterations per second of OpenSpiel's IS-MCTS from positions of random games of Hearts."""
    game = pyspiel.load_game("hearts")
    bot = pyspiel.ISMCTSBot(
        1,
        pyspiel.RandomRolloutEvaluator(1, 1),
        2.0,
        SIMULATIONS,
        -1,
        pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT,
        False,
        False,
    )
    return _speed(game, 12, bot.step)  # after cards are passed: before, OpenSpiel 2.0.2 may crash


def _speed(game: pyspiel.Game, least: int, search: Callable[[pyspiel.State], object]) -> float:
    choose = random.Random(1)
    searches, took = 0, 0.0
    while took < SECONDS:
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(choose.choice(state.legal_actions()))
        for _ in range(least + choose.randrange(30)):
            state.apply_action(choose.choice(state.legal_actions()))
        if state.is_terminal():
            continue
        start = time.process_time()
        search(state)
        took += time.process_time() - start
        searches += 1
    return searches * SIMULATIONS / took


def main() -> None:
    print(f"{'':<34}{'iterations/s':>14}")
    print(f"{'OpenSpiel MCTS, Othello':<34}{othello():>14,.0f}")
    print(f"{'OpenSpiel IS-MCTS, Hearts':<34}{hearts():>14,.0f}")
    for name in games.names():
        found = benchmark.search_speed(games.find(name), SECONDS)
        print(f"{name + ', ' + found['method']:<34}{found['iterations_per_second']:>14,}")


if __name__ == "__main__":
    main()
