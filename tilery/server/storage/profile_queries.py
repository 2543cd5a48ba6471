"""The SQL of profiles: the finished games of a person, how they ended, and who has shared theirs."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from tilery.server.storage import schema

_tables, _secrets, _results, _profiles = schema.tables.c, schema.secrets.c, schema.results.c, schema.profiles.c
_reviews = schema.reviews.c


@dataclass(frozen=True)
class OwnGame:
    """A finished game in which somebody had one seat."""

    table_id: str
    game: str
    seat: int
    changed: float
    is_reviewed: bool
    result: dict[str, Any] | None
    """How it ended, if that is known without playing it again."""


def own_games(connection: Connection, holder: str, limit: int) -> list[OwnGame]:
    """Read the finished games in which a secret opens just one seat, the latest first."""
    seats = (
        select(_secrets.table_id, func.min(_secrets.seat).label("seat"))
        .where(_secrets.digest == holder, _secrets.role == "seat")
        .group_by(_secrets.table_id)
        .having(func.count() == 1)
        .subquery()
    )
    joined = (
        seats.join(schema.tables, _tables.id == seats.c.table_id)
        .outerjoin(schema.results, _results.table_id == seats.c.table_id)
        .outerjoin(schema.reviews, _reviews.table_id == seats.c.table_id)
    )
    chosen = (
        select(_tables.id, _tables.game, seats.c.seat, _tables.changed, _results.body, _reviews.table_id)
        .select_from(joined)
        .where(_tables.status == "over")
        .order_by(_tables.changed.desc(), _tables.id)
        .limit(limit)
    )
    return [
        OwnGame(row[0], row[1], row[2], row[3], row[5] is not None, None if row[4] is None else json.loads(row[4]))
        for row in connection.execute(chosen)
    ]


def accuracies(connection: Connection, table_id: str) -> list[float]:
    """Read how accurately everybody played, from the review of a game; empty if there is none."""
    body = connection.execute(select(_reviews.body).where(_reviews.table_id == table_id)).scalar()
    return [] if body is None else [float(player["accuracy"]) for player in json.loads(body)["players"]]


def keep_results(connection: Connection, results: Iterable[tuple[str, dict[str, Any]]]) -> None:
    """Keep how games ended, unless their tables are gone."""
    for table_id, body in results:
        if connection.execute(select(_tables.id).where(_tables.id == table_id)).first() is not None:
            connection.execute(delete(schema.results).where(_results.table_id == table_id))
            text = json.dumps(body, separators=(",", ":"))
            connection.execute(insert(schema.results).values(table_id=table_id, body=text))


# Sharing.


def shared_link(connection: Connection, holder: str) -> str | None:
    """Read the link of a shared profile; None if it is not shared."""
    return connection.execute(select(_profiles.link).where(_profiles.holder == holder)).scalar()


def find_shared(connection: Connection, link: str) -> tuple[str, str] | None:
    """Read whose profile a link shows: the digest of the secret, and the name."""
    row = connection.execute(select(_profiles.holder, _profiles.name).where(_profiles.link == link)).first()
    return None if row is None else (row.holder, row.name)


def share(connection: Connection, holder: str, link: str, name: str) -> None:
    unshare(connection, holder)
    connection.execute(insert(schema.profiles).values(holder=holder, link=link, name=name))


def unshare(connection: Connection, holder: str) -> None:
    connection.execute(delete(schema.profiles).where(_profiles.holder == holder))


def change_holder(connection: Connection, old: str, new: str) -> None:
    """Move a person's profile to another secret, unless that has one of its own."""
    if shared_link(connection, new) is None:
        connection.execute(update(schema.profiles).where(_profiles.holder == old).values(holder=new))
