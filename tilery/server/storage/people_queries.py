"""SQL for everything that one secret opens. All of these run inside a transaction."""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select, update

from tilery.server.storage import schema
from tilery.server.storage.database import announce

REVOKED = -2
"""Announced instead of the number of an event: what secrets open at a table has changed."""


def move_grants(connection: Connection, old: str, new: str) -> list[str]:
    """Move all grants of a secret to another; return the tables."""
    ids = _tables(connection, old)
    connection.execute(update(schema.secrets).where(schema.secrets.c.digest == old).values(digest=new))
    return _announced(connection, ids)


def copy_grants(connection: Connection, old: str, new: str) -> list[str]:
    """Copy all grants of a secret to another; return the tables."""
    columns = schema.secrets.c
    known = set(_grants(connection, new))
    added = [grant for grant in _grants(connection, old) if grant not in known]
    if added:
        names = (columns.table_id.name, columns.role.name, columns.seat.name)
        rows = [{"digest": new, **dict(zip(names, grant, strict=True))} for grant in added]
        connection.execute(insert(schema.secrets), rows)
    return _announced(connection, _tables(connection, old))


def remove_grants(connection: Connection, digest: str) -> list[str]:
    """Remove all grants of a secret; return the tables."""
    ids = _tables(connection, digest)
    connection.execute(delete(schema.secrets).where(schema.secrets.c.digest == digest))
    return _announced(connection, ids)


def seats(connection: Connection, digest: str) -> list[tuple[str, int]]:
    """Read which seats a secret opens, at all tables."""
    return [(table_id, seat) for table_id, role, seat in _grants(connection, digest) if role == "seat"]


def _grants(connection: Connection, digest: str) -> list[tuple[str, str, int]]:
    columns = schema.secrets.c
    chosen = select(columns.table_id, columns.role, columns.seat).where(columns.digest == digest)
    return [(row[0], row[1], row[2]) for row in connection.execute(chosen)]


def _tables(connection: Connection, digest: str) -> list[str]:
    chosen = select(schema.secrets.c.table_id).where(schema.secrets.c.digest == digest).distinct()
    return list(connection.execute(chosen).scalars())


def _announced(connection: Connection, ids: list[str]) -> list[str]:
    """Notify other processes that the grants of some tables have changed."""
    for table_id in ids:
        announce(connection, f"{table_id} {REVOKED}")
    return ids
