"""Games of real play for those who learn from them: the same for the same seed, however many processes play them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import count as counting
from typing import Any, SupportsIndex

from tilery import games
from tilery.arena.arena import MOST_WORKERS, ArenaError, prepare
from tilery.arena.playing import play_here
from tilery.arena.schedule import Contest, Pairing
from tilery.kernel.arguments import instance, whole
from tilery.match.record import Record
from tilery.words import say


def play(
    game: str,
    bots: Sequence[str],
    count: SupportsIndex,
    seats: SupportsIndex | None = None,
    options: Mapping[str, Any] | None = None,
    seed: int = 0,
    workers: int = 1,
) -> Iterator[Record]:
    """Games between bots, each with a deal of its own, in their order.

    In game i, counted from 0, seat s is taken by bot (s + i) modulo their number. A bot that loses a game by a fault
    ends the series: such games are nothing to learn from.
    """
    found = games.find(game)
    chairs = found.seats[0] if seats is None else whole(seats, say("a number of seats"))
    found.check_seats(chairs)
    names = bots if isinstance(bots, tuple) else tuple(instance(bots, list, say("the players of a contest")))
    contest = Contest(game, chairs, found.read_options(chairs, {} if options is None else options), names, seed)
    workers = whole(workers, say("a number of workers"), 1, MOST_WORKERS)
    prepare(contest)
    pairings = (
        Pairing(number, tuple(names[(seat + number) % len(names)] for seat in range(chairs)))
        for number in range(whole(count, say("a number of games")))
    )
    early: dict[int, Record] = {}
    numbers = counting()
    wanted = next(numbers)
    for result in play_here(contest, pairings, workers):
        if result.fault is not None:
            raise ArenaError(
                say(
                    "game {number}, move {move}: {player} {reason}",
                    number=result.deal + 1,
                    move=result.fault.move,
                    player=result.fault.player,
                    reason=result.fault.reason,
                )
            )
        early[result.deal] = Record.parse_document(result.record)
        while wanted in early:
            yield early.pop(wanted)
            wanted = next(numbers)
