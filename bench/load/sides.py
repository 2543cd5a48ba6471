"""What the two servers have in common for those who measure them."""

from __future__ import annotations

import asyncio
import gc
import time
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, TypeVar

from bench.load.driver import LiveTable, Times, measure
from bench.load.processes import free_port

Opened = TypeVar("Opened")
AT_ONCE = 20


@dataclass(frozen=True)
class Load:
    """How much is asked of a server."""

    tables: int
    listeners: int
    rounds: int
    rate: float | None = None


@dataclass(frozen=True)
class Result:
    """One line of the report. CPU is in seconds of one core for each move."""

    times: Times
    server_cpu: float
    generator_cpu: float
    faults: list[str]
    lost: int


class Started(Protocol):
    """A server that runs."""

    def cpu_seconds(self) -> float:
        """The time that it has spent on processors so far."""

    def kill(self) -> None: ...


class Side(ABC):
    """A server and how to play on it. A round is played on a fresh server; afterwards it is killed, started again on
    what it has stored, and asked for everything that it had acknowledged.
    """

    name: str
    storage: str
    is_durable = True

    def __init__(self, game: str, folder: Path) -> None:
        self.game = game
        self.folder = folder
        self.port = free_port()

    @abstractmethod
    def start(self) -> Started: ...
    @abstractmethod
    def clear(self) -> None:
        """Forget what was stored."""

    @abstractmethod
    async def open_tables(self, load: Load) -> Sequence[LiveTable]:
        """Tables on which the game has begun, with everybody listening."""

    @abstractmethod
    async def count_lost(self, tables: Sequence[LiveTable]) -> int:
        """How many acknowledged moves the server does not know."""

    async def run(self, load: Load) -> Result:
        times, server_cpu, own_cpu, moves, lost = Times(), 0.0, 0.0, 0, 0
        faults: list[str] = []
        for _ in range(load.rounds):
            self.clear()
            server = self.start()
            try:
                tables = await self.open_tables(load)
                gc.collect()
                gc.disable()
                before = (time.process_time(), server.cpu_seconds())
                times.add(await measure(tables, load.rate))
                own_cpu += time.process_time() - before[0]
                server_cpu += server.cpu_seconds() - before[1]
                moves += sum(table.length for table in tables)
                gc.enable()
                faults += [fault for table in tables for fault in table.faults]
                for table in tables:
                    table.is_finished = True
                if self.is_durable:
                    server.kill()
                    server = self.start()
                lost += await self.count_lost([table for table in tables if not table.faults])
                for table in tables:
                    table.close()
            finally:
                server.kill()
        return Result(times, server_cpu / moves, own_cpu / moves, faults, lost)


async def several(work: Iterable[Awaitable[Opened]]) -> list[Opened]:
    """Wait for all, a few at a time."""
    turn = asyncio.Semaphore(AT_ONCE)

    async def one(each: Awaitable[Opened]) -> Opened:
        async with turn:
            return await each

    return await asyncio.gather(*map(one, work))
