"""Analysis of a decision, for hints and reviews: all legal moves ranked, with what may come of each."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import SupportsIndex

from tilery.bots.judgement import DEFAULT, Among
from tilery.bots.levels import analysis_of
from tilery.bots.search import Limit, begin, deciding_seat
from tilery.bots.thought import Candidate
from tilery.games.thinking import Thinking
from tilery.match.match import Match


def analyse(
    match: Match,
    seat: SupportsIndex,
    *,
    thinking: Thinking | None = None,
    seed: SupportsIndex = 0,
    seconds: float | None = None,
    stop: threading.Event | None = None,
    among: Among = DEFAULT,
) -> tuple[Candidate, ...]:
    """Return the legal moves of `seat`, best first, by what the seat may know; same seed, same answer.

    Without other settings an expert grows a tree. Moves that it did not think about follow as they look at first sight,
    with no visits. Useless moves come last, whatever was found when they were tried. Moves that cannot be told apart
    from the first one say so (`rivals_best`).

    Chances of winning and expected points are what comes of a position when players of a level play on, `among`
    "expert" or "medium" ones: the same lead is worth more where it is seldom lost again.
    """
    limit = Limit(seconds, stop)
    number = deciding_seat(match, seat)
    settings = replace(analysis_of(match.game, match.seats), method="tree") if thinking is None else thinking
    search = begin(match, number, settings, seed=seed, lines=True, among=among)
    thought = search.run(limit)
    seen = {candidate.move: candidate for candidate in search.all_moves()}
    known = thought.candidates
    if settings.method == "glance":  # which finds nothing but an order
        known = tuple(seen[candidate.move] for candidate in known)
    useless = {candidate.move: candidate for candidate in thought.useless}
    first = {candidate.move for candidate in known}
    rest = (useless.get(move, other) for move, other in seen.items() if move not in first)
    return (*known, *rest)
