"""Plays many games of Tipperary with a greedy player and compares the scores with those of the rulebook's display.

Run `python -m tilery.games.tipperary.learn.calibrate --help`. The reconstructed set of tiles was made so that its table
meets the targets of TIP-4.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from tilery.games.tipperary import rules
from tilery.games.tipperary.learn.evaluation import evaluate
from tilery.games.tipperary.rules.components import RING_SIZE
from tilery.games.tipperary.rules.scoring import CATEGORIES, EXPLORATION, MARKER
from tilery.games.tipperary.rules.state import ROUND, TILES, TipperaryState
from tilery.games.tipperary.rules.tileset import RECONSTRUCTED, TileSet
from tilery.games.tipperary.rules.turns import area_of, has_placed
from tilery.kernel import chance, contract, runner
from tilery.kernel.chance import Rng
from tilery.kernel.contract import Points, Values
from tilery.kernel.native import native
from tilery.kernel.runner import States

# Where 10 % and 90 % of the seats should be (TIP-4).
TARGETS = {
    "area": (42, 60),
    "sheep": (7, 19),
    "whiskey": (3, 21),
    "circles": (0, 10),
    "total": (75, 105),
}
RING_TARGET = (0.5, 0.75)
CANDIDATES = 6  # moves that are looked at more closely

Buffers = NDArray[np.int32]


@native
def best_value(states: States, seat: int, buffers: Buffers, values: Values) -> float:
    """What the seat expects after its best move in states[0]."""
    best = -1e9
    for index in range(rules.legal_moves(states[0], seat, buffers[0])):
        states[1] = states[0]
        rules.play(states[1], seat, buffers[0, index])
        evaluate(states[1], values)
        best = max(best, values[seat])
    return best


@native
def offer_next(state: TipperaryState, seat: int, rng: Rng) -> None:
    """Let the seat go on to the next round with two tiles from the bag."""
    state.current_round += 1
    state.sheep_to_place[seat] = 0
    state.bonus_to_place[seat] = 0
    state.owing |= 1 << seat
    area = area_of(state, seat)
    left = TILES - int(state.drawn)
    one = chance.below(rng, left)
    other = (one + 1 + chance.below(rng, left - 1)) % left
    state.areas[area, 0] = state.bag[state.drawn + one]
    state.areas[area, 1] = state.bag[state.drawn + other]


@native
def look_ahead(states: States, seat: int, move: int, samples: int, buffers: Buffers, values: Values, rng: Rng) -> float:
    """What the seat expects after a move in states[0] and the best answer to several pairs of tiles that may follow."""
    total = 0.0
    for _ in range(samples):
        states[1] = states[0]
        rules.play(states[1], seat, move)
        if states[1].current_round == states[0].current_round:
            offer_next(states[1], seat, rng)
        total += best_value(states[1:], seat, buffers, values)
    return total / samples


@native
def choose(states: States, seat: int, samples: int, buffers: Buffers, values: Values, rng: Rng) -> int:
    """The move of states[0] after which the seat expects the most; ties by lot.

    With samples, the best few landscape placements are compared again by looking one round ahead.
    """
    count = rules.legal_moves(states[0], seat, buffers[1])
    worth = np.empty(count)
    for index in range(count):
        states[1] = states[0]
        rules.play(states[1], seat, buffers[1, index])
        evaluate(states[1], values)
        worth[index] = values[seat] + 1e-6 * chance.below(rng, 1000)
    order = np.argsort(-worth)
    best = order[0]
    state = states[0]
    placing = state.stage == ROUND and not has_placed(state, seat)
    if samples and placing and state.current_round < state.rounds - 1:
        most = -1e9
        for index in order[:CANDIDATES]:
            expected = look_ahead(states, seat, buffers[1, index], samples, buffers, values, rng)
            if expected > most:
                best, most = index, expected
    return int(buffers[1, best])


@native
def play_game(
    states: States,
    seats: int,
    samples: int,
    options: States,
    rng: Rng,
    buffers: Buffers,
    values: Values,
    out: Points,
) -> None:
    """Deal, play and score one game in states[0], clean from the last one."""
    states[0] = states[3]
    rules.setup(states[0], seats, options[0], rng)
    owing = rules.waiting(states[0])
    while owing:
        seat = 0
        while not owing >> seat & 1:
            seat += 1
        rules.play(states[0], seat, choose(states, seat, samples, buffers, values, rng))
        owing = rules.waiting(states[0])
    rules.score(states[0], out)


def play(games: int, seats: int, samples: int, tiles: str, seed: int) -> NDArray[np.int32]:
    """The points of every seat of every game by category."""
    option = TileSet()
    options = runner.new_states(rules.OPTIONS)
    for name, numbers in option.encode(option.from_command_line(tiles)).items():
        options[name] = numbers
    states = runner.new_states(rules.STATE, 4)
    rng = chance.generator(seed)
    buffers = np.zeros((2, rules.MAX_MOVES), np.int32)
    values = np.zeros(contract.POINTS_SHAPE[0])
    points = np.zeros(contract.POINTS_SHAPE, np.int32)
    rows: list[NDArray[np.int32]] = []
    for _ in range(games):
        play_game(states, seats, samples, options, rng, buffers, values, points)
        rows.extend(points[:seats, : len(CATEGORIES)].copy())
    return np.array(rows)


def table(points: NDArray[np.int32]) -> str:
    """The spread of every category beside its target."""
    columns = {name: points[:, index] for index, name in enumerate(CATEGORIES) if index not in (MARKER, EXPLORATION)}
    columns["total"] = points.sum(axis=1)
    lines = ["| category | 10% | 50% | 90% | mean | target for 10% to 90% |", "|---|---|---|---|---|---|"]
    for name, column in columns.items():
        low, middle, high = (int(number) for number in np.percentile(column, (10, 50, 90)))
        target = "{} to {}".format(*TARGETS[name])
        lines.append(f"| {name} | {low} | {middle} | {high} | {column.mean():.1f} | {target} |")
    closed = (points[:, EXPLORATION] > 0).mean()
    lines.append("")
    target = "{:.0%} to {:.0%}".format(*RING_TARGET)
    lines.append(f"The ring of {RING_SIZE} is closed in {closed:.0%} of the displays (target {target}).")
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tilery.games.tipperary.learn.calibrate", description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seats", type=int, default=4, choices=range(2, 6))
    parser.add_argument("--samples", type=int, default=0, help="pairs of tiles to look ahead to")
    parser.add_argument("--tiles", default=RECONSTRUCTED, help="a file with another set of tiles")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args(arguments)
    print(table(play(chosen.games, chosen.seats, chosen.samples, chosen.tiles, chosen.seed)))


if __name__ == "__main__":
    main()
