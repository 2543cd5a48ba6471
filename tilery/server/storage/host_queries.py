"""SQL for the host: lists of tables, people, reports, bans, keys and the log of what was done.

All of these run inside a transaction.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, delete, func, insert, or_, select, update

from tilery.server.storage import schema
from tilery.server.storage.database import announce
from tilery.server.tables.roles import BARRED
from tilery.server.tables.table import GOING_ON

CHANGED = "host"
"""Announced when bans or the announcement have changed."""
LOG_KEPT = 10_000
"""How many lines the log of the host has at most."""


@dataclass(frozen=True)
class Ban:
    """A ban for a time: of a network, or of the holder of a secret."""

    id: str
    network: str | None
    browser: str | None
    wide: bool
    reason: str
    created: float
    until: float


@dataclass(frozen=True)
class Report:
    """A message that somebody has reported to the host."""

    id: str
    table_id: str
    number: int
    seat: int
    by: int | None
    note: str
    at: float
    handled: bool


@dataclass(frozen=True)
class HostAction:
    """A line of the log: what was done by or for the host."""

    at: float
    by: str
    action: str
    table_id: str | None
    detail: dict[str, Any]


@dataclass(frozen=True)
class Row:
    """A table as the host's list shows it."""

    id: str
    name: str
    game: str
    rules: int
    seats: int
    public: bool
    status: str
    created: float
    changed: float
    ends: float | None
    reports: int
    """How many reports nobody has looked at."""


def new_id() -> str:
    return secrets.token_hex(4)


# Tables.


def tables(
    connection: Connection,
    limit: int,
    *,
    skip: int = 0,
    statuses: Collection[str] = (),
    search: str = "",
    reported: bool = False,
    still_since: float | None = None,
) -> list[Row]:
    """Read some tables: first those with reports, then the latest."""
    columns = schema.tables.c
    counted = _open_reports()
    rows = connection.execute(
        _filtered(select(schema.tables, counted.label("reports")), statuses, search, reported, still_since)
        .order_by(counted.desc(), columns.changed.desc(), columns.id)
        .limit(limit)
        .offset(skip)
    ).mappings()
    return [Row(**{name: row[name] for name in Row.__dataclass_fields__}) for row in rows]


def count_tables(
    connection: Connection,
    *,
    statuses: Collection[str] = (),
    search: str = "",
    reported: bool = False,
    still_since: float | None = None,
) -> int:
    """Count the tables that `tables` would read without a limit."""
    chosen = _filtered(select(schema.tables.c.id), statuses, search, reported, still_since)
    return connection.execute(select(func.count()).select_from(chosen.subquery())).scalar_one()


def find_row(connection: Connection, table_id: str) -> Row | None:
    chosen = select(schema.tables, _open_reports().label("reports")).where(schema.tables.c.id == table_id)
    row = connection.execute(chosen).mappings().first()
    return None if row is None else Row(**{name: row[name] for name in Row.__dataclass_fields__})


def _open_reports() -> Any:
    columns = schema.reports.c
    of_table = select(func.count()).where(columns.table_id == schema.tables.c.id, ~columns.handled)
    return of_table.correlate(schema.tables).scalar_subquery()


def _filtered(
    chosen: Select[Any], statuses: Collection[str], search: str, reported: bool, still_since: float | None
) -> Select[Any]:
    columns, events = schema.tables.c, schema.events.c
    if statuses:
        chosen = chosen.where(columns.status.in_(statuses))
    if reported:
        chosen = chosen.where(_open_reports() > 0)
    if still_since is not None:
        chosen = chosen.where(columns.status.in_(GOING_ON), columns.changed < still_since)
    if search:
        sat = select(events.table_id).where(events.kind == "sit", _contains(events.body, search))
        chosen = chosen.where(or_(_contains(columns.name, search), columns.id == search, columns.id.in_(sat)))
    return chosen


def _contains(column: Any, text: str) -> ColumnElement[bool]:
    found: ColumnElement[bool] = column.icontains(text, autoescape=True)
    return found


SEATING = ("sit", "seat_bot", "rise", "erase")


def people(connection: Connection, ids: Collection[str]) -> dict[str, dict[int, str]]:
    """Read who sits where at some tables: names of people, and levels of bots in brackets."""
    columns = schema.events.c
    found: dict[str, dict[int, str]] = {table_id: {} for table_id in ids}
    chosen = select(schema.events).where(columns.table_id.in_(ids), columns.kind.in_(SEATING))
    for event in connection.execute(chosen.order_by(columns.table_id, columns.number)):
        seats, body = found[event.table_id], json.loads(event.body)
        if event.kind == "rise":
            seats.pop(event.seat, None)
        elif event.kind == "erase":
            seats[event.seat] = ""
        else:
            seats[event.seat] = body["name"] if event.kind == "sit" else f"[{body['level']}]"
    return found


def remove_text(connection: Connection, table_id: str, number: int) -> None:
    """Delete the text of a message."""
    columns = schema.events.c
    message = update(schema.events).where(columns.table_id == table_id, columns.number == number)
    connection.execute(message.values(body=json.dumps({"text": ""})))


def holders(connection: Connection, table_id: str, seat: int) -> list[str]:
    """Read the digests of all secrets that open a seat or, if nobody has it, that opened it until its player was
    removed; but not those of the owner."""
    return _held(connection, table_id, seat, "seat") or _held(connection, table_id, seat, BARRED.kind)


def _held(connection: Connection, table_id: str, seat: int, role: str) -> list[str]:
    columns = schema.secrets.c
    owners = select(columns.digest).where(columns.table_id == table_id, columns.role == "owner")
    chosen = select(columns.digest).where(
        columns.table_id == table_id, columns.role == role, columns.seat == seat, columns.digest.not_in(owners)
    )
    return list(connection.execute(chosen).scalars())


def bar_holders(connection: Connection, table_id: str, seat: int) -> list[str]:
    """Bar all secrets of a seat from a table, whatever link they follow; return their digests."""
    columns = schema.secrets.c
    barred = _held(connection, table_id, seat, "seat")
    lost = columns.digest.in_(barred) | ((columns.role == "seat") & (columns.seat == seat))
    connection.execute(delete(schema.secrets).where(columns.table_id == table_id, lost))
    if barred:
        same = {"table_id": table_id, "role": BARRED.kind, "seat": seat}
        connection.execute(insert(schema.secrets), [{"digest": digest, **same} for digest in barred])
    return barred


# Reports.


def add_report(connection: Connection, report: Report) -> None:
    connection.execute(insert(schema.reports).values(**vars(report)))


def has_reported(connection: Connection, table_id: str, number: int, by: int | None) -> bool:
    columns = schema.reports.c
    is_by = columns.by.is_(None) if by is None else columns.by == by
    chosen = select(columns.id).where(columns.table_id == table_id, columns.number == number, is_by)
    return connection.execute(chosen).first() is not None


def reports(connection: Connection, table_id: str) -> list[Report]:
    """Read all reports at a table, the latest first."""
    columns = schema.reports.c
    rows = connection.execute(select(schema.reports).where(columns.table_id == table_id).order_by(columns.at.desc()))
    return [Report(**row) for row in rows.mappings()]


def count_reports(connection: Connection) -> int:
    """Count the reports that nobody has looked at."""
    return connection.execute(select(func.count()).where(~schema.reports.c.handled)).scalar_one()


def handle_reports(connection: Connection, table_id: str, number: int | None = None) -> int:
    """Mark the reports at a table, or those of one message, as handled; return how many there were."""
    columns = schema.reports.c
    waiting = update(schema.reports).where(columns.table_id == table_id, ~columns.handled)
    if number is not None:
        waiting = waiting.where(columns.number == number)
    return connection.execute(waiting.values(handled=True)).rowcount


# Bans and the announcement.


def bans(connection: Connection, now: float) -> list[Ban]:
    """Read the bans that are in force, the latest first."""
    columns = schema.bans.c
    rows = connection.execute(select(schema.bans).where(columns.until > now).order_by(columns.created.desc()))
    return [Ban(**row) for row in rows.mappings()]


def add_bans(connection: Connection, added: Iterable[Ban], now: float) -> None:
    """Ban somebody; bans that are over are forgotten."""
    connection.execute(delete(schema.bans).where(schema.bans.c.until <= now))
    for ban in added:
        connection.execute(insert(schema.bans).values(**vars(ban)))
    announce(connection, CHANGED)


def lift_ban(connection: Connection, ban_id: str) -> bool:
    """End a ban before its time; return whether there was one."""
    done = connection.execute(delete(schema.bans).where(schema.bans.c.id == ban_id)).rowcount > 0
    announce(connection, CHANGED)
    return done


def announcement(connection: Connection) -> tuple[str, float] | None:
    """Read what is announced, and until when."""
    chosen = select(schema.server.c.value).where(schema.server.c.name == schema.ANNOUNCEMENT)
    found = connection.execute(chosen).scalar()
    if not found:
        return None
    told = json.loads(found)
    return told["text"], told["until"]


def set_announcement(connection: Connection, text: str, until: float) -> None:
    """Announce something to everybody; an empty text ends it."""
    set_value(connection, schema.ANNOUNCEMENT, json.dumps({"text": text, "until": until}) if text else "")
    announce(connection, CHANGED)


def set_value(connection: Connection, name: str, value: str) -> None:
    """Set something that all processes share."""
    columns = schema.server.c
    if not connection.execute(update(schema.server).where(columns.name == name).values(value=value)).rowcount:
        connection.execute(insert(schema.server).values(name=name, value=value))


def value(connection: Connection, name: str) -> str | None:
    found = connection.execute(select(schema.server.c.value).where(schema.server.c.name == name)).scalar()
    return None if found is None else str(found)


# Keys and the log.


def add_key(connection: Connection, digest: str, name: str, now: float) -> None:
    connection.execute(insert(schema.host_keys).values(digest=digest, name=name, created=now))


def keys(connection: Connection) -> list[tuple[str, float]]:
    """Read the names of all keys to the host's page, and when they were made."""
    columns = schema.host_keys.c
    return [
        (row[0], row[1]) for row in connection.execute(select(columns.name, columns.created).order_by(columns.name))
    ]


def key_name(connection: Connection, digest: str) -> str | None:
    """Read the name of a key; None if it opens nothing."""
    chosen = select(schema.host_keys.c.name).where(schema.host_keys.c.digest == digest)
    found: str | None = connection.execute(chosen).scalar()
    return found


def remove_key(connection: Connection, name: str) -> bool:
    return connection.execute(delete(schema.host_keys).where(schema.host_keys.c.name == name)).rowcount > 0


def note(connection: Connection, done: HostAction) -> None:
    """Log an action; the oldest lines are deleted."""
    columns = schema.host_log.c
    connection.execute(
        insert(schema.host_log).values(
            id=secrets.token_hex(8),
            at=done.at,
            by=done.by,
            action=done.action,
            table_id=done.table_id,
            detail=json.dumps(done.detail),
        )
    )
    oldest = select(columns.at).order_by(columns.at.desc()).offset(LOG_KEPT).limit(1).scalar_subquery()
    connection.execute(delete(schema.host_log).where(columns.at <= oldest))


def latest_actions(connection: Connection, limit: int) -> list[HostAction]:
    """Read the end of the log, the latest first."""
    columns = schema.host_log.c
    rows = connection.execute(select(schema.host_log).order_by(columns.at.desc()).limit(limit))
    return [HostAction(row.at, row.by, row.action, row.table_id, json.loads(row.detail)) for row in rows]


# Tables that end by rules.


def due_to_end(connection: Connection, statuses: Collection[str], before: float, limit: int) -> list[str]:
    """Read the tables whose log says that they end before a time."""
    columns = schema.tables.c
    chosen = select(columns.id).where(columns.status.in_(statuses), columns.ends <= before)
    return list(connection.execute(chosen.order_by(columns.ends).limit(limit)).scalars())


def to_be_warned(
    connection: Connection, statuses: Collection[str], before: float, limit: int
) -> list[tuple[str, float]]:
    """Read the tables where nothing has happened since a time and which do not know yet when they end."""
    columns = schema.tables.c
    chosen = select(columns.id, columns.changed).where(
        columns.status.in_(statuses), columns.changed <= before, columns.ends.is_(None)
    )
    return [(row[0], row[1]) for row in connection.execute(chosen.order_by(columns.changed).limit(limit))]


def set_end(connection: Connection, table_id: str, at: float) -> None:
    """Note when a table ends whose log cannot say so, because its rules are not here."""
    connection.execute(update(schema.tables).where(schema.tables.c.id == table_id).values(ends=at))


def size(connection: Connection) -> int:
    """Return how many bytes the database takes."""
    if connection.dialect.name == "postgresql":
        return int(connection.exec_driver_sql("SELECT pg_database_size(current_database())").scalar_one())
    pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
    return int(pages) * int(connection.exec_driver_sql("PRAGMA page_size").scalar_one())
