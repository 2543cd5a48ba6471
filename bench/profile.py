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
from tilery.kernel import chance, contract, drive
from tilery.kernel.chance import Rng, below
from tilery.kernel.contract import POINTS_SHAPE, Moves, Options, Points
from tilery.kernel.native import native
from tilery.match.benchmark import playouts
from tilery.match.match import Match

STATES = 1000
ROUNDS = 7


@native
def gather(states: drive.States, seats: Moves, moves: Moves, count: int, options: Options, rng: Rng, out: Moves) -> int:
    """Fill `states` with the states of random games before each move; return how many games were begun."""
    last = count
    begun = 0
    owing = 0
    for index in range(count):
        if not owing:
            states[last] = states[last + 1]
            contract.setup(states[last], seats[count], options, rng)
            begun += 1
            owing = contract.waiting(states[last])
        seat = drive.random_seat(owing, rng)
        move = out[below(rng, contract.legal_moves(states[last], seat, out))]
        states[index] = states[last]
        seats[index] = seat
        moves[index] = move
        contract.play(states[last], seat, move)
        owing = contract.waiting(states[last])
    return begun


@native
def list_all(states: drive.States, seats: Moves, count: int, out: Moves) -> int:
    total = 0
    for index in range(count):
        total += contract.legal_moves(states[index], seats[index], out)
    return total


@native
def copy_all(states: drive.States, count: int) -> None:
    for index in range(count):
        states[count] = states[index]


@native
def play_all(states: drive.States, seats: Moves, moves: Moves, count: int) -> None:
    for index in range(count):
        states[count] = states[index]
        contract.play(states[count], seats[index], moves[index])


@native
def wait_all(states: drive.States, count: int) -> int:
    total = 0
    for index in range(count):
        total += contract.waiting(states[index])
    return total


@native
def deal_all(states: drive.States, seats: int, options: Options, rng: Rng, count: int) -> None:
    for _ in range(count):
        states[0] = states[1]
        contract.setup(states[0], seats, options, rng)


@native
def score_all(states: drive.States, points: Points, count: int) -> None:
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
    options = np.array(game.encode_options(game.read_options(seats, {})), np.int64)
    rng = chance.generator(3)
    states = drive.new_states(game.rules.STATE, STATES + 2)
    out = np.zeros(game.rules.MAX_MOVES, np.int32)
    who = np.full(STATES + 1, seats, np.int32)
    moves = np.zeros(STATES, np.int32)
    length = STATES / gather(states, who, moves, STATES, options, rng, out)
    points = np.zeros(POINTS_SHAPE, np.int32)
    width = list_all(states, who, STATES, out) / STATES
    listing = best(lambda: list_all(states, who, STATES, out), STATES)
    copying = best(lambda: copy_all(states, STATES), STATES)
    playing = best(lambda: play_all(states, who, moves, STATES), STATES) - copying
    waiting = best(lambda: wait_all(states, STATES), STATES)
    scoring = best(lambda: score_all(states, points, STATES), STATES)
    pair = drive.new_states(game.rules.STATE, 2)
    dealing = best(lambda: deal_all(pair, seats, options, rng, STATES), STATES)
    whole = 1e9 / playouts(game, seats, 2.0)["moves_per_second"]
    parts = listing + playing + waiting + (dealing + scoring) / length
    print(
        f"{game.name:<10}{game.rules.STATE.itemsize:>8}{length:>8.1f}{width:>8.1f}{whole:>9.1f}{listing:>9.1f}{playing:>9.1f}"
        f"{dealing / length:>9.1f}{scoring / length:>9.1f}{whole - parts + waiting:>9.1f}{copying:>9.1f}"
    )


def main(names: list[str]) -> None:
    upper = ("state", "moves/", "moves", "ns a", "legal_", "", "setup", "score", "chance,", "(copy of")
    lower = ("bytes", "game", "listed", "move", "moves", "play", "share", "share", "rest", "a state)")
    for words in (upper, lower):
        print(" " * 10 + "".join(word.rjust(8 if index < 3 else 9) for index, word in enumerate(words)))
    for name in names or games.names():
        profile(games.find(name))


if __name__ == "__main__":
    main(sys.argv[1:])
