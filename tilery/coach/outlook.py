"""How a game may end after a move: the chances and points of all seats, judged by searches.

Every number here is a mean over worlds that a seat takes to be possible. Two moves are compared in the same worlds with
the same random numbers, so most of the luck cancels out, and the rest is told as a standard error.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from tilery.bots.judging import chance_of
from tilery.bots.levels import analysis_of, thinking_of
from tilery.bots.search import think
from tilery.bots.thought import Candidate
from tilery.bots.weights import net_of
from tilery.games.game import Game
from tilery.games.thinking import Thinking
from tilery.match.match import Match
from tilery.match.moves import Move

GRAIN = 2.0**-20  # chances are whole multiples of this, so that floating-point sums of them are exact
WORLDS = 8  # in which a position is judged
FEWEST = 4  # worlds that are looked at even when time is up
FEWEST_ITERATIONS = 50

Numbers = NDArray[np.float64]


OF_EXPERT = 0.5  # of the iterations of the game's expert, to rank the moves of a decision
OF_EXPERT_EACH = 0.25  # … for each of two moves that are compared
LOOKS_ONCE = 2  # iterations of a second best level that hardly searches: its evaluation is good enough to play on by
STEPS = 4  # moves that are played on by it
OF_TREE = 0.1  # of the iterations of a tree, for playing on so: better judgement, and not much more time
FEWEST_STEPPED = 25
MOST_PLAYED_ON = 1_500  # iterations of an expert that plays on from its moves, each of which takes longer
OF_EXPERT_JUDGED = 1 / 60  # … to judge a move in one world: chances are fitted to searches that are not much shorter
JUDGED = 32  # of those at least
CHOSEN = 25  # iterations that choose it, at least: a poorer choice would belittle whoever is to move


@dataclass(frozen=True)
class Depth:
    """How hard a game is looked at."""

    search: Thinking
    """How the moves of a decision are ranked: as the game's expert does it."""
    duel: Thinking
    """How two moves are compared: so, each of them."""
    player: Thinking
    """How a move is chosen in one world, to see what it is worth to be there: as the game's second best level does, or
    a little better."""
    judge: Thinking
    """The search that judges this move."""
    line: Thinking
    """The search that tells how a game may go on."""
    worlds: int
    """In how many worlds a position is judged."""

    @classmethod
    def of(cls, game: Game, seats: int, effort: float = 1.0) -> Depth:
        """Return what takes a core some ten seconds for a usual game, times `effort`."""
        expert = analysis_of(game, seats)
        line = replace(expert, method="tree", width=min(expert.width, 12))
        if net_of(game, seats) is not None:
            line = replace(line, playout=0)  # the network has seen how games go on
        hard = thinking_of(game, "hard", seats)
        usual = expert.iterations if expert.method == "tree" else min(expert.iterations, MOST_PLAYED_ON)
        return cls(
            replace(expert, iterations=max(round(usual * OF_EXPERT * effort), FEWEST_ITERATIONS)),
            _duel(expert, hard, usual * OF_EXPERT_EACH * effort, is_learned=net_of(game, seats) is not None),
            replace(hard, iterations=max(hard.iterations, CHOSEN)),
            replace(expert, iterations=max(round(usual * OF_EXPERT_JUDGED), JUDGED)),
            line,
            max(round(WORLDS * effort), FEWEST),
        )


def _duel(expert: Thinking, hard: Thinking, iterations: float, *, is_learned: bool) -> Thinking:
    """Return how two moves are compared.

    The mean of a tree belittles whoever has still to choose in it, so a move that ends a turn looks better than one
    after which the seat goes on. Where one look by the learned evaluation is good play already, both moves are played
    on so in the same redeals instead, until others have had their turn.
    """
    if expert.method == "tree" and is_learned and hard.iterations <= LOOKS_ONCE:
        playouts = max(round(iterations * OF_TREE), FEWEST_STEPPED)
        return replace(expert, method="flat", stepping=True, playout=STEPS, iterations=playouts)
    return replace(expert, iterations=max(round(iterations), FEWEST_ITERATIONS))


class Deadline:
    """When to go on to the next question; never, unless a number of seconds was given."""

    def __init__(self, seconds: float | None) -> None:
        self.seconds = seconds
        self._end = None if seconds is None else time.perf_counter() + seconds

    @property
    def is_over(self) -> bool:
        return self._end is not None and time.perf_counter() >= self._end

    def part(self, share: float) -> Deadline:
        """Return a deadline for a part of what is left."""
        return Deadline(None if self._end is None else max(self._end - time.perf_counter(), 0.0) * share)


@dataclass(frozen=True)
class Outlook:
    """How a game may end: the chances of all seats, which add up to 1, and their points."""

    chances: tuple[float, ...]
    points: tuple[float, ...]

    @classmethod
    def at_the_end(cls, match: Match) -> Outlook:
        sheet = match.scores
        shares = [1.0 if seat in sheet.winners else 0.0 for seat in range(match.seats)]
        return cls(shared_out(shares), tuple(map(float, sheet.totals)))


@dataclass(frozen=True)
class Difference:
    """What playing one move instead of another changes, for the seat that chooses, with standard errors."""

    chance: float
    chance_error: float
    points: float
    points_error: float
    worth: float
    """Victory and lead together, which still tells moves apart when a game is decided."""
    worth_error: float = 0.0


def shared_out(shares: Sequence[float]) -> tuple[float, ...]:
    """Return shares scaled to add up to exactly 1, each a whole number of grains."""
    total = sum(shares)
    parts = [round(share / total / GRAIN) for share in shares]
    parts[parts.index(max(parts))] += round(1 / GRAIN) - sum(parts)
    return tuple(part * GRAIN for part in parts)


def passed_on(loss: float, seat: int, chances: Sequence[float]) -> tuple[float, ...]:
    """Return what a loss of one seat changes for every seat: the others gain in proportion to their chances.

    Who gains most is not taken from the search: what it likes best is often a move whose harm to one rival it
    overrates, and over a game that adds up.
    """
    others = [0.0 if other == seat else share + GRAIN for other, share in enumerate(chances)]
    gains = [round(loss * share / sum(others) / GRAIN) for share in others]
    gains[others.index(max(others))] += round(loss / GRAIN) - sum(gains)
    gains[seat] = -round(loss / GRAIN)
    return tuple(gain * GRAIN for gain in gains)


def left_to_another(better: Outlook, worse: Outlook, seat: int) -> float:
    """Return by how many points the worse of two moves leaves one of the others more than the better: at the most."""
    return max(
        (worse.points[other] - better.points[other] for other in range(len(worse.points)) if other != seat),
        default=0.0,
    )


def seeds(*what: object) -> Callable[[], int]:
    """Return a source of seeds that is the same for the same things."""
    draw = random.Random(repr(what))
    return lambda: draw.getrandbits(63)


def judge_world(match: Match, depth: Depth, seed: int) -> tuple[Numbers, Numbers]:
    """Return chances and points of all seats in one world, by what a good move of the seat to move is worth.

    The search that chooses a move flatters it, and the mean of all that it has tried belittles it. So the chosen move
    is judged by another search, with other redeals.
    """
    if match.is_over:
        ending = Outlook.at_the_end(match)
        return np.array(ending.chances), np.array(ending.points)
    seat = match.waiting[0]
    legal = match.legal_moves(seat)
    next_seed = seeds(seed, "judge")
    chosen = legal[0] if len(legal) == 1 else think(match, seat, depth.player, seed=next_seed()).move
    judged = think(match, seat, depth.judge, seed=next_seed(), only=[chosen]).candidates[0]
    chances = np.array(judged.win_chances)
    return chances / chances.sum(), np.array(judged.all_points)


def compare(
    match: Match, seat: int, moves: tuple[Move, Move], depth: Depth, deadline: Deadline, seed: int
) -> tuple[Outlook, Outlook, Difference]:
    """Return what comes of two moves by what the seat knows, and what the first brings instead of the second.

    Where moves are played on from, both are, in the same redeals. Where trees are grown, each move has one of its own,
    over the same redeals: in a common one the worse move would be looked at too little to be judged.
    """
    fresh = seeds(seed, "compare")()  # in the redeals in which a move was found best, it would be flattered
    one, other = _looked_at(match, seat, moves, depth, deadline, fresh)
    outlooks = [Outlook(shared_out(found.win_chances), found.all_points) for found in (one, other)]
    margin = one.margin(other)
    # Where there was no time to find an error, it is as large as can be.
    chance_error = min(margin.win_chance_error, 1.0)
    points_error = min(margin.points_error, max(map(abs, one.all_points)))
    steepest = 0.5 / depth.search.spread  # by how much a lead of one point more can raise what the lead is worth
    difference = Difference(
        chance=outlooks[0].chances[seat] - outlooks[1].chances[seat],
        chance_error=chance_error,
        points=margin.points,
        points_error=points_error,
        worth=_worth(outlooks[0], seat, depth.search) - _worth(outlooks[1], seat, depth.search),
        worth_error=0.5 * chance_error + 0.5 * steepest * points_error,
    )
    return outlooks[0], outlooks[1], difference


def _looked_at(
    match: Match, seat: int, moves: tuple[Move, Move], depth: Depth, deadline: Deadline, seed: int
) -> tuple[Candidate, Candidate]:
    if depth.duel.method == "tree":
        trees = [
            think(match, seat, depth.duel, seed=seed, seconds=deadline.part(share).seconds, only=[move])
            for move, share in zip(moves, (0.5, 1.0), strict=True)
        ]
        return trees[0].candidates[0], trees[1].candidates[0]
    both = replace(depth.duel, iterations=depth.duel.iterations * 2)
    found = think(match, seat, both, seed=seed, seconds=deadline.seconds, only=moves).candidates
    first = next(candidate for candidate in found if candidate.move == moves[0])
    return first, next(candidate for candidate in found if candidate is not first)


def _worth(outlook: Outlook, seat: int, thinking: Thinking) -> float:
    others = [points for other, points in enumerate(outlook.points) if other != seat]
    lead = outlook.points[seat] - max(others, default=0.0)
    return 0.5 * outlook.chances[seat] + 0.5 * float(chance_of(lead, thinking.spread))
