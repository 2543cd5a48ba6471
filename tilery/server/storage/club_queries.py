"""The SQL of clubs. All of these run inside a transaction."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from tilery.server.storage import schema
from tilery.server.tables.events import Event

_clubs, _events, _members, _games = schema.clubs.c, schema.club_events.c, schema.club_members.c, schema.club_tables.c


def add_club(connection: Connection, club_id: str, link: str, now: float) -> None:
    connection.execute(insert(schema.clubs).values(id=club_id, link=link, created=now))


def find_club(connection: Connection, link: str) -> str | None:
    """Read the id of a club by its link."""
    return connection.execute(select(_clubs.id).where(_clubs.link == link)).scalar()


def link_of(connection: Connection, club_id: str) -> str | None:
    return connection.execute(select(_clubs.link).where(_clubs.id == club_id)).scalar()


def change_link(connection: Connection, club_id: str, link: str) -> None:
    connection.execute(update(schema.clubs).where(_clubs.id == club_id).values(link=link))


def read_events(connection: Connection, club_id: str, after: int) -> list[Event]:
    """Read the events of a club after a number."""
    chosen = select(schema.club_events).where(_events.club_id == club_id, _events.number > after)
    rows = connection.execute(chosen.order_by(_events.number))
    return [Event(row.number, row.kind, None, json.loads(row.body), row.at, row.client) for row in rows]


def append_event(connection: Connection, club_id: str, event: Event) -> None:
    connection.execute(
        insert(schema.club_events).values(
            club_id=club_id,
            number=event.number,
            kind=event.kind,
            body=_json(event.body),
            client=event.client,
            at=event.at,
        )
    )


# Members, by the digests of the secrets of their browsers.


def member_of(connection: Connection, club_id: str, holder: str) -> int | None:
    chosen = select(_members.member).where(_members.club_id == club_id, _members.holder == holder)
    return connection.execute(chosen).scalar()


def holders(connection: Connection, club_id: str) -> dict[int, str]:
    """Read the digests of secrets of a club's members."""
    rows = connection.execute(select(_members.member, _members.holder).where(_members.club_id == club_id))
    return {row.member: row.holder for row in rows}


def add_member(connection: Connection, club_id: str, member: int, holder: str) -> None:
    if member_of(connection, club_id, holder) is None:
        connection.execute(insert(schema.club_members).values(club_id=club_id, member=member, holder=holder))


def clubs_of(connection: Connection, holder: str) -> list[str]:
    """Read the ids of the clubs that somebody has joined, the latest first; also of those that were left since."""
    joined = select(_members.club_id).where(_members.holder == holder)
    chosen = select(_clubs.id).where(_clubs.id.in_(joined)).order_by(_clubs.created.desc(), _clubs.id)
    return list(connection.execute(chosen).scalars())


def change_holder(connection: Connection, old: str, new: str) -> None:
    """Give a person's memberships to another secret, except in clubs where that is a member already."""
    taken = set(clubs_of(connection, new))
    for club_id in clubs_of(connection, old):
        if club_id not in taken:
            chosen = update(schema.club_members).where(_members.club_id == club_id, _members.holder == old)
            connection.execute(chosen.values(holder=new))


def erase_holder(connection: Connection, holder: str, now: float) -> None:
    """Erase a person from all clubs: their name and secret. Their games stay, without a name."""
    for club_id in clubs_of(connection, holder):
        member = member_of(connection, club_id, holder)
        events = read_events(connection, club_id, 0)
        for event in events:
            if event.kind == "join" and event.body["member"] == member:
                chosen = update(schema.club_events).where(
                    _events.club_id == club_id, _events.number == event.number
                )  # fmt: skip
                connection.execute(chosen.values(body=_json({**event.body, "name": ""})))
        body = {"member": member, "why": "erased"}
        append_event(connection, club_id, Event(len(events) + 1, "leave", None, body, now))
    connection.execute(delete(schema.club_members).where(_members.holder == holder))


# Tables of clubs.


def add_tables(connection: Connection, club_id: str, ids: Iterable[str]) -> None:
    """Note tables whose results a club waits for."""
    rows = [{"table_id": table_id, "club_id": club_id, "open": True} for table_id in ids]
    if rows:
        connection.execute(insert(schema.club_tables), rows)


def club_of_table(connection: Connection, table_id: str) -> str | None:
    """Read the id of the club that a table belongs to."""
    return connection.execute(select(_games.club_id).where(_games.table_id == table_id)).scalar()


def close_table(connection: Connection, table_id: str) -> None:
    """Note that a club has the result of a table."""
    connection.execute(update(schema.club_tables).where(_games.table_id == table_id).values(open=False))


def finished_tables(connection: Connection, limit: int) -> list[tuple[str, str]]:
    """Read which tables are over, or gone, whose results clubs wait for: club and table."""
    tables = schema.tables.c
    joined = schema.club_tables.outerjoin(schema.tables, tables.id == _games.table_id)
    chosen = select(_games.club_id, _games.table_id).select_from(joined)
    chosen = chosen.where(_games.open, func.coalesce(tables.status, "over") == "over").limit(limit)
    return [(row.club_id, row.table_id) for row in connection.execute(chosen)]


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
