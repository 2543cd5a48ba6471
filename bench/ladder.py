"""How far the levels of a game lie apart, as a table in Markdown: each level against the one below it.

One player of the higher level sits among players of the lower one, in every rotation of each deal. "Won" are its games,
shared wins counted in part; a fair share is one over the seats. "Ahead" are the players of the lower level whom it
leaves behind in points, ties counted as half: that number means the same with any number of seats. Both have standard
errors over deals.

    python bench/ladder.py tipperary --seats 2,3 --games 60 --seed 7001
    python bench/ladder.py terraflip --levels easy,medium,medium+iterations=40
"""

from __future__ import annotations

import argparse
import sys
from functools import partial
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tilery import bots, games
from tilery.arena.arena import run
from tilery.arena.playing import play_here
from tilery.arena.ratings import whole_deals
from tilery.arena.schedule import Contest, Result


def ahead(result: Result, level: str) -> float:
    """The part of the others that a level leaves behind."""
    seat = result.seated.index(level)
    own = result.totals[seat]
    return float(np.mean([(own > other) + (own == other) / 2 for other in _without(result.totals, seat)]))


def lead(result: Result, level: str) -> float:
    """By how many points a level is above the mean of the others."""
    seat = result.seated.index(level)
    return float(result.totals[seat] - np.mean(_without(result.totals, seat)))


def _without(totals: tuple[int, ...], seat: int) -> list[int]:
    return [points for other, points in enumerate(totals) if other != seat]


def told(values: list[list[float]], scale: float = 1.0) -> str:
    """A mean with its standard error over deals."""
    by_deal = scale * np.array(values).mean(axis=1)
    return f"{by_deal.mean():.1f} ± {by_deal.std(ddof=1) / np.sqrt(len(by_deal)):.1f}"


def measure(contest: Contest, deals: int, workers: int) -> str:
    """The row of a step: won, ahead, lead."""
    level = contest.players[0]
    results = whole_deals(contest, run(contest, deals, partial(play_here, workers=workers), quiet=True))
    won = told([[one.share(one.seated.index(level)) for one in deal] for deal in results], 100)
    left_behind = told([[ahead(one, level) for one in deal] for deal in results], 100)
    points = told([[lead(one, level) for one in deal] for deal in results])
    return f"{won}% of {sum(map(len, results))} | {left_behind}% | {points}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=games.names())
    parser.add_argument("--levels", default=",".join(bots.FOR_PEOPLE), help="the weakest first")
    parser.add_argument("--seats", default="2")
    parser.add_argument("--games", type=int, default=60, help="of each step; rounded up to whole deals, two at least")
    parser.add_argument("--seed", type=int, default=7001)
    parser.add_argument("--workers", type=int, default=1)
    chosen = parser.parse_args()
    levels = chosen.levels.split(",")
    print("| game | seats | step | won | ahead | points ahead |")
    print("|---|---|---|---|---|---|", flush=True)
    for seats in map(int, chosen.seats.split(",")):
        for lower, higher in zip(levels[-2::-1], levels[:0:-1], strict=True):
            contest = Contest(chosen.game, seats, {}, (higher, lower), chosen.seed)
            deals = max(-(-chosen.games // seats), 2)
            row = measure(contest, deals, chosen.workers)
            print(f"| {games.find(chosen.game).title} | {seats} | {higher} over {lower} | {row} |", flush=True)


if __name__ == "__main__":
    main()
