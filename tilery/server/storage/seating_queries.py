"""SQL for what changes at a table before its game begins. All of these run inside a transaction."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, delete, select, update

from tilery.server.storage import queries, schema
from tilery.server.tables.roles import Role


def arrange_grants(connection: Connection, table_id: str, order: Sequence[int | None]) -> None:
    """Move grants to the seats to which their people have moved."""
    held = [(digest, role) for digest, role in queries.grants(connection, table_id) if role.seat is not None]
    columns = schema.secrets.c
    connection.execute(delete(schema.secrets).where(columns.table_id == table_id, columns.role == "seat"))
    places = {old: seat for seat, old in enumerate(order) if old is not None}
    moved = {(digest, Role(role.kind, places[role.seat])) for digest, role in held if role.seat in places}
    queries.add_grants(connection, table_id, moved)


def owner_of(connection: Connection, table_id: str) -> str:
    """Read the owner of a table, who pays for its bots' time."""
    return str(connection.execute(select(schema.tables.c.owner).where(schema.tables.c.id == table_id)).scalar_one())


def change_agreement(connection: Connection, table_id: str, agreed: Mapping[str, Any]) -> None:
    """Update what lists need to know of how a table is played; the log says it too. The number of seats stays as it
    was when the table was made, because the log begins with them."""
    connection.execute(
        update(schema.tables)
        .where(schema.tables.c.id == table_id)
        .values(
            name=agreed["name"],
            options=json.dumps(agreed["options"]),
            settings=json.dumps(agreed["settings"]),
            public=agreed["public"],
        )
    )
