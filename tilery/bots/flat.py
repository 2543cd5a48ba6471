"""Flat Monte Carlo: every promising move is played on from in the same redeals, and the worse half drops out.

Compiled, for any game by the contract. Comparing moves in the same redeal takes most of the luck out of the
comparison; dropping half of them at a time ("sequential halving") spends the time on those that are close.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tilery.bots.judging import Desk, Mind
from tilery.bots.playout import GIVEN, WALKED, play_on
from tilery.kernel import contract
from tilery.kernel.chance import Rng, next_word
from tilery.kernel.contract import POINTS_SHAPE, Moves, Values
from tilery.kernel.native import native
from tilery.kernel.runner import States


class Rivals(NamedTuple):
    """The moves that are compared, best first, and what came of each; the `alive` first ones are still in."""

    move: Moves
    visits: NDArray[np.int64]
    worth: Values
    wins: Values  # by seat, and so are the points
    points: Values
    squares: Values  # of the searching seat's worth, wins and points


def new_rivals(count: int) -> Rivals:
    by_seat = (count, POINTS_SHAPE[0])
    return Rivals(
        np.zeros(count, np.int32),
        np.zeros(count, np.int64),
        np.zeros(count),
        np.zeros(by_seat),
        np.zeros(by_seat),
        np.zeros((count, 3)),
    )


@native
def compare(
    states: States,
    seat: int,
    seats: int,
    rivals: Rivals,
    alive: int,
    length: int,
    tries: int,
    mind: Mind,
    rng: Rng,
    twin: Rng,
    moves: Moves,
    desk: Desk,
    redeals: int,
) -> None:
    """Play on from each of the moves that are in, in each of some redeals."""
    for _ in range(redeals):
        word_a, word_b = next_word(rng), next_word(rng)
        for index in range(alive):
            twin[0], twin[1] = word_a, word_b
            states[WALKED] = states[GIVEN]
            contract.redeal(states[WALKED], seat, twin)
            contract.play(states[WALKED], seat, rivals.move[index])
            play_on(states, seat, seats, length, tries, mind, twin, moves, desk)
            rivals.visits[index] += 1
            rivals.worth[index] += desk.worth[seat]
            for other in range(seats):
                rivals.wins[index, other] += desk.wins[other]
                rivals.points[index, other] += desk.guess[other]
            rivals.squares[index, 0] += desk.worth[seat] * desk.worth[seat]
            rivals.squares[index, 1] += desk.wins[seat] * desk.wins[seat]
            rivals.squares[index, 2] += desk.guess[seat] * desk.guess[seat]


@native
def sort_rivals(rivals: Rivals, alive: int) -> None:
    """Bring the moves that are in into the order of their mean worth; equal ones keep theirs."""
    for start in range(1, alive):
        index = start
        while index > 0 and _mean(rivals, index) > _mean(rivals, index - 1):
            _swap(rivals, index, index - 1)
            index -= 1


@native
def _mean(rivals: Rivals, index: int) -> float:
    return float(rivals.worth[index] / max(rivals.visits[index], 1))


@native
def _swap(rivals: Rivals, one: int, other: int) -> None:
    rivals.move[one], rivals.move[other] = rivals.move[other], rivals.move[one]
    rivals.visits[one], rivals.visits[other] = rivals.visits[other], rivals.visits[one]
    rivals.worth[one], rivals.worth[other] = rivals.worth[other], rivals.worth[one]
    _swap_rows(rivals.wins, one, other)
    _swap_rows(rivals.points, one, other)
    _swap_rows(rivals.squares, one, other)


@native
def _swap_rows(table: Values, one: int, other: int) -> None:
    for column in range(table.shape[1]):
        table[one, column], table[other, column] = table[other, column], table[one, column]
