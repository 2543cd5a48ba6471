"""Who thinks next: the threads in which bots, hints and analysis search, shared fairly.

Somebody who waits comes first, then what is watched, then the rest. Within each of these, owners come by turns, and
what time there is is shared among owners first, so that one who fills a server with tables only slows down their own.
The longer the queue, the shorter each search: a level counts iterations, and here gets a time limit as well.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from enum import IntEnum
from functools import partial
from itertools import chain
from typing import Any, Generic, TypeVar

Result = TypeVar("Result")

PATIENCE = 0.8
"""Seconds within which a search that somebody waits for should be done, if there are many."""
SHORTEST = 0.01
"""Seconds that a search has at least."""
LONGEST = 20.0
"""Seconds after which a search ends in any case, for a machine that is far too slow for its level."""
NICENESS = 5
"""How far threads that think stand back behind the one that answers requests."""


class Urgency(IntEnum):
    """Why a search is asked for."""

    WAITING = 0
    """A person waits for it."""
    WATCHED = 1
    """Somebody watches."""
    ALONE = 2
    """Nobody would notice."""


@dataclass
class Limit:
    """When a search has to end: after some seconds, or when `stop` is set."""

    seconds: float
    stop: threading.Event = field(default_factory=threading.Event)


Work = Callable[[Limit], Result]


@dataclass(eq=False)
class _Job(Generic[Result]):
    work: Work[Result]
    urgency: Urgency
    owner: Hashable
    done: asyncio.Future[Result]
    asked_at: float
    began_at: float | None = None
    limit: Limit = field(default_factory=lambda: Limit(LONGEST))


class Thinkers:
    """Threads that think, with at most `threads` searches at once; one of them is kept for people who wait."""

    def __init__(self, threads: int, now: Callable[[], float] = time.monotonic) -> None:
        self._threads = threads
        self._now = now
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="tilery-bot", initializer=_lower_priority)
        self._queued: dict[Urgency, dict[Hashable, deque[_Job[Any]]]] = {urgency: {} for urgency in Urgency}
        self._running: set[_Job[Any]] = set()
        self.shortened = 0
        """How many searches ended before their level would have it, for metrics."""
        self.note_wait: Callable[[float], None] = lambda _seconds: None
        """Told how long each search that somebody waits for had to wait for a thread."""
        self.seconds = 0.0
        """How long all searches took together."""

    async def think(self, work: Work[Result], urgency: Urgency, owner: Hashable) -> Result:
        """Run `work` in a thread when the turn of `owner` comes."""
        done: asyncio.Future[Result] = asyncio.get_running_loop().create_future()
        job = _Job(work, urgency, owner, done, self._now())
        self._queued[urgency].setdefault(owner, deque()).append(job)
        self._begin_some()
        if urgency is Urgency.WAITING and job.began_at is None:
            self._shorten_others()
        return await done

    def length(self, urgency: Urgency) -> int:
        """Return how many searches wait for a thread."""
        return sum(map(len, self._queued[urgency].values()))

    def close(self) -> None:
        """Stop running searches early, and start no more."""
        for owners in self._queued.values():
            for job in chain.from_iterable(owners.values()):
                job.done.cancel()
            owners.clear()
        for job in self._running:
            job.limit.stop.set()
        self._pool.shutdown(wait=False, cancel_futures=True)

    def _begin_some(self) -> None:
        """Start as many searches as there are free threads."""
        while (job := self._next()) is not None:
            self._running.add(job)
            job.began_at = self._now()
            job.limit.seconds = self._seconds_for(job)
            if job.urgency is Urgency.WAITING:
                self.note_wait(self._now() - job.asked_at)
            task = asyncio.get_running_loop().run_in_executor(self._pool, _timed, job)
            task.add_done_callback(partial(self._end, job))

    def _next(self) -> _Job[Any] | None:
        """Take the next job out of the queue, if there is a thread for it."""
        if len(self._running) >= self._threads:
            if self._queued[Urgency.WAITING] and not any(job.urgency is Urgency.WAITING for job in self._running):
                next(iter(self._running)).limit.stop.set()  # its move is good enough
            return None
        others = sum(job.urgency is not Urgency.WAITING for job in self._running)
        for urgency in Urgency:
            owners = self._queued[urgency]
            if urgency is not Urgency.WAITING and others >= max(1, self._threads - 1):
                return None
            while owners:
                owner = next(iter(owners))
                job = owners[owner].popleft()
                self._end_turn(urgency, owner)
                if not job.done.done():
                    return job
        return None

    def _end_turn(self, urgency: Urgency, owner: Hashable) -> None:
        """Put an owner behind all others who wait, if there is more to do for them."""
        jobs = self._queued[urgency].pop(owner, None)
        if jobs:
            self._queued[urgency][owner] = jobs

    def _seconds_for(self, job: _Job[Any]) -> float:
        """Return how long a search may take: its share of what is left of its time, if others wait that are as urgent.

        All owners have the same share, which each divides among their own; the last of a long queue is done in time.
        """
        urgent = [self._queued[urgency] for urgency in Urgency if urgency <= job.urgency]
        owners = {job.owner}.union(*urgent)
        own = 1 + sum(len(queued[job.owner]) for queued in urgent if job.owner in queued)
        if len(owners) * own == 1:
            return LONGEST
        patience = PATIENCE * (1 if job.urgency is Urgency.WAITING else 4)
        left = job.asked_at + patience - self._now()
        return min(LONGEST, max(SHORTEST, left * self._threads / (len(owners) * own)))

    def _shorten_others(self) -> None:
        """Shorten searches that began with an empty queue, in favour of those that wait now."""
        share = PATIENCE * self._threads / (self.length(Urgency.WAITING) + 1)
        loop = asyncio.get_running_loop()
        seconds = max(SHORTEST, share)
        for job in self._running:
            if job.began_at is not None and seconds < job.limit.seconds:
                job.limit.seconds = seconds
                loop.call_later(max(0.0, job.began_at + seconds - self._now()), job.limit.stop.set)

    def _end(self, job: _Job[Any], ended: asyncio.Future[tuple[Any, float]]) -> None:
        self._running.discard(job)
        self._end_turn(job.urgency, job.owner)
        if not ended.cancelled() and ended.exception() is None:
            result, took = ended.result()
            self._count(job, took)
            if not job.done.done():
                job.done.set_result(result)
        elif not job.done.done():
            job.done.set_exception(ended.exception() or RuntimeError("the search was not begun"))
        with suppress(RuntimeError):  # closed
            self._begin_some()

    def _count(self, job: _Job[Any], took: float) -> None:
        self.seconds += took
        self.shortened += took >= job.limit.seconds or job.limit.stop.is_set()


def _timed(job: _Job[Any]) -> tuple[Any, float]:
    began = time.perf_counter()
    result = job.work(job.limit)
    return result, time.perf_counter() - began


def _lower_priority() -> None:
    """Lower the priority of this thread below that of the event loop, where the system has priorities of threads."""
    if sys.platform == "linux":
        with suppress(OSError):
            thread = threading.get_native_id()
            os.setpriority(os.PRIO_PROCESS, thread, os.getpriority(os.PRIO_PROCESS, thread) + NICENESS)
