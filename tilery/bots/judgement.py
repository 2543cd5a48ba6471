"""Judgement: what a search found, turned into true chances of winning and expected points. The one place for it.

A search says who is ahead, but it is too sure or too timid, by game, number of seats and how far a game has come. A map
that was fitted to games (`tilery.bots.training.calibrate`) corrects it. Maps are data beside a game's weights, in
`judgement-<seats>.json`. In a game without one, chances are the search's own, brought to the sum of 1.

What a position is worth depends on who plays on from it: among experts a small lead is often lost again, among players
of medium strength it is mostly kept. So there is a map for each kind of players.
"""

from __future__ import annotations

import hashlib
import json
import logging
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from tilery.bots.weights import WeightsError, feature_count, fingerprint, path_of
from tilery.games.game import Game
from tilery.kernel import chance, runner
from tilery.kernel.runner import States
from tilery.kernel.state import tag_of
from tilery.words import say

Among = Literal["expert", "medium"]
AMONG: tuple[Among, ...] = get_args(Among)
DEFAULT: Among = "expert"

Array = NDArray[np.float64]

logger = logging.getLogger(__name__)

FORMAT = 1
KNOTS = (0.0, 0.04, 0.16, 0.36, 0.64, 1.0)  # phases between which a map changes evenly; many decisions fall early
EVEN = (0.0, 1 / 3, 2 / 3, 1.0)  # of maps whose file tells none
PLAYOUTS = 8  # random games by which it is guessed how many moves are left
LATEST = 0.999  # phases from here on are kept for moves that end the game
DOUBT = 1.0  # looks that a search is thought to have had at a draw before it began
NUDGE = 0.01  # of a chance, to see how it changes


@dataclass(frozen=True)
class CalibrationMap:
    """Corrections for the games of one kind of players, each by knots of the game."""

    sureness: tuple[float, ...]
    """What the logarithms of the search's chances are multiplied with."""
    lead: tuple[float, ...]
    """What a point more than the average adds to the logarithm of a seat's chance."""
    turn: tuple[float, ...]
    """What deciding adds to it."""
    points: tuple[float, ...]
    """What is added to the expected points."""
    points_slope: tuple[float, ...]
    """How much of their difference to the usual is added to them."""
    points_turn: tuple[float, ...]
    """What is added to the points of who decides."""
    points_centre: float
    """What points usually are."""
    knots: tuple[float, ...] = KNOTS
    """The phases of the game that the numbers above are for."""

    def chances(self, found: SearchResults) -> Array:
        """Return the chances of all seats; every row adds up to 1."""
        by_knot = hats(found.phase, self.knots)
        scores = (
            _mixed(by_knot, self.sureness) * np.log(found.smoothed)
            + _mixed(by_knot, self.lead) * found.leads
            + _mixed(by_knot, self.turn) * found.turns
        )
        powers = np.exp(scores - scores.max(axis=1, keepdims=True))
        mapped: Array = powers / powers.sum(axis=1, keepdims=True)
        return mapped

    def expected_points(self, found: SearchResults) -> Array:
        by_knot = hats(found.phase, self.knots)
        mapped: Array = (
            found.points
            + _mixed(by_knot, self.points)
            + _mixed(by_knot, self.points_slope) * (found.points - self.points_centre)
            + _mixed(by_knot, self.points_turn) * found.turns
        )
        return mapped


@dataclass(frozen=True)
class SearchResults:
    """What searches said, by row: wins and points of all seats, how often they looked, who decides, and when."""

    wins: Array
    points: Array
    looks: Array
    seat: NDArray[np.int64]
    phase: Array

    def part(self, chosen: NDArray[np.bool_]) -> SearchResults:
        """Some of the rows."""
        return SearchResults(
            self.wins[chosen], self.points[chosen], self.looks[chosen], self.seat[chosen], self.phase[chosen]
        )  # fmt: skip

    @property
    def smoothed(self) -> Array:
        """Chances that add up to 1 and are never 0: a few looks prove nothing."""
        shares = _shares(self.wins)
        looks = self.looks[:, None]
        smoothed: Array = (shares * looks + DOUBT / shares.shape[1]) / (looks + DOUBT)
        return smoothed

    @property
    def leads(self) -> Array:
        leads: Array = self.points - self.points.mean(axis=1, keepdims=True)
        return leads

    @property
    def turns(self) -> Array:
        turns: Array = (np.arange(self.wins.shape[1]) == self.seat[:, None]).astype(float)
        return turns


def hats(phase: Array, knots: tuple[float, ...]) -> Array:
    """By row, how much each knot counts at a phase from 0 to 1."""
    weights: Array = np.stack([np.interp(phase, knots, alone) for alone in np.eye(len(knots))], axis=1)
    return weights


def _mixed(by_knot: Array, values: tuple[float, ...]) -> Array:
    mixed: Array = (by_knot @ np.asarray(values))[:, None]
    return mixed


def _shares(wins: Array) -> Array:
    """Chances of all seats that add up to 1; equal ones where nothing is known."""
    total = wins.sum(axis=1, keepdims=True)
    shares: Array = np.where(total > 0, wins / np.where(total > 0, total, 1.0), 1.0 / wins.shape[1])
    return shares


@dataclass(frozen=True)
class Judgement:
    """The maps of a game with one number of seats, and what a file tells about them."""

    game: str
    rules: int
    """The version of the rules."""
    seats: int
    features: str
    """What the features do, as `weights.fingerprint` puts it; nothing in a game without weights."""
    weights: str
    """Which weights the searches were done with."""
    length: float
    """How many random moves make a game."""
    maps: dict[str, CalibrationMap]
    honesty: dict[str, float] = field(default_factory=dict)
    """By how much the results of repeated searches differ, over what one search takes its error to be."""
    command: str = ""
    results: dict[str, Any] = field(default_factory=dict)
    """How true the maps were in games that they were not fitted to."""
    format: int = FORMAT


@dataclass(frozen=True)
class Forecast:
    """Chances and points of all seats by move, and the standard errors of those of the searching seat."""

    chances: Array
    points: Array
    errors: Array
    """Of worth, chance and points."""
    slopes: Array
    """By how much worth, chance and points change with what the search said of them, dishonesty included."""


def corrected(game: Game, found: SearchResults, errors: Array, among: Among) -> Forecast:
    """Return what searches found in the words for people; `errors` are theirs of worth, chance and points, by row."""
    known = judgement_of(game, found.wins.shape[1])
    if known is None:
        return raw(found, errors)
    chosen = known.maps[among]
    last = found.phase >= 1.0  # the end of the game is seen in every redeal: nothing is left to correct
    chances = np.where(last[:, None], _shares(found.wins), chosen.chances(found))
    points = np.where(last[:, None], found.points, chosen.expected_points(found))
    own = np.arange(len(found.seat)), found.seat
    moved = chosen.chances(_nudged(found, NUDGE))[own] - chosen.chances(_nudged(found, -NUDGE))[own]
    slopes = np.ones_like(errors)
    slopes[:, 1] = np.where(last, 1.0, moved / (2 * NUDGE))
    slopes[:, 2] = np.where(last, 1.0, 1.0 + hats(found.phase, chosen.knots) @ np.asarray(chosen.points_slope))
    honest = slopes * np.array([known.honesty.get(name, 1.0) for name in ("worth", "chance", "points")])
    unknown = np.isinf(errors)  # and stays so where a chance hardly changes any more
    scaled = np.where(unknown, np.inf, np.where(unknown, 0.0, errors) * honest)
    return Forecast(chances, points, scaled, honest)


def raw(found: SearchResults, errors: Array) -> Forecast:
    """Return what searches found as it is; only that chances add up to 1."""
    return Forecast(_shares(found.wins), found.points, errors, np.ones_like(errors))


def _nudged(found: SearchResults, step: float) -> SearchResults:
    """Return the same with a little more for the seat that decides, and less for the others in proportion."""
    own = np.arange(len(found.seat)), found.seat
    shares = _shares(found.wins)
    before = shares[own]
    after = np.clip(before + step, 0.0, 1.0)
    rest = np.where(before < 1.0, (1.0 - after) / np.where(before < 1.0, 1.0 - before, 1.0), 1.0)
    wins = shares * rest[:, None]
    wins[own] = after
    return replace(found, wins=wins)


def phase_of(game: Game, seats: int, states: States, seed: int) -> float:
    """The share of a game that is over in states[0], which holds nothing that is hidden; 1 if any move ends it."""
    known = judgement_of(game, seats)
    if known is None:
        return 0.0
    left = moves_left(game, states, seed)
    return 1.0 if left <= 1.0 else min(max(1.0 - left / known.length, 0.0), LATEST)


def moves_left(game: Game, states: States, seed: int) -> float:
    """Return how many random moves end a game, on average over a few tries."""
    rng = chance.generator(seed)
    room, longest = runner.copied(states[:1]), game.rules.MAX_LENGTH
    buffer, played = np.zeros(game.rules.MAX_MOVES, np.int32), np.zeros((2, longest), np.int32)
    total = 0
    for _ in range(PLAYOUTS):
        room[0] = states[0]
        total += runner.random_moves(room, rng, buffer, played[0], played[1], longest)
    return total / PLAYOUTS


# Files.


def file_of(game: Game, seats: int) -> Path:
    return path_of(game, seats).with_name(f"judgement-{seats}.json")


def weights_digest(game: Game, seats: int) -> str:
    """Return a name for the weights that are there."""
    path = path_of(game, seats)
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16] if path.exists() else ""


def write(path: Path, judgement: Judgement) -> None:
    path.write_text(json.dumps(asdict(judgement), indent=1, sort_keys=True) + "\n", "utf-8")


def read(path: Path) -> Judgement:
    """Return the maps in a file, whatever game they are for."""
    try:
        members = json.loads(path.read_text("utf-8"))
        maps = {among: _map(**given) for among, given in members.pop("maps").items()}
        return Judgement(maps=maps, **members)
    except (AttributeError, KeyError, TypeError, ValueError):
        raise WeightsError(say("{file} is not a calibration file", file=path)) from None


def _map(points_centre: float, knots: list[float] | tuple[float, ...] = EVEN, **by_knot: list[float]) -> CalibrationMap:
    found = CalibrationMap(
        points_centre=float(points_centre),
        knots=tuple(map(float, knots)),
        **{name: tuple(map(float, values)) for name, values in by_knot.items()},
    )
    if {len(values) for values in by_knot.values()} != {len(knots)}:
        raise ValueError  # `read` says in a sentence that the file is no good
    return found


def check(path: Path, judgement: Judgement, game: Game, seats: int) -> None:
    """Refuse maps that were not fitted to the game and its weights as they are."""
    features = fingerprint(game, seats) if feature_count(game, seats) else ""
    fits = (FORMAT, game.name, game.version, seats, features, weights_digest(game, seats), set(AMONG))
    if fits != (
        judgement.format,
        judgement.game,
        judgement.rules,
        judgement.seats,
        judgement.features,
        judgement.weights,
        set(judgement.maps),
    ):
        raise WeightsError(
            say(
                "the chances in {file} were fitted to {game} as it was then; fit them again with: {command}",
                file=path,
                game=game.title,
                command=f"tilery calibrate {game.name} --seats {seats}",
            )
        )


_read: dict[tuple[str, Path], Judgement | None] = {}  # by the sources of a game and the file


def judgement_of(game: Game, seats: int) -> Judgement | None:
    """Return the maps of a game for a number of seats; none if nobody has fitted any. Each file is read once.

    Maps that do not fit are left alone with a word to the log: a hint with the search's own chances beats no hint.
    """
    path = file_of(game, seats)
    key = tag_of(game.rules.STATE), path
    if key not in _read:
        _read[key] = None
        if path.exists():
            try:
                found = read(path)
                check(path, found, game, seats)
                _read[key] = found
            except WeightsError as error:
                logger.warning("%s", error)
    return _read[key]


def forget() -> None:
    """Read maps anew when they are asked for next, because files have changed."""
    _read.clear()
