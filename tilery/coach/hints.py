"""Hints: the best move by the analysis that a review would compare it with, and one sentence that says why."""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace

from tilery.bots.useless import useless_moves
from tilery.coach.outlook import Deadline, Depth, Difference, Outlook, compare, left_to_another
from tilery.coach.ranking import rank
from tilery.coach.report import percent
from tilery.coach.verdicts import AS_GOOD, counted
from tilery.match.match import Match
from tilery.match.moves import Move
from tilery.words import Sentence, say, say_many

RIVALS = 3  # the next moves of the ranking that the best one has to hold out against
PART = 0.5  # of the time, for the ranking


@dataclass(frozen=True)
class Hint:
    """A move, and why."""

    move: Move
    why: Sentence | None = None
    """None where nothing was found out about it."""


@dataclass(frozen=True)
class Duel:
    """The move that held out against another one, and what it brings instead."""

    move: Move
    here: Outlook
    instead: Outlook
    gained: Difference


def give_hint(
    match: Match, seat: int, *, seconds: float | None = None, stop: threading.Event | None = None, seed: int = 0
) -> Hint:
    """Return the best move of a seat by what it knows; same seed and no limit, same answer."""
    depth, deadline = Depth.of(match.game, match.seats), Deadline(seconds)
    ranked = rank(match, seat, depth, seed, seconds=deadline.part(PART).seconds, stop=stop)
    best = ranked[0].move
    closest: Duel | None = None
    useless = useless_moves(match, seat)  # a search may like to wait a move, whatever that costs
    rivals = [candidate.move for candidate in ranked[1:] if candidate.move not in useless][:RIVALS]
    for number, rival in enumerate(rivals):
        if stop is not None and stop.is_set():
            break
        duel = _fight(match, seat, (best, rival), depth, deadline.part(1 / (len(rivals) - number)), seed + number)
        if duel.move != best or closest is None or duel.gained.chance < closest.gained.chance:
            closest = duel
        best = duel.move
    if len(ranked) == 1:
        return Hint(best, say("There is nothing else to choose."))
    if not rivals:
        return Hint(best, say("Every other move would be wasted."))
    return Hint(best, why(closest, seat) if closest else None)


def _fight(match: Match, seat: int, moves: tuple[Move, Move], depth: Depth, deadline: Deadline, seed: int) -> Duel:
    """Compare two moves as a review would; the first wins unless the other is better in both, victory and lead."""
    here, instead, gained = compare(match, seat, moves, depth, deadline, seed)
    if gained.chance < 0 and gained.worth < 0:
        back = replace(gained, chance=-gained.chance, points=-gained.points, worth=-gained.worth)
        return Duel(moves[1], instead, here, back)
    return Duel(moves[0], here, instead, gained)


def why(duel: Duel, seat: int) -> Sentence:
    """Return what the move brings instead of the next best one: to oneself, or by what it leaves to the others."""
    chance = percent(duel.here.chances[seat])
    margin = counted(duel.gained.chance, duel.gained.chance_error)
    if margin <= AS_GOOD:
        return say("Other moves are about as good; you win {chance} of the games from here.", chance=chance)
    own = round(duel.here.points[seat] - duel.instead.points[seat])
    taken = round(left_to_another(duel.here, duel.instead, seat))
    if own >= max(taken, 1):
        return say_many(
            "It earns about {count} point more in the end than the next best move;"
            " you win {chance} of the games from here.",
            "It earns about {count} points more in the end than the next best move;"
            " you win {chance} of the games from here.",
            own,
            chance=chance,
        )
    if taken >= 1:
        return say_many(
            "It leaves another player about {count} point less than the next best move;"
            " you win {chance} of the games from here.",
            "It leaves another player about {count} points less than the next best move;"
            " you win {chance} of the games from here.",
            taken,
            chance=chance,
        )
    return say(
        "You win {chance} of the games from here, {margin} more than after the next best move.",
        chance=chance,
        margin=percent(margin),
    )
