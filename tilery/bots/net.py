"""A small learned network that foresees how a game ends: compiled, for any game that offers features.

It looks at a state once from every seat. What it sees there is what the game's `features` write, the hand-written guess
at the seat's final points and the lead by that guess; what it says is how many points the seat will have, and a number
that grows with its chance of winning. The chances of all seats add up to 1.

Weights are arguments, never constants of the machine code: other weights need no compiling, and can never be answered
by machine code of the old ones. Only sums, products and quotients are used, so that every machine rounds alike.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from tilery.kernel import contract
from tilery.kernel.contract import Values
from tilery.kernel.native import embedded
from tilery.kernel.state import State

POINTS, LOGIT = range(2)  # what the network says of a seat
BY_HAND = 2  # inputs after the features: the hand-written guess and the lead by it

_SQUARINGS = 16
_PARTS = 65536.0  # 2 to the power of the squarings
_LOWEST = -40.0


class Net(NamedTuple):
    """Weights: inputs lead to both outputs directly (`skip`) and through rectified units (`first`, `bias`, `last`)."""

    skip: Values  # input, output
    first: Values  # input, unit
    bias: Values  # unit
    last: Values  # unit, output
    constant: Values  # output


class NetScratch(NamedTuple):
    """Working memory of the network: one seat's inputs and units, and the outputs of all seats."""

    inputs: Values
    units: Values
    outputs: Values


def no_net() -> Net:
    """Return a network for games that have none; nobody asks it."""
    return Net(np.zeros((BY_HAND, 2)), np.zeros((BY_HAND, 0)), np.zeros(0), np.zeros((0, 2)), np.zeros(2))


def new_net_scratch(net: Net) -> NetScratch:
    return NetScratch(np.zeros(len(net.skip)), np.zeros(len(net.bias)), np.zeros((contract.POINTS_SHAPE[0], 2)))


@embedded
def exponential(number: float) -> float:
    """Nearly e to the power of a number that is not above 0, by multiplications alone."""
    power = 1.0 + max(number, _LOWEST) / _PARTS
    for _ in range(_SQUARINGS):
        power *= power
    return power


@embedded
def write_inputs(state: State, seat: int, seats: int, guess: Values, inputs: Values) -> None:
    """Write all that the network is told of a state from one seat; `guess` holds the hand-written guesses."""
    count = len(inputs) - BY_HAND
    for index in range(count):
        inputs[index] = 0.0
    contract.features(state, seat, inputs)
    best = -1e9
    for other in range(seats):
        if other != seat and guess[other] > best:
            best = guess[other]
    inputs[count] = guess[seat]
    inputs[count + 1] = guess[seat] - best


@embedded
def _work_out(net: Net, net_scratch: NetScratch, seat: int) -> None:
    """Fill the outputs of a seat from the inputs. Most inputs are 0 and cost nothing."""
    hidden = len(net.bias)
    points = net.constant[POINTS]
    logit = net.constant[LOGIT]
    for unit in range(hidden):
        net_scratch.units[unit] = net.bias[unit]
    for index in range(len(net_scratch.inputs)):
        value = net_scratch.inputs[index]
        if value != 0.0:
            points += value * net.skip[index, POINTS]
            logit += value * net.skip[index, LOGIT]
            for unit in range(hidden):
                net_scratch.units[unit] += value * net.first[index, unit]
    for unit in range(hidden):
        value = net_scratch.units[unit]
        if value > 0.0:
            points += value * net.last[unit, POINTS]
            logit += value * net.last[unit, LOGIT]
    net_scratch.outputs[seat, POINTS] = points
    net_scratch.outputs[seat, LOGIT] = logit


@embedded
def foresee(state: State, seats: int, net: Net, net_scratch: NetScratch, guess: Values, wins: Values) -> None:
    """Write the expected final points of every seat to `guess`, and every seat's chance of winning to `wins`."""
    contract.evaluate(state, guess)
    for seat in range(seats):
        write_inputs(state, seat, seats, guess, net_scratch.inputs)
        _work_out(net, net_scratch, seat)
    highest = net_scratch.outputs[0, LOGIT]
    for seat in range(seats):
        guess[seat] = net_scratch.outputs[seat, POINTS]
        highest = max(highest, net_scratch.outputs[seat, LOGIT])
    total = 0.0
    for seat in range(seats):
        wins[seat] = exponential(net_scratch.outputs[seat, LOGIT] - highest)
        total += wins[seat]
    for seat in range(seats):
        wins[seat] /= total
