"""Ranking the moves of a decision: the same way for reviews, hints and puzzles."""

from __future__ import annotations

import threading
from dataclasses import replace

from tilery.bots import Candidate, analyse, think
from tilery.coach.outlook import Depth
from tilery.match.match import Match

LINE_ITERATIONS = 300  # of the tree that tells how a game may go on, where experts grow none


def rank(
    match: Match,
    seat: int,
    depth: Depth,
    seed: int,
    *,
    seconds: float | None = None,
    stop: threading.Event | None = None,
) -> tuple[Candidate, ...]:
    """The legal moves of a seat, best first, by what it knows; the first tells in a line how the game may go on."""
    best, *others = analyse(match, seat, thinking=depth.search, seed=seed, seconds=seconds, stop=stop)
    if depth.search.method != "tree" and others:
        tree = replace(depth.line, iterations=LINE_ITERATIONS)
        told = think(match, seat, tree, seed=seed, seconds=seconds, stop=stop, lines=True, only=[best.move])
        best = replace(best, line=told.candidates[0].line)
    return best, *others
