"""The SQL of reviews. All of these run inside a transaction."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from tilery.server.storage import schema
from tilery.server.storage.queries import is_known


def read_review(connection: Connection, table_id: str) -> dict[str, Any] | None:
    """Read what the coach has found of a finished game, if it is done."""
    body = connection.execute(select(schema.reviews.c.body).where(schema.reviews.c.table_id == table_id)).scalar()
    return None if body is None else dict(json.loads(body))


def keep_review(connection: Connection, table_id: str, review: dict[str, Any]) -> None:
    """Keep what the coach has found, unless the table is gone; another process may have found the same before."""
    if is_known(connection, table_id):
        connection.execute(delete(schema.reviews).where(schema.reviews.c.table_id == table_id))
        body = json.dumps(review, ensure_ascii=False, separators=(",", ":"))
        connection.execute(insert(schema.reviews).values(table_id=table_id, body=body))
