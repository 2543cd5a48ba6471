"""Playing the games of a contest: here, in processes of this machine, or on the machines of a Ray cluster.

Each game depends on nothing but the contest and its place in it, so where it is played makes no difference.
"""

from __future__ import annotations

import importlib
import multiprocessing
import os
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any

from tilery import games
from tilery.arena.faults import PlayerFault
from tilery.arena.orphans import end_with_parent
from tilery.arena.players import Player, find_player
from tilery.arena.schedule import Contest, Fault, Pairing, Result
from tilery.kernel.arguments import shown
from tilery.match.extras import needs
from tilery.match.match import Match
from tilery.match.moves import Move
from tilery.words import SpokenError, reason, say

AHEAD = 3  # games that wait for each worker, so that none is idle
MOST_PLAYERS = 12  # that are kept in a process; those with a process of their own take about 100 MB each


class WorkerError(SpokenError):
    """A process that played games died."""


class Seated:
    """Those who play in this process, by where they sit and with whom.

    A deal is played in every rotation, and its tiles lie where they lay before. So whoever has seen a deal from one
    seat must not meet it on another: each seat of each line-up has a player of its own, which sees every deal once.
    """

    def __init__(self) -> None:
        self._players: OrderedDict[tuple[Pairing, int], Player] = OrderedDict()

    def at(self, pairing: Pairing) -> list[Player]:
        return [self._at(replace(pairing, deal=0), seat) for seat in range(len(pairing.seated))]

    def _at(self, line_up: Pairing, seat: int) -> Player:
        found = self._players.pop((line_up, seat), None) or find_player(line_up.seated[seat])
        self._players[line_up, seat] = found  # the last one now
        while len(self._players) > max(MOST_PLAYERS, len(line_up.seated)):
            self._players.popitem(last=False)[1].close()
        return found

    def close(self) -> None:
        while self._players:
            self._players.popitem()[1].close()


_seated = Seated()  # of this process


def play_game(contest: Contest, pairing: Pairing) -> Result:
    """Play one game to its end, or until a player loses it by its own fault."""
    match = Match(contest.game, contest.seats, options=contest.options, seed=contest.seed_of("deal", pairing.deal))
    players = _seated.at(pairing)
    spent, decisions = [0.0] * contest.seats, [0] * contest.seats
    fault: Fault | None = None
    seat = 0
    try:
        for seat, player in enumerate(players):
            seed = contest.seed_of("game", pairing.deal, *pairing.seated, seat)
            player.begin(match, seat, seed, contest.seconds)
        while not match.is_over:
            seat = match.waiting[0]
            seed = contest.seed_of("move", pairing.deal, *pairing.seated, len(match.moves))
            started = time.perf_counter()
            chosen = players[seat].choose(match, seat, seed, contest.seconds)
            spent[seat] += time.perf_counter() - started
            decisions[seat] += 1
            match.play(_checked(match, seat, chosen), seat)
    except PlayerFault as error:
        fault = Fault(seat, pairing.seated[seat], len(match.moves) + 1, str(error))
    for player in players:
        player.end(match)
    winners = match.scores.winners
    if fault is not None:
        winners = tuple(other for other in range(contest.seats) if other != fault.seat)
    return Result(
        pairing.deal,
        pairing.seated,
        winners,
        match.scores.totals,
        tuple(round(total / max(count, 1), 6) for total, count in zip(spent, decisions, strict=True)),
        match.record().to_json(),
        fault,
    )


def _checked(match: Match, seat: int, chosen: object) -> Move:
    """Return what a player chose, if it is a legal move of its own."""
    try:
        if isinstance(chosen, str):
            chosen = Move(match.game, seat, match.game.notation.code(chosen))
        if not isinstance(chosen, Move):
            raise PlayerFault(say("chose {value}, which is not a move", value=shown(chosen)))
        if chosen.seat != seat:
            raise PlayerFault(say("chose a move for seat {other}", other=chosen.seat))
        refused = match.why_not(chosen)
    except SpokenError as error:
        raise PlayerFault(say("chose what is not a move: {why}", why=reason(error))) from None
    if refused is not None:
        raise PlayerFault(say("chose an illegal move, {move}: {why}", move=str(chosen), why=refused))
    return chosen


def play_elsewhere(folders: tuple[str, ...], contest: Contest, pairing: Pairing) -> Result:
    """Play one game in a process that may not know of games from other folders."""
    for folder in folders:
        games.add_folder(folder)
    return play_game(contest, pairing)


def play_here(contest: Contest, pairings: Iterator[Pairing], workers: int) -> Iterator[Result]:
    """Play in processes of this machine; results come as they are ready. One worker plays in this process."""
    if workers == 1:
        try:
            for pairing in pairings:
                yield play_game(contest, pairing)
        finally:
            _seated.close()
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, context, end_with_parent, (os.getpid(),)) as pool:
        try:
            play = partial(play_elsewhere, games.added_folders(), contest)
            running = {pool.submit(play, pairing) for pairing in islice(pairings, AHEAD * workers)}
            while running:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    running |= {pool.submit(play, pairing) for pairing in islice(pairings, 1)}
                    yield future.result()
        except BrokenProcessPool:
            raise WorkerError(
                say("a process that played games died; games that had ended are kept, run the same command again")
            ) from None
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def play_on_ray(contest: Contest, pairings: Iterator[Pairing], address: str) -> Iterator[Result]:
    """Play on a Ray cluster; `local` starts one on this machine."""
    with needs("ray"):
        ray: Any = importlib.import_module("ray")
    started = not ray.is_initialized()
    if started:
        ray.init(address=None if address == "local" else address, log_to_driver=False, include_dashboard=False)
    try:
        remote: Any = ray.remote(play_elsewhere)
        submit = partial(remote.remote, games.added_folders(), contest)
        slots = AHEAD * max(int(ray.cluster_resources().get("CPU", 1)), 1)
        running = [submit(pairing) for pairing in islice(pairings, slots)]
        while running:
            done, running = ray.wait(running, num_returns=1)
            running += [submit(pairing) for pairing in islice(pairings, 1)]
            yield from ray.get(done)
    finally:
        if started:
            ray.shutdown()


def all_cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


Play = Callable[[Contest, Iterator[Pairing]], Iterator[Result]]


def unplayed(contest: Contest, deals: int, done: Sequence[Result]) -> Iterator[Pairing]:
    """Return the games that are still to be played."""
    ready = {result.pairing for result in done}
    return (pairing for pairing in contest.pairings(deals) if pairing not in ready)
