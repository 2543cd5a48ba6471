"""Tilery's bots against OpenSpiel's own IS-MCTS (`ISMCTSBot`), two seats, both on one thread.

Both sit at the same match through `tilery.research.openspiel`. OpenSpiel's bot is given a state in which all that its
seat cannot know was drawn anew, and draws it anew for every simulation (the fair resampler); it judges by one random
playout to the end of the game, as it comes. For a decision it has as many seconds of the processor as Tilery's bot took
in the mean, or as `--seconds` says; the parts of one move share them. Every deal is played in both seatings, a shared
victory counts half, and the interval of 95 % is a bootstrap over deals.

    pip install 'tilery[openspiel]'
    python bench/outside_player.py topiary triqueta --deals 20 [--seconds 0.2] [--level hard]
"""

from __future__ import annotations

import argparse
import random
import time
from abc import ABC, abstractmethod
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from tilery import games
from tilery.bots.levels import thinking_of
from tilery.bots.search import think
from tilery.research.openspiel import PREFIX

BOOTSTRAPS = 4000
EXPLORATION = 1.4


class OutOfTime(Exception):  # noqa: N818  (it is no error)
    """The time for a decision is over."""


class TimedSearch(ismcts.ISMCTSBot):  # type: ignore[misc]  # OpenSpiel has no types
    """OpenSpiel's search, stopped by the clock instead of a number of simulations."""

    def __init__(self, game: Any, seed: int) -> None:
        draw = np.random.RandomState(seed)
        super().__init__(game, mcts.RandomRolloutEvaluator(1, draw), EXPLORATION, 10**9, random_state=draw)
        self.seconds, self.simulations, self._end = 0.0, 0, 0.0

    def run_search(self, state: Any) -> Any:
        self._end = time.process_time() + self.seconds
        before = self.simulations
        try:
            return super().run_search(state)
        except OutOfTime:
            if self.simulations == before + 1:  # the first one was not finished
                return [(action, 1 / len(state.legal_actions())) for action in state.legal_actions()]
            return self.get_final_policy(state, self._root_node)

    def sample_root_state(self, state: Any) -> Any:
        if time.process_time() >= self._end and self._root_node.total_visits > 0:
            raise OutOfTime
        self.simulations += 1
        return super().sample_root_state(state)


class Player(ABC):
    """Decides whole moves, and notes the seconds that it took for them."""

    def __init__(self) -> None:
        self.spent, self.decisions = 0.0, 0

    @property
    def mean(self) -> float:
        return self.spent / max(self.decisions, 1)

    def decide(self, state: Any, seed: int) -> None:
        start = time.process_time()
        self._decide(state, seed)
        self.spent += time.process_time() - start
        self.decisions += 1

    @abstractmethod
    def _decide(self, state: Any, seed: int) -> None:
        """Take the actions of one move."""


class Ours(Player):
    """A level of Tilery as it is."""

    def __init__(self, level: str) -> None:
        super().__init__()
        self.level = level

    def _decide(self, state: Any, seed: int) -> None:
        episode, player = state.episode, state.current_player()
        thinking = thinking_of(episode.game, self.level, episode.seats)
        move = think(episode.match.redeal(player, seed), player, thinking, seed=seed).move
        for action in episode.actions_of(move):
            state.apply_action(action)


class Theirs(Player):
    """OpenSpiel's search, for as long as the other takes or for some seconds."""

    def __init__(self, game: Any, other: Player, seconds: float | None, seed: int) -> None:
        super().__init__()
        self._other, self._seconds, self.search = other, seconds, TimedSearch(game, seed)

    def _decide(self, state: Any, seed: int) -> None:
        player, sampler = state.current_player(), random.Random(seed).random
        budget = self._seconds or self._other.mean
        first = state.resample_from_infostate(player, sampler)
        tried = first.episode.copy()
        tried.act(first.legal_actions()[0])
        has_parts = tried.part != 0
        self.search.seconds = budget / 2 if has_parts else budget
        state.apply_action(self.search.step(first))
        if state.current_player() == player and state.episode.part:
            state.apply_action(self.search.step(state.resample_from_infostate(player, sampler)))


def play(game: Any, players: list[Player], deal: int) -> list[float]:
    """One match; what each seat got, from -1 to 1."""
    state = game.new_initial_state()
    draw = random.Random(deal)
    while state.is_chance_node():
        state.apply_action(draw.randrange(len(state.chance_outcomes())))
    number = 0
    while not state.is_terminal():
        players[state.current_player()].decide(state, deal * 10_000 + number)
        number += 1
    returns: list[float] = state.returns()
    return returns


def contest(name: str, level: str, deals: int, seconds: float | None, seed: int) -> dict[str, Any]:
    game = pyspiel.load_game(PREFIX + name)
    ours = Ours(level)
    play(game, [ours, ours], seed)  # compiles, and is forgotten
    ours.spent, ours.decisions = 0.0, 0
    play(game, [ours, ours], seed)
    theirs = Theirs(game, ours, seconds, seed)
    shares = []
    for deal in range(seed + 1, seed + 1 + deals):
        first, second = play(game, [ours, theirs], deal), play(game, [theirs, ours], deal)
        shares.append((2 + first[0] + second[1]) / 4)
    draws = np.random.default_rng(seed).choice(shares, (BOOTSTRAPS, deals)).mean(axis=1)
    low, high = np.quantile(draws, [0.025, 0.975])
    return {
        "game": name,
        "games": 2 * deals,
        "won": float(np.mean(shares)),
        "low": float(low),
        "high": float(high),
        "our_seconds": ours.mean,
        "their_seconds": theirs.mean,
        "simulations": theirs.search.simulations / max(theirs.decisions, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=games.names())
    parser.add_argument("--level", default="hard")
    parser.add_argument("--deals", type=int, default=20, help="each is played in both seatings")
    parser.add_argument("--seconds", type=float, help="for a decision of OpenSpiel's bot; by default as long as ours")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    print(f"{'game':<12}{'games':>7}{'won':>8}{'95 %':>14}{'our s':>10}{'their s':>10}{'simulations':>13}")
    for name in arguments.games:
        found = contest(name, arguments.level, arguments.deals, arguments.seconds, arguments.seed)
        interval = f"{found['low']:.0%} to {found['high']:.0%}"
        print(
            f"{name:<12}{found['games']:>7}{found['won']:>8.1%}{interval:>14}"
            f"{found['our_seconds']:>10.4f}{found['their_seconds']:>10.4f}{found['simulations']:>13.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
