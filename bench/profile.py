"""Where the time of a random game goes: nanoseconds for each part of the contract, over states of real random games.

python bench/profile.py [GAME ...]
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable

import numpy as np

from tilery import games
from tilery.games.game import Game
from tilery.kernel import chance, contract, runner
from tilery.kernel.chance import Rng, below
from tilery.kernel.contract import POINTS_SHAPE, Moves, Points
from tilery.kernel.native import native
from tilery.match.benchmark import playouts
from tilery.match.match import Match

CACHED = 600_000  # bytes of states that stay in the caches of a processor
ROUNDS = 7


@native
def gather(
    states: runner.States, seats: Moves, moves: Moves, count: int, options: runner.States, rng: Rng, out: Moves
) -> int:
    """Fill `states` with the states of random games before each move; return how many games were begun."""
    last = count
    begun = 0
    owing = 0
    for index in range(count):
        if not owing:
            states[last] = states[last + 1]
            contract.setup(states[last], seats[count], options[0], rng)
            begun += 1
            owing = contract.waiting(states[last])
        seat = runner.random_seat(owing, rng)
        move = out[below(rng, contract.legal_moves(states[last], seat, out))]
        states[index] = states[last]
        seats[index] = seat
        moves[index] = move
        contract.play(states[last], seat, move)
        owing = contract.waiting(states[last])
    return begun


@native
def list_all(states: runner.States, seats: Moves, count: int, out: Moves) -> int:
    total = 0
    for index in range(count):
        total += contract.legal_moves(states[index], seats[index], out)
    return total


@native
def choose_all(states: runner.States, seats: Moves, count: int, rng: Rng, out: Moves) -> int:
    total = 0
    for index in range(count):
        total ^= contract.random_move(states[index], seats[index], rng, out)
    return total


@native
def copy_all(states: runner.States, count: int) -> None:
    for index in range(count):
        states[count] = states[index]


@native
def play_all(states: runner.States, seats: Moves, moves: Moves, count: int) -> None:
    for index in range(count):
        states[count] = states[index]
        contract.play(states[count], seats[index], moves[index])


@native
def deal_all(states: runner.States, seats: int, options: runner.States, rng: Rng, count: int) -> None:
    for _ in range(count):
        states[0] = states[1]
        contract.setup(states[0], seats, options[0], rng)


@native
def score_all(states: runner.States, points: Points, count: int) -> None:
    for index in range(count):
        contract.score(states[index], points)


def best(act: Callable[[], object], count: int) -> float:
    """Nanoseconds for one of `count` repetitions inside `act`; the best of a few rounds."""
    act()
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        act()
        times.append(time.perf_counter() - start)
    return min(times) / count * 1e9


def profile(game: Game) -> None:
    seats = game.seats[0]
    Match(game, seats)
    count = min(1000, CACHED // game.rules.STATE.itemsize)
    options = game.encode_options(game.read_options(seats, {}))
    rng = chance.generator(3)
    states = runner.new_states(game.rules.STATE, count + 2)
    out = np.zeros(game.rules.MAX_MOVES, np.int32)
    who = np.full(count + 1, seats, np.int32)
    moves = np.zeros(count, np.int32)
    gather(states, who, moves, count, options, rng, out)
    points = np.zeros(POINTS_SHAPE, np.int32)
    width = list_all(states, who, count, out) / count
    listing = best(lambda: list_all(states, who, count, out), count)
    choosing = best(lambda: choose_all(states, who, count, rng, out), count)
    copying = best(lambda: copy_all(states, count), count)
    playing = best(lambda: play_all(states, who, moves, count), count) - copying
    scoring = best(lambda: score_all(states, points, count), count)
    pair = runner.new_states(game.rules.STATE, 2)
    dealing = best(lambda: deal_all(pair, seats, options, rng, count), count)
    speed = playouts(game, seats, 3.0)
    length = speed["moves_per_second"] / speed["games_per_second"]
    whole = 1e9 / speed["moves_per_second"]
    rest = whole - choosing - playing - (dealing + scoring) / length
    numbers = [length, width, whole, choosing, playing, dealing / length, scoring / length, rest, listing, copying]
    print(f"{game.name:<10}{game.rules.STATE.itemsize:>8}" + "".join(f"{number:>9.1f}" for number in numbers))


def main(names: list[str]) -> None:
    """One line a game. All but the first three columns are nanoseconds for one move of a random game."""
    upper = ("moves/", "moves", "whole", "", "", "share of", "share of", "", "(legal_", "(copy of")
    lower = ("game", "listed", "move", "choose", "play", "setup", "score", "rest", "moves)", "a state)")
    print(" " * 10 + "state".rjust(8) + "".join(word.rjust(9) for word in upper))
    print(" " * 10 + "bytes".rjust(8) + "".join(word.rjust(9) for word in lower))
    for name in names or games.names():
        profile(games.find(name))


if __name__ == "__main__":
    main(sys.argv[1:])
