"""What a state is worth to every seat, from 0 to 1: compiled for any game by the contract.

Only sums, products, quotients and square roots are used, here and in all searches: every machine rounds those alike.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tilery.bots.net import Net, NetScratch, foresee, new_net_scratch, no_net
from tilery.bots.weights import net_of
from tilery.games.game import Game
from tilery.games.thinking import Thinking
from tilery.kernel import contract
from tilery.kernel.contract import POINTS_SHAPE, Points, Values
from tilery.kernel.native import embedded
from tilery.kernel.state import State


class Evaluator(NamedTuple):
    """How states are judged: the settings of a `Thinking`, and its network; `columns` of a standing decide a game."""

    spread: float
    winning: float
    columns: int
    present: bool
    selfish: float
    glitter: float
    learned: bool  # states are judged by the network
    orders: bool  # and so are moves when a tree first looks at them
    steps: bool  # playouts choose moves by judging what is after them
    believes: bool  # redeals are by what others probably hide
    net: Net


class Scratch(NamedTuple):
    """Where judgements are written: guesses at the final points, the points themselves, and worth and wins by seat."""

    guess: Values
    points: Points
    worth: Values
    wins: Values
    missed: Values  # points to add at the end of a game, by seat: what turns that passed by would have brought
    net_scratch: NetScratch


def new_evaluator(game: Game, seats: int, thinking: Thinking) -> Evaluator:
    """Return the evaluator for a game with so many seats, with its network if there is one and it is asked for."""
    asked = "learned" in (thinking.evaluation, thinking.ordering)
    return evaluator_with(net_of(game, seats) if asked else None, game, thinking)


def evaluator_with(net: Net | None, game: Game, thinking: Thinking) -> Evaluator:
    """Return the evaluator for a game with a network, or with none."""
    return Evaluator(
        float(thinking.spread),
        float(thinking.winning),
        1 + len(game.tiebreaks),
        thinking.present,
        float(thinking.selfish),
        float(thinking.glitter),
        net is not None and thinking.evaluation == "learned",
        net is not None and thinking.ordering == "learned",
        thinking.stepping,
        thinking.beliefs,
        net or no_net(),
    )


def new_scratch(evaluator: Evaluator) -> Scratch:
    seats = POINTS_SHAPE[0]
    points = np.zeros(POINTS_SHAPE, np.int32)
    return Scratch(
        np.zeros(seats), points, np.zeros(seats), np.zeros(seats), np.zeros(seats), new_net_scratch(evaluator.net)
    )


@embedded
def lead_of(seat: int, seats: int, guess: Values) -> float:
    """Return how far `seat` is ahead of the best of the others."""
    best = -1e9
    for other in range(seats):
        if other != seat and guess[other] > best:
            best = guess[other]
    return float(guess[seat] - best)


@embedded
def chance_of(lead: float, spread: float) -> float:
    """Return a guess at the chance to win with a lead: half at none, three quarters at `spread` points."""
    return 0.5 + 0.5 * lead / (spread + abs(lead))


@embedded
def judge(state: State, seats: int, over: bool, evaluator: Evaluator, scratch: Scratch) -> None:
    """Judge a state into `scratch`: at the end of a game by who has won, before it by what is foreseen or guessed."""
    if over:
        contract.standing(state, scratch.points)
        for seat in range(seats):
            scratch.points[seat, 0] += int(scratch.missed[seat])
        for seat in range(seats):
            scratch.guess[seat] = scratch.points[seat, 0]
            scratch.wins[seat] = share_of(scratch.points, seat, seats, evaluator.columns)
        _weigh(seats, evaluator, scratch)
    elif evaluator.learned:
        foresee(state, seats, evaluator.net, scratch.net_scratch, scratch.guess, scratch.wins)
        _weigh(seats, evaluator, scratch)
    else:
        judge_by_hand(state, seats, evaluator, scratch)


@embedded
def judge_by_hand(state: State, seats: int, evaluator: Evaluator, scratch: Scratch) -> None:
    """Judge a state into `scratch` by the game's own guess, for a game that is not over."""
    contract.evaluate(state, scratch.guess)
    for seat in range(seats):
        scratch.wins[seat] = chance_of(lead_of(seat, seats, scratch.guess), evaluator.spread)
        scratch.worth[seat] = scratch.wins[seat]


@embedded
def _weigh(seats: int, evaluator: Evaluator, scratch: Scratch) -> None:
    """Work out what points and chances are worth."""
    for seat in range(seats):
        smooth = chance_of(lead_of(seat, seats, scratch.guess), evaluator.spread)
        scratch.worth[seat] = evaluator.winning * scratch.wins[seat] + (1.0 - evaluator.winning) * smooth


@embedded
def share_of(points: Points, seat: int, seats: int, columns: int) -> float:
    """Return the share of a seat in the victory: tie-breakers decide, and those who are equal in all of them share."""
    equal = 1
    for other in range(seats):
        if other != seat:
            order = _order(points, other, seat, columns)
            if order > 0:
                return 0.0
            if order == 0:
                equal += 1
    return 1.0 / equal


@embedded
def _order(points: Points, one: int, other: int, columns: int) -> int:
    """1 if `one` stands before `other`, -1 if after it, 0 if they are equal."""
    for column in range(columns):
        if points[one, column] != points[other, column]:
            return 1 if points[one, column] > points[other, column] else -1
    return 0


@embedded
def glance(state: State, seat: int, seats: int, evaluator: Evaluator, scratch: Scratch) -> float:
    """Return points by which `seat` is ahead, as it sees them: now, in the end or both, with or without the others."""
    dazzle = 0.0
    if evaluator.present or evaluator.glitter > 0.0:
        contract.standing(state, scratch.points)
        dazzle = evaluator.glitter * scratch.points[seat, 0]
    if evaluator.present:
        for other in range(seats):
            scratch.guess[other] = scratch.points[other, 0]
    else:
        contract.evaluate(state, scratch.guess)
    lead = lead_of(seat, seats, scratch.guess)
    return float(lead + evaluator.selfish * (scratch.guess[seat] - lead) + dazzle)
