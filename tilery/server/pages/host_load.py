"""How busy this process is, for the host's page."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from tilery.server.config import Config
from tilery.server.tables.service import TableService
from tilery.server.tables.thinkers import Urgency
from tilery.words import Sentence, say

NEARLY_FULL = 0.85
MB, GB = 10**6, 10**9


@dataclass(frozen=True)
class Usage:
    """A limited resource, and how much of it is used."""

    name: Sentence
    used: float
    most: float
    words: str

    @property
    def percent(self) -> int:
        return min(100, round(100 * self.used / self.most)) if self.most else 0

    @property
    def is_nearly_full(self) -> bool:
        return self.most > 0 and self.used >= NEARLY_FULL * self.most


@dataclass(frozen=True)
class Load:
    """What one process has to do."""

    limits: list[Usage]
    queue: int
    moves: int
    memory: str
    average: str
    """Processes that wait for a processor, over the last minute; there is no such number on Windows."""


def load_of(service: TableService, config: Config, disk: tuple[int, int] | None) -> Load:
    """Return what this process is doing; `disk` says how full the disk of the database is."""
    tables = service.tables
    limits = [
        _limit(say("Tables in memory"), tables.in_memory, config.tables_in_memory),
        _limit(say("Open pages and streams"), tables.watchers, config.streams),
    ]
    if disk is not None:
        used, total = disk
        limits.append(Usage(say("Disk"), used, total, f"{used / GB:.1f} / {total / GB:.1f} GB"))
    average = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "-"
    queue = sum(service.thinkers.length(urgency) for urgency in Urgency)
    return Load(limits, queue, tables.moves, _memory(), average)


def _limit(name: Sentence, used: int, most: int) -> Usage:
    return Usage(name, used, most, f"{used} / {most}")


def _memory() -> str:
    """Return the memory of this process; Linux reports it in pages."""
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except (OSError, ValueError, IndexError):
        return "-"
    return f"{pages * os.sysconf('SC_PAGE_SIZE') / MB:.0f} MB"
