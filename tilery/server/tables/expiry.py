"""Old tables end by the host's rules: abandoned ones are closed, finished ones are deleted, each after so many days.

The log of a table announces it; anything that happens there afterwards restarts the count.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass

from tilery.server.config import Config
from tilery.server.storage import host_queries
from tilery.server.storage.database import StorageDownError
from tilery.server.tables import commands
from tilery.server.tables.host import Host
from tilery.server.tables.players import DAY
from tilery.server.tables.refusal import Refusal
from tilery.server.tables.registry import Tables
from tilery.server.tables.table import GOING_ON

log = logging.getLogger("tilery.host")

BY_RULES = "rules"
"""Who has done it, in logs."""
POLL_SECONDS = 60.0
AT_ONCE = 200
LATER = 30 * DAY
"""When to look again at a table that cannot be closed, because its rules are not here."""


@dataclass(frozen=True)
class ExpiryRule:
    """What happens to tables after a number of days without activity; 0 days is never."""

    action: str
    statuses: tuple[str, ...]
    days: float


@dataclass
class ExpiryCount:
    """How many tables were warned, closed and deleted."""

    warned: int = 0
    closed: int = 0
    deleted: int = 0


class Expiry:
    """Looks for tables that the rules of the host end."""

    def __init__(self, tables: Tables, config: Config) -> None:
        self._tables = tables
        self._host = Host(tables, BY_RULES)
        self._warn_days = config.warn_days
        self._rules = (
            ExpiryRule("close", GOING_ON, config.close_abandoned_days),
            ExpiryRule("delete", ("over", "closed"), config.delete_finished_days),
        )

    async def run(self) -> None:
        """Look until cancelled."""
        while any(rule.days for rule in self._rules):
            try:
                await self.look()
            except StorageDownError:
                pass
            except Exception:
                log.exception("ending old tables has failed")
            await asyncio.sleep(POLL_SECONDS)

    async def look(self) -> ExpiryCount:
        """End the tables whose time has come, and warn those whose time comes soon."""
        done = ExpiryCount()
        for rule in self._rules:
            if rule.days:
                await self._end(rule, done)
                await self._warn(rule, done)
        return done

    async def due(self) -> dict[str, list[str]]:
        """Return which tables `look` would close or delete now."""
        now = self._tables.now()
        return {rule.action: await self._due(rule, now) for rule in self._rules if rule.days}

    async def _due(self, rule: ExpiryRule, now: float) -> list[str]:
        return await self._tables.storage.read(
            lambda connection: host_queries.due_to_end(connection, rule.statuses, now, AT_ONCE)
        )

    async def _end(self, rule: ExpiryRule, done: ExpiryCount) -> None:
        now = self._tables.now()
        for table_id in await self._due(rule, now):
            try:
                if rule.action == "delete":
                    await self._host.delete(table_id)
                    done.deleted += 1
                else:
                    await self._host.close(table_id, BY_RULES)
                    done.closed += 1
            except Refusal:  # somebody was quicker, or the table's rules are not here
                await self._set_end(table_id, now + LATER)

    async def _warn(self, rule: ExpiryRule, done: ExpiryCount) -> None:
        """Warn the people at tables that will end within the warning time."""
        now = self._tables.now()
        warning = min(self._warn_days, rule.days) * DAY
        rested = now - rule.days * DAY + warning
        found = await self._tables.storage.read(
            lambda connection: host_queries.to_be_warned(connection, rule.statuses, rested, AT_ONCE)
        )
        for table_id, changed in found:
            end = max(changed + rule.days * DAY, now + warning)
            try:
                await self._tables.submit_if(table_id, lambda table: commands.expiry(table, end))  # noqa: B023
                done.warned += 1
            except Refusal:
                await self._set_end(table_id, end)

    async def _set_end(self, table_id: str, at: float) -> None:
        await self._tables.storage.write(lambda connection: host_queries.set_end(connection, table_id, at))
