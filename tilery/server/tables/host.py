"""What a host can do, by command or on the host's page: everything is written down together with what it changes."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from tilery.server.storage import host_queries
from tilery.server.storage import schema as names
from tilery.server.storage.database import ConflictError
from tilery.server.storage.host_queries import Ban, HostAction, Report, Row
from tilery.server.storage.queries import add_grants, count_by_status, is_known, roles
from tilery.server.tables import commands
from tilery.server.tables.events import Event
from tilery.server.tables.host_state import read_network
from tilery.server.tables.refusal import Refusal
from tilery.server.tables.registry import Tables
from tilery.server.tables.roles import Role
from tilery.server.tables.table import Table
from tilery.server.tables.texts import LONGEST_CHAT, LONGEST_NAME, tidy
from tilery.server.tables.tokens import digest_of, new_token
from tilery.words import say

log = logging.getLogger("tilery.host")

HOUR = 3600.0
STILL_SECONDS = 7 * 24 * HOUR
"""After how long without a move a table is said to stand still."""


@dataclass(frozen=True)
class ListedTable:
    """A table in the host's list, with who sits there."""

    row: Row
    people: dict[int, str]


@dataclass(frozen=True)
class TableFilter:
    """Which tables a host wants to see."""

    statuses: tuple[str, ...] = ()
    search: str = ""
    reported: bool = False
    still: bool = False

    def filters(self, now: float) -> dict[str, Any]:
        still_since = now - STILL_SECONDS if self.still else None
        return {
            "statuses": self.statuses,
            "search": self.search,
            "reported": self.reported,
            "still_since": still_since,
        }


@dataclass(frozen=True)
class Overview:
    """Numbers about a server that its database knows."""

    tables: dict[str, int]
    reports: int
    bytes: int
    last_backup: float | None
    bans: list[Ban] = field(default_factory=list)
    announcement: tuple[str, float] | None = None


class Host:
    """Somebody who runs the server: the command, the rules of the host, or the holder of a key."""

    def __init__(self, tables: Tables, who: str) -> None:
        self._tables = tables
        self._storage = tables.storage
        self._who = who

    # Looking.

    async def tables(self, wanted: TableFilter, limit: int, skip: int = 0) -> list[ListedTable]:
        """Return some tables, those with reports first, then the latest."""
        filters = wanted.filters(self._tables.now())

        def work(connection: Connection) -> list[ListedTable]:
            rows = host_queries.tables(connection, limit, skip=skip, **filters)
            people = host_queries.people(connection, [row.id for row in rows])
            return [ListedTable(row, people[row.id]) for row in rows]

        return await self._storage.read(work)

    async def count(self, wanted: TableFilter) -> int:
        filters = wanted.filters(self._tables.now())
        return await self._storage.read(lambda connection: host_queries.count_tables(connection, **filters))

    async def find(self, table_id: str) -> ListedTable:
        """Return a table, also one that cannot be played here."""

        def work(connection: Connection) -> ListedTable | None:
            row = host_queries.find_row(connection, table_id)
            return None if row is None else ListedTable(row, host_queries.people(connection, [table_id])[table_id])

        found = await self._storage.read(work)
        if found is None:
            raise Refusal("no_table", say("There is no table with this id."))
        return found

    async def open(self, table_id: str) -> Table:
        """Return a table as its log tells it; its match must not be shown."""
        return (await self._tables.find_fresh(table_id)).table

    async def reports(self, table_id: str) -> list[Report]:
        return await self._storage.read(lambda connection: host_queries.reports(connection, table_id))

    async def overview(self) -> Overview:
        """Return what the database knows about the server as a whole."""
        now = self._tables.now()

        def work(connection: Connection) -> Overview:
            last = host_queries.value(connection, names.LAST_BACKUP)
            told = host_queries.announcement(connection)
            return Overview(
                tables=count_by_status(connection),
                reports=host_queries.count_reports(connection),
                bytes=host_queries.size(connection),
                last_backup=float(last) if last else None,
                bans=host_queries.bans(connection, now),
                announcement=told if told is not None and told[1] > now else None,
            )

        return await self._storage.read(work)

    async def done_lately(self, limit: int) -> list[HostAction]:
        """Return the end of the log of what was done, the latest first."""
        return await self._storage.read(lambda connection: host_queries.latest_actions(connection, limit))

    def disk(self) -> tuple[int, int] | None:
        """Return how many bytes of the disk are used where the database is, and how many there are, if it is a file."""
        if not self._storage.is_sqlite:
            return None
        found = shutil.disk_usage(Path(self._storage.engine.url.database or ".").absolute().parent)
        return found.used, found.total

    # Acting at a table.

    async def watch(self, table_id: str, browser: str) -> None:
        """Let the host watch a table as spectators do; this is logged like everything else."""
        digest, note = digest_of(browser), self._noting("watch", table_id)

        def work(connection: Connection) -> None:
            if not is_known(connection, table_id):
                raise Refusal("no_table", say("There is no table with this id."))
            if not roles(connection, table_id, digest):
                add_grants(connection, table_id, [(digest, Role("watch"))])
            note(connection)

        await self._storage.write(work)

    async def close(self, table_id: str, who: str = "host") -> None:
        """End a table whose game is not over; everybody can still look at it, and read who has done it."""
        note = self._noting("close", table_id)
        await self._tables.submit(
            table_id, lambda table: commands.close(table, who), also=lambda link, _event: note(link)
        )

    async def delete(self, table_id: str) -> None:
        """Delete a table with all that belongs to it; who looks at it is told so."""
        if not await self._storage.read(lambda connection: is_known(connection, table_id)):
            raise Refusal("no_table", say("There is no table with this id."))
        await self._tables.delete(table_id, self._noting("delete", table_id))

    async def remove_person(self, table_id: str, seat: int) -> None:
        """Take somebody's seat away; none of their links opens the table any more."""
        note = self._noting("remove person", table_id, seat=seat)

        def bar(connection: Connection, _event: Event) -> None:
            host_queries.bar_holders(connection, table_id, seat)
            note(connection)

        await self._tables.submit(table_id, lambda table: commands.remove(table, seat, "host"), also=bar)

    async def remove_message(self, table_id: str, number: int) -> None:
        """Delete a message from the chat and from storage; reports of it are handled with that."""
        note = self._noting("remove message", table_id, number=number)

        def blank(connection: Connection, _event: Event) -> None:
            host_queries.remove_text(connection, table_id, number)
            host_queries.handle_reports(connection, table_id, number)
            note(connection)

        await self._tables.submit(table_id, lambda table: commands.unsay(table, number), also=blank)

    async def handle_reports(self, table_id: str) -> None:
        """Mark all reports at a table as handled."""
        note = self._noting("handle reports", table_id)

        def work(connection: Connection) -> None:
            if host_queries.handle_reports(connection, table_id):
                note(connection)

        await self._storage.write(work)

    # Acting on everybody.

    async def ban_network(self, text: str, hours: float, reason: str = "") -> None:
        """Shut out an address or a network for a time."""
        await self._ban([(read_network(text), None)], hours, reason=reason)

    async def ban_person(self, table_id: str, seat: int, hours: float, reason: str = "", *, wide: bool = False) -> None:
        """Ban the browsers and programs that hold a seat, or held it until they were removed; with `wide`, also
        everybody at their addresses."""
        held = await self._storage.read(lambda connection: host_queries.holders(connection, table_id, seat))
        if not held:
            raise Refusal("not_seated", say("Nobody but the owner has this seat."))
        await self._ban([(None, digest) for digest in held], hours, reason=reason, wide=wide, table_id=table_id)

    async def _ban(
        self,
        who: Collection[tuple[str | None, str | None]],
        hours: float,
        *,
        reason: str,
        wide: bool = False,
        table_id: str | None = None,
    ) -> None:
        now = self._tables.now()
        reason = tidy(reason)[:LONGEST_CHAT]
        added = [
            Ban(host_queries.new_id(), network, browser, wide, reason, now, now + hours * HOUR)
            for network, browser in who
        ]
        note = self._noting("ban", table_id, bans=[ban.id for ban in added], hours=hours)

        def work(connection: Connection) -> None:
            host_queries.add_bans(connection, added, now)
            note(connection)

        await self._storage.write(work)
        await self._tables.hear_host()

    async def lift_ban(self, ban_id: str) -> None:
        """End a ban before its time."""
        note = self._noting("lift ban", None, ban=ban_id)

        def work(connection: Connection) -> None:
            if not host_queries.lift_ban(connection, ban_id):
                raise Refusal("no_ban", say("There is no such ban."))
            note(connection)

        await self._storage.write(work)
        await self._tables.hear_host()

    async def announce(self, text: str, hours: float) -> None:
        """Show an announcement on every page for a time; an empty text removes it."""
        said = tidy(text)
        if len(text) > LONGEST_CHAT:
            raise Refusal("bad_text", say("A message must have 1 to {most} characters.", most=LONGEST_CHAT))
        until = self._tables.now() + hours * HOUR
        note = self._noting("announce", None, hours=hours) if said else self._noting("end announcement", None)

        def work(connection: Connection) -> None:
            host_queries.set_announcement(connection, said, until)
            note(connection)

        await self._storage.write(work)
        await self._tables.hear_host()

    # Keys to the host's page.

    async def add_key(self, name: str) -> str:
        """Make a key to the host's page and return it; storage keeps its digest alone."""
        key, name = new_token(), tidy(name)
        if not 0 < len(name) <= LONGEST_NAME:
            raise Refusal("bad_name", say("A name must have 1 to {most} characters.", most=LONGEST_NAME))
        note = self._noting("add key", None, name=name)

        def work(connection: Connection) -> None:
            host_queries.add_key(connection, digest_of(key), name, self._tables.now())
            note(connection)

        try:
            await self._storage.write(work)
        except ConflictError:
            raise Refusal("bad_name", say("There is already a key with this name.")) from None
        return key

    async def keys(self) -> list[tuple[str, float]]:
        return await self._storage.read(host_queries.keys)

    async def remove_key(self, name: str) -> None:
        """Revoke a key."""
        note = self._noting("remove key", None, name=name)

        def work(connection: Connection) -> None:
            if not host_queries.remove_key(connection, name):
                raise Refusal("no_key", say("There is no key with this name."))
            note(connection)

        await self._storage.write(work)

    def _noting(self, action: str, table_id: str | None, **detail: Any) -> Callable[[Connection], None]:
        """Return a function that logs an action, in the database and in the log of the process."""

        def note(connection: Connection) -> None:
            host_queries.note(connection, HostAction(self._tables.now(), self._who, action, table_id, detail))
            told = {"action": action, "by": self._who, **({"table": table_id} if table_id else {})}
            log.info("host", extra={**told, **{key: value for key, value in detail.items() if key != "name"}})

        return note


async def name_of_key(tables: Tables, key: str) -> str | None:
    """Return the name of a key to the host's page; None if it opens nothing."""
    digest = digest_of(key)
    return await tables.storage.read(lambda connection: host_queries.key_name(connection, digest))
