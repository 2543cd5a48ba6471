"""Moves per second through the adapters, and of a peer's own game beside them in the same run.

    python bench/adapters.py [GAME …] [--rounds 5] [--seconds 0.5] [--json]

A move is one decision of one agent, chosen uniformly among the legal ones by the same code for all; whole games are
played, deal and observations included. PettingZoo's own `connect_four_v3` is measured if it can be imported
(`pip install 'pettingzoo[classic]'`), OpenSpiel's if OpenSpiel is installed. Rounds take turns, so that other work on
the machine meets all alike; seconds are those of the processor, and the median counts.
"""

from __future__ import annotations

import argparse
import importlib
import json
import random
import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any

import numpy as np

from tilery import games
from tilery.research import pettingzoo

Play = Callable[[], int]

PEER = "PettingZoo connect_four_v3"
choose = random.Random(1)


def one_of(mask: Any) -> int:
    """A legal action; NumPy looks for bits of truth several times as fast as for numbers that are not 0."""
    return int(choose.choice(mask.view(np.bool_).nonzero()[0]))


def one_agent_at_a_time(env: Any) -> Play:
    """A game of an AEC environment, as PettingZoo's documentation plays it."""
    env.reset(seed=1)

    def play() -> int:
        env.reset()
        moves = 0
        for _ in env.agent_iter():
            observation, _, ended, cut, _ = env.last()
            if ended or cut:
                env.step(None)
            else:
                env.step(one_of(observation["action_mask"]))
                moves += 1
        return moves

    return play


def all_agents_at_once(env: Any) -> Play:
    """A game of a Parallel environment; every action that was asked for counts."""

    def play() -> int:
        observations, _ = env.reset()
        moves = 0
        while env.agents:
            asked = {agent: seen["action_mask"] for agent, seen in observations.items() if seen["action_mask"].any()}
            observations, *_ = env.step({agent: one_of(mask) for agent, mask in asked.items()})
            moves += len(asked)
        return moves

    return play


def openspiel(game: Any) -> Play:
    def play() -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            is_chance = state.is_chance_node()
            state.apply_action(choose.choice(state.legal_actions()))
            moves += not is_chance
        return moves

    return play


def entries(names: list[str]) -> Iterator[tuple[str, Play]]:
    for name in names:
        yield f"{name}, PettingZoo AEC", one_agent_at_a_time(pettingzoo.env(name))
        yield f"{name}, PettingZoo Parallel", all_agents_at_once(pettingzoo.parallel_env(name))
    try:
        pyspiel = importlib.import_module("pyspiel")
        importlib.import_module("tilery.research.openspiel")
    except ModuleNotFoundError:
        pass
    else:
        for name in names:
            yield f"{name}, OpenSpiel", openspiel(pyspiel.load_game(f"tilery_{name}"))
    try:
        peer = importlib.import_module("pettingzoo.classic.connect_four_v3")
    except ModuleNotFoundError:
        return
    yield PEER, one_agent_at_a_time(peer.env())


def speed(play: Play, seconds: float) -> float:
    moves, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        moves += play()
    return moves / (time.process_time() - start)


def measure(names: list[str], rounds: int, seconds: float) -> dict[str, list[float]]:
    plays = dict(entries(names))
    for play in plays.values():
        play()  # compiles, loads, warms up
    found: dict[str, list[float]] = {name: [] for name in plays}
    for _ in range(rounds):
        for name, play in plays.items():
            found[name].append(round(speed(play, seconds)))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=games.names())
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5, help="of the processor, for each entry in each round")
    parser.add_argument("--json", action="store_true")
    asked = parser.parse_args()
    found = measure(asked.games, asked.rounds, asked.seconds)
    if asked.json:
        print(json.dumps(found, indent=2))
        return
    peer = median(found[PEER]) if PEER in found else None
    print(f"{'':<34}{'moves/s':>10}{'from':>10}{'to':>10}{'times ' + PEER.split()[1] if peer else '':>24}")
    for name, speeds in found.items():
        times = f"{median(speeds) / peer:.1f}" if peer else ""
        print(f"{name:<34}{median(speeds):>10,.0f}{min(speeds):>10,.0f}{max(speeds):>10,.0f}{times:>24}")


if __name__ == "__main__":
    main()
