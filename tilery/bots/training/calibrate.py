"""`tilery calibrate`: fit what a search says to what comes of games, so that chances of winning are true.

Players of a level play against themselves. At some decisions of each game the expert's tree is asked, as a hint does;
the end of the game tells. A map with few numbers is fitted to that (`tilery.bots.judgement`): chances by maximum
likelihood, points by least squares, both drawn a little to leaving things as they are. How true the maps are is told by
games that they were not fitted to: every fold of games in turn is judged by maps fitted to the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilery.bots.judgement import (
    AMONG,
    KNOTS,
    Among,
    Array,
    CalibrationMap,
    Judgement,
    SearchResults,
    hats,
    moves_left,
    weights_digest,
)
from tilery.bots.levels import analysis_of, thinking_of
from tilery.bots.search import think
from tilery.bots.weights import feature_count, fingerprint
from tilery.games.game import ChoiceOption, Game
from tilery.games.thinking import Thinking
from tilery.match.match import Match
from tilery.words import Sentence, say

ASKED = 5  # decisions of a game at which the search is asked, about
FOLDS = 5
CALM = 1.0  # how strongly maps are drawn to leaving things as they are
STEADY = 10.0  # and to changing little from knot to knot
LEAST = 0.1  # the least that a chance counts
BINS = 10
UNUSUAL = 4  # one of so many games has other options than the usual ones
REPEATS = 4  # searches of a position by which their errors are checked
LENGTHS = 40  # random games that tell how long a game is

Tick = Callable[[Sentence, int, int], object]


@dataclass(frozen=True)
class CalibrationSettings:
    """How much is played and searched."""

    seed: int = 0
    games: int = 300
    """Games of each kind of players."""
    iterations: tuple[int, ...] = (200, 800)
    """Of the searches that are asked, in turn."""
    playing: int = 30
    """The most iterations of players that search, so that games do not take long."""
    repeated: int = 40
    """Positions that are searched several times."""

    @property
    def command(self) -> str:
        counts = ",".join(map(str, self.iterations))
        return (
            f"--seed {self.seed} --games {self.games} --iterations {counts} --playing {self.playing} "
            f"--repeated {self.repeated}"
        )


@dataclass(frozen=True)
class Examples:
    """What searches said and what came of it, by row: final points, shares in the victory, the number of the game."""

    found: SearchResults
    points: Array
    shares: Array
    game: NDArray[np.int64]

    def in_phases(self, length: float) -> Examples:
        """Return the same with phases from 0 to 1 instead of the moves that are left."""
        return replace(self, found=replace(self.found, phase=np.clip(1.0 - self.found.phase / length, 0.0, 1.0)))

    def part(self, chosen: NDArray[np.bool_]) -> Examples:
        return Examples(
            self.found.part(chosen),
            self.points[chosen],
            self.shares[chosen],
            self.game[chosen],
        )


# Games to learn from.


def searching(game: Game, seats: int, iterations: int) -> Thinking:
    """Return how a hint or a review searches."""
    return replace(analysis_of(game, seats), method="tree", iterations=iterations)


def player(game: Game, seats: int, level: str, most: int) -> Thinking:
    """Return how a level plays, with fewer iterations where it searches."""
    thinking = thinking_of(game, level, seats)
    return thinking if thinking.method == "glance" else replace(thinking, iterations=min(thinking.iterations, most))


def game_length(game: Game, seats: int) -> float:
    """Return how many random moves make a game."""
    return float(
        np.mean([moves_left(game, Match(game, seats, seed=number).states, number) for number in range(LENGTHS)])
    )


def options_of(game: Game, seats: int, number: int) -> dict[str, Any]:
    """Return the options of a game by its number: mostly the usual ones, sometimes one that differs."""
    others = [
        (option.name, value)
        for option in game.options
        if isinstance(option, ChoiceOption) and (option.seats is None or seats in option.seats)
        for value in option.values[1:]
    ]
    if number % UNUSUAL or not others:
        return {}
    return dict([others[number // UNUSUAL % len(others)]])


def play_and_ask(
    game: Game,
    seats: int,
    level: str,
    number: int,
    usual: int,
    settings: CalibrationSettings,
    among: Among | None = None,
) -> tuple[Examples, int]:
    """Play one game and ask on the way, at moments that differ from game to game; also tell how many moves it took.

    `usual` is how many moves such players need. What a search says is taken as it is, or as it is told `among` players.
    The phase is in random moves that are left.
    """
    players = player(game, seats, level, settings.playing)
    match = Match(game, seats, options=options_of(game, seats, number), seed=settings.seed * 1_000_003 + number)
    every = max(round(usual / ASKED), 1)
    said: list[tuple[Any, ...]] = []
    while not match.is_over:
        moment = len(match.moves)
        seat, seed = match.waiting[(number + moment) % len(match.waiting)], 1000 * number + moment
        if (moment + number) % every == 0 and len(match.legal_moves(seat)) > 1:
            judge = searching(game, seats, settings.iterations[number % len(settings.iterations)])
            best = think(match, seat, judge, seed=seed, among=among).candidates[0]
            left = moves_left(game, match.redeal(seat, seed=seed).states, seed)
            said.append((best.win_chances, best.all_points, float(best.visits), seat, left))
        match.play(think(match, seat, players, seed=seed, among=None).move)
    winners, totals = match.scores.winners, match.scores.totals
    shares = [(seat in winners) / len(winners) for seat in range(seats)]
    columns: list[Any] = list(zip(*said, strict=True)) if said else [np.zeros((0, seats))] * 2 + [[]] * 3
    found = SearchResults(
        np.array(columns[0], float),
        np.array(columns[1], float),
        np.array(columns[2], float),
        np.array(columns[3], np.int64),
        np.array(columns[4], float),
    )
    count = len(said)
    ends = np.tile(np.array(totals, float), (count, 1)), np.tile(shares, (count, 1))
    return Examples(found, *ends, np.full(count, number)), len(match.moves)


def joined(parts: list[Examples]) -> Examples:
    found = (
        np.concatenate([getattr(part.found, name) for part in parts])
        for name in ("wins", "points", "looks", "seat", "phase")
    )
    return Examples(
        SearchResults(*found),
        np.concatenate([part.points for part in parts]),
        np.concatenate([part.shares for part in parts]),
        np.concatenate([part.game for part in parts]),
    )


# Fitting.


def fit(examples: Examples) -> CalibrationMap:
    """Return the map that fits games best, drawn a little to leaving things as they are."""
    by_knot = hats(examples.found.phase, KNOTS)
    weight = _weights(examples.game)
    chances = _fit_chances(examples, by_knot, weight)
    points, centre = _fit_points(examples, by_knot, weight)
    sureness, lead, turn, offset, slope, points_turn = (
        tuple(values.round(6).tolist()) for values in (*chances, *points)
    )
    return CalibrationMap(sureness, lead, turn, offset, slope, points_turn, round(centre, 6))


def _weights(game: NDArray[np.int64]) -> Array:
    """Every game counts as one, however often it was asked about: its positions have one end in common."""
    _, place, counts = np.unique(game, return_inverse=True, return_counts=True)
    weights: Array = 1.0 / counts[place]
    return weights


def _spread(values: Array, by_knot: Array) -> Array:
    """Values by row and seat, once for each knot: row, seat, knot."""
    spread: Array = values[:, :, None] * by_knot[:, None, :]
    return spread


def _pull() -> Array:
    """Return what draws three numbers for each knot: to leaving things as they are, and to their neighbours."""
    steps = np.diff(np.eye(len(KNOTS)), axis=0)
    one = CALM * np.eye(len(KNOTS)) + STEADY * steps.T @ steps
    pull: Array = np.kron(np.eye(3), one).astype(np.float64)
    return pull


def _fit_chances(examples: Examples, by_knot: Array, weight: Array) -> Array:
    """Multipliers of the logarithm of the chance, the lead and the turn, by knot: a multinomial logit.

    Chance and lead say nearly the same, so that a fit may turn one of them round to lean on the other; but whatever
    looks better to a search must not be told as worse, so neither may fall below a least value.
    """
    found = examples.found
    scale = float(found.leads.std()) or 1.0
    inputs = np.concatenate(
        [_spread(values, by_knot) for values in (np.log(found.smoothed), found.leads / scale, found.turns)], axis=2
    )
    start = np.repeat([1.0, 0.0, 0.0], len(KNOTS))
    least = np.repeat([LEAST, 0.0, -np.inf], len(KNOTS))
    values, free = start.copy(), np.ones(len(start), bool)
    while True:
        values = _most_likely(inputs, examples.shares, weight, start, values, free)
        low = free & (values < least)
        if not low.any():
            break
        values[low], free[low] = least[low], False
    sureness, lead, turn = values.reshape(3, len(KNOTS))
    return np.array([sureness, lead / scale, turn])


def _most_likely(
    inputs: Array, shares: Array, weight: Array, start: Array, values: Array, free: NDArray[np.bool_]
) -> Array:
    """Return the multipliers that make results most likely, drawn to where they start; those that are not free stay."""
    pull, values = _pull(), values.copy()
    for _ in range(30):
        scores = inputs @ values
        powers = np.exp(scores - scores.max(axis=1, keepdims=True))
        chances = powers / powers.sum(axis=1, keepdims=True)
        slope = np.einsum("n,ns,nsk->k", weight, shares - chances, inputs) - pull @ (values - start)
        mean = np.einsum("ns,nsk->nk", chances, inputs)
        spread = inputs - mean[:, None, :]
        curve = np.einsum("n,ns,nsk,nsl->kl", weight, chances, spread, spread, optimize=True) + pull
        step = np.linalg.solve(curve[np.ix_(free, free)], slope[free])
        values[free] += step
        if np.abs(step).max() < 1e-9:
            break
    return values


def _fit_points(examples: Examples, by_knot: Array, weight: Array) -> tuple[Array, float]:
    """What is added to points: a number, a part of their difference to the usual, and one for who decides; by knot."""
    found = examples.found
    centre, scale = float(found.points.mean()), float(found.points.std()) or 1.0
    inputs = np.concatenate(
        [
            _spread(values, by_knot)
            for values in (np.ones_like(found.points), (found.points - centre) / scale, found.turns)
        ],
        axis=2,
    )
    missing = examples.points - found.points
    size = float(missing.var()) or 1.0
    curve = np.einsum("n,nsk,nsl->kl", weight / size, inputs, inputs, optimize=True)
    slope = np.einsum("n,ns,nsk->k", weight / size, missing, inputs)
    values = np.linalg.solve(curve + _pull() / size, slope)
    offset, part, turn = values.reshape(3, len(KNOTS))
    return np.array([offset, part / scale, turn]), centre


# How true it is.


@dataclass(frozen=True)
class CalibrationReport:
    """How true chances and points were."""

    forecasts: int
    games: int
    brier: float
    calibration_error: float
    """How far shares won are from chances, on average over tenths of the chance."""
    luck: float
    """How large that error would be on average if every chance were true, by the number of games alone."""
    points_bias: float
    points_error: float
    """The standard error of that."""


def truth(chances: Array, points: Array, examples: Examples) -> CalibrationReport:
    """Compare what was said with what came of it, over all seats."""
    shares, game = examples.shares.ravel(), np.repeat(examples.game, examples.shares.shape[1])
    said = chances.ravel()
    misses = (points - examples.points).mean(axis=1)
    return CalibrationReport(
        len(said),
        len(np.unique(examples.game)),
        float(((said - shares) ** 2).mean()),
        *calibration_error(said, shares, game),
        float(misses.mean()),
        _clustered_error(misses, examples.game),
    )


def calibration_error(said: Array, won: Array, game: NDArray[np.int64]) -> tuple[float, float]:
    """Return the expected calibration error, and what luck alone would make of it."""
    tenth = np.minimum((said * BINS).astype(int), BINS - 1)
    error = luck = 0.0
    for number in range(BINS):
        among = tenth == number
        if among.any():
            gaps = won[among] - said[among]
            error += abs(float(gaps.sum()))
            luck += float(np.sqrt(2 / np.pi)) * _clustered_error(gaps, game[among]) * len(gaps)
    return error / len(said), luck / len(said)


def _clustered_error(values: Array, game: NDArray[np.int64]) -> float:
    """Return the standard error of a mean whose values belong together by game."""
    _, place = np.unique(game, return_inverse=True)
    sums = np.bincount(place, values - values.mean())
    return float(np.sqrt((sums**2).sum()) / len(values))


def held_out(examples: Examples) -> CalibrationReport:
    """Return how true maps are in games that they were not fitted to."""
    chances, points = np.zeros_like(examples.shares), np.zeros_like(examples.points)
    for fold in range(FOLDS):
        left = examples.game % FOLDS == fold
        if left.any() and not left.all():
            fitted, rest = fit(examples.part(~left)), examples.part(left).found
            chances[left], points[left] = fitted.chances(rest), fitted.expected_points(rest)
    return truth(chances, points, examples)


# How honest errors are.


def dishonesty(game: Game, seats: int, length: float, settings: CalibrationSettings) -> dict[str, float]:
    """Return by how much repeated searches differ, over the errors that they tell; for worth, chance and points."""
    spread, said = np.zeros(3), np.zeros(3)
    thinking = searching(game, seats, settings.iterations[0])
    for number in range(settings.repeated):
        match = Match(game, seats, seed=settings.seed * 7_919 + number)
        match.play_randomly(number * 7 % max(int(length * 0.9), 1), seed=number)
        if match.is_over or len(match.legal_moves(match.waiting[0])) < 2:
            continue
        thoughts = [think(match, match.waiting[0], thinking, seed=seed, among=None) for seed in range(REPEATS)]
        favourite = thoughts[0].move
        repeated = [one for thought in thoughts for one in thought.candidates if one.move == favourite]
        if len(repeated) == REPEATS and all(one.visits >= 20 for one in repeated):
            values = np.array([[one.worth, one.win_chance, one.points] for one in repeated])
            errors = np.array([[one.worth_error, one.win_chance_error, one.points_error] for one in repeated])
            spread += values.var(axis=0, ddof=1)
            said += (errors**2).mean(axis=0)
    ratios = np.sqrt(spread / np.where(said > 0, said, 1.0)).tolist()
    return {
        name: round(ratio, 3) if total > 0 else 1.0
        for name, ratio, total in zip(("worth", "chance", "points"), ratios, said, strict=True)
    }


class Calibrator:
    """Fits the maps of one game with one number of seats."""

    def __init__(self, game: Game, seats: int, settings: CalibrationSettings, tick: Tick = lambda *_: None) -> None:
        game.check_seats(seats)
        self.game, self.seats, self.settings, self.tick = game, seats, settings, tick
        self.length = game_length(game, seats)

    def examples(self, level: str, among: Among | None = None) -> Examples:
        """Return what was said in games of a level: by searches alone, or as it is told `among` players."""
        return joined(list(self._games(level, among)))

    def _games(self, level: str, among: Among | None) -> Iterator[Examples]:
        usual = round(self.length)
        for number in range(self.settings.games):
            found, usual = play_and_ask(self.game, self.seats, level, number, usual, self.settings, among)
            yield found.in_phases(self.length)
            self.tick(say("self-play"), number + 1, self.settings.games)

    def run(self) -> Judgement:
        maps: dict[str, CalibrationMap] = {}
        results: dict[str, Any] = {}
        for among in AMONG:
            examples = self.examples(among)
            maps[among] = fit(examples)
            results[among] = {
                name: round(value, 4) if isinstance(value, float) else value
                for name, value in vars(held_out(examples)).items()
            }
        return Judgement(
            self.game.name,
            self.game.version,
            self.seats,
            fingerprint(self.game, self.seats) if feature_count(self.game, self.seats) else "",
            weights_digest(self.game, self.seats),
            round(self.length, 3),
            maps,
            dishonesty(self.game, self.seats, self.length, self.settings),
            f"tilery calibrate {self.game.name} --seats {self.seats} {self.settings.command}",
            results,
        )
