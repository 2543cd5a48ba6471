"""Playing the games of a contest: here, in processes of this machine, or on the machines of a Ray cluster.

Each game depends on nothing but the contest and its place in it, so where it is played makes no difference.
"""

from __future__ import annotations

import importlib
import multiprocessing
import os
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from functools import cache, partial
from itertools import islice
from typing import Any

from tilery import games
from tilery.arena.players import Player, find_player
from tilery.arena.schedule import Contest, Pairing, Result
from tilery.match.extras import needs
from tilery.match.match import IllegalMoveError, Match
from tilery.words import SpokenError, reason, say

AHEAD = 3  # games that wait for each worker, so that none is idle


class CheatError(SpokenError):
    """A player chose a move that cannot be played."""


@cache
def _player(name: str) -> Player:
    return find_player(name)


def play_game(contest: Contest, pairing: Pairing) -> Result:
    """Play one game to its end."""
    match = Match(contest.game, contest.seats, options=contest.options, seed=contest.seed_of("deal", pairing.deal))
    spent, decisions = [0.0] * contest.seats, [0] * contest.seats
    while not match.is_over:
        seat = match.waiting[0]
        seed = contest.seed_of("move", pairing.deal, *pairing.seated, len(match.moves))
        started = time.perf_counter()
        move = _player(pairing.seated[seat]).choose(match, seat, seed)
        spent[seat] += time.perf_counter() - started
        decisions[seat] += 1
        try:
            match.play(move)
        except IllegalMoveError as error:
            raise CheatError(
                say(
                    "{player} chose an illegal move: {error}",
                    player=pairing.seated[seat],
                    error=reason(error),
                )
            ) from None
    return Result(
        pairing.deal,
        pairing.seated,
        match.scores.winners,
        match.scores.totals,
        tuple(round(total / max(count, 1), 6) for total, count in zip(spent, decisions, strict=True)),
        match.record().to_json(),
    )


def play_elsewhere(folders: tuple[str, ...], contest: Contest, pairing: Pairing) -> Result:
    """Play one game in a process that may not know of games from other folders."""
    for folder in folders:
        games.add_folder(folder)
    return play_game(contest, pairing)


def play_here(contest: Contest, pairings: Iterator[Pairing], workers: int) -> Iterator[Result]:
    """Play in processes of this machine; results come as they are ready. One worker plays in this process."""
    if workers == 1:
        for pairing in pairings:
            yield play_game(contest, pairing)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context) as pool:
        try:
            play = partial(play_elsewhere, games.added_folders(), contest)
            running = {pool.submit(play, pairing) for pairing in islice(pairings, AHEAD * workers)}
            while running:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for future in done:
                    running |= {pool.submit(play, pairing) for pairing in islice(pairings, 1)}
                    yield future.result()
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
    """The games that are still to be played."""
    ready = {result.pairing for result in done}
    return (pairing for pairing in contest.pairings(deals) if pairing not in ready)
