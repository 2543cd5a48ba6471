"""Analysis of a decision, for hints and reviews: all legal moves ranked, with what may come of each."""

from __future__ import annotations

import threading
from dataclasses import replace

from tilery.bots.levels import thinking_of
from tilery.bots.search import Candidate, Limit, begin
from tilery.games.thinking import Thinking
from tilery.match.match import Match


def analyse(
    match: Match,
    seat: int,
    *,
    thinking: Thinking | None = None,
    seed: int = 0,
    seconds: float | None = None,
    stop: threading.Event | None = None,
) -> tuple[Candidate, ...]:
    """The legal moves of `seat`, best first, by what the seat may know; same seed, same answer.

    Without other settings an expert grows a tree. Moves that it did not think about follow as they look at first sight,
    with no visits.
    """
    settings = thinking or replace(thinking_of(match.game, "expert"), method="tree")
    search = begin(match, seat, settings, seed=seed, lines=True)
    found = search.run(Limit(seconds, stop)).candidates
    known = {candidate.move for candidate in found}
    rest = [other for other in search.all_moves() if other.move not in known]
    return (*found, *rest)
