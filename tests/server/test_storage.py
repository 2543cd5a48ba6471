"""Storage by itself: what waits together is written together, and what conflicts fails alone."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence

from sqlalchemy import Connection, select

from tilery.server.storage import queries, schema
from tilery.server.storage.database import ConflictError, Storage
from tilery.server.tables.players import Settings
from tilery.server.tables.roles import Role
from tilery.server.tables.table import Table

TABLE = Table("aaaaaaaaaaaa", "pebbles", 1, 2, {}, 1, Settings(), False)


def test_items_that_wait_share_their_work_and_only_the_one_that_conflicts_fails(database: str) -> None:
    sizes: list[int] = []
    go_on = threading.Event()

    def add(connection: Connection, digests: Sequence[str]) -> None:
        sizes.append(len(digests))
        queries.add_grants(connection, TABLE.id, [(digest, Role("watch")) for digest in digests])

    async def together(storage: Storage, *digests: str) -> list[type]:
        """Let the writer wait until all items do."""
        go_on.clear()
        writing = [storage.write(lambda _: go_on.wait()), *(storage.write_item(add, digest) for digest in digests)]
        tasks = [asyncio.ensure_future(work) for work in writing]
        await asyncio.sleep(0)
        go_on.set()
        return [type(result) for result in await asyncio.gather(*tasks, return_exceptions=True)][1:]

    async def whole(storage: Storage) -> None:
        await storage.write(lambda connection: queries.add_table(connection, TABLE, [], 0.0))
        assert await together(storage, "a", "b", "c") == [type(None)] * 3
        assert sizes == [3]
        assert await together(storage, "d", "b", "e") == [type(None), ConflictError, type(None)]
        assert sizes == [3, 3, 1, 1, 1]
        found = await storage.read(lambda link: link.execute(select(schema.secrets.c.digest)).scalars().all())
        assert sorted(found) == ["a", "b", "c", "d", "e"]

    storage = Storage(database)
    storage.open()
    try:
        asyncio.run(whole(storage))
    finally:
        storage.close()
