"""Measures one library: `python measure.py NAME` prints one JSON object a line. `run.py` calls it for all.

A move is always one decision of one player, chosen uniformly among those that are legal; games are played from the
first deal to the last score, again and again. Seconds of thinking about the next move belong to the library that needs
them: listing what is legal, masks, observations that cannot be switched off.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

SECONDS = 2.0
ROUNDS = 3
BATCH = 1000
SIMULATIONS = 1000

choose = random.Random(1)

Entry = dict[str, Any]


Clock = Callable[[], float]


def best_of(play: Callable[[], int], clock: Clock = time.process_time) -> float:
    """The moves a second of the best of some rounds; `play` plays a while and tells how many it has played.

    Seconds are those of the processor, so that other work on the machine counts less; for what runs on several cores at
    once they are those of the wall (`time.perf_counter`).
    """
    play()  # compiles, loads, warms up
    best = 0.0
    for _ in range(ROUNDS):
        moves, start = 0, clock()
        while clock() - start < SECONDS / ROUNDS:
            moves += play()
        best = max(best, moves / (clock() - start))
    return best


def entry(library: str, game: str, how: str, unit: str, speed: float) -> Entry:
    return {"library": library, "game": game, "how": how, "unit": unit, "speed": round(speed)}


# OpenSpiel.


def open_spiel() -> Iterator[Entry]:
    import pyspiel  # noqa: PLC0415  (each library is measured in a process that has only itself)

    def stepped(game: Any, is_dealt_quickly: bool = False) -> int:
        """A game; where all outcomes of chance are alike, a loop that knows it can draw one without their chances."""
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node() and not is_dealt_quickly:
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(choose.choices(actions, chances)[0])
            else:
                moves += not state.is_chance_node()
                state.apply_action(choose.choice(state.legal_actions()))
        return moves

    def played_out(game: Any) -> float:
        """Moves a second without a step in Python: rollouts from the first position, times their mean length."""
        length = sum(stepped(game) for _ in range(200)) / 200
        rollouts = 200
        bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(rollouts, 1), 2.0, 1, 500, False, 1, False)
        first = game.new_initial_state()

        def play() -> int:
            bot.mcts_search(first)  # one iteration: all its rollouts begin after the first move
            return rollouts

        return best_of(play) * (length - 1)

    for name in ("othello", "backgammon", "hearts"):
        game = pyspiel.load_game(name)
        yield entry("OpenSpiel", name, "C++ game, stepped from Python", "moves/s", best_of(lambda: stepped(game)))  # noqa: B023
    hearts = pyspiel.load_game("hearts")
    how = "C++ game, stepped from Python, dealt the quick way"
    yield entry("OpenSpiel", "hearts", how, "moves/s", best_of(lambda: stepped(hearts, is_dealt_quickly=True)))
    yield entry("OpenSpiel", "othello", "C++ playouts", "moves/s", played_out(pyspiel.load_game("othello")))
    import open_spiel.python.games  # noqa: F401, PLC0415  (registers them)

    for name in ("python_tic_tac_toe", "python_kuhn_poker"):
        game = pyspiel.load_game(name)
        yield entry("OpenSpiel", name, "Python game", "moves/s", best_of(lambda: stepped(game)))  # noqa: B023
    yield from _open_spiel_search(pyspiel)


def _open_spiel_search(pyspiel: Any) -> Iterator[Entry]:
    """One way down the tree with a random playout at its end, from positions of random games."""
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    game = pyspiel.load_game("othello")
    mcts = pyspiel.MCTSBot(game, evaluator, 2.0, SIMULATIONS, 500, False, 1, False)
    yield entry("OpenSpiel", "othello", "MCTS", "iterations/s", _searched(game, 0, mcts.mcts_search))
    most_visited = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    ismcts = pyspiel.ISMCTSBot(1, evaluator, 2.0, SIMULATIONS, -1, most_visited, False, False)
    # after cards are passed: before, OpenSpiel 2.0.2 may crash
    yield entry(
        "OpenSpiel", "hearts", "IS-MCTS", "iterations/s", _searched(pyspiel.load_game("hearts"), 12, ismcts.step)
    )


def _searched(game: Any, least: int, search: Callable[[Any], object]) -> float:
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


# pgx.


def pgx() -> Iterator[Entry]:
    import jax  # noqa: PLC0415
    import pgx as library  # noqa: PLC0415
    from pgx.experimental.utils import act_randomly  # noqa: PLC0415
    from pgx.experimental.wrappers import auto_reset  # noqa: PLC0415

    steps = 20
    for name in ("othello", "backgammon"):
        game = library.make(name)
        step = jax.vmap(auto_reset(game.step, game.init))

        @jax.jit  # type: ignore[untyped-decorator]
        def many(state: Any, key: Any, step: Any = step) -> Any:
            def one(carry: Any, _: Any) -> Any:
                state, key = carry
                key, choice, chance = jax.random.split(key, 3)
                action = act_randomly(choice, state.legal_action_mask)
                return (step(state, action, jax.random.split(chance, BATCH)), key), None

            return jax.lax.scan(one, (state, key), None, length=steps)[0]

        at = jax.vmap(game.init)(jax.random.split(jax.random.PRNGKey(0), BATCH)), jax.random.PRNGKey(1)

        def play(many: Any = many) -> int:
            nonlocal at
            at = jax.block_until_ready(many(*at))
            return BATCH * steps

        yield entry("pgx", name, f"batch of {BATCH:,}, all cores", "moves/s", best_of(play, time.perf_counter))


# PettingZoo and RLCard.


def one_of(mask: Any) -> int:
    """An action that a mask allows, each as likely as another; chosen in the same way for every AEC environment."""
    return int(choose.choice(mask.nonzero()[0]))


def played_by_agents(env: Any) -> Callable[[], int]:
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


def pettingzoo() -> Iterator[Entry]:
    from importlib import import_module  # noqa: PLC0415

    for name in ("connect_four_v3", "tictactoe_v3", "texas_holdem_v4"):
        env = import_module(f"pettingzoo.classic.{name}").env()
        yield entry("PettingZoo", name, "AEC", "moves/s", best_of(played_by_agents(env)))


def rlcard() -> Iterator[Entry]:
    import rlcard as library  # noqa: PLC0415

    for name in ("leduc-holdem", "uno", "gin-rummy"):
        env = library.make(name, config={"seed": 1})

        def play(env: Any = env) -> int:
            state, _ = env.reset()
            moves = 0
            while not env.is_over():
                state, _ = env.step(choose.choice(list(state["legal_actions"])))
                moves += 1
            return moves

        yield entry("RLCard", name, "Python", "moves/s", best_of(play))


# Tilery.


def tilery() -> Iterator[Entry]:
    from tilery import games  # noqa: PLC0415
    from tilery.bots import benchmark as searches  # noqa: PLC0415
    from tilery.match import benchmark  # noqa: PLC0415
    from tilery.research import pettingzoo as environments  # noqa: PLC0415

    for name in games.names():
        game = games.find(name)
        compiled = benchmark.playouts(game, game.seats[0], SECONDS)["moves_per_second"]
        yield entry("Tilery", name, "compiled playouts, one core", "moves/s", compiled)
        yield entry("Tilery", name, "stepped from Python", "moves/s", best_of(lambda: benchmark.one_game(game)))  # noqa: B023
        yield entry("Tilery", name, "AEC", "moves/s", best_of(played_by_agents(environments.env(name))))
        yield entry("Tilery", name, f"batch of {BATCH:,}, all cores", "moves/s", batched(name))
        found = searches.search_speed(game, SECONDS)
        yield entry("Tilery", name, f"expert's {found['method']}", "iterations/s", found["iterations_per_second"])


def batched(game: str) -> float:
    """Actions of matches side by side, with masks and observations; a move of some games takes more than one."""
    from tilery.research.batch import Batch  # noqa: PLC0415

    batch = Batch(game, count=BATCH)
    batch.reset(seed=1)

    def play() -> int:
        for _ in range(20):
            batch.step(batch.random_actions())
        return 20 * BATCH

    return best_of(play, time.perf_counter)


LIBRARIES = {each.__name__: each for each in (open_spiel, pgx, pettingzoo, rlcard, tilery)}

if __name__ == "__main__":
    for found in LIBRARIES[sys.argv[1]]():
        print(json.dumps(found), flush=True)
