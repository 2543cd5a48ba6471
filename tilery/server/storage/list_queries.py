"""SQL for lists of the tables that somebody has a part in. All of these run inside a transaction."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, case, func, literal, or_, select

from tilery.server.storage import schema
from tilery.server.storage.queries import role_of
from tilery.server.tables.roles import BARRED, Role
from tilery.server.tables.table import GOING_ON, STATUSES


def opened_by(
    connection: Connection, digest: str, limit: int, *, statuses: Collection[str] = STATUSES, skip: int = 0
) -> dict[str, list[Role]]:
    """Read which tables a secret opens, with what it opens there: `limit` tables, the latest first."""
    tables = schema.tables.c
    order = (tables.changed.desc(), tables.id)
    return _with_roles(connection, digest, _opened(digest, statuses).order_by(*order).limit(limit).offset(skip))


def going_on(connection: Connection, digest: str, limit: int, skip: int = 0) -> dict[str, list[Role]]:
    """Read which tables that are not over a secret opens: first those where its holder is to move, then the other
    running ones, each with the clock that runs out first on top; then the open ones."""
    tables, clock = schema.tables.c, schema.wakeups.c.clock
    rank = case((tables.status == "open", 2), (or_(tables.owed.is_(None), _is_due(digest)), 0), else_=1)
    chosen = (
        _opened(digest, GOING_ON)
        .outerjoin(schema.wakeups, schema.wakeups.c.table_id == tables.id)
        .order_by(rank, clock.is_(None), clock, tables.changed.desc(), tables.id)
    )
    return _with_roles(connection, digest, chosen.limit(limit).offset(skip))


def count_due(connection: Connection, digest: str) -> int:
    """Count the running tables where the holder of a secret is known to have to move."""
    due = _opened(digest, ("running",)).where(_is_due(digest))
    return connection.execute(select(func.count()).select_from(due.subquery())).scalar_one()


def perhaps_due(connection: Connection, digest: str, limit: int) -> dict[str, list[Role]]:
    """Read which running tables a secret opens that an older version has written, so that only they know whose turn it
    is."""
    unknown = _opened(digest, ("running",)).where(schema.tables.c.owed.is_(None))
    return _with_roles(connection, digest, unknown.limit(limit))


def _is_due(digest: str) -> ColumnElement[bool]:
    """Return whether the holder of a secret is to move."""
    tables, secrets = schema.tables.c, schema.secrets.c
    bit = literal(1).bitwise_lshift(secrets.seat)
    own = select(secrets.seat).where(secrets.digest == digest, secrets.role == "seat", secrets.table_id == tables.id)
    return own.where(tables.owed.bitwise_and(bit) > 0).exists()


def _with_roles(connection: Connection, digest: str, chosen: Select[Any]) -> dict[str, list[Role]]:
    """Return tables in their order, with what a secret opens there."""
    secrets = schema.secrets.c
    found: dict[str, list[Role]] = {row.id: [] for row in connection.execute(chosen)}
    held = select(schema.secrets).where(secrets.digest == digest, secrets.table_id.in_(found))
    for row in connection.execute(held.order_by(secrets.role, secrets.seat)):
        found[row.table_id].append(role_of(row))
    return found


def count_opened(connection: Connection, digest: str, statuses: Collection[str] = STATUSES) -> int:
    """Count the tables that a secret opens."""
    return connection.execute(select(func.count()).select_from(_opened(digest, statuses).subquery())).scalar_one()


def _opened(digest: str, statuses: Collection[str]) -> Select[Any]:
    tables, secrets = schema.tables.c, schema.secrets.c
    opened = select(secrets.table_id).where(secrets.digest == digest, secrets.role != BARRED.kind)
    return select(tables.id, tables.changed).where(tables.id.in_(opened), tables.status.in_(statuses))
