"""Analysis of a decision, for hints and reviews: all legal moves ranked, with what may come of each."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import SupportsIndex

from tilery.bots.levels import thinking_of
from tilery.bots.search import Candidate, Limit, begin, deciding_seat
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
) -> tuple[Candidate, ...]:
    """The legal moves of `seat`, best first, by what the seat may know; same seed, same answer.

    Without other settings an expert grows a tree. Moves that it did not think about follow as they look at first sight,
    with no visits. Useless moves come last, whatever was found when they were tried.
    """
    limit = Limit(seconds, stop)
    number = deciding_seat(match, seat)
    settings = replace(thinking_of(match.game, "expert"), method="tree") if thinking is None else thinking
    search = begin(match, number, settings, seed=seed, lines=True)
    thought = search.run(limit)
    known = {candidate.move for candidate in thought.candidates}
    useless = {candidate.move: candidate for candidate in thought.useless}
    rest = [useless.get(other.move, other) for other in search.all_moves() if other.move not in known]
    return (*thought.candidates, *rest)
