"""At how many tables somebody is to move, for titles and the app's icon."""

from __future__ import annotations

from tilery.server.storage import queries
from tilery.server.tables.registry import Tables
from tilery.server.tables.roles import own_seats
from tilery.server.tables.table import Table

MOST = 100
"""How many running tables are looked at."""


def owes(table: Table, seat: int) -> bool:
    """Tell whether the person at a seat owes a decision, which no bot makes for them."""
    return table.match is not None and seat in table.match.waiting and not table.players[seat].away


async def count_due(tables: Tables, holder: str) -> int:
    """Count the tables where whoever holds a secret is to move; by the digest of that secret."""
    opened = await tables.storage.read(
        lambda connection: queries.opened_by(connection, holder, MOST, statuses=("running",))
    )
    found = await tables.find_all(opened)
    return sum(any(owes(table, seat) for seat in own_seats(opened[table.id])) for table in found)
