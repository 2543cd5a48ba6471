"""Joining a private table without its link: who invites, asking to be let in, and the answer."""

from __future__ import annotations

from sqlalchemy import Connection

from tilery.server.storage import join_queries, queries
from tilery.server.storage.join_queries import JoinRequest
from tilery.server.tables.callers import Caller
from tilery.server.tables.rate_limit import RateLimit
from tilery.server.tables.refusal import Refusal, no_table
from tilery.server.tables.registry import Tables
from tilery.server.tables.roles import Role
from tilery.server.tables.table import Table
from tilery.server.tables.texts import clean_name
from tilery.server.tables.tokens import digest_of
from tilery.words import say

__all__ = ["JoinRequest", "Joining"]

MOST_REQUESTS = 10
"""How many people may wait for an answer at one table."""


class Joining:
    """The requests to join the tables of a server."""

    def __init__(self, tables: Tables, a_minute: int) -> None:
        self._tables = tables
        self._requests = RateLimit(a_minute)

    async def inviter(self, table: Table) -> str:
        """Return the name of whoever made a table; of any person there if its owner does not play; else nothing."""
        found = await self._tables.storage.read(lambda connection: join_queries.owner_seats(connection, table.id))
        people = [seat for seat, player in enumerate(table.players) if player.kind == "person" and player.name]
        chosen = [seat for seat in found if seat in people] or people
        return table.players[chosen[0]].name if chosen else ""

    async def state(self, caller: Caller, table_id: str) -> JoinRequest | None:
        """Return what somebody has asked for, if they have."""
        if caller.secret is None:
            return None
        digest = digest_of(caller.secret)
        return await self._tables.storage.read(lambda connection: join_queries.find(connection, table_id, digest))

    async def ask(self, caller: Caller, table_id: str, browser: str, name: str) -> None:
        """Ask to be let in."""
        self._tables.host.check(caller.address, browser)
        request = JoinRequest(digest_of(browser), clean_name(name))
        self._requests.count(caller.client)
        now = self._tables.now()

        def work(connection: Connection) -> None:
            if not queries.is_known(connection, table_id):
                raise no_table()
            if join_queries.find(connection, table_id, request.digest) is not None:
                return  # pressed twice, or declined
            if len(join_queries.unanswered(connection, table_id)) >= MOST_REQUESTS:
                raise Refusal("too_often", say("Too many people are waiting for an answer there. Try again later."))
            join_queries.add(connection, table_id, request, now)

        await self._tables.storage.write(work)
        self._tables.forget_roles(table_id)

    async def unanswered(self, table_id: str) -> list[JoinRequest]:
        """Return who waits for an answer."""
        return await self._tables.storage.read(lambda connection: join_queries.unanswered(connection, table_id))

    async def answer(self, table_id: str, request_id: str, *, accept: bool) -> None:
        """Admit somebody, or turn them away."""

        def work(connection: Connection) -> None:
            waiting = {request.id: request for request in join_queries.unanswered(connection, table_id)}
            found = waiting.get(request_id)
            if found is None:
                return  # somebody else has answered
            join_queries.answer(connection, table_id, found.digest, accept=accept)
            invited = Role("invite")
            if accept and invited not in queries.roles(connection, table_id, found.digest):
                queries.add_grants(connection, table_id, {(found.digest, invited)})

        await self._tables.storage.write(work)
        self._tables.forget_roles(table_id)
