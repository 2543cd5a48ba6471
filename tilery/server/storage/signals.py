"""Signals from a command to a server on the same SQLite file; PostgreSQL has NOTIFY for that."""

from __future__ import annotations

import time

from sqlalchemy import Connection, delete, func, insert, select

from tilery.server.storage import schema

BESIDE = "tilery_beside"
"""The execution option of commands that work beside a server."""
KEPT_SECONDS = 600.0


def send_signal(connection: Connection, text: str) -> None:
    """Signal a change to the server once the transaction has been committed."""
    now = time.time()
    connection.execute(delete(schema.signals).where(schema.signals.c.at < now - KEPT_SECONDS))
    connection.execute(insert(schema.signals).values(text=text, at=now))


def next_signals(connection: Connection, last: int | None) -> tuple[int, list[str]]:
    """Read what was signalled after a number; None to begin with what is signalled from now on."""
    columns = schema.signals.c
    if last is None:
        return connection.execute(select(func.coalesce(func.max(columns.id), 0))).scalar_one(), []
    rows = connection.execute(select(columns.id, columns.text).where(columns.id > last).order_by(columns.id)).all()
    return (rows[-1].id if rows else last), [row.text for row in rows]
