"""What people at a table can do about rudeness: owners remove or mute somebody, everybody can report a message.

Hiding somebody's messages for oneself is the page's business.
"""

from __future__ import annotations

import logging

from sqlalchemy import Connection

from tilery.server.storage import host_queries
from tilery.server.storage.host_queries import Report
from tilery.server.tables import commands
from tilery.server.tables.callers import Caller, request_id
from tilery.server.tables.events import Event, with_present_seats
from tilery.server.tables.rate_limit import RateLimit
from tilery.server.tables.refusal import Refusal
from tilery.server.tables.registry import Tables
from tilery.server.tables.roles import Role, own_seats
from tilery.server.tables.service import OWNING, TableService
from tilery.server.tables.table import Table
from tilery.server.tables.texts import LONGEST_CHAT, tidy
from tilery.words import say

log = logging.getLogger("tilery.host")

REPORTS_A_MINUTE = 6
LAST_NUMBER = 10**8 - 1
"""Above the number of any event."""


class Moderation:
    """Keeping order at tables."""

    def __init__(self, service: TableService) -> None:
        self._service = service
        self._tables: Tables = service.tables
        self._reports = RateLimit(REPORTS_A_MINUTE)

    async def remove(self, caller: Caller, table_id: str, seat: int, client: str | None = None) -> Event:
        """Take somebody's seat away; in a running game a bot goes on. None of their links opens the table any more."""
        request = request_id(await self._owner(caller, table_id, seat), client, "remove", seat)

        def bar(connection: Connection, _event: Event) -> None:
            host_queries.bar_holders(connection, table_id, seat)

        propose = lambda table: commands.remove(table, seat, "owner")  # noqa: E731
        return await self._tables.submit(table_id, propose, request=request, also=bar)

    async def mute(self, caller: Caller, table_id: str, seat: int, on: bool, client: str | None = None) -> Event:
        """Mute somebody in the chat of this table, or unmute them."""
        request = request_id(await self._owner(caller, table_id, seat), client, "mute", seat, on)
        return await self._tables.submit(table_id, lambda table: commands.mute(table, seat, on), request=request)

    async def _owner(self, caller: Caller, table_id: str, seat: int) -> Role:
        """Return the role of who owns a table and wants to do something about another seat."""
        role = await self._service.role(caller, table_id, OWNING)
        if seat in own_seats(await self._service.roles(caller, table_id)):
            raise Refusal("forbidden", say("You cannot do that to yourself."))
        return role

    async def report(self, caller: Caller, table_id: str, number: int, note: str = "") -> None:
        """Report a message to the host; once more changes nothing."""
        role = await self._service.role(caller, table_id)
        table: Table = (await self._tables.find_fresh(table_id)).table
        message = commands.find_message(table, number)
        assert message.seat is not None
        present = with_present_seats(table.events)[number - 1][1]
        seat = message.seat if present is None else present  # who has left is known by the seat that they had
        if present is not None and present == role.seat:
            raise Refusal("forbidden", say("You cannot report your own message."))
        self._reports.count(caller.client)
        report = Report(
            id=host_queries.new_id(),
            table_id=table_id,
            number=number,
            seat=seat,
            by=role.seat,
            note=tidy(note)[:LONGEST_CHAT],
            at=self._tables.now(),
            handled=False,
        )

        def work(connection: Connection) -> bool:
            if host_queries.has_reported(connection, table_id, number, role.seat):
                return False
            host_queries.add_report(connection, report)
            return True

        if await self._tables.storage.write(work):
            log.warning("a message was reported", extra={"table": table_id, "number": number})
