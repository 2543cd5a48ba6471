"""Secrets: who holds one may do what it opens. Storage keeps their digests alone."""

from __future__ import annotations

from sqlalchemy import Connection

from tilery.server.storage import queries
from tilery.server.tables.refusal import no_table, removed
from tilery.server.tables.registry import TABLE_ID, Tables
from tilery.server.tables.roles import BARRED, Role
from tilery.server.tables.tokens import digest_of, new_token


class Secrets:
    """What secrets open at the tables of a server."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._storage = tables.storage

    async def roles(self, table_id: str, secret: str, wanted: tuple[str, ...]) -> frozenset[Role]:
        """Return what a secret opens at a table. Storage is asked unless the roles in memory are wanted ones."""
        digest = digest_of(secret)
        live = self._tables.find_in_memory(table_id)
        known = live.roles.get(digest) if live is not None else None
        if known is not None and any(role.kind in wanted for role in known):
            return known
        if not TABLE_ID.fullmatch(table_id):
            return frozenset()
        number = live.table.number if live is not None else None
        found = await self._storage.read(lambda connection: queries.roles(connection, table_id, digest))
        if live is not None and found and live.table.number == number:  # nobody has stood up meanwhile
            live.roles[digest] = found
        return found

    async def is_public(self, table_id: str) -> bool:
        """Return whether there is such a table and anyone may find it."""
        live = self._tables.find_in_memory(table_id)
        if live is not None:
            return live.table.public
        if not TABLE_ID.fullmatch(table_id):
            return False
        return await self._storage.read(lambda connection: queries.is_public(connection, table_id))

    async def add(self, table_id: str, role: Role, holder: str) -> str:
        """Make another secret that opens `role`; for a seat, only while `holder` has it."""
        secret = new_token()

        def work(connection: Connection) -> None:
            if role.kind == "seat" and role not in queries.roles(connection, table_id, digest_of(holder)):
                raise no_table()
            queries.add_grants(connection, table_id, {(digest_of(secret), role)})

        await self._storage.write(work)
        return secret

    async def share(self, table_id: str, secret: str, holder: str) -> None:
        """Grant `secret` everything that `holder` opens."""
        digest = digest_of(secret)

        def work(connection: Connection) -> None:
            held = queries.roles(connection, table_id, digest_of(holder))
            known = queries.roles(connection, table_id, digest)
            if BARRED in known:
                raise removed()
            queries.add_grants(connection, table_id, {(digest, role) for role in held - known})

        await self._storage.write(work)
        live = self._tables.find_in_memory(table_id)
        if live is not None:
            live.roles.pop(digest, None)
            live.roles_version += 1
