"""What clients can ask of tables, whether through the API or through pages.

Every request goes the same way: the caller's role is chosen, limits are counted, then one thing happens. Nothing here
knows HTTP: the API and the pages read requests into arguments and write what is returned.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import Connection

from tilery.bots.quick import first_sight
from tilery.coach.hints import Hint, give_hint
from tilery.match.record import Record, RecordError
from tilery.server.config import Config
from tilery.server.storage import queries
from tilery.server.tables import commands, creation
from tilery.server.tables.budget import Budget
from tilery.server.tables.callers import HINT, IMPORT, LOOK, RECORD, STREAM, UNDO, Caller, Watching, request_id
from tilery.server.tables.clients import Holder, owner_of
from tilery.server.tables.creation import NewTable, TableOrder
from tilery.server.tables.events import Command, Event, RequestId
from tilery.server.tables.finished import finished_match, old_record
from tilery.server.tables.joining import Joining
from tilery.server.tables.lists import Lists
from tilery.server.tables.public_seats import PublicSeats
from tilery.server.tables.rate_limit import RateLimit, Turns
from tilery.server.tables.refusal import Refusal, no_table, removed
from tilery.server.tables.registry import Tables
from tilery.server.tables.reveal import last_move_reveals
from tilery.server.tables.reviews import Reviews
from tilery.server.tables.roles import BARRED, EVERYBODY, PUBLIC, Role, choose_role, seat_of
from tilery.server.tables.secrets import Secrets
from tilery.server.tables.table import Table
from tilery.server.tables.texts import check_secret_id, clean_name
from tilery.server.tables.thinkers import Limit, Thinkers, Urgency
from tilery.server.tables.tokens import derived_token, digest_of, new_token
from tilery.server.tables.waiting_room import WaitingRoom
from tilery.words import reason, say

SITTING = ("owner", "invite", "public")
PLAYING, OWNING, HOSTING = ("seat",), ("owner",), ("seat", "owner")


class TableService:
    """Everything that callers can ask of tables."""

    def __init__(self, tables: Tables, thinkers: Thinkers, config: Config) -> None:
        self.budget = Budget(config.work_a_minute)
        self.turns = Turns()
        self.tables = tables
        self.thinkers = thinkers
        self._config = config
        self._secrets = Secrets(tables)
        self._new_tables = RateLimit(config.new_tables_a_minute)
        self._links = RateLimit(config.links_a_minute)
        self._chats = RateLimit(config.chats_a_minute)
        self._comings = RateLimit(config.comings_a_minute)
        self.lists = Lists(tables, self.budget, config.listed_tables)
        self.reviews = Reviews(tables, thinkers)
        self.waiting_room = WaitingRoom(tables, self.role, config)
        self.joining = Joining(tables, config.comings_a_minute)
        self._public_seats = PublicSeats(tables, config.public_seats)

    def close(self) -> None:
        """End all streams."""
        self.tables.close()
        self.reviews.close()

    # Who may do what.

    async def roles(self, caller: Caller, table_id: str, wanted: tuple[str, ...] = EVERYBODY) -> frozenset[Role]:
        """Return what a caller may do at a table; everybody may look at a public one and sit down there."""
        self.tables.host.check(caller.address, caller.secret)
        found: frozenset[Role] = frozenset()
        if caller.secret is not None:
            found = await self._secrets.roles(table_id, caller.secret, wanted)
            if BARRED in found:
                raise removed()
        if not any(role.kind in wanted for role in found) and await self._secrets.is_public(table_id):
            found |= {PUBLIC}
        if not found:
            raise no_table()
        return found

    async def role(self, caller: Caller, table_id: str, allowed: tuple[str, ...] = EVERYBODY) -> Role:
        """Return the role by which a caller does something, or refuse it."""
        role = choose_role(await self.roles(caller, table_id, allowed), allowed, caller.seat)
        if role is None:
            raise Refusal("forbidden", say("This link does not allow that."))
        return role

    # Before a table.

    async def create(
        self, caller: Caller, order: TableOrder, browser: str | None = None, client: str | None = None
    ) -> NewTable:
        """Make a table; with an id of the client's own, once."""
        self._new_tables.count(caller.client)
        if client is not None:
            check_secret_id(client)
        owner, most = owner_of(caller.client), self._config.public_tables
        return await creation.create_table(self.tables, order, owner, browser, most_public=most, client=client)

    def begin_import(self, caller: Caller) -> None:
        """Count an import, or refuse it, before its text is read: that alone takes a while for a megabyte."""
        self.budget.spend(caller, IMPORT)

    async def import_record(
        self, caller: Caller, text: str, browser: str | None = None, names: Sequence[str] = (), *, public: bool = False
    ) -> NewTable:
        """Make a table to look at from the text of a record, with names for its seats if there are any.

        `public` if everybody may look at it who has its address.
        """
        names = [clean_name(name) for name in names]
        try:
            async with self.turns.of(("import", caller.client)):
                record = await asyncio.to_thread(Record.parse, text)
        except RecordError as error:
            raise Refusal("bad_record", reason(error)) from None
        self._new_tables.count(caller.client)
        owner = owner_of(caller.client)
        return await creation.import_record(self.tables, record, owner, browser, names, public=public)

    async def play_on(self, caller: Caller, table: Table, moves: int, seat: int, browser: str) -> NewTable:
        """Make a table that goes on from a moment of a finished game, with bots on all seats but one."""
        self._new_tables.count(caller.client)
        self.budget.spend(caller, IMPORT)
        finished_match(table)
        return await creation.play_on(self.tables, table, moves, seat, owner_of(caller.client), browser)

    async def create_and_start(self, caller: Caller, order: TableOrder, browser: str) -> NewTable:
        """Make a table; its game begins at once if no seat is open."""
        is_full = all(player.kind != "open" for player in order.players)
        return await self.create(caller, replace(order, start=is_full), browser)

    async def rematch(self, caller: Caller, table_id: str, *, start_if_alone: bool = False) -> str:
        """Return the id of the next table of the same people, which is made if there is none yet.

        With `start_if_alone` its game begins at once if only one of them is a person.
        """
        role = await self.role(caller, table_id, HOSTING)
        self._new_tables.count(caller.client)
        made = await creation.create_rematch(self.tables, table_id, role.seat)
        await self.waiting_room.agree(caller, made)
        if start_if_alone:
            table = (await self.tables.find(made)).table
            if table.status == "open" and [player.kind for player in table.players].count("person") == 1:
                await self.tables.submit(made, commands.start)
        return made

    # Looking at a table.

    async def look(self, caller: Caller, table_id: str) -> tuple[Table, Role]:
        """Return a table, and the role by which the caller sees it."""
        self.budget.spend(caller, LOOK)
        role = await self.role(caller, table_id)
        live = await self.tables.find_fresh(table_id)
        live.note_look()
        return live.table, role

    async def watch(self, caller: Caller, table_id: str) -> Watching:
        """Return a table for a stream, if one more may be opened."""
        self.budget.spend(caller, STREAM)
        await self.role(caller, table_id)
        live = await self.tables.find(table_id)
        since = live.table.number
        role = await self.role(caller, table_id)  # again: who gives up the seat from now on is noticed
        holders = self._holders(caller)
        if live.watchers >= self._config.streams_a_table or not self.tables.streams.has_room(holders):
            raise Refusal("too_many_streams", say("Too many streams are open. Try again later."))
        return Watching(live, role, since, holders, caller)

    def _holders(self, caller: Caller) -> tuple[Holder, ...]:
        """Return the holders that a stream counts for: the address and, if known, the browser."""
        holders = (Holder(caller.client, self._config.streams_a_client),)
        if caller.browser is None:
            return holders
        return (*holders, Holder(digest_of(caller.browser), self._config.streams_a_browser))

    async def record(self, caller: Caller, table_id: str) -> Record:
        """Return the record of a finished game; of one by other rules, without its ending."""
        self.budget.spend(caller, RECORD)
        await self.role(caller, table_id)
        try:
            table = (await self.tables.find(table_id)).table
        except Refusal as refusal:
            if refusal.code != "old_rules":
                raise
            found = await self.tables.storage.read(lambda connection: queries.read_table(connection, table_id))
            if found is None or found.status != "over":
                raise
            return old_record(found)
        return await asyncio.to_thread(Record.of, finished_match(table), undone=table.undone)

    async def hint(self, caller: Caller, table: Table, seat: int | None) -> Hint:
        """Return what the coach would do, from what this seat knows, and why."""
        match = table.match
        if match is None or seat is None or seat not in match.waiting:
            raise Refusal("not_your_turn", say("You have nothing to decide right now."))
        if table.settings.rated:
            raise Refusal("rated", say("This game counts for a tournament: there are no hints."))
        self.budget.spend(caller, HINT)
        await self.tables.warmup.prepare(table.game, "bots")
        compiled = self.tables.warmup.is_compiled(table.game, "bots")

        def find(limit: Limit) -> Hint:
            if not compiled:
                return Hint(first_sight(match, seat, seed=0))
            return give_hint(match, seat, seconds=limit.seconds, stop=limit.stop)

        return await self.thinkers.think(find, Urgency.WAITING, owner_of(caller.client))

    # Acting at a table. A client may give each command an id; repeating it with the same id is then harmless.

    async def sit(
        self,
        caller: Caller,
        table_id: str,
        name: str,
        seat: int | None = None,
        browser: str | None = None,
        client: str | None = None,
    ) -> tuple[Event, str]:
        """Take a seat. The secret that opens it is written together with the event."""
        role = await self.role(caller, table_id, SITTING)
        request = None if client is None else RequestId.of(f"{role.kind} sits", check_secret_id(client), name, seat)
        secret = new_token() if client is None else derived_token(self.tables.key, "seat", table_id, client)

        def add_grants(connection: Connection, event: Event) -> None:
            holders = [secret] if browser is None else [secret, browser]
            role = Role("seat", event.seat)
            queries.add_grants(connection, table_id, {(digest_of(holder), role) for holder in holders})

        propose = lambda table: commands.sit(table, name, seat)  # noqa: E731
        if role == PUBLIC:
            with self._public_seats.taking(caller.client, table_id) as held:
                event = await self.tables.submit(table_id, propose, request=request, also=add_grants)
                held.add((table_id, event.seat))
        else:
            event = await self.tables.submit(table_id, propose, request=request, also=add_grants)
        return event, secret

    async def seat_bot(self, caller: Caller, table_id: str, seat: int, level: str, client: str | None = None) -> Event:
        """Put a bot on an open seat."""
        role = await self.role(caller, table_id, OWNING)
        request = request_id(role, client, "bot", seat, level)
        return await self.tables.submit(table_id, lambda table: commands.seat_bot(table, seat, level), request=request)

    async def start(self, caller: Caller, table_id: str, client: str | None = None) -> Event:
        """Begin the game."""
        return await self.waiting_room.start(caller, table_id, lambda role: request_id(role, client, "start"))

    async def move(self, caller: Caller, table_id: str, text: str, client: str | None = None) -> Event:
        """Play a move in notation."""
        role = await self.role(caller, table_id, PLAYING)
        seat = seat_of(role)
        request = request_id(role, client, "move", text)
        return await self.tables.submit(table_id, lambda table: commands.play(table, seat, text), request=request)

    async def undo(self, caller: Caller, table_id: str, client: str | None = None) -> Event:
        """Undo the caller's last move if it revealed nothing; against bots alone, any move."""
        role = await self.role(caller, table_id, PLAYING)
        seat = seat_of(role)
        request = request_id(role, client, "undo")
        live = await self.tables.find(table_id)
        if request is not None and (done := live.result_of(request)) is not None:
            return done
        table = live.table
        commands.undo(table, seat)
        self.budget.spend(caller, UNDO)
        is_free = table.is_against_bots(seat)
        if not is_free and await asyncio.to_thread(last_move_reveals, table.started_match):
            raise Refusal("revealed", say("That move revealed hidden information, so it can't be undone."))

        def propose(now: Table) -> Command:
            if now.match_event != table.match_event:
                raise Refusal("nothing_to_undo", say("Someone else has moved in the meantime."))
            return commands.undo(now, seat)

        return await self.tables.submit(table_id, propose, request=request)

    async def chat(self, caller: Caller, table_id: str, text: str, client: str | None = None) -> Event:
        """Send a chat message."""
        role = await self.role(caller, table_id, PLAYING)
        seat = seat_of(role)

        def propose(table: Table) -> Command:
            command = commands.chat(table, seat, text)
            self._chats.count((table.id, seat))
            return command

        return await self.tables.submit(table_id, propose, request=request_id(role, client, "chat", text))

    async def leave(self, caller: Caller, table_id: str, client: str | None = None) -> Event:
        """Leave the table: before the start the seat is open again, during a game a bot takes over."""
        role = await self.role(caller, table_id, PLAYING)
        seat = seat_of(role)

        def remove_grants(connection: Connection, event: Event) -> None:
            if event.kind == "rise":
                queries.remove_grants(connection, table_id, Role("seat", seat))

        def propose(table: Table) -> Command:
            command = commands.leave(table, seat)
            self._comings.count((table_id, seat))
            return command

        return await self.tables.submit(
            table_id, propose, request=request_id(role, client, "leave"), also=remove_grants
        )

    async def come_back(self, caller: Caller, table_id: str, client: str | None = None) -> Event:
        """Reclaim the caller's seat from the bot that stands in."""
        role = await self.role(caller, table_id, PLAYING)
        seat = seat_of(role)

        def propose(table: Table) -> Command:
            command = commands.come_back(table, seat)
            self._comings.count((table_id, seat))
            return command

        return await self.tables.submit(table_id, propose, request=request_id(role, client, "back"))

    async def hand_over(self, caller: Caller, table_id: str, seat: int, client: str | None = None) -> Event:
        """Have a bot take over for somebody who has kept the table waiting."""
        role = await self.role(caller, table_id, HOSTING)
        request = request_id(role, client, "hand over", seat)
        propose = lambda table: commands.hand_over(table, seat, self.tables.now(), role.seat)  # noqa: E731
        return await self.tables.submit(table_id, propose, request=request)

    async def holiday(self, caller: Caller, table_id: str, on: bool, client: str | None = None) -> Event:
        """Stop the caller's clock, or start it again."""
        role = await self.role(caller, table_id, PLAYING)
        seat = seat_of(role)

        def propose(table: Table) -> Command:
            command = commands.holiday(table, seat, on, self.tables.now())
            self._comings.count((table_id, seat))
            return command

        return await self.tables.submit(table_id, propose, request=request_id(role, client, "holiday", on))

    async def erase(self, caller: Caller, table_id: str, client: str | None = None) -> Event:
        """Erase the name of the caller's seat, in the log too."""
        role = await self.role(caller, table_id, PLAYING)
        seat = seat_of(role)

        def erase_name(connection: Connection, _event: Event) -> None:
            queries.erase_name(connection, table_id, seat)

        request = request_id(role, client, "erase")
        return await self.tables.submit(
            table_id, lambda table: commands.erase(table, seat), request=request, also=erase_name
        )

    async def delete(self, caller: Caller, table_id: str) -> None:
        """Delete a table permanently."""
        await self.role(caller, table_id, OWNING)
        await self.tables.delete(table_id)

    # Links.

    async def make_link(self, caller: Caller, table_id: str, kind: str) -> str:
        """Make another secret link: to join, to watch, or to the caller's seat from another device."""
        if kind not in ("seat", "invite", "watch"):
            raise Refusal("bad_link", say("That link does not exist."))
        role = await self.role(caller, table_id, PLAYING if kind == "seat" else HOSTING)
        self._links.count(caller.client)
        assert caller.secret is not None
        return await self._secrets.add(table_id, role if kind == "seat" else Role(kind), caller.secret)

    async def open_link(self, caller: Caller, table_id: str, secret: str, browser: str) -> None:
        """Grant a browser everything that the secret of a link opens."""
        if not await self._secrets.roles(table_id, secret, EVERYBODY):
            raise no_table()
        self._links.count(caller.client)
        await self._secrets.share(table_id, browser, secret)
