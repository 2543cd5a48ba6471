"""What a state is worth to every seat, from 0 to 1: compiled for any game by the contract.

Only sums, products, quotients and square roots are used, here and in all searches: every machine rounds those alike.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tilery.bots.net import Net, Sheet, foresee, new_sheet, no_net
from tilery.bots.weights import net_of
from tilery.games.game import Game
from tilery.games.thinking import Thinking
from tilery.kernel import contract
from tilery.kernel.contract import POINTS_SHAPE, Points, Values
from tilery.kernel.native import native
from tilery.kernel.state import State


class Mind(NamedTuple):
    """What judging needs to know: see `Thinking` for most of it; `columns` of a standing decide a game."""

    spread: float
    winning: float
    columns: int
    present: bool
    selfish: float
    glitter: float
    learned: bool  # states are judged by the network
    orders: bool  # and so are moves when a tree first looks at them
    steps: bool  # playouts choose moves by judging what is after them
    net: Net


class Desk(NamedTuple):
    """Where judgements are written: guesses at the final points, the points themselves, and worth and wins by seat."""

    guess: Values
    points: Points
    worth: Values
    wins: Values
    missed: Values  # points to add at the end of a game, by seat: what turns that passed by would have brought
    sheet: Sheet


def new_mind(game: Game, seats: int, thinking: Thinking) -> Mind:
    """The mind for a game with so many seats, with its network if there is one and it is asked for."""
    asked = "learned" in (thinking.evaluation, thinking.ordering)
    return mind_with(net_of(game, seats) if asked else None, game, thinking)


def mind_with(net: Net | None, game: Game, thinking: Thinking) -> Mind:
    """The mind for a game with a network, or with none."""
    return Mind(
        float(thinking.spread),
        float(thinking.winning),
        1 + len(game.tiebreaks),
        thinking.present,
        float(thinking.selfish),
        float(thinking.glitter),
        net is not None and thinking.evaluation == "learned",
        net is not None and thinking.ordering == "learned",
        thinking.stepping,
        net or no_net(),
    )


def new_desk(mind: Mind) -> Desk:
    seats = POINTS_SHAPE[0]
    points = np.zeros(POINTS_SHAPE, np.int32)
    return Desk(np.zeros(seats), points, np.zeros(seats), np.zeros(seats), np.zeros(seats), new_sheet(mind.net))


@native
def lead_of(seat: int, seats: int, guess: Values) -> float:
    """How far `seat` is ahead of the best of the others."""
    best = -1e9
    for other in range(seats):
        if other != seat and guess[other] > best:
            best = guess[other]
    return float(guess[seat] - best)


@native
def chance_of(lead: float, spread: float) -> float:
    """A guess at the chance to win with a lead: half at none, three quarters at `spread` points."""
    return 0.5 + 0.5 * lead / (spread + abs(lead))


@native
def judge(state: State, seats: int, over: bool, mind: Mind, desk: Desk) -> None:
    """Fill the desk for a state: at the end of a game by who has won, before it by what is foreseen or guessed."""
    if over:
        contract.standing(state, desk.points)
        for seat in range(seats):
            desk.points[seat, 0] += int(desk.missed[seat])
        for seat in range(seats):
            desk.guess[seat] = desk.points[seat, 0]
            desk.wins[seat] = share_of(desk.points, seat, seats, mind.columns)
        _weigh(seats, mind, desk)
    elif mind.learned:
        foresee(state, seats, mind.net, desk.sheet, desk.guess, desk.wins)
        _weigh(seats, mind, desk)
    else:
        judge_by_hand(state, seats, mind, desk)


@native
def judge_by_hand(state: State, seats: int, mind: Mind, desk: Desk) -> None:
    """Fill the desk by the game's own guess, for a game that is not over."""
    contract.evaluate(state, desk.guess)
    for seat in range(seats):
        desk.wins[seat] = chance_of(lead_of(seat, seats, desk.guess), mind.spread)
        desk.worth[seat] = desk.wins[seat]


@native
def _weigh(seats: int, mind: Mind, desk: Desk) -> None:
    """Work out what points and chances are worth."""
    for seat in range(seats):
        smooth = chance_of(lead_of(seat, seats, desk.guess), mind.spread)
        desk.worth[seat] = mind.winning * desk.wins[seat] + (1.0 - mind.winning) * smooth


@native
def share_of(points: Points, seat: int, seats: int, columns: int) -> float:
    """The share of a seat in the victory: tie-breakers decide, and those who are equal in all of them share."""
    equal = 1
    for other in range(seats):
        if other != seat:
            order = _order(points, other, seat, columns)
            if order > 0:
                return 0.0
            if order == 0:
                equal += 1
    return 1.0 / equal


@native
def _order(points: Points, one: int, other: int, columns: int) -> int:
    """1 if `one` stands before `other`, -1 if after it, 0 if they are equal."""
    for column in range(columns):
        if points[one, column] != points[other, column]:
            return 1 if points[one, column] > points[other, column] else -1
    return 0


@native
def glance(state: State, seat: int, seats: int, mind: Mind, desk: Desk) -> float:
    """Points by which `seat` is ahead, as it sees them: now, in the end or both, with or without the others."""
    dazzle = 0.0
    if mind.present or mind.glitter > 0.0:
        contract.standing(state, desk.points)
        dazzle = mind.glitter * desk.points[seat, 0]
    if mind.present:
        for other in range(seats):
            desk.guess[other] = desk.points[other, 0]
    else:
        contract.evaluate(state, desk.guess)
    lead = lead_of(seat, seats, desk.guess)
    return float(lead + mind.selfish * (desk.guess[seat] - lead) + dazzle)
