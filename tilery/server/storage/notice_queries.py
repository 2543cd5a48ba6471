"""SQL for notices: who wants to be told, and what they were told. All of these run inside a transaction."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, fields

from sqlalchemy import Connection, and_, delete, func, insert, or_, select, update

from tilery.server.storage import schema

PUSH, MAIL, SERVICE = "push", "mail", "service"
"""The carriers of messages."""


@dataclass(frozen=True)
class Subscription:
    """Where somebody wants to be told when a seat of theirs owes a decision: a browser, or an address."""

    id: str
    holder: str
    carrier: str
    address: str
    confirmed: bool
    language: str
    zone: str
    quiet_from: int | None
    quiet_to: int | None
    created: float


_COLUMNS = tuple(schema.subscriptions.c[field.name] for field in fields(Subscription))


@dataclass(frozen=True)
class Notice:
    """What a browser was told of a table."""

    seen: float
    told_since: float | None = None
    remind_at: float | None = None


@dataclass(frozen=True)
class ChangedTable:
    """A table where something has happened since a browser's notices were looked at last."""

    subscription: Subscription
    table_id: str
    changed: float
    notice: Notice | None


def push_key(connection: Connection, new: str) -> str:
    """Read the private key of this server; the first one to ask brings a new one."""
    found = select(schema.server.c.value).where(schema.server.c.name == schema.PUSH_KEY)
    key = connection.execute(found).scalar()
    if key is None:
        connection.execute(insert(schema.server).values(name=schema.PUSH_KEY, value=new))
        return new
    return str(key)


def subscribe(connection: Connection, subscription: Subscription, most: int) -> None:
    """Add or change the subscription of a browser; of one holder's, the oldest beyond `most` go."""
    columns = schema.subscriptions.c
    if is_subscribed(connection, subscription.id, subscription.holder):  # what it was told already stays known
        changed = {name: value for name, value in vars(subscription).items() if name != "created"}
        connection.execute(update(schema.subscriptions).where(columns.id == subscription.id).values(**changed))
        return
    connection.execute(delete(schema.subscriptions).where(columns.id == subscription.id))
    connection.execute(insert(schema.subscriptions).values(**vars(subscription)))
    own = and_(columns.holder == subscription.holder, columns.carrier == PUSH)
    newest = select(columns.id).where(own).order_by(columns.created.desc())
    kept = list(connection.execute(newest.limit(most)).scalars())
    connection.execute(delete(schema.subscriptions).where(own, columns.id.not_in(kept)))


def unsubscribe(connection: Connection, subscription_id: str) -> None:
    connection.execute(delete(schema.subscriptions).where(schema.subscriptions.c.id == subscription_id))


def change_holder(connection: Connection, old: str, new: str) -> None:
    """Move a person's subscriptions to their new secret."""
    columns = schema.subscriptions.c
    connection.execute(update(schema.subscriptions).where(columns.holder == old).values(holder=new))


def remove_holder(connection: Connection, holder: str) -> None:
    connection.execute(delete(schema.subscriptions).where(schema.subscriptions.c.holder == holder))


def is_subscribed(connection: Connection, subscription_id: str, holder: str) -> bool:
    columns = schema.subscriptions.c
    chosen = select(columns.id).where(columns.id == subscription_id, columns.holder == holder)
    return connection.execute(chosen).first() is not None


def candidates(
    connection: Connection, now: float, patience: float, limit: int, carriers: Collection[str]
) -> list[ChangedTable]:
    """Read where somebody may have to be told something: running tables that have rested for a moment."""
    own, tables, secrets, told = schema.subscriptions, schema.tables.c, schema.secrets.c, schema.notices.c
    chosen = (
        select(*_COLUMNS, tables.id.label("table_id"), tables.changed, told.seen, told.told_since, told.remind_at)
        .join(schema.secrets, and_(secrets.digest == own.c.holder, secrets.role == "seat"))
        .join(schema.tables, tables.id == secrets.table_id)
        .outerjoin(schema.notices, and_(told.subscription_id == own.c.id, told.table_id == tables.id))
        .where(
            own.c.confirmed,
            own.c.carrier.in_(carriers),
            tables.status == "running",
            tables.changed <= now - patience,
            or_(told.seen.is_(None), told.seen < tables.changed, told.remind_at <= now),
        )
        .order_by(func.coalesce(told.seen, 0.0), tables.changed)
        .limit(limit)
    )
    found: dict[tuple[str, str], ChangedTable] = {}
    for row in connection.execute(chosen):
        subscription = Subscription(*row[: len(_COLUMNS)])
        notice = None if row.seen is None else Notice(row.seen, row.told_since, row.remind_at)
        found[subscription.id, row.table_id] = ChangedTable(subscription, row.table_id, row.changed, notice)
    return list(found.values())


def note(connection: Connection, candidate: ChangedTable, notice: Notice) -> bool:
    """Note that a notice is being sent; False if another process was quicker, which then sends it."""
    told = schema.notices.c
    key = and_(told.subscription_id == candidate.subscription.id, told.table_id == candidate.table_id)
    found = connection.execute(select(schema.notices).where(key).with_for_update()).first()
    before = None if found is None else Notice(found.seen, found.told_since, found.remind_at)
    if before != candidate.notice:
        return False
    values = vars(notice)
    if before is None:
        own = {"subscription_id": candidate.subscription.id, "table_id": candidate.table_id}
        connection.execute(insert(schema.notices).values(**own, **values))
    else:
        connection.execute(update(schema.notices).where(key).values(**values))
    return True


def seats_of(connection: Connection, table_id: str, holder: str) -> frozenset[int]:
    """Read which seats a holder has at a table."""
    columns = schema.secrets.c
    chosen = select(columns.seat).where(
        columns.table_id == table_id, columns.digest == holder, columns.role == "seat"
    )  # fmt: skip
    return frozenset(connection.execute(chosen).scalars())


# Addresses that people have given, and shown to be their own.


def add_address(connection: Connection, added: Subscription, most: int, wait: float) -> str | None:
    """Add an address that is not confirmed yet; return why not, if not: too_many, known, or waiting."""
    columns = schema.subscriptions.c
    stale = delete(schema.subscriptions).where(columns.confirmed.is_(False), columns.created < added.created - wait)
    connection.execute(stale)
    same = select(columns.holder, columns.confirmed).where(
        columns.carrier == added.carrier, columns.address == added.address
    )
    for holder, confirmed in connection.execute(same):
        if holder == added.holder and confirmed:
            return "known"
        if not confirmed:  # whoever has asked for it: nobody is asked twice whether an address is theirs
            return "waiting"
    if len(addresses(connection, added.holder)) >= most:
        return "too_many"
    connection.execute(insert(schema.subscriptions).values(**vars(added)))
    return None


def addresses(connection: Connection, holder: str) -> list[Subscription]:
    """Read somebody's addresses for notices, other than browsers."""
    columns = schema.subscriptions.c
    chosen = select(*_COLUMNS).where(columns.holder == holder, columns.carrier != PUSH).order_by(columns.created)
    return [Subscription(*row) for row in connection.execute(chosen)]


def find_subscription(connection: Connection, subscription_id: str) -> Subscription | None:
    row = connection.execute(select(*_COLUMNS).where(schema.subscriptions.c.id == subscription_id)).first()
    return None if row is None else Subscription(*row)


def confirm(connection: Connection, subscription_id: str, now: float) -> None:
    """Note that an address is somebody's own; what happened before is no news for it."""
    own = schema.subscriptions
    chosen = update(own).where(own.c.id == subscription_id, own.c.confirmed.is_(False))
    connection.execute(chosen.values(confirmed=True, created=now))
