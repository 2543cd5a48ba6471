"""How soon an expert stops when it is told to, by the clock and in time of the processor.

At moments of random games with the fewest and the most seats an expert that would think forever is told to stop by its
event: before it begins, or some milliseconds later. The machine has to be free for the clock to mean anything.

    python bench/stopping.py --moments 20
"""

from __future__ import annotations

import argparse
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from statistics import median

from tilery import games
from tilery.bots.levels import thinking_of
from tilery.bots.search import think
from tilery.match.match import Match

DELAYS = (0.0, 0.005, 0.02, 0.1)


def moments(game: str, count: int) -> Iterator[Match]:
    """Moments of random games, spread over their length; half of them with the fewest seats, half with the most."""
    for number in range(count):
        seats = games.find(game).seats[-(number % 2)]
        whole = Match(game, seats, seed=number)
        whole.play_randomly(seed=number)
        match = Match(game, seats, seed=number)
        for move in whole.moves[: len(whole.moves) * number // count]:
            match.play(move)
        yield match


def late(match: Match, delay: float) -> tuple[float, float]:
    """Milliseconds from the word to the end, by the clock and of this thread's processor time."""
    stop = threading.Event()
    told: list[float] = []

    def tell() -> None:
        told.append(time.perf_counter())
        stop.set()

    endless = replace(thinking_of(match.game, "expert", match.seats), iterations=10**9)
    timer = threading.Timer(delay, tell)
    if delay:
        timer.start()
    else:
        tell()
    spent = time.thread_time()
    think(match, match.waiting[0], endless, seed=1, stop=stop)
    ended = time.perf_counter()
    if delay:
        timer.join()
    return 1000 * max(0.0, ended - told[0]), 1000 * max(0.0, time.thread_time() - spent - delay)


def main() -> None:
    parser = argparse.ArgumentParser(description="How soon experts stop.")
    parser.add_argument("--moments", type=int, default=20, help="in each game; at each it is stopped four times")
    asked = parser.parse_args()
    print(f"{'':<12}{'stops':>7}{'median':>10}{'longest':>10}{'median':>12}{'longest':>10}")
    print(f"{'':<12}{'':>7}{'by the clock, ms':>20}{'of the processor, ms':>22}")
    for game in games.names():
        first = next(moments(game, 1))
        think(first, 0, thinking_of(first.game, "novice", first.seats), seed=1)  # compiles
        found = [late(match, delay) for match in moments(game, asked.moments) for delay in DELAYS]
        clock, spent = zip(*found, strict=True)
        print(f"{game:<12}{len(found):>7}{median(clock):>10.1f}{max(clock):>10.1f}", end="")
        print(f"{median(spent):>12.1f}{max(spent):>10.1f}")


if __name__ == "__main__":
    main()
