"""Asking one seat at a time: how actions become moves, in compiled code.

Where several seats owe a decision at once, they are asked in their order, and what they decide is carried out when all
have decided: none sees what another has chosen. A move can be made of two actions; between them the same seat is asked
again.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilery.games.learning import Numbers
from tilery.kernel import contract
from tilery.kernel.bits import lowest_bit
from tilery.kernel.contract import POINTS_SHAPE, Moves, Points
from tilery.kernel.native import COMPILED, native
from tilery.kernel.runner import States
from tilery.kernel.state import State

MOST_SEATS = POINTS_SHAPE[0]
NOBODY = -1

TURN_ORDER = np.dtype(
    [
        ("owing", np.int32),  # the seats that decide at this moment, as bits
        ("left", np.int32),  # those of them that have not decided
        ("seat", np.int32),  # who is asked; NOBODY when the match is over
        ("part", np.int32),  # of a move that this seat has chosen
        ("moves", np.int32, (MOST_SEATS,)),  # what was decided at this moment
    ]
)

TurnOrder = np.record
TurnOrders = NDArray[Any]
Masks = NDArray[np.int8]
Rewards = NDArray[np.float64]
Words = NDArray[np.uint64]  # legal actions as bits, 64 in a word: what actions are checked against

WORD = 64
_ONE = np.uint64(1)


def new_turn_orders(count: int = 1) -> TurnOrders:
    orders = np.zeros(count, TURN_ORDER)
    return orders if COMPILED else orders.view(np.recarray)


def words_for(actions: int) -> int:
    """Return how many words have a bit for each action."""
    return -(-actions // WORD)


@native
def is_marked(words: Words, action: int) -> bool:
    """Return whether the bit of an action is set; any number may be asked for."""
    if action < 0 or action >= WORD * len(words):
        return False
    return bool(words[action // WORD] >> np.uint64(action % WORD) & _ONE)


@native
def lowest_seat(seats: int) -> int:
    """Return the first of the seats that are given as bits, or NOBODY."""
    return lowest_bit(np.uint64(seats)) if seats else NOBODY


@native
def begin(state: State, order: TurnOrder) -> None:
    """Ask the first of all who owe a decision now."""
    owing = contract.waiting(state)
    order.owing = owing
    order.left = owing
    order.seat = lowest_seat(owing)
    order.part = 0


@native
def decide(state: State, order: TurnOrder, action: int) -> bool:
    """Take a legal action for the seat that is asked; return whether all have decided now. Nothing is played yet."""
    move = contract.decode(state, int(order.seat), action, int(order.part))
    if move < 0:
        order.part = -move
        return False
    return decide_on(order, move)


@native
def decide_on(order: TurnOrder, move: int) -> bool:
    """Decide on a whole move for the seat that is asked; return whether all have decided now."""
    seat = int(order.seat)
    order.part = 0
    left = int(order.left) & ~(1 << seat)
    order.left = left
    order.moves[seat] = move
    if left:
        order.seat = lowest_seat(left)
    return left == 0


@native
def carry_out(state: State, order: TurnOrder) -> None:
    """Play what was decided, in the order of the seats, and ask on."""
    for seat in range(MOST_SEATS):
        if int(order.owing) >> seat & 1:
            contract.play(state, seat, int(order.moves[seat]))
    begin(state, order)


@native
def write_mask(state: State, order: TurnOrder, buffer: Moves, mask: Masks, words: Words) -> None:
    """Mark the legal actions of the seat that is asked, for those who choose and for those who check."""
    mask[:] = 0
    for index in range(len(words)):
        words[index] = 0
    seat, part = int(order.seat), int(order.part)
    if seat != NOBODY:
        for index in range(contract.legal_moves(state, seat, buffer)):
            action = contract.encode(state, seat, int(buffer[index]), part)
            if action >= 0:
                mask[action] = 1
                words[action // WORD] |= _ONE << np.uint64(action % WORD)


@native
def write_observation(state: State, order: TurnOrder, seat: int, out: Numbers) -> None:
    """Write what a seat sees; what it has chosen of a move is shown to it alone."""
    out[:] = 0
    contract.observe(state, seat, int(order.part) if order.seat == seat else 0, out)


@native
def write_rewards(state: State, seats: int, columns: int, standing: Points, out: Rewards) -> None:
    """How a match has ended: 1 for a victory, its even opposite for the others, less for a shared one; the sum is 0."""
    contract.standing(state, standing)
    best, winners = 0, 1
    for seat in range(1, seats):
        order = _compared(standing, seat, best, columns)
        if order > 0:
            best, winners = seat, 1
        elif order == 0:
            winners += 1
    for seat in range(seats):
        share = 1 / winners if _compared(standing, seat, best, columns) == 0 else 0.0
        out[seat] = (seats * share - 1) / (seats - 1)


@native
def _compared(standing: Points, one: int, other: int, columns: int) -> int:
    """Above 0 if one seat stands better than another, 0 if they are even."""
    for column in range(columns):
        if standing[one, column] != standing[other, column]:
            return int(standing[one, column]) - int(standing[other, column])
    return 0


# The same for the first match of an array, as Python calls it: a call with an array costs a sixth of one with a record.


@native
def begin_one(states: States, orders: TurnOrders, buffer: Moves, mask: Masks, words: Words) -> int:
    """Ask the first of all who owe a decision, and mark what it can do; the seat that is asked."""
    begin(states[0], orders[0])
    write_mask(states[0], orders[0], buffer, mask, words)
    return int(orders[0].seat)


REFUSED, BEGUN, DECIDED, ALL_DECIDED = range(4)


@native
def decide_one(states: States, orders: TurnOrders, action: int, buffer: Moves, mask: Masks, words: Words) -> int:
    """Take an action if it is legal, and mark what can be done next unless all have decided.

    What came of it: nothing, a part of a move, a move while others owe one, or the last move that was owed.
    """
    if not is_marked(words, action):
        return REFUSED
    if decide(states[0], orders[0], action):
        return ALL_DECIDED
    write_mask(states[0], orders[0], buffer, mask, words)
    return BEGUN if orders[0].part else DECIDED


@native
def act_one(states: States, orders: TurnOrders, action: int, buffer: Moves, mask: Masks, words: Words) -> int:
    """Take an action as `decide_one` does; once all have decided, play what they decided and ask on."""
    came = decide_one(states, orders, action, buffer, mask, words)
    if came == ALL_DECIDED:
        carry_out(states[0], orders[0])
        write_mask(states[0], orders[0], buffer, mask, words)
    return came


@native
def mask_one(states: States, orders: TurnOrders, buffer: Moves, mask: Masks, words: Words) -> None:
    write_mask(states[0], orders[0], buffer, mask, words)


@native
def observe_one(states: States, orders: TurnOrders, seat: int, out: Numbers) -> None:
    write_observation(states[0], orders[0], seat, out)


@native
def reward_one(states: States, seats: int, columns: int, standing: Points, out: Rewards) -> None:
    write_rewards(states[0], seats, columns, standing, out)
