"""What a search has added up about its moves, and the candidates that come of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import inf

import numpy as np
from numpy.typing import NDArray

from tilery.bots.judgement import Among, SearchResults, corrected, raw
from tilery.bots.thought import Candidate, Errors
from tilery.games.game import Game
from tilery.match.moves import Move

FEWEST = 5  # visits of a move from which on its error is told by itself

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Finding:
    """A move and sums over all visits to it: its worth, wins and points by seat, squares of those of the searcher."""

    move: int
    visits: int
    worth: float
    wins: Array
    points: Array
    squares: Array
    line: tuple[Move, ...] = ()
    pair_errors: Mapping[int, Errors] = field(default_factory=dict[int, Errors])


def candidates(
    findings: Sequence[Finding], game: Game, seats: int, seat: int, phase: float, among: Among | None
) -> list[Candidate]:
    """Findings as people are told about them; uncorrected if it does not matter among whom."""
    if not findings:
        return []
    looks = np.array([max(finding.visits, 1) for finding in findings], float)
    wins, points, squares = (
        np.array([getattr(finding, name) for finding in findings]) / looks[:, None]
        for name in ("wins", "points", "squares")
    )
    worths = np.array([finding.worth for finding in findings]) / looks
    errors = standard_errors(np.column_stack([worths, wins[:, seat], points[:, seat]]), squares, looks)
    errors[[finding.visits == 0 for finding in findings]] = inf
    everybody = np.full(len(findings), seat), np.full(len(findings), phase)
    found = SearchResults(wins[:, :seats], points[:, :seats], looks, *everybody)
    judged = corrected(game, found, errors, among) if among else raw(found, errors)
    made = [Move(game, seat, int(finding.move)) for finding in findings]
    return [
        Candidate(
            move=made[index],
            visits=int(finding.visits),
            worth=float(worths[index]),
            win_chance=float(judged.chances[index, seat]),
            points=float(judged.points[index, seat]),
            line=finding.line or (made[index],),
            win_chances=tuple(judged.chances[index].tolist()),
            all_points=tuple(judged.points[index].tolist()),
            worth_error=float(judged.errors[index, 0]),
            win_chance_error=float(judged.errors[index, 1]),
            points_error=float(judged.errors[index, 2]),
            pair_errors=_scaled(finding.pair_errors, judged.slopes[index]),
        )
        for index, finding in enumerate(findings)
    ]


def _scaled(errors: Mapping[int, Errors], slopes: Array) -> dict[int, Errors]:
    worth, chance, points = slopes.tolist()
    return {
        code: (error[0] * worth, error[1] * chance, error[2] * points) if error[0] < inf else (inf, inf, inf)
        for code, error in errors.items()
    }


def standard_errors(means: Array, squares: Array, looks: Array) -> Array:
    """Of means, by the means of squares; of moves with few visits by what is usual among the others."""
    variances = np.maximum(squares - means * means, 0.0)
    few = looks < FEWEST
    if few.any():
        enough = ~few
        usual = np.average(variances[enough], axis=0, weights=looks[enough]) if enough.any() else np.full(3, inf)
        variances = np.where(few[:, None], usual, variances)
    errors: Array = np.sqrt(variances / np.where(few, looks, looks - 1)[:, None])
    return errors


def paired_errors(shared: int, gaps: Array, gap_squares: Array) -> Errors:
    """Return the errors of the differences of two moves, by sums over the redeals that they share."""
    if shared < FEWEST:
        return inf, inf, inf
    variances = np.maximum(gap_squares / shared - (gaps / shared) ** 2, 0.0)
    worth, chance, points = np.sqrt(variances / (shared - 1)).tolist()
    return worth, chance, points
