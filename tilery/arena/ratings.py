"""What results say about strength: shares of victories, ratings and the advantage of a seat, each with its interval.

Ratings are the most likely strengths in the model of Bradley and Terry for several players: who sits on a seat wins
with a chance in proportion to exp(strength + advantage of the seat). A weak prior keeps the strength of somebody who
always wins finite. Intervals are percentiles of a bootstrap that draws whole deals: games of one deal hang together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt

import numpy as np
from numpy.typing import NDArray

from tilery.arena.schedule import Contest, Fault, Result
from tilery.words import SpokenError, say

ELO = 400 / log(10)
PRIOR = 1 / 50  # the inverse of the variance of a strength in the prior: about 2,800 points wide on the scale of Elo
BOOTSTRAPS = 1000
COVERED = 0.95


@dataclass(frozen=True)
class Estimate:
    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Standing:
    """One player in an arena."""

    player: str
    games: int
    share: Estimate
    """The part of the games that it won, for each seat that it sat on; a shared victory counts in part."""
    rating: Estimate
    """On the scale of Elo, with the mean of all players at 0."""
    points: float
    seconds: float


@dataclass(frozen=True)
class Table:
    """All that an arena found out. `fair` is the share that a player gets who is as good as the others."""

    standings: tuple[Standing, ...]
    seats: tuple[Estimate, ...]
    deals: int
    games: int
    fair: float
    faults: tuple[tuple[int, Fault], ...] = ()
    """Games that somebody lost by a fault, each with its deal."""


def whole_deals(contest: Contest, results: Sequence[Result]) -> list[list[Result]]:
    """Return the results by deal, for deals from the first on of which all games are played."""
    by_deal: dict[int, dict[object, Result]] = {}
    for result in results:
        by_deal.setdefault(result.deal, {})[result.pairing] = result
    found: list[list[Result]] = []
    while True:
        ready = by_deal.get(len(found), {})
        expected = contest.deal(len(found))
        if any(pairing not in ready for pairing in expected):
            return found
        found.append([ready[pairing] for pairing in expected])


def rate(contest: Contest, deals: Sequence[Sequence[Result]], seed: int = 0) -> Table:
    """Return the table after some whole deals."""
    if not deals:
        raise SpokenError(say("there is nothing to rate: not one deal was played to its end"))
    names = list(dict.fromkeys(contest.players))
    seatings = [pairing.seated for pairing in contest.deal(0)]
    seated = np.array([[names.index(player) for player in seating] for seating in seatings])
    # By deal, game of the deal and seat: the share of the victory.
    shares = np.array([[[game.share(seat) for seat in range(contest.seats)] for game in deal] for deal in deals])
    draw = np.random.default_rng(seed)
    count = len(deals)
    weights = np.ones((1, count))
    if count > 1:
        weights = np.vstack([weights, draw.multinomial(count, np.full(count, 1 / count), BOOTSTRAPS)])
    totals = np.einsum("bd,dgs->bgs", weights, shares)
    by_player = np.stack([_won(totals, seated == index) / count for index in range(len(names))], axis=1)
    by_seat = totals.mean(axis=1) / count
    strengths = np.array([_strengths(total, seated, len(names), count) for total in totals]) * ELO
    games = [game for deal in deals for game in deal]
    standings = [
        Standing(
            player=name,
            games=int((seated == index).any(axis=1).sum()) * count,
            share=_estimate(by_player[:, index]),
            rating=_estimate(strengths[:, index]),
            points=_mean(games, name, "totals"),
            seconds=_mean(games, name, "seconds"),
        )
        for index, name in enumerate(names)
    ]
    return Table(
        standings=tuple(sorted(standings, key=lambda standing: -standing.rating.value)),
        seats=tuple(_estimate(by_seat[:, seat]) for seat in range(contest.seats)),
        deals=count,
        games=count * contest.games_a_deal,
        fair=1 / contest.seats,
        faults=tuple((game.deal, game.fault) for game in games if game.fault is not None),
    )


def _won(totals: NDArray[np.float64], own: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return the share of victories for each seat that a player sat on."""
    won: NDArray[np.float64] = totals[:, own].sum(axis=1) / own.sum()
    return won


def _strengths(won: NDArray[np.float64], seated: NDArray[np.int64], players: int, deals: int) -> NDArray[np.float64]:
    """Return the most likely strengths, by Newton's method; `won` has the victories by game of a deal and seat."""
    seats = seated.shape[1]
    features = np.zeros((*seated.shape, players + seats))
    for game, seat in np.ndindex(*seated.shape):
        features[game, seat, seated[game, seat]] = 1
        features[game, seat, players + seat] = 1
    strengths = np.zeros(players + seats)
    for _ in range(50):
        chances = np.exp(features @ strengths)
        chances /= chances.sum(axis=1, keepdims=True)
        mean = np.einsum("gs,gsf->gf", chances, features)
        slope = np.einsum("gs,gsf->f", won - deals * chances, features) - PRIOR * strengths
        spread = np.einsum("gs,gsf,gsh->fh", chances, features, features) - np.einsum("gf,gh->fh", mean, mean)
        step = np.linalg.solve(deals * spread + PRIOR * np.eye(len(strengths)), slope)
        strengths += np.clip(step, -2, 2)
        if np.abs(step).max() < 1e-9:
            break
    found: NDArray[np.float64] = strengths[:players] - strengths[:players].mean()
    return found


def _estimate(values: NDArray[np.float64]) -> Estimate:
    """Return the first value, with the interval of the others."""
    if len(values) < 2:
        return Estimate(float(values[0]), float("-inf"), float("inf"))
    low, high = np.quantile(values[1:], [(1 - COVERED) / 2, (1 + COVERED) / 2])
    return Estimate(float(values[0]), float(low), float(high))


def _mean(games: Sequence[Result], name: str, member: str) -> float:
    values = [
        number
        for game in games
        for player, number in zip(game.seated, getattr(game, member), strict=True)
        if player == name
    ]
    return float(sum(values) / len(values))


def is_decided(contest: Contest, deals: Sequence[Sequence[Result]], error: float = 0.05) -> bool:
    """Return whether it is clear of every two players which is better, at any moment at which one may look.

    The differences of two players' shares by deal have a confidence sequence (the normal mixture of Robbins): looking
    after every deal and stopping once makes a mistake with a chance of at most `error`, shared by all pairs.
    """
    names = list(dict.fromkeys(contest.players))
    pairs = [(one, other) for index, one in enumerate(names) for other in names[index + 1 :]]
    if len(deals) < 10 or not pairs:
        return False
    shares = {name: np.array([_share(deal, name) for deal in deals]) for name in names}
    return all(abs(_excess(shares[one] - shares[other], error / len(pairs))) > 0 for one, other in pairs)


def _share(deal: Sequence[Result], name: str) -> float:
    """Return the part of the victories that each seat of a player had in a deal."""
    won = [game.share(seat) for game in deal for seat, player in enumerate(game.seated) if player == name]
    return sum(won) / len(won)


def _excess(differences: NDArray[np.float64], error: float) -> float:
    """Return how far the confidence sequence of a mean stays away from 0; 0 if it reaches it."""
    count = len(differences)
    # One more difference of 1 against the leader keeps a few equal deals from looking certain.
    deviation = float(np.std(np.append(differences, -np.sign(differences.sum()))))
    planned = 50  # deals after which the sequence is about narrowest
    narrow = 1 / planned
    radius = deviation * sqrt(2 * (count * narrow + 1) / (count**2 * narrow) * log(sqrt(count * narrow + 1) / error))
    mean = float(differences.mean())
    return float(np.sign(mean)) * max(abs(mean) - radius, 0.0)
