"""All clubs of a server: read from storage, kept in memory, and changed one event at a time.

An event is written before anyone hears of it. Several processes may share one storage: the numbers in the log settle
who was first, and a club is brought up to date whenever it is asked for.
"""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

from sqlalchemy import Connection

from tilery.server.clubs.club import Club
from tilery.server.clubs.commands import MOST_EVENTS
from tilery.server.storage import club_queries
from tilery.server.storage.database import ConflictError
from tilery.server.tables.events import Command, Event, RequestId
from tilery.server.tables.refusal import Refusal
from tilery.server.tables.registry import Tables
from tilery.words import say

ATTEMPTS = 8
MOST_IN_MEMORY = 500
LINK = re.compile(r"[A-Za-z0-9_-]{24}")

Propose = Callable[[Club], Command | None]
"""Makes a command for a club as it is now, refuses, or finds nothing to do."""
AlsoWrite = Callable[[Connection, Event], None]
"""Writes something else in the transaction of an event."""


def no_club() -> Refusal:
    """Return the refusal for a club that does not exist or that the caller may not see: both read the same."""
    return Refusal("no_club", say("That club does not exist, or its link has changed."))


@dataclass(eq=False)
class _Kept:
    club: Club
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class Clubs:
    """The clubs of one server process."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.storage = tables.storage
        self._kept: OrderedDict[str, _Kept] = OrderedDict()

    async def find_by_link(self, link: str) -> Club:
        """Return a club as it is now."""
        if not LINK.fullmatch(link):
            raise no_club()
        club_id = await self.storage.read(lambda connection: club_queries.find_club(connection, link))
        if club_id is None:
            raise no_club()
        return await self.find(club_id)

    async def find(self, club_id: str) -> Club:
        kept = await self._keep(club_id)
        async with kept.lock:
            await self._catch_up(kept.club)
        return kept.club

    async def _keep(self, club_id: str) -> _Kept:
        if club_id not in self._kept:
            link = await self.storage.read(lambda connection: club_queries.link_of(connection, club_id))
            if link is None:
                raise no_club()
            self._kept.setdefault(club_id, _Kept(Club(club_id, link)))
            while len(self._kept) > MOST_IN_MEMORY:
                self._kept.popitem(last=False)
        self._kept.move_to_end(club_id)
        return self._kept[club_id]

    async def _catch_up(self, club: Club) -> None:
        """Apply events that have been written since, here or by another process."""

        def read(connection: Connection) -> tuple[str | None, list[Event]]:
            link = club_queries.link_of(connection, club.id)
            return link, club_queries.read_events(connection, club.id, club.number)

        link, events = await self.storage.read(read)
        if link is None:
            self._kept.pop(club.id, None)
            raise no_club()
        club.link = link
        for event in events:
            club.apply(event)

    async def submit(
        self, club_id: str, propose: Propose, *, request: RequestId | None = None, also: AlsoWrite | None = None
    ) -> Event | None:
        """Submit a command, unless there is nothing to do; when this returns, its event is on disk.

        An id makes a retry harmless: the event that it led to the first time is returned again.
        """
        kept = await self._keep(club_id)
        club = kept.club
        async with kept.lock:
            for _ in range(ATTEMPTS):
                await self._catch_up(club)
                if request is not None and (done := club.result_of(request)) is not None:
                    return done
                command = propose(club)
                if command is None:
                    return None
                if club.number >= MOST_EVENTS:
                    raise Refusal("too_much", say("This club is full. Start a new one."))
                event = command.event(club.number + 1, self.tables.now(), None if request is None else str(request))

                def work(connection: Connection, event: Event = event) -> None:
                    club_queries.append_event(connection, club.id, event)
                    if also is not None:
                        also(connection, event)

                try:
                    await self.storage.write(work)
                except ConflictError:
                    continue
                club.apply(event)
                return event
        raise Refusal("busy", say("This club is busy right now. Please try again."))
