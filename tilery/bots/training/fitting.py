"""Fitting a network to what came of positions, by NumPy alone: gradient descent with Adam on small batches.

Points are fitted by squared error, chances of winning by cross-entropy over all seats of a position. Some games are
held out; the weights that do best on them are taken. How a game ended says little about one of its positions, so a
second fit learns from what the first one says of later positions as well (temporal differences).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tilery.bots.net import Net

Array = NDArray[np.float32]
Weights = dict[str, Array]

BATCH = 512  # positions; fewer where there are few
RATE = 0.004  # the highest rate of learning; it rises to it and falls to nothing
DECAY = 1e-4
LEAST_SPREAD = 0.15  # inputs that hardly ever differ are not blown up
HELD_OUT = 10  # one of so many games
MANY = 20_000  # positions that a network looks at together


@dataclass(frozen=True)
class Examples:
    """Positions: inputs, final points and shares in the victory by seat, and the numbers of their games."""

    inputs: Array
    points: Array
    shares: Array
    game: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.game)

    def part(self, chosen: NDArray[np.bool_]) -> Examples:
        return Examples(self.inputs[chosen], self.points[chosen], self.shares[chosen], self.game[chosen])


@dataclass(frozen=True)
class Quality:
    """How well a network foresees positions of games that it has not seen."""

    brier: float
    """The mean squared error of chances, over seats."""
    entropy: float
    points_error: float
    """The root of the mean squared error of points."""
    points_bias: float

    def as_json(self) -> dict[str, float]:
        return {name: round(value, 5) for name, value in vars(self).items()}


def joined_examples(parts: list[Examples]) -> Examples:
    """Several lots of examples as one; their games stay apart."""
    games, start = [], 0
    for part in parts:
        games.append(part.game + start)
        start += int(part.game.max(initial=-1)) + 1
    return Examples(
        np.concatenate([part.inputs for part in parts]),
        np.concatenate([part.points for part in parts]),
        np.concatenate([part.shares for part in parts]),
        np.concatenate(games),
    )


def with_foresight(examples: Examples, net: Net, td_lambda: float) -> Examples:
    """Return the same positions with less luck in what came of them.

    A position is told what the network says of the next one of its game, the one after that and so on, and in the end
    the result: a part of `td_lambda` of what is learnt always comes from further on. Positions of a game stand
    together, in their order.
    """
    points, chances = _foreseen(net, examples.inputs)
    told = Examples(examples.inputs, examples.points.copy(), examples.shares.copy(), examples.game)
    count = len(examples)
    is_last = np.append(examples.game[1:] != examples.game[:-1], True)
    ends = np.minimum.accumulate(np.where(is_last, np.arange(count), count)[::-1])[::-1]
    to_go = ends - np.arange(count)
    order = np.argsort(to_go, kind="stable")
    for now in np.split(order, np.flatnonzero(np.diff(to_go[order])) + 1)[1:]:
        told.points[now] = td_lambda * told.points[now + 1] + (1 - td_lambda) * points[now + 1]
        told.shares[now] = td_lambda * told.shares[now + 1] + (1 - td_lambda) * chances[now + 1]
    return told


def _foreseen(net: Net, inputs: Array) -> tuple[Array, Array]:
    """Return points and chances of many positions, a few thousand at a time."""
    parts = [outputs_of(net, inputs[start : start + MANY]) for start in range(0, len(inputs), MANY)]
    points, chances = (np.concatenate(part).astype(np.float32) for part in zip(*parts, strict=True))
    return points, chances


def fit(
    examples: Examples,
    hidden: int,
    epochs: int,
    seed: int,
    tick: Callable[[], object] = lambda: None,
    told: Examples | None = None,
) -> tuple[Net, Quality]:
    """Return the network that foresees the held-out games best, and how well it does.

    With `told`, it learns from what that says of the same positions, instead of from the results of their games.
    """
    rng = np.random.default_rng(seed)
    held = examples.game % HELD_OUT == HELD_OUT - 1
    learnt, kept = told or examples, examples.part(held)
    own = np.flatnonzero(~held)  # a copy of millions of positions would take gigabytes
    seats, width = examples.inputs.shape[1:]
    centre, spread = _centre_and_spread(learnt.inputs, own)
    middle, scale = float(learnt.points[own].mean()), float(learnt.points[own].std()) or 1.0
    weights: Weights = {
        "skip": np.zeros((width, 2), np.float32),
        "first": (rng.standard_normal((width, hidden)) / np.sqrt(width)).astype(np.float32),
        "bias": np.zeros(hidden, np.float32),
        "last": np.zeros((hidden, 2), np.float32),
        "constant": np.zeros(2, np.float32),
    }
    trained = _Adam(weights)
    size = min(BATCH, max(len(own) // 30, 1))
    steps = len(own) // size
    best: tuple[float, Net, Quality] | None = None
    for epoch in range(epochs):
        for number, chosen in enumerate(_batches(len(own), size, rng)):
            batch = own[chosen]
            inputs = (learnt.inputs[batch].reshape(-1, width) - centre) / spread
            goal = (learnt.points[batch] - middle) / scale
            slopes = _slopes(weights, inputs, goal, learnt.shares[batch], seats)
            trained.step(slopes, RATE * _pace((epoch * steps + number) / (epochs * steps)))
        net = _unscaled(weights, centre, spread, middle, scale)
        quality = measure(net, kept)
        loss = quality.entropy + 0.5 * (quality.points_error / scale) ** 2
        if best is None or loss < best[0]:
            best = loss, net, quality
        tick()
    assert best is not None
    return best[1], best[2]


def _centre_and_spread(inputs: Array, own: NDArray[np.int64]) -> tuple[Array, Array]:
    """The mean of every input and how far it spreads, over some positions and all seats, some thousands at a time."""
    seats, width = inputs.shape[1:]
    total, squares = np.zeros(width), np.zeros(width)
    for start in range(0, len(own), MANY):
        some = inputs[own[start : start + MANY]].reshape(-1, width).astype(np.float64)
        total += some.sum(0)
        squares += (some * some).sum(0)
    count = max(len(own) * seats, 1)
    centre = total / count
    spread = np.sqrt(np.maximum(squares / count - centre * centre, 0.0))
    return centre.astype(np.float32), np.maximum(spread, LEAST_SPREAD).astype(np.float32)


def _batches(count: int, size: int, rng: np.random.Generator) -> Iterator[NDArray[np.int64]]:
    order = rng.permutation(count)
    for start in range(0, count - size + 1, size):
        yield order[start : start + size]


def _pace(done: float) -> float:
    """Return the rate of learning by the part of the way that is behind: up quickly, then down to nothing."""
    rise = 0.15
    return done / rise if done < rise else 0.5 + 0.5 * float(np.cos(np.pi * (done - rise) / (1 - rise)))


def _slopes(weights: Weights, inputs: Array, goal: Array, shares: Array, seats: int) -> Weights:
    """Return the derivatives of the loss over a batch."""
    units = np.maximum(inputs @ weights["first"] + weights["bias"], 0)
    outputs = inputs @ weights["skip"] + units @ weights["last"] + weights["constant"]
    wrong = np.empty_like(outputs)
    wrong[:, 0] = (outputs[:, 0] - goal.reshape(-1)) / len(inputs)
    wrong[:, 1] = (_chances(outputs[:, 1].reshape(-1, seats)) - shares).reshape(-1) * seats / len(inputs)
    back = (wrong @ weights["last"].T) * (units > 0)
    return {
        "skip": inputs.T @ wrong,
        "first": inputs.T @ back,
        "bias": back.sum(0),
        "last": units.T @ wrong,
        "constant": wrong.sum(0),
    }


def _chances(logits: NDArray[np.floating]) -> NDArray[np.floating]:
    powers: NDArray[np.floating] = np.exp(logits - logits.max(1, keepdims=True))
    powers /= powers.sum(1, keepdims=True)
    return powers


class _Adam:
    """Steps down the slopes, in each weight by as much as its slopes have been steady."""

    def __init__(self, weights: Weights) -> None:
        self._weights = weights
        self._mean = {name: np.zeros_like(values) for name, values in weights.items()}
        self._square = {name: np.zeros_like(values) for name, values in weights.items()}
        self._steps = 0

    def step(self, slopes: Weights, rate: float) -> None:
        self._steps += 1
        for name, slope in slopes.items():
            mean, square = self._mean[name], self._square[name]
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            steady = mean / (1 - 0.9**self._steps)
            decayed = DECAY * self._weights[name]
            self._weights[name] -= rate * (steady / (np.sqrt(square / (1 - 0.999**self._steps)) + 1e-8) + decayed)


def _unscaled(weights: Weights, centre: Array, spread: Array, middle: float, scale: float) -> Net:
    """Return the same network for inputs and points as they are."""
    wide = {name: values.astype(np.float64) for name, values in weights.items()}
    units = np.array([scale, 1.0])
    skip, first = wide["skip"] / spread[:, None], wide["first"] / spread[:, None]
    constant = (wide["constant"] - centre @ skip) * units + np.array([middle, 0.0])
    net = Net(skip * units, first, wide["bias"] - centre @ first, wide["last"] * units, constant)
    return Net(*(np.ascontiguousarray(part.astype(np.float32), np.float64) for part in net))


def outputs_of(net: Net, inputs: NDArray[np.floating]) -> tuple[NDArray[np.floating], NDArray[np.floating]]:
    """Return what a network says of many positions: expected points and chances, by seat."""
    seats, width = inputs.shape[1:]
    flat = inputs.reshape(-1, width)
    skip, first, bias, last, constant = (part.astype(np.float32) for part in net)
    found = flat @ skip + np.maximum(flat @ first + bias, 0) @ last + constant
    return found[:, 0].reshape(-1, seats), _chances(found[:, 1].reshape(-1, seats).astype(np.float64))


def measure(net: Net, examples: Examples) -> Quality:
    """Return how well a network foresees positions."""
    points, chances = outputs_of(net, examples.inputs)
    misses = points - examples.points
    return Quality(
        float(((chances - examples.shares) ** 2).mean()),
        float(-(examples.shares * np.log(np.maximum(chances, 1e-12))).sum(1).mean()),
        float(np.sqrt((misses**2).mean())),
        float(misses.mean()),
    )
