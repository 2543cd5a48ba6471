"""Plays many tables at once and takes the times. It knows no server: each side brings tables that can be played."""

from __future__ import annotations

import asyncio
import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import perf_counter

WARM_MOVES = 4
PATIENCE = 120.0
TICK = 0.001


class LiveTable(ABC):
    """A table with everybody who listens. Its moves are known beforehand, so that choosing them costs nothing."""

    def __init__(self, listeners: int) -> None:
        self.listeners = listeners
        self.faults: list[str] = []
        self.is_finished = False
        """Whether all is measured: what happens now, when the server is killed, is no fault."""

    def plan(self, length: int) -> None:
        """Set the number of moves that will be played."""
        self.length = length
        self.sent = [math.nan] * length
        self.acknowledged = [math.nan] * length
        self.heard_by_all = [math.nan] * length
        self._deaf = [self.listeners] * length
        self._begun = 0
        self._waiting: list[float] = []
        self._is_busy = False
        self.limit = 0
        self._deaf_in_all = 0
        self._ended: Callable[[], None] = lambda: None

    @abstractmethod
    def send(self, index: int) -> None:
        """Send a move by its place in the plan."""

    @abstractmethod
    def close(self) -> None:
        """Leave the table."""

    def note_acknowledged(self, index: int) -> None:
        """The server has answered the one who moved."""
        self.acknowledged[index] = perf_counter()
        self._is_busy = False
        self._go_on()

    def note_heard(self, index: int) -> None:
        """One of those who listen has got a move."""
        self._deaf[index] -= 1
        self._deaf_in_all -= 1
        if not self._deaf[index]:
            self.heard_by_all[index] = perf_counter()
        if not self._deaf_in_all:
            self._go_on()

    def note_fault(self, what: str) -> None:
        if not self.is_finished:
            self.faults.append(what)
            self._ended()

    def note_lost(self) -> None:
        self.note_fault("a stream ended: " + self.what_is_missing())

    def what_is_missing(self) -> str:
        """What has not happened, for the report of a fault."""
        heard = sum(not math.isnan(at) for at in self.heard_by_all[: self.limit])
        answered = sum(not math.isnan(at) for at in self.acknowledged[: self.limit])
        return f"of {self.limit} moves, {self._begun} were sent, {answered} acknowledged and {heard} heard by all"

    def play_to(self, limit: int, ended: Callable[[], None]) -> None:
        """Play as fast as the server acknowledges, up to but without the move `limit`."""
        self._deaf_in_all += (limit - self.limit) * self.listeners
        self.limit = limit
        self._ended = ended
        self._go_on()

    def play_at(self, due: float) -> None:
        """Play the next move when it is due; while one is on its way, it waits, and the wait counts."""
        self._deaf_in_all += self.listeners
        self.limit += 1
        self._waiting.append(due)
        self._go_on()

    def _go_on(self) -> None:
        if self._is_busy:
            return
        if self._begun < self.limit:
            self._is_busy = True
            index = self._begun
            self._begun += 1
            self.sent[index] = self._waiting.pop(0) if self._waiting else perf_counter()
            self.send(index)
        elif not self._deaf_in_all:
            self._ended()


@dataclass
class Times:
    """What was measured, in seconds; latency is to the acknowledgement, fan-out to the last of all listeners."""

    seconds: float = 0.0
    latency: list[float] = field(default_factory=list)
    fan_out: list[float] = field(default_factory=list)

    @property
    def moves_per_second(self) -> float:
        return len(self.latency) / self.seconds if self.seconds else 0.0

    def add(self, other: Times) -> None:
        self.seconds += other.seconds
        self.latency += other.latency
        self.fan_out += other.fan_out


def percentile(values: Sequence[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))] if values else math.nan


async def measure(tables: Sequence[LiveTable], rate: float | None) -> Times:
    """Play all tables to their end. The clock runs while every one of them is live: from when all are warm until the
    first has no more moves. With a rate, that many moves a second are sent in all, whatever the server does.
    """
    await _play_all(tables, lambda _table: WARM_MOVES)
    begin = perf_counter()
    end = await (_until_first_ends(tables) if rate is None else _at_a_rate(tables, rate))
    await _play_all(tables, lambda table: table.length)
    times = Times(end - begin)
    for table in tables:
        for sent, acknowledged, heard in zip(table.sent, table.acknowledged, table.heard_by_all, strict=True):
            if sent >= begin and acknowledged <= end:
                times.latency.append(acknowledged - sent)
                times.fan_out.append(heard - sent)
    return times


async def _play_all(tables: Sequence[LiveTable], limit: Callable[[LiveTable], int]) -> None:
    """Play until every move up to a limit is acknowledged and heard by all."""
    left = set(range(len(tables)))
    done = asyncio.Event()

    def ended(number: int) -> None:
        left.discard(number)
        if not left:
            done.set()

    for number, table in enumerate(tables):
        table.play_to(limit(table), lambda number=number: ended(number))  # type: ignore[misc]
    try:
        await asyncio.wait_for(done.wait(), PATIENCE)
    except TimeoutError:
        for number in list(left):
            tables[number].note_fault(tables[number].what_is_missing())


async def _until_first_ends(tables: Sequence[LiveTable]) -> float:
    first = asyncio.Event()
    for table in tables:
        table.play_to(table.length, first.set)
    await asyncio.wait_for(first.wait(), PATIENCE)
    return perf_counter()


async def _at_a_rate(tables: Sequence[LiveTable], rate: float) -> float:
    """Send moves when they are due, table after table, and wait for the last of them."""
    begin = perf_counter()
    moves = len(tables) * (min(table.length for table in tables) - WARM_MOVES)
    number = 0
    while number < moves:
        now = perf_counter()
        while number < moves and (due := begin + number / rate) <= now:
            tables[number % len(tables)].play_at(due)
            number += 1
        await asyncio.sleep(TICK)
    await _play_all(tables, lambda table: table.limit)
    return perf_counter()
