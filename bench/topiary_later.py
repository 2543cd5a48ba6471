"""What visitors come to see in games of quick players: the table that Topiary's shortlist reads.

Players take the first move of the shortlist, now and then a random one. For every visitor and every turn after it was
placed, it is noted what lay in its line, how many visitors were still to come, and how many points it saw in the end,
less the bonus points that it had. Where little was seen, what a line shows plus the usual growth by its face-down tiles
stands in. Every round plays by the mean of the last two tables, because players who read only the newest one turn in
circles; the first one starts from the table that is there.

    python bench/topiary_later.py --rounds 3 > /tmp/later.txt

Same command, same machine: same table.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tilery import games
from tilery.bots.playout import next_seat
from tilery.games.topiary.learn.lines import CELLS, HIDDEN, LATER, MOST_LEFT, PATTERNS, SHOWN, pattern_of
from tilery.games.topiary.learn.shortlist import WEIGHT, listed
from tilery.games.topiary.rules.scoring import look
from tilery.games.topiary.rules.state import VISIT
from tilery.kernel import chance, contract, runner
from tilery.kernel.chance import Rng, below
from tilery.kernel.contract import Moves, Values
from tilery.kernel.native import native

GAME = games.find("topiary")
BLANK, TABLE = range(2)
ASTRAY = 20  # one of so many moves is random
DOUBT = 15  # what is believed beforehand counts as much as so many visitors
_NOBODY = -1

Notes = NDArray[np.int64]  # by visitors to come and spot: the pattern of a visitor's line, and its bonus points
Table = NDArray[np.float64]


@native
def take_notes(states: runner.States, notes: Notes) -> None:
    """Write what all visitors look at between two turns."""
    left = 0
    for player in range(states[TABLE].seats):
        left += int(states[TABLE].visitors_left[player])
    for spot in range(48):
        if states[TABLE].visitors[spot] >= 0:
            _, bonus, _ = look(states[TABLE], spot, 0)
            notes[left, spot, 0] = pattern_of(states[TABLE], spot)
            notes[left, spot, 1] = bonus


@native
def play_games(
    states: runner.States, seats: int, options: runner.States, weights: Values, worths: Values, rng: Rng, count: int,
    moves: Moves, notes: Notes, sums: Values, times: Values,
) -> None:  # fmt: skip
    """Add up what visitors came to see in so many games, by visitors to come and pattern."""
    for _ in range(count):
        notes[:, :, 0] = _NOBODY
        states[TABLE] = states[BLANK]
        contract.setup(states[TABLE], seats, options[0], rng)
        owing = contract.waiting(states[TABLE])
        while owing:
            seat = next_seat(owing, 0, seats)
            if states[TABLE].stage == VISIT:
                take_notes(states, notes)
            if below(rng, ASTRAY) == 0:
                move = contract.random_move(states[TABLE], seat, rng, moves)
            else:
                listed(states[TABLE], seat, 1, weights, worths, moves)
                move = moves[0]
            contract.play(states[TABLE], seat, move)
            owing = contract.waiting(states[TABLE])
        for spot in range(48):
            if states[TABLE].visitors[spot] >= 0:
                points, bonus, _ = look(states[TABLE], spot, 0)
                for left in range(len(notes)):
                    pattern = notes[left, spot, 0]
                    if pattern >= 0:
                        sums[left, pattern] += points + bonus - notes[left, spot, 1]
                        times[left, pattern] += 1


def count(seats: int, worths: Table, games_to_play: int, seed: int) -> Table:
    """The table of a round."""
    sums, times = np.zeros((MOST_LEFT + 1, PATTERNS)), np.zeros((MOST_LEFT + 1, PATTERNS))
    play_games(
        runner.new_states(GAME.rules.STATE, 2), seats, GAME.encode_options(GAME.read_options(seats, {})),
        WEIGHT[seats - 2], worths, chance.generator(seed), games_to_play, np.zeros(GAME.rules.MAX_MOVES, np.int32),
        np.zeros((MOST_LEFT + 1, 48, 2), np.int64), sums, times,
    )  # fmt: skip
    belief = np.zeros_like(sums)
    for left in range(MOST_LEFT + 1):
        for hidden in range(CELLS + 1):
            alike = hidden == HIDDEN
            growth = sums[left, alike].sum() - (times[left, alike] * SHOWN[alike]).sum()
            belief[left, alike] = SHOWN[alike] + growth / max(times[left, alike].sum(), 1)
    found: Table = (sums + DOUBT * belief) / (times + DOUBT)
    found[0] = SHOWN  # nothing comes after the last turn
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--games", type=int, default=20_000, help="of each round")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    for seats in GAME.seats:
        table = LATER[seats - 2]
        for number in range(asked.rounds):
            table = (table + count(seats, table, asked.games, asked.seed * 1_000 + 10 * number + seats)) / 2
        print(f"# {seats} seats: a line for each number of visitors to come, by pattern")
        for line in table:
            print(" ".join(f"{value:.2f}" for value in line))


if __name__ == "__main__":
    main()
