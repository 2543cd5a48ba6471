"""SQL for people who ask to be let in at a private table. All of these run inside a transaction."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, and_, delete, insert, select, update

from tilery.server.storage import schema
from tilery.server.storage.database import announce
from tilery.server.storage.people_queries import REVOKED


@dataclass(frozen=True)
class JoinRequest:
    """Somebody who has asked to be let in."""

    digest: str
    name: str
    declined: bool = False

    @property
    def id(self) -> str:
        """By which the request is answered; it does not tell the digest."""
        return self.digest[:16]


def add(connection: Connection, table_id: str, request: JoinRequest, at: float) -> None:
    values = {"table_id": table_id, "digest": request.digest, "name": request.name, "declined": False, "at": at}
    connection.execute(insert(schema.join_requests).values(**values))
    announce(connection, f"{table_id} {REVOKED}")


def find(connection: Connection, table_id: str, digest: str) -> JoinRequest | None:
    """Read what somebody has asked for at a table."""
    columns = schema.join_requests.c
    row = connection.execute(
        select(schema.join_requests).where(columns.table_id == table_id, columns.digest == digest)
    ).first()
    return None if row is None else JoinRequest(row.digest, row.name, row.declined)


def unanswered(connection: Connection, table_id: str) -> list[JoinRequest]:
    """Read who waits for an answer at a table, the first one first."""
    columns = schema.join_requests.c
    rows = connection.execute(
        select(schema.join_requests)
        .where(columns.table_id == table_id, ~columns.declined)
        .order_by(columns.at, columns.digest)
    )
    return [JoinRequest(row.digest, row.name) for row in rows]


def answer(connection: Connection, table_id: str, digest: str, *, accept: bool) -> None:
    """Write down an answer: a request that is granted is forgotten, because its digest opens the table from now on."""
    columns = schema.join_requests.c
    which = and_(columns.table_id == table_id, columns.digest == digest)
    if accept:
        connection.execute(delete(schema.join_requests).where(which))
    else:
        connection.execute(update(schema.join_requests).where(which).values(declined=True, name=""))
    announce(connection, f"{table_id} {REVOKED}")


def forget(connection: Connection, digest: str) -> None:
    """Remove all that somebody has asked for."""
    connection.execute(delete(schema.join_requests).where(schema.join_requests.c.digest == digest))


def owner_seats(connection: Connection, table_id: str) -> list[int]:
    """Read which seats the owner of a table has."""
    columns, owners = schema.secrets.c, schema.secrets.alias()
    chosen = (
        select(columns.seat)
        .join(owners, and_(owners.c.digest == columns.digest, owners.c.table_id == columns.table_id))
        .where(columns.table_id == table_id, columns.role == "seat", owners.c.role == "owner")
        .distinct()
        .order_by(columns.seat)
    )
    return list(connection.execute(chosen).scalars())
