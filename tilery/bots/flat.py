"""Flat Monte Carlo: every promising move is played on from in the same redeals, and the worse half drops out.

Compiled, for any game by the contract. Comparing moves in the same redeal takes most of the luck out of the
comparison; dropping half of them at a time ("sequential halving") spends the time on those that are close.

Where players hardly touch each other, playing on for oneself alone is as good and takes a fraction of the time. What
the others come to in the end is then found out in some of the redeals by playing on for all, after the first move.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tilery.bots.beliefs import imagine
from tilery.bots.judging import Evaluator, Scratch
from tilery.bots.playout import GIVEN, WALKED, play_alone, play_on
from tilery.kernel import contract
from tilery.kernel.chance import Rng, next_word
from tilery.kernel.contract import POINTS_SHAPE, Moves, Values
from tilery.kernel.native import native
from tilery.kernel.runner import States

TO_THE_END = 1 << 30
TOGETHER = 8  # one of so many redeals is played on for all seats


class Rivals(NamedTuple):
    """The moves that are compared, best first, and what came of each; the `alive` first ones are still in."""

    move: Moves
    visits: NDArray[np.int64]
    worth: Values
    wins: Values  # by seat, and so are the points
    points: Values
    squares: Values  # of the searching seat's worth, wins and points
    number: NDArray[np.int64]  # by which a move is found in what follows, however moves are sorted
    latest: Values  # worth, wins and points of the searching seat in the last redeal
    shared: NDArray[np.int64]  # by two moves, redeals in which both were played on from
    gaps: Values  # by two moves, how much more the first brought in those: worth, wins, points
    gap_squares: Values


def new_rivals(count: int) -> Rivals:
    by_seat = (count, POINTS_SHAPE[0])
    return Rivals(
        np.zeros(count, np.int32),
        np.zeros(count, np.int64),
        np.zeros(count),
        np.zeros(by_seat),
        np.zeros(by_seat),
        np.zeros((count, 3)),
        np.arange(count),
        np.zeros((count, 3)),
        np.zeros((count, count), np.int64),
        np.zeros((count, count, 3)),
        np.zeros((count, count, 3)),
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
    alone: bool,
    evaluator: Evaluator,
    rng: Rng,
    twin: Rng,
    moves: Moves,
    scratch: Scratch,
    redeals: int,
) -> None:
    """Play on from each of the moves that are in, in each of some redeals."""
    by_oneself = alone and contract.has_stand_in(states[GIVEN])
    for _ in range(redeals):
        word_a, word_b = next_word(rng), next_word(rng)
        if by_oneself and rivals.visits[0] % TOGETHER == 0:
            _find_what_is_missed(
                states, seat, seats, rivals.move[0], tries, evaluator, twin, word_a, word_b, moves, scratch
            )
        for index in range(alive):
            _begin(states, seat, rivals.move[index], evaluator.believes, twin, word_a, word_b)
            if by_oneself:
                play_alone(states, seat, seats, tries, evaluator, twin, moves, scratch)
            else:
                play_on(states, seat, seats, length, tries, evaluator, twin, moves, scratch)
            rivals.visits[index] += 1
            rivals.worth[index] += scratch.worth[seat]
            for other in range(seats):
                rivals.wins[index, other] += scratch.wins[other]
                rivals.points[index, other] += scratch.guess[other]
            latest = rivals.latest[rivals.number[index]]
            latest[0], latest[1], latest[2] = scratch.worth[seat], scratch.wins[seat], scratch.guess[seat]
            for what in range(3):
                rivals.squares[index, what] += latest[what] * latest[what]
        _compare_pairs(rivals, alive)


@native
def _compare_pairs(rivals: Rivals, alive: int) -> None:
    """Add up by how much moves differed in the last redeal, which they had in common."""
    for index in range(alive):
        one = rivals.number[index]
        for place in range(alive):
            other = rivals.number[place]
            rivals.shared[one, other] += 1
            for what in range(3):
                gap = rivals.latest[one, what] - rivals.latest[other, what]
                rivals.gaps[one, other, what] += gap
                rivals.gap_squares[one, other, what] += gap * gap


@native
def _begin(
    states: States, seat: int, move: int, believes: bool, twin: Rng, word_a: np.uint64, word_b: np.uint64
) -> None:
    """Make a move in the redeal that two words lead to."""
    twin[0], twin[1] = word_a, word_b
    states[WALKED] = states[GIVEN]
    imagine(states[WALKED], seat, believes, twin)
    contract.play(states[WALKED], seat, move)


@native
def _find_what_is_missed(
    states: States,
    seat: int,
    seats: int,
    move: int,
    tries: int,
    evaluator: Evaluator,
    twin: Rng,
    word_a: np.uint64,
    word_b: np.uint64,
    moves: Moves,
    scratch: Scratch,
) -> None:
    """Note how many points more every seat has if all play on, instead of one alone."""
    for other in range(seats):
        scratch.missed[other] = 0.0
    _begin(states, seat, move, evaluator.believes, twin, word_a, word_b)
    play_alone(states, seat, seats, tries, evaluator, twin, moves, scratch)
    for other in range(seats):
        scratch.missed[other] = -scratch.guess[other]
    _begin(states, seat, move, evaluator.believes, twin, word_a, word_b)
    play_on(states, seat, seats, TO_THE_END, tries, evaluator, twin, moves, scratch)
    for other in range(seats):
        scratch.missed[other] = scratch.guess[other]


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
    rivals.number[one], rivals.number[other] = rivals.number[other], rivals.number[one]
    _swap_rows(rivals.wins, one, other)
    _swap_rows(rivals.points, one, other)
    _swap_rows(rivals.squares, one, other)


@native
def _swap_rows(table: Values, one: int, other: int) -> None:
    for column in range(table.shape[1]):
        table[one, column], table[other, column] = table[other, column], table[one, column]
