"""One step ahead: the move after which a player stands best by its own judgement, and nothing else.

Compiled, for any game by the contract. It is the quick player of games with a learned evaluation: in playouts, and in
the many games that training needs. It redeals what its player cannot know before it looks. Where a move shows
something hidden and the game tells in which ways it may go, all of them are weighed, each with the best move after it.
"""

from __future__ import annotations

from tilery.bots.beliefs import imagine
from tilery.bots.judging import Evaluator, Scratch, judge
from tilery.bots.outcomes import arrange, outcome_count
from tilery.kernel import contract
from tilery.kernel.chance import Rng
from tilery.kernel.contract import Moves
from tilery.kernel.native import embedded, native
from tilery.kernel.runner import States

GIVEN, WALKED, TRIED, SEEN, SHOWN = range(5)
PLACES = 5  # of states that searches work with


@native
def step_move(
    states: States, place: int, seat: int, seats: int, evaluator: Evaluator, rng: Rng, moves: Moves, scratch: Scratch
) -> int:
    """Return the move in states[place] that looks best to a waiting seat; `moves` has room for those of two states."""
    count = contract.legal_moves(states[place], seat, moves)
    if count == 1:
        return int(moves[0])
    states[SEEN] = states[place]
    imagine(states[SEEN], seat, evaluator.believes, rng)
    best = moves[0]
    best_worth = -1.0
    for index in range(count):
        worth = _worth_of(states, seat, seats, moves[index], evaluator, moves[len(moves) // 2 :], scratch)
        if worth > best_worth:
            best_worth = worth
            best = moves[index]
    return int(best)


@embedded
def _worth_of(
    states: States, seat: int, seats: int, move: int, evaluator: Evaluator, replies: Moves, scratch: Scratch
) -> float:
    """Return what a move in states[SEEN] is worth; if it shows something, the mean over what that may be."""
    ways = outcome_count(states[SEEN], seat, move)
    if not ways:
        return _worth_after(states, SEEN, seat, seats, move, evaluator, scratch)
    total = 0.0
    weights = 0.0
    for number in range(ways):
        states[SHOWN] = states[SEEN]
        weight = arrange(states[SHOWN], seat, move, number)
        if weight > 0.0:
            contract.play(states[SHOWN], seat, move)
            total += weight * _worth_on_turn(states, seat, seats, evaluator, replies, scratch)
            weights += weight
    return total / weights


@embedded
def _worth_on_turn(
    states: States, seat: int, seats: int, evaluator: Evaluator, replies: Moves, scratch: Scratch
) -> float:
    """Return what states[SHOWN] is worth to a seat, by its best move if it has one."""
    owing = contract.waiting(states[SHOWN])
    if not owing >> seat & 1:
        judge(states[SHOWN], seats, owing == 0, evaluator, scratch)
        return float(scratch.worth[seat])
    best = -1.0
    for index in range(contract.legal_moves(states[SHOWN], seat, replies)):
        best = max(best, _worth_after(states, SHOWN, seat, seats, replies[index], evaluator, scratch))
    return best


@embedded
def _worth_after(
    states: States, place: int, seat: int, seats: int, move: int, evaluator: Evaluator, scratch: Scratch
) -> float:
    states[TRIED] = states[place]
    contract.play(states[TRIED], seat, move)
    judge(states[TRIED], seats, contract.waiting(states[TRIED]) == 0, evaluator, scratch)
    return float(scratch.worth[seat])
