"""Making a review: a game is replayed, and every decision looked at with what its seat could know then."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import hypot
from typing import SupportsIndex

from tilery.bots import Candidate
from tilery.coach import verdicts
from tilery.coach.outlook import Deadline, Depth, compare, left_to_another, passed_on, seeds
from tilery.coach.ranking import rank
from tilery.coach.review import Decision, Judged, Moment, NotReviewedError, Review
from tilery.coach.spectator_chances import SearchedPosition, flattered_by, look_at
from tilery.kernel import chance
from tilery.kernel.arguments import instance, real
from tilery.match.match import Match
from tilery.match.moves import Move
from tilery.match.record import Record
from tilery.words import say

MOST_AS_GOOD = 6  # other moves that are told to be as good as the best one
LONGEST_LINE = 6
SECOND_LOOK = 2  # times as long as the first one


def review(
    record: Record,
    *,
    seconds: float | None = None,
    effort: float = 1.0,
    seed: SupportsIndex = 0,
    stop: threading.Event | None = None,
) -> Review:
    """Look at every move of a finished game; same record, effort and seed, same answer.

    With `seconds`, all takes about so long, and what is found depends on the machine. A `stop` ends it early with what
    has been looked at.
    """
    found = begin(record)
    for so_far in reviews_of(record, seconds=seconds, effort=effort, seed=seed):
        found = so_far
        if stop is not None and stop.is_set():
            break
    return found


def begin(record: Record) -> Review:
    """The review of a game of which nothing has been looked at yet; a game that cannot be reviewed is refused."""
    final = instance(record, Record, say("a record")).replay()
    if not final.is_over:
        raise NotReviewedError(say("only a finished game can be reviewed"))
    if not record.moves:
        raise NotReviewedError(say("there is no move to review"))
    return Review(record.game, record.seats, len(record.moves), tuple(final.scores.totals), ())


def reviews_of(
    record: Record, *, seconds: float | None = None, effort: float = 1.0, seed: SupportsIndex = 0
) -> Iterator[Review]:
    """Look at one move of a finished game after another: the review so far, after each of them."""
    effort = real(effort, say("an effort"), 0.01, 100.0)
    empty = replace(begin(record), effort=effort)
    next_seed = seeds(chance.read_seed(seed), "review")
    deadline = Deadline(None if seconds is None else real(seconds, say("a number of seconds")))
    steps = record.steps()
    match = next(steps)
    depth = Depth.of(match.game, match.seats, effort)
    looks = [look_at(match, depth, deadline.part(1 / (2 * empty.moves)), next_seed(), 1.0)]
    decisions: list[Decision] = []
    for number, (seat, _) in enumerate(record.moves, 1):
        then, left = match.copy(), empty.moves - number
        match = next(steps)
        share = deadline.part(1 / (left + 1))
        decisions.append(judge_decision(then, seat, match.moves[-1], depth, share.part(0.6), next_seed()))
        looks.append(look_at(match, depth, share, next_seed(), left / empty.moves))
        yield replace(empty, moments=_moments(looks, decisions))


def _moments(looks: Sequence[SearchedPosition], decisions: Sequence[Decision]) -> tuple[Moment, ...]:
    """Put together what was found of all moves so far."""
    flattered = flattered_by(looks, [decision.effect for decision in decisions])
    chances = [look.chances(flattered) for look in looks]
    return tuple(
        Moment(
            **vars(decision),
            number=number + 1,
            before=chances[number],
            after=chances[number + 1],
            error=hypot(looks[number].error, looks[number + 1].error),
        )
        for number, decision in enumerate(decisions)
    )


def judge_decision(match: Match, seat: int, played: Move, depth: Depth, deadline: Deadline, seed: int) -> Decision:
    """Compare what a seat played with the best move by what it knew."""
    choices = len(match.legal_moves(seat))
    ranked = rank(match, seat, depth, seed, seconds=deadline.part(0.5).seconds)
    best = ranked[0]
    if best.move == played:
        return _nothing_lost(match, ranked, choices)
    better, worse, lost = compare(match, seat, (best.move, played), depth, deadline, seed)
    if lost.chance < 0 and lost.worth < 0:  # the search preferred another move, but a closer look did not
        own = next(candidate for candidate in ranked if candidate.move == played)
        return _nothing_lost(match, (own, *(other for other in ranked if other is not own)), choices)
    if lost.chance >= verdicts.SHOWN:  # of many decisions, luck would make some look bad: look at these once more
        again = replace(depth, duel=replace(depth.duel, iterations=depth.duel.iterations * SECOND_LOOK))
        better, worse, lost = compare(match, seat, (best.move, played), again, deadline, seed + 1)
    loss = verdicts.counted(lost.chance, lost.chance_error)
    return Decision(
        seat=seat,
        choices=choices,
        played=Judged(str(played), worse.chances[seat], worse.points[seat]),
        best=Judged(str(best.move), better.chances[seat], better.points[seat]),
        as_good=_as_good(ranked, played),
        line=_line(best),
        name=verdicts.name_of(loss if loss > verdicts.CLEAR * lost.chance_error else 0.0, played_best=False),
        loss=loss,
        loss_error=lost.chance_error,
        points_lost=lost.points,
        points_error=lost.points_error,
        worth_lost=verdicts.counted(lost.worth, lost.worth_error),
        effect=passed_on(loss, seat, worse.chances) if loss else (0.0,) * match.seats,
        left_to_another=left_to_another(better, worse, seat),
    )


def _nothing_lost(match: Match, ranked: Sequence[Candidate], choices: int) -> Decision:
    """Return a decision for the first of the moves, or without a choice."""
    best = ranked[0]
    judged = Judged(str(best.move), best.win_chance, best.points)
    return Decision(
        seat=best.move.seat,
        choices=choices,
        played=judged,
        best=judged,
        as_good=_as_good(ranked, best.move),
        line=_line(best),
        name="only" if choices == 1 else "best",
        loss=0.0,
        loss_error=0.0,
        points_lost=0.0,
        points_error=0.0,
        worth_lost=0.0,
        effect=(0.0,) * match.seats,
    )


def _as_good(ranked: Sequence[Candidate], played: Move) -> tuple[str, ...]:
    """Return moves that were looked at as much as the best one, nearly, and are as good by what was found."""
    best, *others = ranked
    good = [
        str(other.move)
        for other in others
        if other.move != played
        and other.visits * 2 >= best.visits
        and best.win_chance - other.win_chance <= verdicts.AS_GOOD
    ]
    return tuple(good[:MOST_AS_GOOD])


def _line(best: Candidate) -> tuple[tuple[int, str], ...]:
    return tuple((move.seat, str(move)) for move in best.line[:LONGEST_LINE])
