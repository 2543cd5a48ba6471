"""SQL for what is due by itself: bots and clocks. All of these run inside a transaction."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, or_, select, update

from tilery.server.storage import schema

CLOCKS_AT_ONCE = 200
"""How many clocks are claimed in one statement; the next ones follow at once."""


@dataclass(frozen=True)
class ClaimLimits:
    """What a process can take on: any clock, and so many tables where a bot is due.

    Tables where bots play among themselves come `patience` seconds later, unless this process shows them to somebody.
    """

    with_people: int
    alone: int
    patience: float
    shown: Collection[str] = ()

    def due(self, now: float) -> list[Select[Any]]:
        """Choose the tables that are due, those with a clock first."""
        columns = schema.wakeups.c
        free = select(columns.table_id).where(or_(columns.until.is_(None), columns.until < now)).order_by(columns.due)
        late = or_(columns.due <= now - self.patience, columns.table_id.in_(self.shown))
        return [
            free.where(columns.clock <= now).limit(CLOCKS_AT_ONCE),
            free.where(columns.due <= now, ~columns.alone).limit(self.with_people),
            free.where(columns.due <= now, columns.alone, late).limit(self.alone),
        ]


def is_any_due(connection: Connection, now: float, limits: ClaimLimits) -> bool:
    """Return whether a table is due that no process has claimed."""
    return any(connection.execute(chosen.limit(1)).first() is not None for chosen in limits.due(now))


def claim_due(connection: Connection, now: float, until: float, process: str, limits: ClaimLimits) -> list[str]:
    """Claim due tables for a process, passing over those that another one is just claiming."""
    claimed: list[str] = []
    for chosen in limits.due(now):
        found = connection.execute(chosen.with_for_update(skip_locked=True)).scalars().all()
        if found:
            claim = update(schema.wakeups).where(schema.wakeups.c.table_id.in_(found))
            connection.execute(claim.values(process=process, until=until))
            claimed += found
    return claimed


def renew_claims(connection: Connection, until: float, process: str, ids: Collection[str]) -> None:
    """Keep what a process has claimed and not done yet."""
    columns = schema.wakeups.c
    held = update(schema.wakeups).where(columns.process == process, columns.table_id.in_(ids))
    connection.execute(held.values(until=until))


def release_claims(connection: Connection, process: str) -> None:
    """Release all claims of a process."""
    claimed = update(schema.wakeups).where(schema.wakeups.c.process == process)
    connection.execute(claimed.values(process=None, until=None))
