"""What a search found: moves with chances, points and lines, how sure that is, and which moves are as good."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import inf, sqrt

from tilery.match.moves import Move

CLEAR = 2.0  # standard errors by which two moves have to differ to be told apart

Errors = tuple[float, float, float]
"""Standard errors of worth, chance of winning and points."""


@dataclass(frozen=True)
class Candidate:
    """A move and what a search found out about it."""

    move: Move
    visits: int
    worth: float
    """What was maximised: victory and lead, from 0 to 1."""
    win_chance: float
    points: float
    """The expected final points of the seat."""
    line: tuple[Move, ...]
    """How the game may go on, this move first: what was tried most by whoever decides."""
    win_chances: tuple[float, ...] = ()
    """The chances of all seats; they add up to 1."""
    all_points: tuple[float, ...] = ()
    """The expected final points of all seats."""
    worth_error: float = inf
    """The standard error of the worth; infinite where too little is known."""
    win_chance_error: float = inf
    points_error: float = inf
    rivals_best: bool = False
    """Whether it was thought about and cannot be told apart from the best move."""
    pair_errors: Mapping[int, Errors] = field(default_factory=dict, compare=False, repr=False)
    """The errors of its difference to other moves, by their codes, where both were played on from in the same redeals:
    most of the luck is the same for both."""

    def margin(self, other: Candidate) -> Margin:
        """Return by how much this move is better than another one."""
        worth, chance, points = self.pair_errors.get(other.move.code) or (
            _joint(self.worth_error, other.worth_error),
            _joint(self.win_chance_error, other.win_chance_error),
            _joint(self.points_error, other.points_error),
        )
        return Margin(
            self.worth - other.worth,
            worth,
            self.win_chance - other.win_chance,
            chance,
            self.points - other.points,
            points,
        )


@dataclass(frozen=True)
class Margin:
    """The difference between two moves, with its standard errors."""

    worth: float
    worth_error: float
    win_chance: float
    win_chance_error: float
    points: float
    points_error: float

    @property
    def is_clear(self) -> bool:
        """Whether the two moves can be told apart: what was found is more than luck may bring about."""
        return abs(self.worth) > CLEAR * self.worth_error


def _joint(one: float, other: float) -> float:
    return sqrt(one * one + other * other)


def with_rivals(candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """Moves, best first, each told whether it cannot be told apart from the best one."""
    best, *others = candidates
    return (
        best,
        *(replace(other, rivals_best=other.visits > 0 and not best.margin(other).is_clear) for other in others),
    )


@dataclass(frozen=True)
class Thought:
    """What a search found: the moves that it thought about, best first, and how long it looked."""

    candidates: tuple[Candidate, ...]
    iterations: int
    useless: tuple[Candidate, ...] = ()
    """Moves that it tried as well, but that a bot leaves alone."""

    @property
    def move(self) -> Move:
        return self.candidates[0].move

    @property
    def rivals(self) -> tuple[Candidate, ...]:
        """The moves that cannot be told apart from the best one, without it."""
        return tuple(candidate for candidate in self.candidates if candidate.rivals_best)
