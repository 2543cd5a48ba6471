"""What sets of animals come to be worth in Triqueta: the table that its features read.

A search plays against itself; for every state, seat and animal it is noted how many tiles the seat has for certain and
how many it keeps, how many rows it will still take, and how many points the animal brings in the end. The games are
played without options, so wolves are only worth what they bring at once.

    python bench/triqueta_sets.py --games 1500 > tilery/games/triqueta/learn/sets.txt
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilery import games
from tilery.bots.training.self_play import new_game_memory, new_samples, play_games
from tilery.bots.training.train import CHUNK, side_with, thinking_for, variants
from tilery.games.triqueta.rules.components import KEEPS, ROUNDS, VALUE
from tilery.kernel import chance
from tilery.kernel.runner import States

GAME = games.find("triqueta")
MOST = 5  # tiles that are told apart
ANIMALS = 7
DOUBT = 40  # what is believed beforehand counts as much as so many states
STATES = 150  # of a game, at most

Counts = NDArray[np.int64]
Table = NDArray[np.float64]


def points(counts: Counts) -> Counts:
    """What so many tiles of each animal are worth at the end; the last axis is that of the animals."""
    few = np.where(counts < 3, counts, 3 - counts)
    return np.where(counts == 3, np.asarray(VALUE, np.int64), few)


def counted(sure: Counts, kept: Counts) -> Counts:
    """How many tiles are counted at the end: kept ones up to the third."""
    return np.where(sure >= 3, sure, np.minimum(sure + kept, 3))


def belief() -> Table:
    """A table to begin with: what the tiles are worth now."""
    found = np.zeros((ROUNDS, ANIMALS, MOST + 1, KEEPS + 1))
    for sure in range(MOST + 1):
        for kept in range(KEEPS + 1):
            found[:, :, sure, kept] = points(counted(np.full(ANIMALS, sure), np.full(ANIMALS, kept)))
    return found


def tiles(states: States, seat: int) -> tuple[Counts, Counts]:
    """The tiles of a seat in many states, by animal: those that have to be counted, and kept ones."""
    sure = (states["collection"][:, seat] + states["grey_held"][:, seat]).astype(np.int64)
    kept = np.zeros_like(sure)
    for index in range(KEEPS):
        has = np.flatnonzero(states["kept_size"][:, seat] > index)
        np.add.at(kept, (has, states["kept"][has, seat, index]), 1)
    return sure, kept


def final_points(last: States, seat: int, seats: int) -> Counts:
    """The points of a seat's animals after the last states of games: only the last row is still to be taken."""
    sure, kept = tiles(last, seat)
    for row in range(seats):
        takes = (last["turn"] == seat) & (last["taken_by"][:, row] < 0)
        for index in range(last["rows"].shape[2]):
            has = np.flatnonzero(takes & (last["row_length"][:, row] > index))
            np.add.at(sure, (has, last["rows"][has, row, index]), 1)
    return points(counted(sure, kept))


def learn(seats: int, count: int, seed: int) -> Table:
    """The table for a number of seats."""
    side = side_with(None, GAME, thinking_for(GAME))
    options = variants(GAME, seats)[0]
    sums, times = DOUBT * belief(), np.full(belief().shape, float(DOUBT))
    for chunk in range(count // CHUNK):
        samples = new_samples(GAME, CHUNK, CHUNK * STATES)
        rng = chance.generator(seed * 1_000_003 + 1000 * seats + chunk)
        play_games(new_game_memory(GAME, side, side), seats, options, side, rng, CHUNK, 1, samples)
        used = int(samples.used[0])
        states, game = samples.states[:used], samples.game[:used]
        last = np.flatnonzero(np.append(np.diff(game) != 0, True))
        whole = states[last]["players_in"] == 1
        number = np.searchsorted(game[last], game)
        for seat in range(seats):
            came = final_points(states[last], seat, seats)
            sure, kept = tiles(states, seat)
            rows = ROUNDS - states["round_number"] - states["has_left"][:, seat].astype(np.int64)
            among = np.flatnonzero((rows > 0) & (rows < ROUNDS) & whole[number])
            for animal in range(ANIMALS):
                where: Any = (rows[among], animal, np.minimum(sure[among, animal], MOST), kept[among, animal])
                np.add.at(sums, where, came[number[among], animal])
                np.add.at(times, where, 1)
    found: Table = sums / times
    found[0] = belief()[0]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=77)
    asked = parser.parse_args()
    for seats in GAME.seats:
        for rows, table in enumerate(learn(seats, asked.games, asked.seed)):
            print(f"# {seats} seats, {rows} rows to take: a line for each animal and number of tiles, by kept tiles")
            for line in table.reshape(-1, KEEPS + 1):
                print(" ".join(f"{value:.2f}" for value in line))


if __name__ == "__main__":
    main()
