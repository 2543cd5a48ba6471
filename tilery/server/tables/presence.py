"""Presence: who has a table's page open, in this process or, as they report, in another one.

Nothing of it is stored. A process reports the seats of its pages when they change and every few seconds; of one that
is silent for longer, nobody is here any more.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NamedTuple

from tilery.server.storage.database import Storage, StorageDownError, announce
from tilery.server.tables.tokens import new_token

REPEAT_SECONDS = 10.0
SILENCE_SECONDS = 30.0
"""After how long without a report a process is taken to be gone."""
MOST_ABSENT = 10_000
"""Of how many tables that are not in memory it is known who is or was there."""
HERE = "here"
"""What reports of presence begin with, after the table's id."""


class PresenceReport(NamedTuple):
    """What one process reports about a table to all others."""

    process: str
    asks: bool
    """Whether the others are to tell who is at their pages."""
    seats: frozenset[int]

    def __str__(self) -> str:
        seats = ",".join(map(str, sorted(self.seats)))
        return f"{HERE} {self.process} {'?' if self.asks else '!'} {seats}"

    @classmethod
    def read(cls, text: str) -> PresenceReport:
        _, process, asks, seats = text.split(" ")
        return cls(process, asks == "?", frozenset(int(seat) for seat in seats.split(",") if seat))


@dataclass
class RemotePresence:
    """Who is at the pages of other processes."""

    is_asked: bool = False
    """Whether this process is to tell who is at its own pages, though that has not changed."""
    _seats: dict[str, frozenset[int]] = field(default_factory=dict)
    _until: dict[str, float] = field(default_factory=dict)

    def hear(self, told: PresenceReport, now: float) -> frozenset[int]:
        """Note what a process tells; return who has gone from there."""
        before = self.seats(now)
        self._seats[told.process], self._until[told.process] = told.seats, now + SILENCE_SECONDS
        self.is_asked |= told.asks
        return before - self.seats(now)

    def seats(self, now: float) -> frozenset[int]:
        """Return the seats of all who are at pages of other processes."""
        return frozenset().union(*(seats for process, seats in self._seats.items() if now < self._until[process]))

    def forget(self) -> None:
        """Forget who sits where: seats have been changed, and all processes will tell anew."""
        self._seats.clear()
        self.is_asked = True


@dataclass
class Presence:
    """Who is at a table, and who was, as far as this process knows beyond its own pages."""

    seen: dict[int, float] = field(default_factory=dict)
    """When the people of seats whose pages are closed were last here."""
    elsewhere: RemotePresence = field(default_factory=RemotePresence)

    def hear(self, told: PresenceReport, now: float) -> None:
        """Note who has a page of another process open."""
        for seat in self.elsewhere.hear(told, now):
            self.seen[seat] = now

    def forget(self) -> None:
        """Forget who sits where: seats have been changed."""
        self.seen.clear()
        self.elsewhere.forget()


class UnloadedTables:
    """Presence at tables that are not in memory, so that nobody is messaged who has one open in another process."""

    def __init__(self) -> None:
        self._presences: OrderedDict[str, Presence] = OrderedDict()

    def take(self, table_id: str) -> Presence:
        """Return what is known of a table, and keep it no longer."""
        return self._presences.pop(table_id, None) or Presence()

    def hear(self, table_id: str, told: PresenceReport, now: float) -> None:
        """Note who has a page of another process open."""
        presence = self.take(table_id)
        presence.hear(told, now)
        self.keep(table_id, presence, now)

    def keep(self, table_id: str, presence: Presence, now: float) -> None:
        """Keep what is known of a table that leaves memory."""
        if presence.seen or presence.elsewhere.seats(now):
            self._presences[table_id] = presence
            if len(self._presences) > MOST_ABSENT:
                self._presences.popitem(last=False)


class PresenceChannel:
    """Lets other processes know which seats' people have a page of this one open."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._telling: set[asyncio.Task[None]] = set()
        self.process = new_token()
        """By which other processes know this one."""

    def tell(self, table_id: str, seats: frozenset[int], *, asks: bool = False) -> None:
        """Announce it soon; with SQLite there is nobody to tell."""
        if self._storage.is_sqlite:
            return
        text = f"{table_id} {PresenceReport(self.process, asks, seats)}"
        task = asyncio.get_running_loop().create_task(self._announce(text))
        self._telling.add(task)
        task.add_done_callback(self._telling.discard)

    async def _announce(self, text: str) -> None:
        with suppress(StorageDownError):
            await self._storage.write(lambda connection: announce(connection, text))


@dataclass
class PresenceReporter:
    """Decides when this process reports who has its pages open."""

    _told: frozenset[int] | None = None
    _told_at: float = 0.0

    def next(self, here: Collection[int], elsewhere: RemotePresence, now: float) -> tuple[bool, frozenset[int]] | None:
        """Return whether to ask the others and which seats to tell of, if it is time for that."""
        seats = frozenset(here)
        is_first, is_due = self._told is None, now >= self._told_at + REPEAT_SECONDS
        if seats == self._told and not elsewhere.is_asked and not (is_due and seats):
            return None
        self._told, self._told_at, elsewhere.is_asked = seats, now, False
        return is_first, seats
