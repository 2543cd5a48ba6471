"""SQL for passkeys. All of these run inside a transaction."""

from __future__ import annotations

from dataclasses import dataclass, fields

from sqlalchemy import Connection, delete, func, insert, select, update

from tilery.server.storage import schema


@dataclass(frozen=True)
class Passkey:
    """A passkey of somebody."""

    id: str
    holder: str
    public_key: str
    uses: int
    sealed: str
    created: float


_COLUMNS = tuple(schema.passkeys.c[field.name] for field in fields(Passkey))
_id, _holder = schema.passkeys.c.id, schema.passkeys.c.holder


def add(connection: Connection, passkey: Passkey, most: int) -> bool:
    """Keep a new passkey, unless its holder has many."""
    own = select(func.count()).select_from(schema.passkeys).where(_holder == passkey.holder)
    if connection.execute(own).scalar_one() >= most:
        return False
    connection.execute(insert(schema.passkeys).values(**vars(passkey)))
    return True


def find(connection: Connection, passkey_id: str) -> Passkey | None:
    row = connection.execute(select(*_COLUMNS).where(_id == passkey_id)).first()
    return None if row is None else Passkey(*row)


def of(connection: Connection, holder: str) -> list[Passkey]:
    """Read somebody's passkeys, the oldest first."""
    chosen = select(*_COLUMNS).where(_holder == holder).order_by(schema.passkeys.c.created)
    return [Passkey(*row) for row in connection.execute(chosen)]


def spend_challenge(connection: Connection, digest: str, until: float, now: float) -> bool:
    """Note that a challenge was answered; False if it had been before. Those that hold no more are forgotten."""
    spent = schema.spent_challenges.c
    connection.execute(delete(schema.spent_challenges).where(spent.until < now))
    if connection.execute(select(spent.digest).where(spent.digest == digest)).first() is not None:
        return False
    connection.execute(insert(schema.spent_challenges).values(digest=digest, until=until))
    return True


def note_use(connection: Connection, passkey: Passkey, uses: int) -> bool:
    """Note how often a passkey says it was used; False if another request was quicker."""
    chosen = update(schema.passkeys).where(_id == passkey.id, schema.passkeys.c.uses == passkey.uses)
    return connection.execute(chosen.values(uses=uses)).rowcount == 1


def remove(connection: Connection, holder: str, passkey_id: str) -> None:
    connection.execute(delete(schema.passkeys).where(_holder == holder, _id == passkey_id))


def remove_holder(connection: Connection, holder: str) -> None:
    connection.execute(delete(schema.passkeys).where(_holder == holder))
