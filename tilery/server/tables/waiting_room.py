"""What people can ask for at a table before its game begins. Each change is an event of its log."""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial

from sqlalchemy import Connection

from tilery import games
from tilery.server.config import Config
from tilery.server.storage import join_queries, queries, seating_queries
from tilery.server.tables import commands, seating
from tilery.server.tables.callers import Caller
from tilery.server.tables.events import Command, Event, RequestId
from tilery.server.tables.rate_limit import RateLimit, check_public
from tilery.server.tables.refusal import Refusal
from tilery.server.tables.registry import PUBLIC_SECONDS, Propose, Tables
from tilery.server.tables.roles import Role, seat_of
from tilery.server.tables.seating import Agreement
from tilery.server.tables.table import Table
from tilery.words import say

PLAYING, OWNING, HOSTING = ("seat",), ("owner",), ("seat", "owner")
FindRole = Callable[[Caller, str, tuple[str, ...]], Awaitable[Role]]


class WaitingRoom:
    """The tables of a server that have not begun."""

    def __init__(self, tables: Tables, find_role: FindRole, config: Config) -> None:
        self._tables = tables
        self._role = find_role
        self._changes = RateLimit(config.chats_a_minute)
        self._public_tables = config.public_tables

    async def owner_seats(self, table_id: str) -> tuple[int, ...]:
        """Return the seats of whoever made the table."""
        return tuple(
            await self._tables.storage.read(lambda connection: join_queries.owner_seats(connection, table_id))
        )  # fmt: skip

    async def ready(self, caller: Caller, table_id: str, on: bool) -> Event:
        """Mark the caller's seat as ready, or not ready."""
        seat = seat_of(await self._role(caller, table_id, PLAYING))
        self._changes.count((table_id, seat))
        return await self._tables.submit(table_id, lambda table: seating.ready(table, seat, on))

    async def agree(self, caller: Caller, table_id: str) -> None:
        """Agree to a rematch if one was asked for it: whoever asks for the same rematch wants it too."""
        try:
            seat = seat_of(await self._role(replace(caller, seat=None), table_id, PLAYING))
        except Refusal:  # an owner without a seat
            return
        table = (await self._tables.find(table_id)).table
        if table.status == "open" and table.players[seat].asked:
            await self._tables.submit(table_id, lambda table: seating.ready(table, seat, on=True))

    async def change_seat(self, caller: Caller, table_id: str, to: int) -> Event:
        """Move to an open seat."""
        seat = seat_of(await self._role(caller, table_id, PLAYING))
        self._changes.count((table_id, seat))
        return await self._arrange(table_id, lambda table: seating.move_to(table, seat, to))

    async def swap(self, caller: Caller, table_id: str, one: int, other: int) -> Event:
        """Swap two seats, whoever sits there."""
        await self._role(caller, table_id, OWNING)
        self._changes.count((table_id, None))
        return await self._arrange(table_id, lambda table: seating.swap(table, one, other))

    async def draw_lots(self, caller: Caller, table_id: str) -> Event:
        """Shuffle the seats."""
        await self._role(caller, table_id, OWNING)
        self._changes.count((table_id, None))
        return await self._arrange(table_id, lambda table: seating.draw_lots(table, secrets.SystemRandom()))

    async def remove_bot(self, caller: Caller, table_id: str, seat: int) -> Event:
        """Remove a bot from its seat."""
        await self._role(caller, table_id, OWNING)
        self._changes.count((table_id, None))
        return await self._tables.submit(table_id, lambda table: seating.remove_bot(table, seat))

    async def edit(self, caller: Caller, table_id: str, agreed: Agreement) -> Event:
        """Change how the table is played."""
        await self._role(caller, table_id, OWNING)
        self._changes.count((table_id, None))
        return await self._arrange(table_id, lambda table: seating.edit(table, agreed))

    async def start(self, caller: Caller, table_id: str, request_of: Callable[[Role], RequestId | None]) -> Event:
        """Begin the game. Its owner need not wait for those who were asked for a rematch."""
        role = await self._role(caller, table_id, HOSTING)
        try:
            waits = (await self._role(caller, table_id, OWNING)).kind != "owner"
        except Refusal:
            waits = True
        start = partial(commands.start, wait_for_answers=waits)
        return await self._tables.submit(table_id, start, request=request_of(role))

    async def begin_with_fewer(self, caller: Caller, table_id: str) -> Event:
        """Start without the open seats."""
        await self._role(caller, table_id, OWNING)

        def shrink(table: Table) -> Command | None:
            taken = sum(player.kind != "open" for player in table.players)
            if taken == table.seats:
                return None
            if not taken:
                raise Refusal("seats_open", say("Nobody sits here yet."))
            return seating.edit(table, Agreement(taken, _kept(table, taken), table.settings, table.public, table.name))

        await self._tables.submit_if(table_id, shrink, also=self._write_arranged(table_id))
        return await self._tables.submit(table_id, commands.start)

    async def _arrange(self, table_id: str, propose: Propose) -> Event:
        return await self._tables.submit(table_id, propose, also=self._write_arranged(table_id))

    def _write_arranged(self, table_id: str) -> Callable[[Connection, Event], None]:
        """Return what is written with a change of seats or of the agreement: secrets go with their people."""

        def write(connection: Connection, event: Event) -> None:
            seating_queries.arrange_grants(connection, table_id, event.body["order"])
            if event.kind == "edit":
                if event.body["public"] and not queries.is_public(connection, table_id):
                    owner = seating_queries.owner_of(connection, table_id)
                    count = queries.count_public(connection, owner, self._tables.now() - PUBLIC_SECONDS)
                    check_public(count, self._public_tables)
                seating_queries.change_agreement(connection, table_id, event.body)

        return write


def _kept(table: Table, seats: int) -> dict[str, object]:
    """Return the options without those that a smaller table does not have."""
    known = {option.name: option for option in games.find(table.game).options}
    return {
        name: value
        for name, value in table.options.items()
        if (allowed := known[name].seats) is None or seats in allowed
    }
