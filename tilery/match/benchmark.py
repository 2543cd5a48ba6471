"""How fast games run here: whole random games in compiled code, and step by step from Python, on one thread."""

from __future__ import annotations

import random
import time
from typing import Any

import numpy as np

from tilery import games
from tilery.games.game import Game
from tilery.kernel import chance, runner
from tilery.kernel.contract import POINTS_SHAPE
from tilery.match.match import Match
from tilery.words import Sentence, arranged, joined, say

ROUNDS = 3


def measure(seconds: float) -> dict[str, Any]:
    """Measure every game for about `seconds` in each of its entries; the best of a few rounds counts."""
    found: dict[str, Any] = {"playouts": {}, "python": {}}
    for name in games.names():
        game = games.find(name)
        by_seats = {seats: playouts(game, seats, seconds) for seats in game.seats}
        found["playouts"][name] = {
            **by_seats[game.seats[0]],
            "seats": game.seats[0],
            "state_bytes": game.rules.STATE.itemsize,
            "by_seats": {str(seats): speed for seats, speed in by_seats.items()},
        }
        found["python"][name] = {"moves_per_second": round(python_steps(game, seconds)), "seats": game.seats[0]}
    return found


def playouts(game: Game, seats: int, seconds: float) -> dict[str, int]:
    """Deal, play at random and score whole games, in compiled code."""
    Match(game, seats)  # compiles
    options = game.encode_options(game.read_options(seats, {}))
    states = runner.new_states(game.rules.STATE, 2)
    buffer = np.zeros(game.rules.MAX_MOVES, np.int32)
    points = np.zeros(POINTS_SHAPE, np.int32)
    rng = chance.generator(1)

    def run(count: int) -> tuple[int, float]:
        start = time.perf_counter()
        moves = runner.random_games(states, seats, options, rng, buffer, points, count)
        return moves, time.perf_counter() - start

    run(1)
    count = 8
    while run(count)[1] < seconds / ROUNDS / 8:
        count *= 2
    best_moves, best_games = 0.0, 0.0
    for _ in range(ROUNDS):
        moves, took = run(count * 8)
        best_moves, best_games = max(best_moves, moves / took), max(best_games, count * 8 / took)
    return {"moves_per_second": round(best_moves), "games_per_second": round(best_games)}


_choose = random.Random(1)


def one_game(game: Game) -> int:
    """Play a random game from Python, one legal move after the other, through `Match`; return how many there were.

    Where several seats owe a decision, the first of them decides.
    """
    match, moves = Match(game), 0
    while not match.is_over:
        match.play(_choose.choice(match.legal_moves(match.waiting[0])))
        moves += 1
    return moves


def python_steps(game: Game, seconds: float) -> float:
    """Random games from Python, in moves a second."""
    best = 0.0
    for _ in range(ROUNDS):
        moves = 0
        start = time.perf_counter()
        while time.perf_counter() - start < seconds / ROUNDS:
            moves += one_game(game)
        best = max(best, moves / (time.perf_counter() - start))
    return best


def report(found: dict[str, Any]) -> Sentence:
    """Return the measurements as a table."""
    moves = say("moves/s")
    head = arranged("{game:<12}{seats:>6}", game=say("game"), seats=say("seats"))
    lines: list[str] = [arranged("{head}{moves:>14}{games:>12}", head=head, moves=moves, games=say("games/s"))]
    for name, entry in found["playouts"].items():
        for seats, speed in entry["by_seats"].items():
            lines.append(f"{name:<12}{seats:>6}{speed['moves_per_second']:>14,}{speed['games_per_second']:>12,}")
    lines += ["", arranged("{what:<30}{moves:>14}", what=say("step by step from Python"), moves=moves)]
    lines += [f"{name:<30}{entry['moves_per_second']:>14,}" for name, entry in found["python"].items()]
    return joined(lines, "\n")
