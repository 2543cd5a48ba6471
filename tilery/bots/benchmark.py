"""How fast bots think here: iterations of each game's expert in a second of one processor, and how late it stops."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

from tilery import games
from tilery.bots.levels import thinking_of
from tilery.bots.search import think
from tilery.games.game import Game
from tilery.games.thinking import Thinking
from tilery.match.match import Match
from tilery.words import Sentence, arranged, joined, say

MOMENTS = 5


def measure(seconds: float) -> dict[str, Any]:
    """Measure every game for about `seconds`."""
    return {"search": {name: search_speed(games.find(name), seconds) for name in games.names()}}


def search_speed(game: Game, seconds: float) -> dict[str, Any]:
    """Let an expert think at moments spread over a random game with the fewest seats."""
    thinking = thinking_of(game, "expert", game.seats[0])
    whole = Match(game, seed=1)
    whole.play_randomly(seed=1)
    think(Match(game, seed=1), whole.moves[0].seat, replace(thinking, iterations=1), seed=0)  # compiles
    done, took, late = 0, 0.0, 0.0
    for number in range(MOMENTS):
        match = Match(game, seed=1)
        for move in whole.moves[: len(whole.moves) * number // MOMENTS]:
            match.play(move)
        endless = replace(thinking, iterations=10**9)
        iterations, spent, overrun = _timed(match, endless, number, seconds / MOMENTS)
        done += iterations
        took += spent
        late = max(late, overrun, _timed(match, endless, number, 0.0)[2])  # also when it has hardly begun
    return {
        "iterations_per_second": round(done / took),
        "stops_after_ms": round(1000 * late, 1),
        "method": thinking.method,
        "seats": game.seats[0],
    }


def _timed(match: Match, thinking: Thinking, seed: int, seconds: float) -> tuple[int, float, float]:
    """Think for some time: iterations, seconds of the processor, and seconds that it took too long."""
    begun, start = time.perf_counter(), time.process_time()
    thought = think(match, match.waiting[0], thinking, seed=seed, seconds=seconds)
    return thought.iterations, time.process_time() - start, time.perf_counter() - begun - seconds


def report(found: dict[str, Any]) -> Sentence:
    """Return the measurements as a table."""
    what, speed, late = say("search at expert level"), say("iterations/s"), say("stops after")
    lines: list[str] = [arranged("{what:<30}{speed:>14}{late:>14}", what=what, speed=speed, late=late)]
    for name, entry in found["search"].items():
        stops = f"{entry['stops_after_ms']} ms"
        lines.append(f"{name + ', ' + entry['method']:<30}{entry['iterations_per_second']:>14,}{stops:>14}")
    return joined(lines, "\n")
