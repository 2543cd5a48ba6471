"""Masked PPO with nothing but NumPy: learns Triqueta or Topiary against a bot of known strength.

    python examples/ppo.py triqueta
    python examples/ppo.py topiary --chart curve.svg --save weights.npz
    python examples/ppo.py topiary --opponent easy

The learner sits in one seat of each of some hundred matches (`tilery.research.batch`); in the other seat a bot decides
in compiled code. It is the bot that was called `easy` when this was written, fixed here by its settings, or with
`--opponent` a level as it is now.

One small network judges each legal action by what the seat sees and by what the action is about; a softmax over them
is the policy, so illegal actions are never considered. A second network guesses what is still to come, and so tells
what went better or worse than expected. Beside the victory at the end, each change of the lead is rewarded as it
happens (`shaping`): otherwise twenty decisions would have to share one bit.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tilery.games.thinking import Thinking
from tilery.games.topiary.rules.components import LINE
from tilery.research.batch import Batch

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
Masks = NDArray[np.bool_]
Fields = Mapping[str, NDArray[Any]]

# The opponents: `easy` of either game on 2026-11-17, whatever that level may become.
EASY = {
    "triqueta": Thinking("glance", selfish=1.0, noise=2.5, oversight=0.1),
    "topiary": Thinking("glance", selfish=1.0, noise=3.0, oversight=0.1),
}

MATCHES, STEPS = 512, 48  # of one round of play
EPOCHS, PORTION = 2, 1024  # how often it is learned from, and how many decisions at a time
SHAPING = 0.03  # what a point of lead is rewarded with; a victory is 1
DISCOUNT, TRACE = 0.99, 0.9  # how far rewards reach back
CLIP, ENTROPY = 0.2, 0.01
FAST, SLOW = 1.5e-3, 1e-4  # rates of learning, at first and in the end
WIDE, NARROW = 64, 32  # hidden layers


# What the networks see: numbers about each moment, and about each legal action in it.


class Sight(NamedTuple):
    moments: Floats
    actions: Floats
    moment: Ints  # of each action
    starts: Ints  # the first action of each moment


def one_hot(numbers: NDArray[Any], count: int) -> Floats:
    """A row for each number, all 0 for those outside the range."""
    found: Floats = np.equal(numbers[..., None], np.arange(count)).astype(np.float32)
    return found


def side_by_side(*parts: NDArray[Any]) -> Floats:
    return np.concatenate([part.reshape(len(part), -1) for part in parts], axis=1, dtype=np.float32)


def look_at_triqueta(fields: Fields, mask: Masks) -> Sight:
    """Tiles are counted in steps: the third of an animal is worth most, the fourth ruins them all."""
    counted = ("rows", "collections", "kept", "hand")
    steps = [fields[name].reshape(len(mask), -1, 1) >= np.arange(1, 6) for name in counted]
    rest = [fields[name] for name in ("stage", "round", "taken_by", "rock", "treatment", "trees", "kept_sizes")]
    amounts = [fields[name] / 15 for name in ("white", "grey", "grey_sizes")]
    moment, action = np.nonzero(mask)
    return sight(side_by_side(*steps, *rest, *amounts), one_hot(action, mask.shape[1]), moment)


# For each spot the cells that are seen from it, 25 where the line is shorter; and by spot and cell the step along it.
CELLS, SPOTS, TILES, PASS = 25, 48, 40, 48
VIEW = np.where(LINE < 0, CELLS, LINE).astype(np.int64)
STEP = np.full((SPOTS + 1, CELLS + 1), 5)
for _spot, _line in enumerate(VIEW):
    for _step, _cell in enumerate(_line):
        STEP[_spot, _cell] = _step if _cell < CELLS else 5
COVERS = (STEP[:SPOTS, :CELLS] < 5).astype(np.float32)


def look_at_topiary(fields: Fields, mask: Masks) -> Sight:
    """Every action is about a line: the one that a visitor would face, or the one that it faces already."""
    count = len(mask)
    garden, visitors = fields["garden"], fields["visitors"].astype(np.float32)
    cells = np.zeros((count, CELLS + 1, 14), np.float32)
    cells[:, :CELLS, :8], cells[:, :CELLS, 8] = garden[:, :, :8], garden[:, :, 9]
    cells[:, :CELLS, 9:] = one_hot(garden[:, :, 8] - 1, 5)
    watched = np.zeros((count, CELLS + 1, 2), np.float32)  # how many visitors of either side look at a cell
    watched[:, :CELLS] = np.einsum("nsp,sc->ncp", visitors[:, :, :2], COVERS) / 4
    moments = side_by_side(
        fields["stage"], fields["visitors_left"] / 8, fields["hands"][:, 0], visitors[:, :, :2], watched, cells
    )
    moment, action = np.nonzero(mask)
    chosen = fields["spot"].argmax(1)
    spot = np.where(action < SPOTS, action, chosen[moment])
    tile = np.where(action > PASS + CELLS, action - PASS - CELLS - 1, -1)
    freed = np.where(fields["cell"].any(1), fields["cell"].argmax(1), CELLS)[moment]
    cell = np.where((action > PASS) & (action <= PASS + CELLS), action - PASS - 1, freed)
    kind = np.where(action < SPOTS, 0, np.where(action == PASS, 1, np.where(tile < 0, 2, 3)))
    view = VIEW[spot]
    about = side_by_side(
        one_hot(kind, 4),
        one_hot(STEP[spot, cell], 5),
        one_hot(np.where(tile < 0, -1, tile // 5), 8),
        one_hot(np.where(tile < 0, -1, tile % 5), 5),
        watched[moment, cell],
        cells[moment[:, None], view],
    )
    return sight(moments, about, moment)


def sight(moments: Floats, actions: Floats, moment: Ints) -> Sight:
    return Sight(moments, actions, moment, np.flatnonzero(np.diff(moment, prepend=-1)))


LOOKS: dict[str, Callable[[Fields, Masks], Sight]] = {"triqueta": look_at_triqueta, "topiary": look_at_topiary}


# Two networks of two hidden layers each, their gradients worked out by hand.


class Networks:
    def __init__(self, moments: int, actions: int, rng: np.random.Generator) -> None:
        def layer(inputs: int, outputs: int, scale: float = 1.4) -> Floats:
            return rng.normal(0, scale / np.sqrt(inputs), (inputs, outputs)).astype(np.float32)

        self.weights = {
            "policy moment": layer(moments, WIDE),
            "policy action": layer(actions, WIDE),
            "policy bias": np.zeros(WIDE, np.float32),
            "policy second": layer(WIDE, NARROW),
            "policy second bias": np.zeros(NARROW, np.float32),
            "policy out": layer(NARROW, 1, 0.01),
            "value moment": layer(moments, WIDE),
            "value bias": np.zeros(WIDE, np.float32),
            "value second": layer(WIDE, NARROW),
            "value second bias": np.zeros(NARROW, np.float32),
            "value out": layer(NARROW, 1, 0.1),
        }
        self._means = {name: np.zeros_like(each) for name, each in self.weights.items()}
        self._squares = {name: np.zeros_like(each) for name, each in self.weights.items()}
        self._updates = 0

    def judge(self, seen: Sight) -> tuple[Floats, tuple[Floats, Floats]]:
        """The logarithm of the probability of each legal action, and the hidden layers."""
        w = self.weights
        first = (seen.moments @ w["policy moment"])[seen.moment] + seen.actions @ w["policy action"] + w["policy bias"]
        np.maximum(first, 0, out=first)
        second = np.maximum(first @ w["policy second"] + w["policy second bias"], 0)
        logits = (second @ w["policy out"])[:, 0]
        logits -= np.maximum.reduceat(logits, seen.starts)[seen.moment]
        logits -= np.log(np.add.reduceat(np.exp(logits), seen.starts))[seen.moment]
        return logits, (first, second)

    def guess(self, seen: Sight) -> tuple[Floats, tuple[Floats, Floats]]:
        """The rewards that are still to come, and the hidden layers."""
        w = self.weights
        first = np.maximum(seen.moments @ w["value moment"] + w["value bias"], 0)
        second = np.maximum(first @ w["value second"] + w["value second bias"], 0)
        return (second @ w["value out"])[:, 0], (first, second)

    def slopes(self, seen: Sight, chosen: Ints, before: Floats, better: Floats, target: Floats) -> dict[str, Floats]:
        """The gradient of PPO: more of what went better than expected, but never much more at once."""
        log, (first, second) = self.judge(seen)
        chance = np.exp(log)
        ratio = np.exp(log[chosen] - before)
        free = np.where(better > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
        pull = np.where(free, -better * ratio, 0).astype(np.float32)
        slope = -pull[seen.moment] * chance
        slope[chosen] += pull
        spread = -np.add.reduceat(chance * log, seen.starts)
        slope += ENTROPY * chance * (log + spread[seen.moment])
        slope = slope[:, None] * np.float32(1 / len(seen.starts))
        w, found = self.weights, {}
        found["policy out"] = second.T @ slope
        slope = slope @ w["policy out"].T * (second > 0)
        found["policy second"], found["policy second bias"] = first.T @ slope, slope.sum(0)
        slope = slope @ w["policy second"].T * (first > 0)
        found["policy action"], found["policy bias"] = seen.actions.T @ slope, slope.sum(0)
        found["policy moment"] = seen.moments.T @ np.add.reduceat(slope, seen.starts)
        value, (first, second) = self.guess(seen)
        slope = (value - target)[:, None] * np.float32(1 / len(target))
        found["value out"] = second.T @ slope
        slope = slope @ w["value out"].T * (second > 0)
        found["value second"], found["value second bias"] = first.T @ slope, slope.sum(0)
        slope = slope @ w["value second"].T * (first > 0)
        found["value moment"], found["value bias"] = seen.moments.T @ slope, slope.sum(0)
        return found

    def improve(self, slopes: dict[str, Floats], rate: float) -> None:
        """Take a step down the gradient: Adam, with long gradients cut."""
        self._updates += 1
        length = np.sqrt(sum(float((each * each).sum()) for each in slopes.values()))
        fade = np.sqrt(1 - 0.999**self._updates) / (1 - 0.9**self._updates)
        for name, slope in slopes.items():
            cut = slope * np.float32(min(1.0, 0.5 / (length + 1e-6)))
            mean, square = self._means[name], self._squares[name]
            mean += 0.1 * (cut - mean)
            square += 0.001 * (cut * cut - square)
            self.weights[name] -= rate * fade * mean / (np.sqrt(square) + 1e-8)


# Playing and learning.


class Learner:
    def __init__(self, game: str, seed: int, opponent: Thinking | str | None = None) -> None:
        self.game, self.rng = game, np.random.default_rng(seed)
        self.opponent = EASY[game] if opponent is None else opponent
        self.batch = Batch(game, 2, count=MATCHES, opponents=self.opponent, shaping=SHAPING)
        self.observations, self.info = self.batch.reset(seed=seed)
        seen = self.look(self.observations, self.info["action_mask"])
        self.networks = Networks(seen.moments.shape[1], seen.actions.shape[1], self.rng)
        self.decisions = 0

    def look(self, observations: NDArray[np.int8], mask: Masks) -> Sight:
        return LOOKS[self.game](self.batch.by_field(observations), mask)

    def round(self, rate: float) -> None:
        """Play for some steps, then learn from them."""
        shape = (STEPS, MATCHES)
        observations = np.zeros((*shape, self.observations.shape[1]), np.int8)
        masks = np.zeros((*shape, self.batch.action_count), np.bool_)
        actions, rewards, ended = np.zeros(shape, np.int64), np.zeros(shape, np.float32), np.zeros(shape, np.bool_)
        logs, values = np.zeros(shape, np.float32), np.zeros((STEPS + 1, MATCHES), np.float32)
        for step in range(STEPS):
            observations[step], masks[step] = self.observations, self.info["action_mask"]
            seen = self.look(observations[step], masks[step])
            log, _ = self.networks.judge(seen)
            chosen = first_of_the_highest(log + self.rng.gumbel(size=len(log)), seen)
            logs[step], values[step] = log[chosen], self.networks.guess(seen)[0]
            actions[step] = np.nonzero(masks[step])[1][chosen]
            self.observations, rewards[step], ended[step], _, self.info = self.batch.step(actions[step])
        values[STEPS] = self.networks.guess(self.look(self.observations, self.info["action_mask"]))[0]
        better = np.zeros(shape, np.float32)
        ahead = np.zeros(MATCHES, np.float32)
        for step in reversed(range(STEPS)):
            goes_on = 1 - ended[step]
            surprise = rewards[step] + DISCOUNT * goes_on * values[step + 1] - values[step]
            ahead = surprise + DISCOUNT * TRACE * goes_on * ahead
            better[step] = ahead
        self.decisions += better.size
        targets = (better + values[:-1]).ravel()
        better = (better - better.mean()) / (better.std() + 1e-6)
        flat = observations.reshape(better.size, -1), masks.reshape(better.size, -1)
        for _ in range(EPOCHS):
            order = self.rng.permutation(better.size)
            for start in range(0, better.size, PORTION):
                rows = np.sort(order[start : start + PORTION])
                seen = self.look(flat[0][rows], flat[1][rows])
                place = flat[1][rows].cumsum(1)[np.arange(len(rows)), actions.ravel()[rows]] - 1
                chosen = seen.starts + place
                slopes = self.networks.slopes(seen, chosen, logs.ravel()[rows], better.ravel()[rows], targets[rows])
                self.networks.improve(slopes, rate)

    def won(self, matches: int, seed: int) -> float:
        """The part of so many new matches that is won when the likeliest action is taken every time."""
        batch = Batch(self.game, 2, count=min(matches, 1000), opponents=self.opponent)
        observations, info = batch.reset(seed=seed)
        wins = played = 0.0
        left = np.full(batch.count, -(-matches // batch.count))  # as many from each row, long ones and short ones
        while left.any():
            mask = info["action_mask"]
            seen = self.look(observations, mask)
            chosen = first_of_the_highest(self.networks.judge(seen)[0], seen)
            observations, rewards, ended, _, info = batch.step(np.nonzero(mask)[1][chosen])
            counted = ended & (left > 0)
            wins += float(((rewards + 1) / 2)[counted].sum())
            played += int(counted.sum())
            left -= counted
        batch.close()
        return wins / played


def first_of_the_highest(numbers: NDArray[Any], seen: Sight) -> Ints:
    """For each moment the place of its highest number."""
    highest = np.flatnonzero(numbers == np.maximum.reduceat(numbers, seen.starts)[seen.moment])
    return highest[np.unique(seen.moment[highest], return_index=True)[1]]


class Point(NamedTuple):
    """A point of the learning curve."""

    seconds: float  # of the processor
    decisions: int
    won: float


def train(learner: Learner, minutes: float, points: int, matches: int) -> Iterator[Point]:
    """Learn for so many minutes of the processor; tests in between are not counted."""
    spent, end = 0.0, 60 * minutes
    for number in range(points + 1):
        while spent < end * number / points:
            start = time.process_time()
            learner.round(SLOW + (FAST - SLOW) * max(1 - spent / end, 0))
            spent += time.process_time() - start
        yield Point(spent, learner.decisions, learner.won(matches, seed=10_000 + number))


def interval(share: float, matches: int) -> tuple[float, float]:
    """Where the true share lies with 95% confidence (Wilson)."""
    z = 1.96
    middle = (share + z * z / (2 * matches)) / (1 + z * z / matches)
    half = z / (1 + z * z / matches) * np.sqrt(share * (1 - share) / matches + z * z / (4 * matches**2))
    return middle - half, middle + half


def chart(curve: list[Point], title: str, matches: int, width: int = 640, height: int = 300) -> str:
    """The learning curve with its intervals, as SVG."""

    def across(seconds: float) -> float:
        return round(50 + (width - 80) * seconds / curve[-1].seconds, 1)

    def down(share: float) -> float:
        return round(height - 40 - (height - 80) * share, 1)

    bars = "".join(
        f'<path d="M{across(each.seconds)} {down(low)}V{down(high)}"/>'
        for each in curve
        for low, high in [interval(each.won, matches)]
    )
    line = " ".join(f"{across(each.seconds)},{down(each.won)}" for each in curve)
    shares = "".join(f'<text x="12" y="{down(share) + 4}">{share:.0%}</text>' for share in (0, 0.25, 0.5, 0.75, 1))
    every = max(round(curve[-1].seconds / 60 / 6), 1)
    minutes = "".join(
        f'<text x="{across(60 * minute)}" y="{height - 18}" text-anchor="middle">{minute}</text>'
        for minute in range(0, int(curve[-1].seconds / 60) + 1, every)
    )
    right, font = width - 30, 'font-family="system-ui, sans-serif" font-size="12"'
    dark = "@media(prefers-color-scheme:dark){text{fill:#ccc}.line{stroke:#666}}"
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" {font}>
<style>text{{fill:#444}}.line{{stroke:#bbb}}{dark}</style>
<text x="50" y="20">{title}</text>
<path class="line" d="M50 {down(0.5)}H{right}" stroke-dasharray="4"/><path class="line" d="M50 {down(0)}H{right}"/>
<g stroke="#00897b" stroke-opacity=".5">{bars}</g>
<polyline points="{line}" fill="none" stroke="#00897b" stroke-width="2"/>
{shares}{minutes}<text x="{right}" y="{height - 4}" text-anchor="end">minutes of one processor</text>
</svg>
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=LOOKS)
    parser.add_argument("--minutes", type=float, default=10.0, help="of the processor, for learning; default 10")
    parser.add_argument("--points", type=int, default=20, help="of the learning curve; default 20")
    parser.add_argument("--matches", type=int, default=1000, help="for each point of it; default 1000")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--opponent", help="a level as it is now, such as easy; default: easy as it was on 2026-11-17")
    parser.add_argument("--chart", type=Path, help="write the learning curve to this file, as SVG")
    parser.add_argument("--save", type=Path, help="write the weights to this file, as NumPy's npz")
    asked = parser.parse_args()
    learner = Learner(asked.game, asked.seed, asked.opponent)
    curve = []
    for point in train(learner, asked.minutes, asked.points, asked.matches):
        curve.append(point)
        print(
            f"after {point.seconds:6.1f} s and {point.decisions:9,} decisions: won {point.won:.1%} of {asked.matches}",
            flush=True,
        )
    if asked.chart:
        title = f"{asked.game.title()}: matches won against easy ({asked.matches:,} at each point, 95% intervals)"
        asked.chart.write_text(chart(curve, title, asked.matches), "utf-8")
    if asked.save:
        np.savez_compressed(asked.save, allow_pickle=False, **learner.networks.weights)
    matches = 4 * asked.matches
    won = learner.won(matches, seed=77)
    low, high = interval(won, matches)
    print(f"In {matches:,} other matches it won {won:.1%} (95% interval {low:.1%} to {high:.1%}).")


if __name__ == "__main__":
    main()
