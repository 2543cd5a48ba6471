"""Every SQL statement that tables need. All of these run inside a transaction."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import chain
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, or_, select, update

from tilery.server.storage import schema
from tilery.server.storage.database import announce
from tilery.server.tables.events import QUIET_KINDS, Event, without_names
from tilery.server.tables.players import Settings
from tilery.server.tables.roles import BARRED, Role
from tilery.server.tables.table import GOING_ON, STATUSES, Table

DELETED = -1
ROWS_AT_ONCE = 1000
"""How many rows one statement writes at most."""

# Statements of every move, one for all rows of a batch: drivers let other threads run at each statement, or each row of
# `executemany`, and then wait until those let go again, which took longer than all the rest. Rows go to `{rows}`.
_INSERT_EVENTS = 'INSERT INTO events (table_id, number, kind, seat, body, client, "at") VALUES {rows}'
_UPDATE_TABLES = (
    "WITH new (id, status, changed, owed, ends) AS (VALUES {rows}) "
    "UPDATE tables SET status = new.status, changed = new.changed, owed = new.owed, "
    "ends = CAST(new.ends AS double precision) FROM new WHERE tables.id = new.id"
)
_UPDATE_ENDS = (
    "WITH new (id, ends) AS (VALUES {rows}) "
    "UPDATE tables SET ends = CAST(new.ends AS double precision) FROM new WHERE tables.id = new.id"
)
_INSERT_WAKEUPS = "INSERT INTO wakeups (table_id, due, clock, alone) VALUES {rows}"


@dataclass(frozen=True)
class StoredTable:
    """A table as it is stored: as it was made, its log, and its status by the log."""

    table: Table
    log: list[Event]
    status: str


class Change(NamedTuple):
    """A table before and after an event."""

    before: Table
    after: Table
    event: Event


Grant = tuple[str, Role]
"""The digest of a secret, and what it opens."""


def add_table(connection: Connection, table: Table, grants: Iterable[Grant], now: float) -> None:
    """Insert a new table with its first events and the secrets that open it."""
    connection.execute(
        insert(schema.tables).values(
            id=table.id,
            name=table.name,
            game=table.game,
            rules=table.rules,
            seats=table.seats,
            options=_json(table.options),
            seed=f"{table.seed:032x}",
            settings=_json(asdict(table.settings)),
            public=table.public,
            owner=table.owner,
            status=table.status,
            created=now,
            changed=now,
            owed=_owed(table),
        )
    )
    add_grants(connection, table.id, grants)
    if table.events:
        _execute(connection, _INSERT_EVENTS, [_row(table.id, each) for each in table.events])
    _schedule(connection, [table])


def read_table(connection: Connection, table_id: str) -> StoredTable | None:
    """Read a table with its whole log; None if there is none."""
    found = connection.execute(select(schema.tables).where(schema.tables.c.id == table_id)).first()
    if found is None:
        return None
    table = Table(
        id=found.id,
        name=found.name,
        game=found.game,
        rules=found.rules,
        seats=found.seats,
        options=json.loads(found.options),
        seed=int(found.seed, 16),
        settings=Settings(**json.loads(found.settings)),
        public=found.public,
        owner=found.owner,
    )
    return StoredTable(table, _events(connection, table_id, 0), found.status)


def delete_table(connection: Connection, table_id: str) -> None:
    """Delete a table with all that belongs to it, and let the other processes know."""
    connection.execute(delete(schema.tables).where(schema.tables.c.id == table_id))
    announce(connection, f"{table_id} {DELETED}")


# The log.


def append(connection: Connection, changes: Sequence[Change]) -> None:
    """Append events of different tables to their logs, and update what lists and bots need to know of them."""
    _execute(connection, _INSERT_EVENTS, [_row(change.after.id, change.event) for change in changes])
    lively = [change for change in changes if change.event.kind not in QUIET_KINDS]
    quiet = [change for change in changes if change.event.kind in QUIET_KINDS]
    rows = [(after.id, after.status, event.at, _owed(after), after.ends) for _, after, event in lively]
    _execute(connection, _UPDATE_TABLES, rows)
    _execute(connection, _UPDATE_ENDS, [(change.after.id, change.after.ends) for change in quiet])
    _reschedule(connection, changes)
    announce(connection, *(f"{after.id} {event.number}" for _, after, event in changes))


def _owed(table: Table) -> int:
    """Write which seats' people owe a decision, bit by bit."""
    return sum(1 << seat for seat in range(table.seats) if table.owes(seat))


def is_known(connection: Connection, table_id: str) -> bool:
    """Return whether there is a table with this id."""
    return connection.execute(select(schema.tables.c.id).where(schema.tables.c.id == table_id)).first() is not None


def read_events(connection: Connection, table_id: str, after: int) -> list[Event] | None:
    """Read the events after a number; None if the table is gone."""
    if not is_known(connection, table_id):
        return None
    return _events(connection, table_id, after)


def erase_name(connection: Connection, table_id: str, seat: int) -> None:
    """Remove a person's name from the log."""
    columns = schema.events.c
    log = _events(connection, table_id, 0)
    for event, nameless in zip(log, without_names(log, seat), strict=True):
        if nameless != event:
            connection.execute(
                update(schema.events)
                .where(columns.table_id == table_id, columns.number == event.number)
                .values(body=_json(nameless.body))
            )


def _events(connection: Connection, table_id: str, after: int) -> list[Event]:
    columns = schema.events.c
    rows = connection.execute(
        select(schema.events).where(columns.table_id == table_id, columns.number > after).order_by(columns.number)
    )
    return [Event(row.number, row.kind, row.seat, json.loads(row.body), row.at, row.client) for row in rows]


def _reschedule(connection: Connection, changes: Iterable[Change]) -> None:
    """Reschedule bots and clocks of tables for when they are due now; claims on the old time are void."""
    moved = []
    for before, after, _ in changes:
        old, new = _wakeup(before), _wakeup(after)
        if old != new or (old is not None and before.match_event != after.match_event):
            moved.append(after)
    if moved:
        old_ones = schema.wakeups.c.table_id.in_([table.id for table in moved])
        connection.execute(delete(schema.wakeups).where(old_ones))
        _schedule(connection, moved)


def _schedule(connection: Connection, tables: Iterable[Table]) -> None:
    _execute(connection, _INSERT_WAKEUPS, [row for table in tables if (row := _wakeup(table)) is not None])


def _wakeup(table: Table) -> tuple[Any, ...] | None:
    """Return the row that says when something is due at a table, if anything is."""
    due = table.next_due()
    if due is None:
        return None
    return (table.id, due, table.clock_due(), table.is_alone)


# Secrets.


def add_grants(connection: Connection, table_id: str, grants: Iterable[Grant]) -> None:
    """Grant roles at a table to secrets."""
    rows = [
        {
            "digest": digest,
            "table_id": table_id,
            "role": role.kind,
            "seat": schema.NO_SEAT if role.seat is None else role.seat,
        }
        for digest, role in grants
    ]
    if rows:
        connection.execute(insert(schema.secrets), rows)


def remove_grants(connection: Connection, table_id: str, role: Role) -> None:
    """Remove every secret that opens a role."""
    columns = schema.secrets.c
    connection.execute(
        delete(schema.secrets).where(columns.table_id == table_id, columns.role == role.kind, columns.seat == role.seat)
    )


def grants(connection: Connection, table_id: str) -> list[Grant]:
    """Read all secrets of a table."""
    rows = connection.execute(select(schema.secrets).where(schema.secrets.c.table_id == table_id))
    return [(row.digest, role_of(row)) for row in rows]


def roles(connection: Connection, table_id: str, digest: str) -> frozenset[Role]:
    """Read what a secret opens at a table."""
    columns = schema.secrets.c
    rows = connection.execute(select(schema.secrets).where(columns.digest == digest, columns.table_id == table_id))
    return frozenset(role_of(row) for row in rows)


def role_of(row: Any) -> Role:
    has_seat = row.seat != schema.NO_SEAT and row.role != BARRED.kind
    return Role(row.role, row.seat if has_seat else None)


# Lists.


def public_ids(connection: Connection, limit: int) -> list[str]:
    """Read the ids of public tables that are not over, the latest first, and at most a tenth of them of one owner."""
    columns = schema.tables.c
    rank = func.row_number().over(partition_by=columns.owner, order_by=columns.changed.desc())
    ranked = select(columns.id, columns.changed, rank.label("rank")).where(columns.public, _is_going_on()).subquery()
    chosen = select(ranked.c.id).where(ranked.c.rank <= max(1, limit // 10)).order_by(ranked.c.changed.desc())
    return list(connection.execute(chosen.limit(limit)).scalars())


def count_public(connection: Connection, owner: str, since: float) -> int:
    """Count the public tables of an owner that are not over, and where something has happened since."""
    columns = schema.tables.c
    chosen = select(func.count()).where(columns.public, _is_going_on(), columns.owner == owner, columns.changed > since)
    return connection.execute(chosen).scalar_one()


def _is_going_on() -> ColumnElement[bool]:
    return schema.tables.c.status.in_(GOING_ON)


def is_public(connection: Connection, table_id: str) -> bool:
    return bool(connection.execute(select(schema.tables.c.public).where(schema.tables.c.id == table_id)).scalar())


def count_old(connection: Connection, versions: dict[str, range]) -> dict[str, int]:
    """Count the unfinished tables with other rules than these, by game."""
    columns = schema.tables.c
    current = or_(*(and_(columns.game == game, columns.rules.in_(known)) for game, known in versions.items()))
    chosen = select(columns.game, func.count()).where(columns.status != "over", ~current).group_by(columns.game)
    return {row[0]: row[1] for row in connection.execute(chosen)}


def count_by_status(connection: Connection) -> dict[str, int]:
    """Count all tables that are open, running and over."""
    columns = schema.tables.c
    counted = {
        row[0]: row[1] for row in connection.execute(select(columns.status, func.count()).group_by(columns.status))
    }
    return {status: counted.get(status, 0) for status in STATUSES}


# What all processes share.


def server_key(connection: Connection) -> str:
    """Read the key of secrets that are made from ids."""
    chosen = select(schema.server.c.value).where(schema.server.c.name == schema.KEY)
    return str(connection.execute(chosen).scalar_one())


def beat(connection: Connection, now: float) -> None:
    """Write a small row, to find out whether the database can be written."""
    connection.execute(update(schema.server).where(schema.server.c.name == schema.BEAT).values(value=str(now)))


def latest_change(connection: Connection) -> float | None:
    """Read when something last happened at any table."""
    return connection.execute(select(func.max(schema.tables.c.changed))).scalar()


def last_number(connection: Connection, table_id: str) -> int:
    """Read the number of the last event of a table; 0 if it is gone."""
    chosen = select(func.max(schema.events.c.number)).where(schema.events.c.table_id == table_id)
    return connection.execute(chosen).scalar() or 0


_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))  # made once: every move needs it


def _json(value: Any) -> str:
    return _ENCODER.encode(value)


def _row(table_id: str, event: Event) -> tuple[Any, ...]:
    return (table_id, event.number, event.kind, event.seat, _json(event.body), event.client, event.at)


def _execute(connection: Connection, statement: str, rows: Sequence[tuple[Any, ...]]) -> None:
    """Run a statement of many rows, a part of them at a time: databases have a limit of values."""
    place = "?" if connection.dialect.paramstyle == "qmark" else "%s"
    for start in range(0, len(rows), ROWS_AT_ONCE):
        part = rows[start : start + ROWS_AT_ONCE]
        row = f"({', '.join([place] * len(part[0]))})"
        connection.exec_driver_sql(
            statement.format(rows=", ".join([row] * len(part))), tuple(chain.from_iterable(part))
        )
