"""OpenSpiel's IS-MCTS plays Triqueta against a player who plays at random.

    pip install 'tilery[openspiel]'
    python examples/openspiel_triqueta.py --games 20 --simulations 50

The search never uses what its seat cannot know: for every simulation it draws that anew, with the state's own
`resample_from_infostate`.
"""

from __future__ import annotations

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.bots import uniform_random

import tilery.research.openspiel  # noqa: F401  (registers the games)


def play(game: pyspiel.Game, bots: list[pyspiel.Bot], draw: np.random.RandomState) -> list[float]:
    """Play one game and return what each player got."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(draw.choice(outcomes, p=chances))
        else:
            state.apply_action(bots[state.current_player()].step(state))
    returns: list[float] = state.returns()
    return returns


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--simulations", type=int, default=50, help="per decision")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()

    game = pyspiel.load_game("tilery_triqueta(players=2)")
    draw = np.random.RandomState(arguments.seed)
    search = ismcts.ISMCTSBot(
        game, mcts.RandomRolloutEvaluator(1, draw), uct_c=1.4, max_simulations=arguments.simulations, random_state=draw
    )
    total = 0.0
    for number in range(arguments.games):
        seat = number % 2
        other = uniform_random.UniformRandomBot(1 - seat, draw)
        bots = [search, other] if seat == 0 else [other, search]
        returns = play(game, bots, draw)
        total += returns[seat]
        print(f"game {number + 1}: the search in seat {seat} got {returns[seat]:+.0f}")
    print(f"The search won {0.5 + total / arguments.games / 2:.0%} of {arguments.games} games.")


if __name__ == "__main__":
    main()
