"""Counting the tables where it is somebody's turn, for titles and the app's icon."""

from __future__ import annotations

from sqlalchemy import Connection

from tilery.server.storage import list_queries
from tilery.server.tables.registry import Tables
from tilery.server.tables.roles import Role, own_seats

MOST = 100
"""How many tables of older versions are looked at."""


async def count_due(tables: Tables, holder: str) -> int:
    """Count the tables where it is the turn of the holder of a secret, given its digest."""

    def read(connection: Connection) -> tuple[int, dict[str, list[Role]]]:
        return list_queries.count_due(connection, holder), list_queries.perhaps_due(connection, holder, MOST)

    count, unknown = await tables.storage.read(read)
    found = await tables.find_all(unknown)
    return count + sum(any(table.owes(seat) for seat in own_seats(unknown[table.id])) for table in found)
