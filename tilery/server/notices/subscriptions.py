"""Who wants to be told: browsers, by the secrets that open their seats."""

from __future__ import annotations

from sqlalchemy import Connection

from tilery.server.storage import notice_queries as queries
from tilery.server.storage.notice_queries import PUSH, Subscription
from tilery.server.tables.registry import Tables
from tilery.server.tables.tokens import digest_of

MOST = 10
"""How many browsers one secret can have: somebody's devices."""


class Subscriptions:
    """The subscriptions of a server."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def add(
        self,
        subscription_id: str,
        secret: str,
        address: str,
        *,
        language: str,
        zone: str,
        quiet: tuple[int | None, int | None],
    ) -> None:
        """Subscribe a browser to notices about the seats that a secret opens."""
        added = Subscription(
            subscription_id, digest_of(secret), PUSH, address, True, language, zone, *quiet, self._tables.now()
        )  # fmt: skip
        await self._tables.storage.write(lambda connection: queries.subscribe(connection, added, MOST))

    async def has(self, subscription_id: str, secret: str) -> bool:
        holder = digest_of(secret)
        return await self._tables.storage.read(
            lambda connection: queries.is_subscribed(connection, subscription_id, holder)
        )

    async def remove(self, subscription_id: str, secret: str) -> None:
        """Forget a browser, if the secret is its own."""
        holder = digest_of(secret)

        def work(connection: Connection) -> None:
            if queries.is_subscribed(connection, subscription_id, holder):
                queries.unsubscribe(connection, subscription_id)

        await self._tables.storage.write(work)
