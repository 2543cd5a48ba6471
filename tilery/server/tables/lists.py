"""Lists of tables: public ones, and those in which a caller takes part."""

from __future__ import annotations

from collections.abc import Collection

from tilery.server.storage import list_queries
from tilery.server.tables.budget import Budget
from tilery.server.tables.callers import LIST, Caller
from tilery.server.tables.due import count_due
from tilery.server.tables.registry import Tables
from tilery.server.tables.roles import Role, own_seats
from tilery.server.tables.table import STATUSES, Table
from tilery.server.tables.tokens import digest_of

Opened = list[tuple[Table, list[Role]]]
"""Tables, with what a secret opens there."""
NEXT = 3
"""How many tables are looked at for the next one: what is due comes first, but may be the one that asks."""


class Lists:
    """What callers can find; of what is not public, only what their secret opens."""

    def __init__(self, tables: Tables, budget: Budget, listed: int) -> None:
        self._tables = tables
        self._budget = budget
        self._listed = listed

    async def public_tables(self, caller: Caller) -> list[Table]:
        """Return open and running tables that anyone may find, the latest first."""
        self._budget.spend(caller, LIST)
        return await self._tables.public_tables(self._listed)

    async def tables_of(
        self, caller: Caller, limit: int | None = None, statuses: Collection[str] = STATUSES, skip: int = 0
    ) -> Opened:
        """Return the tables that a caller's secret opens, the latest first."""
        if caller.secret is None:
            return []
        self._budget.spend(caller, LIST)
        digest, most = digest_of(caller.secret), limit or self._listed
        return await self._found(
            await self._tables.storage.read(
                lambda connection: list_queries.opened_by(connection, digest, most, statuses=statuses, skip=skip)
            )
        )

    async def going_on(self, caller: Caller, limit: int, skip: int = 0) -> Opened:
        """Return the tables that a caller's secret opens and that are not over, what is due first."""
        if caller.secret is None:
            return []
        self._budget.spend(caller, LIST)
        digest = digest_of(caller.secret)
        return await self._found(
            await self._tables.storage.read(lambda connection: list_queries.going_on(connection, digest, limit, skip))
        )

    async def next_due(self, caller: Caller, besides: str) -> Table | None:
        """Return the table where the caller is to move next, other than one."""
        for table, roles in await self.going_on(caller, NEXT):
            if table.id != besides and any(table.owes(seat) for seat in own_seats(roles)):
                return table
        return None

    async def count_tables(self, caller: Caller, statuses: Collection[str] = STATUSES) -> int:
        """Count the tables that a caller's secret opens."""
        if caller.secret is None:
            return 0
        digest = digest_of(caller.secret)
        return await self._tables.storage.read(
            lambda connection: list_queries.count_opened(connection, digest, statuses)
        )

    async def count_due(self, caller: Caller) -> int:
        """Count the tables where the caller is to move."""
        return 0 if caller.secret is None else await count_due(self._tables, digest_of(caller.secret))

    async def _found(self, opened: dict[str, list[Role]]) -> Opened:
        tables = {table.id: table for table in await self._tables.find_all(opened)}
        return [(tables[table_id], roles) for table_id, roles in opened.items() if table_id in tables]
