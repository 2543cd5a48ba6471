"""One person on several devices: a personal link carries the secret that opens all of their tables.

There is no account: whoever holds the secret is that person. It can be renewed, which shuts everybody else out.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import Connection

from tilery.server.storage import (
    club_queries,
    join_queries,
    notice_queries,
    passkey_queries,
    people_queries,
    profile_queries,
    queries,
)
from tilery.server.tables import commands
from tilery.server.tables.refusal import Refusal
from tilery.server.tables.registry import Tables
from tilery.server.tables.tokens import digest_of, new_token


class People:
    """What a person can do with all of their tables at once."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def renew(self, secret: str) -> str:
        """Give a person a new secret, which opens all that the old one opened; the old one opens nothing any more."""
        old, new = digest_of(secret), new_token()

        def work(connection: Connection) -> list[str]:
            notice_queries.change_holder(connection, old, digest_of(new))
            club_queries.change_holder(connection, old, digest_of(new))
            profile_queries.change_holder(connection, old, digest_of(new))
            passkey_queries.remove_holder(connection, old)  # they bring the old secret
            return people_queries.move_grants(connection, old, digest_of(new))

        self._forget(await self._tables.storage.write(work))
        return new

    async def bring_along(self, secret: str, person: str) -> None:
        """Grant a person what another secret opens, such as that of a device before it was theirs."""
        old, new = digest_of(secret), digest_of(person)

        def work(connection: Connection) -> list[str]:
            notice_queries.change_holder(connection, old, new)
            club_queries.change_holder(connection, old, new)
            profile_queries.change_holder(connection, old, new)
            return people_queries.copy_grants(connection, old, new)

        self._forget(await self._tables.storage.write(work))

    async def erase(self, secret: str) -> None:
        """Forget a person: their names and messages at all tables, their profile,
        clubs and subscriptions, and what their secret opens."""
        digest = digest_of(secret)
        seats = await self._tables.storage.read(lambda connection: people_queries.seats(connection, digest))
        for table_id, seat in seats:
            await self._erase_at(table_id, seat)

        def work(connection: Connection) -> list[str]:
            notice_queries.remove_holder(connection, digest)
            passkey_queries.remove_holder(connection, digest)
            club_queries.erase_holder(connection, digest, self._tables.now())
            profile_queries.unshare(connection, digest)
            join_queries.forget(connection, digest)
            return people_queries.remove_grants(connection, digest)

        self._forget(await self._tables.storage.write(work))

    async def _erase_at(self, table_id: str, seat: int) -> None:
        def erase(connection: Connection, _event: object) -> None:
            queries.erase_name(connection, table_id, seat)

        try:
            await self._tables.submit(table_id, lambda table: commands.erase(table, seat), also=erase)
        except Refusal:  # it has no name, or the table cannot be opened any more
            return

    def _forget(self, ids: Iterable[str]) -> None:
        for table_id in ids:
            self._tables.forget_roles(table_id)
