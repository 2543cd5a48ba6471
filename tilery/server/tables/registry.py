"""All tables of a server: loaded from storage, kept in memory, and changed one event at a time.

An event is written before anyone hears of it. Several processes may share one storage: the numbers in the log settle
who was first, and whoever comes second looks again at what the first has done.
"""

from __future__ import annotations

import asyncio
import re
from collections import OrderedDict
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import partial, reduce

from sqlalchemy import Connection

from tilery import games
from tilery.server.storage import people_queries, queries
from tilery.server.storage.database import ConflictError, OutcomeUnknownError, Storage, StorageDownError
from tilery.server.tables.clients import Holder, Slots
from tilery.server.tables.clock import Clock
from tilery.server.tables.events import Command, Event, RequestId
from tilery.server.tables.host_state import HostState
from tilery.server.tables.live_table import LiveTable
from tilery.server.tables.presence import PresenceChannel, PresenceReport, UnloadedTables
from tilery.server.tables.rate_limit import check_public
from tilery.server.tables.refusal import Refusal, no_table
from tilery.server.tables.rules_version import check_rules
from tilery.server.tables.table import Table
from tilery.server.warmup import Warmup
from tilery.words import say

ATTEMPTS = 8
"""How often a command is checked again because another process wrote an event first."""
PUBLIC_SECONDS = 86_400.0
"""For how long a public table counts after something has happened there."""
TABLE_ID = re.compile(r"[A-Za-z0-9_-]{12}")
REPEATABLE = frozenset({"sit", "chat", "undo", "back", "vote", "holiday", "mute", "ready", "arrange", "edit"})
"""What can be done again and again; the other events come to an end by themselves, or with these."""
AFTER_CLOSING = frozenset({"erase", "expiry", "unsay"})
"""What can still happen at a table that was closed."""

Propose = Callable[[Table], Command]
"""Makes a command for a table as it is now, or refuses."""
ProposeIf = Callable[[Table], Command | None]
"""The same, if there is something to do."""
AlsoWrite = Callable[[Connection, Event], None]
"""Writes something else in the transaction of an event."""


class Tables:
    """The tables of one server process."""

    def __init__(
        self,
        storage: Storage,
        *,
        tables_in_memory: int = 2000,
        events_a_table: int = 20_000,
        streams: int = 5000,
        now: Clock | None = None,
    ) -> None:
        self.storage = storage
        self.warmup = Warmup()
        self.now = now or Clock()
        self.closing = False
        self.key = ""
        """Of which secrets are made that a repeated request has to find again."""
        self.host = HostState(storage, self.now)
        """Who is banned, and what is announced."""
        self.presence = PresenceChannel(storage)
        self.streams = Slots(streams)
        """Open streams."""
        self.moves = 0
        """How many moves were written, for metrics."""
        self._tables_in_memory = tables_in_memory
        self._events_a_table = events_a_table
        self._live: OrderedDict[str, LiveTable] = OrderedDict()
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._absent = UnloadedTables()

    @property
    def in_memory(self) -> int:
        """How many tables are in memory."""
        return len(self._live)

    def close(self) -> None:
        """End all streams."""
        self.closing = True
        for live in self._live.values():
            live.wake()

    @contextmanager
    def watching(self, live: LiveTable, holders: Collection[Holder]) -> Iterator[None]:
        """Count a stream while it is open."""
        names = [holder.name for holder in holders]
        live.watchers += 1
        live.lookers.update(names)
        try:
            with self.streams.held(holders):
                yield
        finally:
            live.watchers -= 1
            live.lookers.subtract(names)

    @property
    def watchers(self) -> int:
        """How many streams are open."""
        return self.streams.used

    async def open(self) -> None:
        """Read what all processes share."""
        self.key = await self.storage.read(queries.server_key)
        self.now.start_after(await self.storage.read(queries.latest_change))
        await self.host.reload()

    # Finding tables.

    async def find(self, table_id: str) -> LiveTable:
        """Return a table by its id, from memory or from storage."""
        if table_id in self._live:
            self._live.move_to_end(table_id)
            live = self._live[table_id]
            live.used_at = asyncio.get_running_loop().time()
            return live
        if not TABLE_ID.fullmatch(table_id):
            raise no_table()
        if table_id not in self._loading:
            task = asyncio.create_task(self._load(table_id))
            self._loading[table_id] = task
            task.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(self._loading[table_id])

    async def find_fresh(self, table_id: str) -> LiveTable:
        """Return a table with everything that any process has answered for: others may have written what this one has
        not heard of yet. While the database is down, what is in memory can still be looked at, unless it is unknown
        whether a change of it was saved."""
        live = await self.find(table_id)
        if not self.storage.is_sqlite:
            try:
                await self._freshen(live)
            except StorageDownError:
                if live.is_stale:
                    raise
            if live.deleted:
                raise no_table()
        return live

    async def _freshen(self, live: LiveTable) -> None:
        table_id = live.table.id
        number = await self.storage.read(lambda connection: queries.last_number(connection, table_id))
        if number != live.table.number:
            async with live.lock:
                await self._catch_up(live)

    def find_in_memory(self, table_id: str) -> LiveTable | None:
        return self._live.get(table_id)

    def watched(self) -> list[str]:
        """Return the tables of bots alone that somebody here watches or has just looked at."""
        return [table_id for table_id, live in self._live.items() if live.is_watched and live.table.is_alone]

    async def _load(self, table_id: str) -> LiveTable:
        found = await self.storage.read(lambda connection: queries.read_table(connection, table_id))
        if found is None:
            raise no_table()
        check_rules(found.table)
        await self.warmup.prepare(found.table.game)
        live = LiveTable(await asyncio.to_thread(reduce, _applied, found.log, found.table))
        live.presence = self._absent.take(table_id)
        self._remember(live)
        return live

    def _remember(self, live: LiveTable) -> None:
        """Cache a table, and evict those that were not used lately."""
        self._live[live.table.id] = live
        for old in list(self._live.values()):
            if len(self._live) <= self._tables_in_memory:
                break
            if not old.watchers and not old.lock.locked() and old is not live:
                self._unload(old)

    def forget_idle(self, seconds: float) -> int:
        """Take tables out of memory that nobody has made use of for some time; return how many."""
        before = asyncio.get_running_loop().time() - seconds
        idle = [live for live in self._live.values() if live.is_idle_since(before)]
        for live in idle:
            self._unload(live)
        return len(idle)

    def _unload(self, live: LiveTable) -> None:
        """Take a table out of memory; all but who was here when is in storage."""
        del self._live[live.table.id]
        self._absent.keep(live.table.id, live.presence, self.now())

    async def find_all(self, ids: Iterable[str]) -> list[Table]:
        """Return the tables with these ids, without those that are gone or cannot be played here."""
        found = []
        for table_id in ids:
            try:
                found.append((await self.find(table_id)).table)
            except Refusal:  # deleted meanwhile, or with other rules
                continue
        return found

    async def public_tables(self, limit: int) -> list[Table]:
        """Return open and running tables that anyone may find, the latest first, not too many of one owner."""
        return await self.find_all(await self.storage.read(lambda connection: queries.public_ids(connection, limit)))

    async def old_tables(self) -> dict[str, int]:
        """Count the running tables whose rules this server does not have, by game."""
        versions = {name: games.find(name).versions for name in games.names()}
        return await self.storage.read(lambda connection: queries.count_old(connection, versions))

    # Adding and deleting tables.

    async def add(self, table: Table, grants: Iterable[queries.Grant], most_public: int | None = None) -> None:
        """Store a new table with its events so far and the secrets that open it, unless its owner has too many."""

        def work(connection: Connection) -> None:
            if queries.is_known(connection, table.id):
                raise ConflictError
            if table.public and most_public is not None:
                check_public(queries.count_public(connection, table.owner, self.now() - PUBLIC_SECONDS), most_public)
            queries.add_table(connection, table, grants, self.now())

        await self.storage.write(work)
        self._remember(LiveTable(table))

    async def delete(self, table_id: str, also: Callable[[Connection], None] = lambda _connection: None) -> None:
        """Delete a table with all that belongs to it; what `also` writes is written together with that."""

        def work(connection: Connection) -> None:
            queries.delete_table(connection, table_id)
            also(connection)

        await self.storage.write(work)
        live = self._live.get(table_id)
        if live is not None:
            self._forget(live)

    def _forget(self, live: LiveTable) -> None:
        live.deleted = True
        self._live.pop(live.table.id, None)
        live.wake()

    # Changing tables.

    async def submit(
        self, table_id: str, propose: Propose, *, request: RequestId | None = None, also: AlsoWrite | None = None
    ) -> Event:
        """Submit a command; when this returns, its event is on disk and all waiters have been woken.

        An id makes a retry harmless: the event that it led to the first time is returned again. What `also` writes is
        written together with the event.
        """
        event = await self.submit_if(table_id, propose, request=request, also=also)
        assert event is not None
        return event

    async def submit_if(
        self, table_id: str, propose: ProposeIf, *, request: RequestId | None = None, also: AlsoWrite | None = None
    ) -> Event | None:
        """Submit a command unless `propose` finds that there is nothing to do."""
        live = await self.find(table_id)
        async with live.lock:
            for _ in range(ATTEMPTS):
                if live.is_stale:
                    await self._catch_up(live)
                if live.deleted:
                    raise no_table()
                table = live.table
                if request is not None and (done := live.result_of(request)) is not None:
                    return done
                try:
                    command = propose(table)
                except Refusal:
                    if not self.storage.is_sqlite and await self._catch_up(live):
                        continue  # another process has written what this one had not heard of
                    raise
                if command is None:
                    return None
                await self._check(table, command)
                event = command.event(table.number + 1, self._now_at(table), None if request is None else str(request))
                try:
                    await self._write(live, queries.Change(table, table.after(event, command.match), event), also)
                except ConflictError:
                    await self._catch_up(live)
                    continue
                except OutcomeUnknownError:
                    live.is_stale = True
                    raise
                return event
        raise Refusal("busy", say("This table is busy right now. Please try again."))

    def _now_at(self, table: Table) -> float:
        """Return the time of the next event: no earlier than the last, whoever has written that."""
        return max(self.now(), table.events[-1].at if table.events else 0.0)

    async def _check(self, table: Table, command: Command) -> None:
        if table.is_closed and command.kind not in AFTER_CLOSING:
            raise Refusal("closed", say("This table has been closed."))
        if command.kind in REPEATABLE and table.number >= self._events_a_table:
            raise Refusal(
                "too_much",
                say(
                    "This table has reached its event limit. Moves still work; chat, undo, joining and coming "
                    "back do not."
                ),
            )
        if command.kind == "start":
            await self.warmup.prepare(table.game)

    async def _write(self, live: LiveTable, change: queries.Change, also: AlsoWrite | None) -> None:
        """Write an event, then apply it here and wake all waiters."""
        if also is None:
            await self.storage.write_item(queries.append, change)
        else:
            await self.storage.write(partial(_append_and, also, change))
        live.update(change.after)
        self.moves += change.event.kind == "move"

    # What other processes do.

    def is_news(self, table_id: str, number: int) -> bool:
        """Return whether this process may have to do something about an event. Most are its own, or of tables that it
        does not hold. Called in another thread, which may be a little ahead of this one."""
        live = self._live.get(table_id)
        if live is None:
            return table_id in self._loading
        return number < 1 or live.table.number < number

    async def hear(self, table_id: str, number: int) -> None:
        """Apply an event that another process has written, or forget a table that it has deleted."""
        if table_id in self._loading:  # it may have been read before the event was written
            with suppress(Refusal):
                await asyncio.shield(self._loading[table_id])
        if number == people_queries.REVOKED:
            self.forget_roles(table_id)
            return
        live = self._live.get(table_id)
        if live is not None:
            async with live.lock:
                if live.table.number < number or number == queries.DELETED:
                    await self._catch_up(live)

    def hear_presence(self, table_id: str, told: PresenceReport) -> None:
        """Note who has a page of another process open."""
        if told.process == self.presence.process:
            return
        live = self._live.get(table_id)
        if live is None:
            self._absent.hear(table_id, told, self.now())
        else:
            live.presence.hear(told, self.now())
            live.wake()

    async def hear_host(self) -> None:
        """Reload what the host has changed, and have all streams check whether they may continue."""
        await self.host.reload()
        for live in self._live.values():
            live.roles_version += 1
            live.wake()

    def forget_roles(self, table_id: str) -> None:
        """Drop the cached roles of a table, so that storage is asked again."""
        live = self._live.get(table_id)
        if live is not None:
            live.roles.clear()
            live.roles_version += 1
            live.wake()

    async def refresh(self) -> None:
        """Catch up with storage everywhere: notifications may have been missed."""
        for live in list(self._live.values()):
            async with live.lock:
                await self._catch_up(live)

    async def _catch_up(self, live: LiveTable) -> bool:
        """Apply what others have written; return whether there was something."""
        known = live.table
        new = await self.storage.read(lambda connection: queries.read_events(connection, known.id, known.number))
        live.is_stale = False
        if new is None:
            self._forget(live)
        elif new:
            live.update(reduce(Table.after, new, known))
        return new != []


def _append_and(also: AlsoWrite, change: queries.Change, connection: Connection) -> None:
    queries.append(connection, [change])
    also(connection, change.event)


def _applied(table: Table, event: Event) -> Table:
    table.apply(event)
    return table
