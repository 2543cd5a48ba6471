"""Masked PPO with nothing but NumPy: learns Triqueta or Topiary against a bot of known strength.

    python examples/ppo.py triqueta
    python examples/ppo.py topiary --chart curve.svg --save weights.npz

The learner sits in one seat of each of a thousand matches (`tilery.research.batch`); in the other seat a bot decides in
compiled code.

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

from tilery.games.topiary.rules.components import LINE
from tilery.research.batch import Batch

Floats = NDArray[np.float32]
Ints = NDArray[np.int64]
Masks = NDArray[np.bool_]
Fields = Mapping[str, NDArray[Any]]

MATCHES, STEPS = 1024, 24  # of one round of play; what is decided in one step of all matches is learned from at once
EPOCHS = 2  # how often a round is learned from
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


CELLS, SPOTS, TILES, PASS = 25, 48, 40, 48
VISITING, PASSING, TAKING, PUTTING = range(4)
LONGEST, MOST_HELD = 5, 4  # cells of a line; tiles in hand

# Index -1, for what is not there or not to be seen, means the last entry of these tables.
NOTHING = -1
VALUE = np.array([*np.arange(TILES) % 5 + 1, 0], np.int8)
ONE_OF_SERIES = np.array([*(1 << 3 * (np.arange(TILES) // 5)), 0], np.int32)  # three bits for each series
ONE_OF_EACH = 0o11111111

# For each spot the cells that are seen from it, 25 where the line is shorter; and by spot and cell the step along it.
VIEW = np.where(LINE < 0, CELLS, LINE).astype(np.int64)
STEP = np.full((SPOTS + 1, CELLS + 1), LONGEST)
for _spot, _line in enumerate(VIEW):
    for _step, _cell in enumerate(_line):
        STEP[_spot, _cell] = _step if _cell < CELLS else LONGEST
COVERS = (STEP[:SPOTS, :CELLS] < LONGEST).astype(np.float32)
# For each cell the eight spots that it is seen from; at the border there are fewer, and some are repeated.
WATCHED_FROM = np.stack([np.flatnonzero(spots)[np.arange(8) % int(spots.sum())] for spots in COVERS.T])
IS_REPEATED = np.arange(8) >= COVERS.sum(0)[:, None]


class Choices(NamedTuple):
    """What each legal action of Topiary is about; a spot, a cell or a tile that it is not about has no number there."""

    moment: Ints
    kind: Ints
    spot: Ints
    cell: Ints
    tile: Ints


def choices_of_topiary(fields: Fields, mask: Masks) -> Choices:
    """Every action is about a line: the one that a visitor would face, or the one that it faces already."""
    moment, action = np.nonzero(mask)
    spot = np.where(action < SPOTS, action, fields["spot"].argmax(1)[moment])
    tile = np.where(action > PASS + CELLS, action - PASS - CELLS - 1, NOTHING)
    freed = np.where(fields["cell"].any(1), fields["cell"].argmax(1), CELLS)[moment]
    cell = np.where((action > PASS) & (action <= PASS + CELLS), action - PASS - 1, freed)
    acting = np.where(action == PASS, PASSING, np.where(tile == NOTHING, TAKING, PUTTING))
    return Choices(moment, np.where(action < SPOTS, VISITING, acting), spot, cell, tile)


def worth(lines: Ints) -> Ints:
    """The points for what is seen along lines of tiles, nearest first.

    Those that rise above all before them count their value, and one more each if others of their series do.
    """
    points, tallest, seen = (np.zeros(lines.shape[:-1], np.int8) for _ in range(3))
    of_series = np.zeros(lines.shape[:-1], np.int32)
    for step in range(lines.shape[-1]):
        tile = lines[..., step]
        value = VALUE[tile]
        is_seen = value > tallest
        seen += is_seen
        points += value * is_seen
        of_series += ONE_OF_SERIES[tile] * is_seen
        np.maximum(tallest, value, out=tallest)
    several = of_series >> 1 | of_series >> 2
    alone = np.bitwise_count(of_series & ~several & ONE_OF_EACH)
    found: Ints = (points + seen - alone).astype(np.int64)
    return found


def look_at_topiary(fields: Fields, mask: Masks) -> Sight:
    """The garden and who looks at it; for each action its line, and what it brings as far as that can be seen now."""
    count = len(mask)
    garden, hands, visitors = fields["garden"], fields["hands"][:, 0], fields["visitors"][:, :, :2].astype(np.float32)
    cells = np.zeros((count, CELLS + 1, 14), np.float32)
    cells[:, :CELLS, :8], cells[:, :CELLS, 8] = garden[:, :, :8], garden[:, :, 9]
    cells[:, :CELLS, 9:] = one_hot(garden[:, :, 8] - 1, 5)
    watched = np.zeros((count, CELLS + 1, 2), np.float32)  # how many visitors of either side look at a cell
    watched[:, :CELLS] = COVERS.T @ visitors / 4
    tiles = np.full((count, CELLS + 1), NOTHING)
    tiles[:, :CELLS] = np.where(garden[:, :, 8] > 0, 5 * garden[:, :, :8].argmax(2) + garden[:, :, 8] - 1, NOTHING)
    points = np.einsum("nsp,ns->np", visitors, worth(tiles[:, VIEW])) / 20
    moments = side_by_side(fields["stage"], fields["visitors_left"] / 8, hands, visitors, watched, cells, points)
    choices = choices_of_topiary(fields, mask)
    moment, kind, spot, cell, tile = choices
    actions = side_by_side(
        one_hot(kind, 4),
        one_hot(STEP[spot, cell], LONGEST),
        one_hot(np.where(tile < 0, -1, tile // 5), 8),
        one_hot(np.where(tile < 0, -1, tile % 5), 5),
        watched[moment, cell],
        cells[moment[:, None], VIEW[spot]],
        promise(tiles, hands, choices) / 5,
        side_effects(tiles, visitors, choices) / 5,
    )
    return sight(moments, actions, moment)


def promise(tiles: Ints, hands: NDArray[Any], choices: Choices) -> Ints:
    """What the line of each action is worth as it is, and at best when a tile has been put from the hand."""
    moment, kind, spot, cell, tile = choices
    owner, held_tile = np.nonzero(hands)
    held = np.full((len(hands), MOST_HELD), NOTHING)
    held[owner, np.arange(len(owner)) - np.searchsorted(owner, owner)] = held_tile

    lines = tiles[moment[:, None], VIEW[spot]]
    found = np.repeat(worth(lines)[:, None], 2, axis=1)
    visiting = np.flatnonzero(kind == VISITING)  # any tile may come to where one lies face down, or none
    line = lines[visiting]
    is_free = (line == NOTHING) & (VIEW[spot[visiting]] < CELLS)
    after = np.broadcast_to(line[:, None, None], (len(visiting), LONGEST, MOST_HELD, LONGEST)).copy()
    for step in range(LONGEST):
        after[:, step, :, step] = np.where(is_free[:, step, None], held[moment[visiting]], line[:, step, None])
    found[visiting, 1] = np.maximum(worth(after).max((1, 2)), found[visiting, 0])

    changing = np.flatnonzero(kind >= TAKING)
    after = np.broadcast_to(lines[changing, None], (len(changing), MOST_HELD, LONGEST)).copy()
    put = np.where(kind == PUTTING, tile, NOTHING)[changing, None]
    put = np.where(put == NOTHING, held[moment[changing]], put)
    after[np.arange(len(changing)), :, STEP[spot, cell][changing]] = put
    found[changing, 1] = worth(after).max(1)
    return found


def side_effects(tiles: Ints, visitors: Floats, choices: Choices) -> Floats:
    """What all other visitors of either side gain when a tile is taken or put, as they see its cell, too."""
    changing = choices.kind >= TAKING
    moment, _, spot, cell, tile = (each[changing] for each in choices)
    others = WATCHED_FROM[cell]
    before = tiles[moment[:, None, None], VIEW[others]]
    after = np.where(VIEW[others] == cell[:, None, None], tile[:, None, None], before)
    gained = (worth(after) - worth(before)) * (~IS_REPEATED[cell] & (others != spot[:, None]))
    found = np.zeros((len(changing), 2), np.float32)
    found[changing] = np.einsum("ns,nsp->np", gained, visitors[moment[:, None], others])
    return found


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
    def __init__(self, game: str, seed: int, opponent: str = "easy") -> None:
        self.game, self.opponent, self.rng = game, opponent, np.random.default_rng(seed)
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
        sights = []
        places, rewards, ended = np.zeros(shape, np.int64), np.zeros(shape, np.float32), np.zeros(shape, np.bool_)
        logs, values = np.zeros(shape, np.float32), np.zeros((STEPS + 1, MATCHES), np.float32)
        for step in range(STEPS):
            mask = self.info["action_mask"]
            seen = self.look(self.observations, mask)
            sights.append(seen)
            log, _ = self.networks.judge(seen)
            chosen = first_of_the_highest(log + self.rng.gumbel(size=len(log)), seen)
            logs[step], values[step] = log[chosen], self.networks.guess(seen)[0]
            places[step] = chosen - seen.starts
            action = np.nonzero(mask)[1][chosen]
            self.observations, rewards[step], ended[step], _, self.info = self.batch.step(action)
        values[STEPS] = self.networks.guess(self.look(self.observations, self.info["action_mask"]))[0]
        better = np.zeros(shape, np.float32)
        ahead = np.zeros(MATCHES, np.float32)
        for step in reversed(range(STEPS)):
            goes_on = 1 - ended[step]
            surprise = rewards[step] + DISCOUNT * goes_on * values[step + 1] - values[step]
            ahead = surprise + DISCOUNT * TRACE * goes_on * ahead
            better[step] = ahead
        self.decisions += better.size
        targets = better + values[:-1]
        better = (better - better.mean()) / (better.std() + 1e-6)
        for _ in range(EPOCHS):
            for step in self.rng.permutation(STEPS):
                seen = sights[step]
                chosen = seen.starts + places[step]
                slopes = self.networks.slopes(seen, chosen, logs[step], better[step], targets[step])
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
    unit, scale = ("minutes", 60) if curve[-1].seconds > 150 else ("seconds", 1)
    every = max(round(curve[-1].seconds / scale / 6), 1)
    times = "".join(
        f'<text x="{across(scale * each)}" y="{height - 18}" text-anchor="middle">{each}</text>'
        for each in range(0, int(curve[-1].seconds / scale) + 1, every)
    )
    right, font = width - 30, 'font-family="system-ui, sans-serif" font-size="12"'
    dark = "@media(prefers-color-scheme:dark){text{fill:#ccc}.line{stroke:#666}}"
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" {font}>
<style>text{{fill:#444}}.line{{stroke:#bbb}}{dark}</style>
<text x="50" y="20">{title}</text>
<path class="line" d="M50 {down(0.5)}H{right}" stroke-dasharray="4"/><path class="line" d="M50 {down(0)}H{right}"/>
<g stroke="#00897b" stroke-opacity=".5">{bars}</g>
<polyline points="{line}" fill="none" stroke="#00897b" stroke-width="2"/>
{shares}{times}<text x="{right}" y="{height - 4}" text-anchor="end">{unit} of one processor</text>
</svg>
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=LOOKS)
    parser.add_argument("--minutes", type=float, default=1.0, help="of the processor, for learning; default 1")
    parser.add_argument("--points", type=int, default=10, help="of the learning curve; default 10")
    parser.add_argument("--matches", type=int, default=1000, help="for each point of it; default 1000")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--opponent", default="easy", help="a level that glances; default easy")
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
        whom = f"{asked.game.title()}: matches won against {asked.opponent}"
        title = f"{whom} ({asked.matches:,} at each point, 95% intervals)"
        asked.chart.write_text(chart(curve, title, asked.matches), "utf-8")
    if asked.save:
        np.savez_compressed(asked.save, allow_pickle=False, **learner.networks.weights)
    matches = 4 * asked.matches
    won = learner.won(matches, seed=77)
    low, high = interval(won, matches)
    print(f"In {matches:,} other matches it won {won:.1%} (95% interval {low:.1%} to {high:.1%}).")


if __name__ == "__main__":
    main()
