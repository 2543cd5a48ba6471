"""Looking at moves and playing on quickly: the compiled parts that both searches share.

States come as an array with places for copies: the one that was given, the one that is played on, and one to try
moves in. All that is hidden has been redealt before anything here looks at a state.
"""

from __future__ import annotations

import numpy as np

from tilery.bots.beliefs import imagine
from tilery.bots.judging import Evaluator, Scratch, glance, judge, lead_of
from tilery.bots.stepping import GIVEN, PLACES, TRIED, WALKED, step_move
from tilery.games.game import Game
from tilery.kernel import contract
from tilery.kernel.chance import Rng, below
from tilery.kernel.contract import Moves, Values
from tilery.kernel.native import embedded, native
from tilery.kernel.runner import States

__all__ = ["GIVEN", "PLACES", "TRIED", "WALKED"]


def new_moves(game: Game) -> Moves:
    """Room for the legal moves of two states: the second half is for looking further ahead."""
    return np.zeros(2 * game.rules.MAX_MOVES, np.int32)


@native
def glance_at_moves(
    states: States,
    seat: int,
    seats: int,
    evaluator: Evaluator,
    scratch: Scratch,
    rng: Rng,
    moves: Moves,
    leads: Values,
    most: int,
    redeals: int,
) -> int:
    """Add up the lead of `seat` after each of its legal moves over some redeals; return how many moves there are.

    In a game with a shortlist only the `most` first of it are looked at, unless that is 0.
    """
    if most:
        count = contract.shortlist(states[GIVEN], seat, most, moves)
    else:
        count = contract.legal_moves(states[GIVEN], seat, moves)
    for index in range(count):
        leads[index] = 0.0
    for _ in range(redeals):
        states[WALKED] = states[GIVEN]
        contract.redeal(states[WALKED], seat, rng)
        for index in range(count):
            states[TRIED] = states[WALKED]
            contract.play(states[TRIED], seat, moves[index])
            leads[index] += glance(states[TRIED], seat, seats, evaluator, scratch) / redeals
    return count


@native
def judge_moves(
    states: States,
    seat: int,
    seats: int,
    evaluator: Evaluator,
    scratch: Scratch,
    rng: Rng,
    moves: Moves,
    sums: Values,
    redeals: int,
) -> int:
    """Judge the state after each legal move in some redeals; return how many moves there are.

    Written to sums[index] are the means of what the move is worth, then of all seats' wins, then of all their points.
    """
    count = contract.legal_moves(states[GIVEN], seat, moves)
    for index in range(count):
        for column in range(1 + 2 * seats):
            sums[index, column] = 0.0
    for _ in range(redeals):
        states[WALKED] = states[GIVEN]
        imagine(states[WALKED], seat, evaluator.believes, rng)
        for index in range(count):
            states[TRIED] = states[WALKED]
            contract.play(states[TRIED], seat, moves[index])
            judge(states[TRIED], seats, contract.waiting(states[TRIED]) == 0, evaluator, scratch)
            sums[index, 0] += scratch.worth[seat] / redeals
            for other in range(seats):
                sums[index, 1 + other] += scratch.wins[other] / redeals
                sums[index, 1 + seats + other] += scratch.guess[other] / redeals
    return count


@embedded
def next_seat(owing: int, first: int, seats: int) -> int:
    """Of the seats that owe a decision, the first one from `first` on; a search lets its own seat decide first."""
    seat = first
    while not owing >> seat & 1:
        seat += 1
        if seat == seats:
            seat = 0
    return seat


@embedded
def quick_move(states: States, seat: int, seats: int, tries: int, rng: Rng, moves: Moves, scratch: Scratch) -> int:
    """Return a move in states[WALKED]: of a few, the best by the lead that the game guesses after it.

    The few are the first of the game's shortlist, or random ones in a game that has none.
    """
    listed = contract.has_shortlist(states[WALKED])
    if tries < 1 or (tries == 1 and not listed):
        return int(contract.random_move(states[WALKED], seat, rng, moves))
    count = contract.shortlist(states[WALKED], seat, tries, moves)
    best = moves[0]
    best_lead = -1e9
    if count > 1:
        for number in range(min(tries, count)):
            if tries < count:  # never with a shortlist
                other = number + below(rng, count - number)
                move = moves[other]
                moves[other] = moves[number]
                moves[number] = move
            states[TRIED] = states[WALKED]
            contract.play(states[TRIED], seat, moves[number])
            contract.evaluate(states[TRIED], scratch.guess)
            lead = lead_of(seat, seats, scratch.guess)
            if lead > best_lead:
                best_lead = lead
                best = moves[number]
    return int(best)


@embedded
def play_on(
    states: States,
    first: int,
    seats: int,
    length: int,
    tries: int,
    evaluator: Evaluator,
    rng: Rng,
    moves: Moves,
    scratch: Scratch,
) -> None:
    """Play quickly in states[WALKED] for some moves or to the end, and judge what comes of it."""
    owing = contract.waiting(states[WALKED])
    while owing and length > 0:
        seat = next_seat(owing, first, seats)
        if evaluator.steps:
            move = step_move(states, WALKED, seat, seats, evaluator, rng, moves, scratch)
        else:
            move = quick_move(states, seat, seats, tries, rng, moves, scratch)
        contract.play(states[WALKED], seat, move)
        owing = contract.waiting(states[WALKED])
        length -= 1
    judge(states[WALKED], seats, owing == 0, evaluator, scratch)


@embedded
def play_alone(
    states: States, seat: int, seats: int, tries: int, evaluator: Evaluator, rng: Rng, moves: Moves, scratch: Scratch
) -> None:
    """Play quickly in states[WALKED] to the end, the others' turns passing by, and judge what comes of it."""
    owing = contract.waiting(states[WALKED])
    while owing:
        actor = next_seat(owing, seat, seats)
        if actor == seat:
            contract.play(states[WALKED], seat, quick_move(states, seat, seats, tries, rng, moves, scratch))
        else:
            contract.stand_in(states[WALKED], actor, rng)
        owing = contract.waiting(states[WALKED])
    judge(states[WALKED], seats, True, evaluator, scratch)
