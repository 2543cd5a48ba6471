"""What lines of sight come to show in Topiary: the table that its features read.

A search plays against itself; for every visitor and every turn after it was placed, it is noted what lay in its line,
how many visitors were still to come, and how many points it saw in the end. Where little was seen, what a line shows
plus the usual growth by its face-down tiles stands in.

    python bench/topiary_lines.py --games 1600 > tilery/games/topiary/learn/lines.txt
"""

from __future__ import annotations

import argparse

import numpy as np
from numpy.typing import NDArray

from tilery import games
from tilery.bots.training.self_play import Finds, new_finds, new_room, play_games
from tilery.bots.training.train import CHUNK, side_with, thinking_for, variants
from tilery.games.topiary.learn.lines import CELLS, HIDDEN, MOST_LEFT, NEXT, PATTERNS, SHOWN
from tilery.games.topiary.rules.components import LINE
from tilery.games.topiary.rules.state import VISIT
from tilery.kernel import chance
from tilery.kernel.runner import States

GAME = games.find("topiary")
DOUBT = 15  # what is believed beforehand counts as much as so many visitors
STATES = 70  # of a game, at most

Counts = NDArray[np.int64]
Table = NDArray[np.float64]


def patterns_of(states: States, spot: int) -> Counts:
    """The pattern of a line in many states."""
    found = np.zeros(len(states), np.int64)
    for cell in LINE[spot]:
        if cell >= 0:
            tiles = states["garden"][:, cell].astype(np.int64)
            hidden = (states["face_down"] >> int(cell) & 1).astype(bool) | (tiles < 0)
            found = NEXT[found, np.where(hidden, 0, tiles % 5 + 1)]
    return found


def bonus_of(states: States, spot: int) -> Counts:
    """The bonus points of a line in many states, all visitors taken to be there."""
    found = np.zeros(len(states), np.int64)
    tallest = np.zeros(len(states), np.int64)
    series_seen = np.zeros((len(states), 8), np.int64)
    rows = np.arange(len(states))
    for cell in LINE[spot]:
        if cell >= 0:
            tiles = states["garden"][:, cell].astype(np.int64)
            open_ = ~(states["face_down"] >> int(cell) & 1).astype(bool) & (tiles >= 0)
            seen = open_ & (tiles % 5 + 1 > tallest)
            tallest = np.where(seen, tiles % 5 + 1, tallest)
            series_seen[rows[seen], tiles[seen] // 5] += 1
    found[:] = np.where(series_seen > 1, series_seen, 0).sum(1)
    return found


def note(finds: Finds, sums: Table, times: Table) -> None:
    """Add what became of the visitors in some games."""
    states = finds.states[: int(finds.used[0])]
    game = finds.game[: int(finds.used[0])]
    between = states["stage"] == VISIT
    states, game = states[between], game[between]
    left = states["visitors_left"].sum(1, dtype=np.int64)
    for spot in range(len(LINE)):
        stands = states["visitors"][:, spot] >= 0
        if stands.any():
            came = SHOWN[patterns_of(finds.ends, spot)] + bonus_of(finds.ends, spot)
            where = left[stands], patterns_of(states[stands], spot)
            np.add.at(sums, where, came[game[stands]])
            np.add.at(times, where, 1)


def learn(seats: int, count: int, seed: int) -> Table:
    """The table for a number of seats, by visitors to come and pattern."""
    side = side_with(None, GAME, thinking_for(GAME))
    ways = variants(GAME, seats)
    sums, times = np.zeros((MOST_LEFT + 1, PATTERNS)), np.zeros((MOST_LEFT + 1, PATTERNS))
    for chunk in range(count // CHUNK):
        finds = new_finds(GAME, CHUNK, CHUNK * STATES)
        rng = chance.generator(seed * 1_000_003 + 1000 * seats + chunk)
        options = ways[0 if chunk % 2 else chunk // 2 % len(ways)]
        play_games(new_room(GAME, side, side), seats, options, side, rng, CHUNK, 1, finds)
        note(finds, sums, times)
    belief = np.zeros_like(sums)
    for left in range(MOST_LEFT + 1):
        for hidden in range(CELLS + 1):
            alike = hidden == HIDDEN
            growth = sums[left, alike].sum() - (times[left, alike] * SHOWN[alike]).sum()
            belief[left, alike] = SHOWN[alike] + growth / max(times[left, alike].sum(), 1)
    found: Table = (sums + DOUBT * belief) / (times + DOUBT)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1600)
    parser.add_argument("--seed", type=int, default=77)
    asked = parser.parse_args()
    for seats in GAME.seats:
        print(f"# {seats} seats: a line for each number of visitors to come, by pattern")
        for line in learn(seats, asked.games, asked.seed):
            print(" ".join(f"{value:.2f}" for value in line))


if __name__ == "__main__":
    main()
