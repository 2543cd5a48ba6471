"""How strong players are, with intervals: the ranking model of Plackett and Luce, for all games of a season at once.

Who is first at a table is drawn with chances in proportion to exp(strength + advantage of the seat), then who is second
among the others, and so on; with two players that is the model of Bradley and Terry, as in the arena. Strengths have a
normal prior, whose width is one of several that are weighted by how well they explain the games (their evidence,
by Laplace's method). The interval holds 95 % of what is then believed. It does not depend on the order of games, and
tests simulate seasons to see that it holds what it says. docs/clubs.md tells why openskill is not used.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from math import log
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

Key = TypeVar("Key", bound=Hashable)
Floats = NDArray[np.float64]

ELO = 400 / log(10)
MIDDLE = 1000.0
"""The rating of the mean of all players."""
WIDTHS = (0.5, 1.0, 2.0, 4.0)
"""Standard deviations of strengths that are thought possible, before any game: 87 to 695 points."""
SEAT_WIDTH = 0.3
"""The standard deviation of the advantage of a seat: 50 points."""
NORMAL_95 = 1.96


@dataclass(frozen=True)
class Ranked(Generic[Key]):
    """A game that was played to its end: players by seat, and the place of each, 1 for the best."""

    players: tuple[Key, ...]
    places: tuple[int, ...]


@dataclass(frozen=True)
class Rating:
    """A strength on the scale of Elo, where the mean of all players is 1000, with its interval of 95 %."""

    value: float
    low: float
    high: float
    games: int


def rate(games: Iterable[Ranked[Key]]) -> dict[Key, Rating]:
    """Return the ratings of all who have played."""
    counted = [game for game in games if len(game.players) > 1]
    players = list(dict.fromkeys(player for game in counted for player in game.players))
    if not players:
        return {}
    draws = _Draws.of(counted, players)
    fits = [draws.fit(width) for width in WIDTHS]
    evidence = np.array([fit.evidence for fit in fits])
    weights = np.exp(evidence - evidence.max())
    weights /= weights.sum()
    means = np.array([fit.mean for fit in fits])
    mean = weights @ means
    variance = weights @ (np.array([fit.variance for fit in fits]) + (means - mean) ** 2)
    counts = {player: sum(player in game.players for game in counted) for player in players}
    return {
        player: _rating(float(mean[index]), float(variance[index]), counts[player])
        for index, player in enumerate(players)
    }


def _rating(strength: float, variance: float, games: int) -> Rating:
    value, spread = MIDDLE + ELO * strength, ELO * NORMAL_95 * float(np.sqrt(variance))
    return Rating(value, value - spread, value + spread, games)


@dataclass(frozen=True)
class _Fit:
    """What is believed of the strengths with one width of the prior."""

    mean: Floats
    variance: Floats
    evidence: float


@dataclass(frozen=True)
class _Draws:
    """Every draw of who comes next at a table: who may be drawn, and with which weight each of them was."""

    features: Floats
    """By draw, candidate and parameter: players, then seats."""
    is_there: NDArray[np.bool_]
    drawn: Floats
    players: int

    @classmethod
    def of(cls, games: Sequence[Ranked[Key]], players: Sequence[Key]) -> _Draws:
        index = {player: number for number, player in enumerate(players)}
        most = max(len(game.players) for game in games)
        rows: list[tuple[list[tuple[int, int]], list[float]]] = []
        for game in games:
            left = sorted(range(len(game.players)), key=lambda seat: game.places[seat])
            while len(left) > 1:
                first = [seat for seat in left if game.places[seat] == game.places[left[0]]]
                # Who shares a place was drawn in some order; the last one left is not drawn at all.
                weight = min(len(first), len(left) - 1) / len(first)
                candidates = [(index[game.players[seat]], seat) for seat in left]
                rows.append((candidates, [weight if seat in first else 0.0 for seat in left]))
                left = left[len(first) :]
        features = np.zeros((len(rows), most, len(players) + most))
        is_there = np.zeros((len(rows), most), np.bool_)
        drawn = np.zeros((len(rows), most))
        for number, (candidates, weights) in enumerate(rows):
            for place, ((player, seat), weight) in enumerate(zip(candidates, weights, strict=True)):
                features[number, place, player] = features[number, place, len(players) + seat] = 1.0
                is_there[number, place] = True
                drawn[number, place] = weight
        return cls(features, is_there, drawn, len(players))

    def fit(self, width: float) -> _Fit:
        """Find the most likely parameters by Newton's method, and how sure they are."""
        count = self.features.shape[2]
        precision = np.full(count, width**-2)
        precision[self.players :] = SEAT_WIDTH**-2
        found = np.zeros(count)
        for _ in range(50):
            slope, curvature, _ = self._around(found)
            step = np.linalg.solve(curvature + np.diag(precision), slope - precision * found)
            found += np.clip(step, -2, 2)
            if np.abs(step).max() < 1e-8:
                break
        _, curvature, likelihood = self._around(found)
        curvature += np.diag(precision)
        evidence = likelihood - 0.5 * precision @ found**2
        evidence += 0.5 * np.log(precision).sum() - 0.5 * float(np.linalg.slogdet(curvature)[1])
        centre = np.eye(self.players) - 1 / self.players
        covariance = centre @ np.linalg.inv(curvature)[: self.players, : self.players] @ centre
        return _Fit(centre @ found[: self.players], np.diag(covariance), float(evidence))

    def _around(self, parameters: Floats) -> tuple[Floats, Floats, float]:
        """Return slope and curvature of the likelihood, and its logarithm."""
        logits = np.where(self.is_there, self.features @ parameters, -np.inf)
        top = logits.max(axis=1, keepdims=True)
        chances = np.exp(logits - top)
        total = chances.sum(axis=1, keepdims=True)
        chances /= total
        logs = np.where(self.is_there, logits - top - np.log(total), 0.0)
        times = self.drawn.sum(axis=1)
        mean = np.einsum("dc,dcf->df", chances, self.features)
        slope = np.einsum("dc,dcf->f", self.drawn - times[:, None] * chances, self.features)
        weighted = (times[:, None] * chances)[:, :, None] * self.features
        curvature = np.einsum("dcf,dcg->fg", weighted, self.features, optimize=True)
        curvature -= (mean * times[:, None]).T @ mean
        return slope, curvature, float((self.drawn * logs).sum())
