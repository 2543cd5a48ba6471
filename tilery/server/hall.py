"""All tables of a server: from storage into memory, through a lock each, and out to everybody who watches.

A change is written before anyone hears of it. Several processes may share one storage: the log's numbers settle who
was first, and whoever comes second looks again at what the first has done.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import re
import secrets as random_secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial, reduce
from typing import Any

from sqlalchemy import Connection

from tilery import games
from tilery.games.game import OptionError
from tilery.match.match import Match
from tilery.match.record import Record, RecordError
from tilery.server import shelf
from tilery.server.answers import encode
from tilery.server.kitchen import Kitchen
from tilery.server.shelf import Role
from tilery.server.storage import ConflictError, Storage, StorageDownError
from tilery.server.table import Event, Player, Refusal, Settings, Table, Wish, reveals
from tilery.words import Sentence, reason, say

TRIES = 8
TABLE_ID = re.compile(r"[A-Za-z0-9_-]{12}")
TOKEN_BYTES = 18
ENDLESS = frozenset({"sit", "chat", "undo", "back"})
"""What can be done again and again; the other events come to an end by themselves, or with these."""

Ask = Callable[[Table], Wish | None]
Also = Callable[[Connection, Event], None]


@dataclass
class Place:
    """A table in memory, with what this process needs around it."""

    table: Table
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    roles: dict[str, frozenset[Role]] = field(default_factory=dict)
    """What secrets that were shown here open, by their digests."""
    deleted: bool = False
    watchers: int = 0
    beats: int = 0
    """How many times those who watch were to be told that the server is still here."""
    _lines: dict[tuple[int, bool], bytes] = field(default_factory=dict)
    _done: dict[str, Event] = field(default_factory=dict)
    _waiting: list[asyncio.Future[None]] = field(default_factory=list)
    _is_beating: bool = False

    def __post_init__(self) -> None:
        self._note(self.table.events)

    def become(self, table: Table) -> None:
        """Let new events have happened, and wake everybody who waits for them."""
        self._note(table.events[self.table.number :])
        self._lines.clear()
        self.table = table
        self.tell()

    def _note(self, events: Iterable[Event]) -> None:
        for event in events:
            if event.client is not None:
                self._done[event.client] = event
            if event.kind in ("sit", "rise"):
                self.roles.clear()

    def done(self, client: str) -> Event | None:
        """What a client's id has led to already."""
        return self._done.get(client)

    def tell(self) -> None:
        """Wake everybody who waits."""
        waiting, self._waiting = self._waiting, []
        for waiter in waiting:
            if not waiter.done():
                waiter.set_result(None)

    def change(self) -> asyncio.Future[None]:
        """Done as soon as something happens from now on."""
        waiter = asyncio.get_running_loop().create_future()
        self._waiting.append(waiter)
        return waiter

    def line(self, event: Event, viewer: int | None) -> bytes:
        """An event as `viewer` may read it, in JSON. Many watch, but there are only two ways to read the last event."""
        own = event.seat == viewer
        line = self._lines.get((event.number, own))
        if line is None:
            if len(self._lines) > 1:
                self._lines.clear()
            line = self._lines[event.number, own] = encode(self.table.visible(event, viewer))
        return line

    def beat_every(self, seconds: float) -> None:
        """While anybody watches, wake them every so many seconds even if nothing happens."""
        if not self._is_beating:
            self._is_beating = True
            asyncio.get_running_loop().call_later(seconds, self._beat, seconds)

    def _beat(self, seconds: float) -> None:
        self._is_beating = False
        if self.watchers:
            self.beats += 1
            self.tell()
            self.beat_every(seconds)


@dataclass(frozen=True)
class NewTable:
    """The answer to making a table: its id and the secrets that open it."""

    id: str
    owner: str
    invite: str
    watch: str
    seats: list[str | None]
    """A secret for each seat that was given to a person."""


class Hall:
    """The tables of one server process."""

    def __init__(
        self,
        storage: Storage,
        *,
        tables_in_memory: int = 2000,
        events_a_table: int = 20_000,
        now: Callable[[], float] = time.time,
    ) -> None:
        self.storage = storage
        self.kitchen = Kitchen()
        self.now = now
        self.closing = False
        self.watchers = 0
        """How many streams are open."""
        self.moves = 0
        """Moves that were written here, for those who measure."""
        self._tables_in_memory = tables_in_memory
        self._events_a_table = events_a_table
        self._places: OrderedDict[str, Place] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Place]] = {}
        self._starting: dict[str, asyncio.Task[None]] = {}

    @property
    def places(self) -> int:
        """How many tables are in memory."""
        return len(self._places)

    def close(self) -> None:
        """Let all streams end, and begin no more games."""
        self.closing = True
        for place in self._places.values():
            place.tell()
        for task in self._starting.values():
            task.cancel()

    # Making tables.

    async def create(
        self,
        game: str,
        options: dict[str, Any],
        *,
        players: list[Player],
        settings: Settings,
        public: bool,
        name: str = "",
        start: bool = False,
        browser: str | None = None,
    ) -> NewTable:
        """Make a table. A browser's token opens what the new secrets do."""
        table = _new_table(game, len(players), options, settings, public, name)
        wishes = []
        for seat, player in enumerate(players):
            if player.kind == "bot":
                wishes.append(Wish("seat_bot", seat, {"level": player.level}))
            elif player.kind == "person":
                wishes.append(Wish("sit", seat, {"name": player.name}))
        if start:
            await self.kitchen.prepare(game)
            wishes.append(Wish("start"))
        log = self._folded(table, wishes, checked_start=start)
        people = [seat for seat, player in enumerate(players) if player.kind == "person"]
        return await self._add(table, log, people, browser)

    def start_soon(self, table_id: str) -> None:
        """Let the game at a new table begin as soon as its rules are prepared."""
        task = asyncio.create_task(self._start_when_ready(table_id))
        self._starting[table_id] = task
        task.add_done_callback(lambda _: self._starting.pop(table_id))

    def is_starting(self, table_id: str) -> bool:
        """Whether a game waits here for its rules, and for nothing else, to begin."""
        return table_id in self._starting

    async def _start_when_ready(self, table_id: str) -> None:
        place = await self.place(table_id)
        await self.kitchen.prepare(place.table.game)
        with contextlib.suppress(Refusal, StorageDownError):  # begun or deleted meanwhile, or to be begun by its people
            await self.do(table_id, Table.start)

    async def import_record(self, record: Record, browser: str | None = None) -> NewTable:
        """A table to look at, on which a record has been played."""
        try:
            if record.game in games.names():
                await self.kitchen.prepare(record.game)
            match = await asyncio.to_thread(record.replay)
        except RecordError as error:
            raise Refusal("bad_record", reason(error), 422) from None
        if not match.is_over:
            raise Refusal("bad_record", say("Only records of finished games can be looked at."), 422)
        settings = Settings(chat=False)
        table = _new_table(record.game, record.seats, record.options, settings, False, "", record.seed)
        wishes = [Wish("sit", seat, {"name": ""}) for seat in range(record.seats)]
        wishes += [Wish("start"), *(Wish("move", seat, {"move": text}) for seat, text in record.moves)]
        return await self._add(table, self._folded(table, wishes), [], browser)

    def _folded(self, table: Table, wishes: Iterable[Wish], *, checked_start: bool = False) -> list[Event]:
        """Let wishes happen at a table that is not stored yet."""
        log = []
        now = self.now()
        for number, wish in enumerate(wishes, 1):
            if wish.kind == "start" and checked_start:
                table.start()
            log.append(shelf.event_of(number, wish, now))
            table.apply(log[-1])
        return log

    async def _add(self, table: Table, log: list[Event], people: list[int], browser: str | None) -> NewTable:
        new = NewTable(table.id, new_token(), new_token(), new_token(), [None] * table.seats)
        for seat in people:
            new.seats[seat] = new_token()
        grants = {(digest_of(getattr(new, kind)), Role(kind)) for kind in ("owner", "invite", "watch")}
        grants |= {(digest_of(secret), Role("seat", seat)) for seat, secret in enumerate(new.seats) if secret}
        if browser is not None:
            own = {Role("owner"), *(Role("seat", seat) for seat in people[:1])}
            grants |= {(digest_of(browser), role) for role in own}
        await self.storage.write(lambda connection: shelf.add_table(connection, table, log, grants, self.now()))
        self._remember(Place(table))
        return new

    async def rematch(self, table_id: str) -> str:
        """The id of a table with the same people and bots, each one seat further; made if there is none yet.

        Whatever opened the old table opens the new one in the same role.
        """
        old = (await self.place(table_id)).table
        table = _new_table(old.game, old.seats, old.options, old.settings, old.public, old.name)
        wishes = []
        for seat in range(old.seats):
            player = old.players[(seat + 1) % old.seats]
            if player.kind == "bot":
                wishes.append(Wish("seat_bot", seat, {"level": player.level}))
            else:
                wishes.append(Wish("sit", seat, {"name": player.name}))

        def also(connection: Connection, _event: Event) -> None:
            grants = {(digest, role.rotated(old.seats)) for digest, role in shelf.grants(connection, table_id)}
            shelf.add_table(connection, table, log, grants, self.now())

        log = self._folded(table, wishes)
        event = await self.do(table_id, lambda now: now.play_again(table.id), also=also)
        if event is None:
            made = (await self.place(table_id)).table.rematch
            assert made is not None
            return made
        return table.id

    # Finding tables.

    async def place(self, table_id: str) -> Place:
        """A table by its id, from memory or from storage."""
        if table_id in self._places:
            self._places.move_to_end(table_id)
            return self._places[table_id]
        if not TABLE_ID.fullmatch(table_id):
            raise _no_table()
        if table_id not in self._loading:
            task = asyncio.create_task(self._load(table_id))
            self._loading[table_id] = task
            task.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(self._loading[table_id])

    async def _load(self, table_id: str) -> Place:
        found = await self.storage.read(lambda connection: shelf.read_table(connection, table_id))
        if found is None:
            raise _no_table()
        _check_rules(found.table)
        await self.kitchen.prepare(found.table.game)
        place = Place(await asyncio.to_thread(reduce, _applied, found.log, found.table))
        self._remember(place)
        return place

    def _remember(self, place: Place) -> None:
        self._places[place.table.id] = place
        for table_id, old in list(self._places.items()):
            if len(self._places) <= self._tables_in_memory:
                break
            if not old.watchers and not old.lock.locked() and old is not place:
                del self._places[table_id]

    async def roles(self, table_id: str, secret: str, wanted: tuple[str, ...]) -> frozenset[Role]:
        """What `secret` opens at a table. What is known is asked for again only if it is not what is wanted."""
        digest = digest_of(secret)
        place = self._places.get(table_id)
        known = place.roles.get(digest) if place is not None else None
        if known is not None and any(role.kind in wanted for role in known):
            return known
        if not TABLE_ID.fullmatch(table_id):
            return frozenset()
        number = place.table.number if place is not None else None
        found = await self.storage.read(lambda connection: shelf.roles(connection, table_id, digest))
        if place is not None and found and place.table.number == number:  # nobody has stood up meanwhile
            place.roles[digest] = found
        return found

    async def is_public(self, table_id: str) -> bool:
        """Whether there is such a table and anyone may find it."""
        place = self._places.get(table_id)
        if place is not None:
            return place.table.public
        if not TABLE_ID.fullmatch(table_id):
            return False
        return await self.storage.read(lambda connection: shelf.is_public(connection, table_id))

    async def public_tables(self, limit: int) -> list[Table]:
        """Open and running tables that anyone may find, the latest first."""
        return await self._tables(await self.storage.read(lambda connection: shelf.public_ids(connection, limit)))

    async def tables_of(self, secret: str, limit: int) -> list[tuple[Table, list[Role]]]:
        """The tables that a secret opens, with what it opens there, the latest first."""
        digest = digest_of(secret)
        found = await self.storage.read(lambda connection: shelf.opened_by(connection, digest, limit))
        tables = {table.id: table for table in await self._tables(found)}
        return [(tables[table_id], roles) for table_id, roles in found.items() if table_id in tables]

    async def _tables(self, ids: Iterable[str]) -> list[Table]:
        found = []
        for table_id in ids:
            try:
                found.append((await self.place(table_id)).table)
            except Refusal:  # deleted meanwhile, or played by other rules
                continue
        return found

    # Changing tables.

    async def do(self, table_id: str, ask: Ask, client: str | None = None, also: Also | None = None) -> Event | None:
        """Ask a table for something; what it agrees to is on disk and told to everybody when this returns.

        A client's id makes a retry harmless: the event that it led to the first time is returned again. What `also`
        writes is written together with the event.
        """
        place = await self.place(table_id)
        async with place.lock:
            for _ in range(TRIES):
                if place.deleted:
                    raise _no_table()
                table = place.table
                if client is not None and (done := place.done(client)) is not None:
                    return done
                wish = ask(table)
                if wish is None:
                    return None
                if wish.kind in ENDLESS and table.number >= self._events_a_table:
                    raise Refusal("too_much", say("So much has happened at this table that only moves go on."))
                if wish.kind == "start":
                    await self.kitchen.prepare(table.game)
                event = shelf.event_of(table.number + 1, wish, self.now(), client)
                try:
                    await self._write(place, event, also)
                except ConflictError:
                    await self._catch_up(place)
                    continue
                return event
        raise Refusal("busy", say("Too much happens at this table at once; try again."), 503)

    async def _write(self, place: Place, event: Event, also: Also | None) -> None:
        """Write an event; only then let it have happened here and tell of it."""
        change = shelf.Change(place.table, place.table.after(event), event)
        if also is None:
            await self.storage.write_item(shelf.append, change)
        else:
            await self.storage.write(partial(_append_and, also, change))
        place.become(change.after)
        self.moves += event.kind == "move"

    async def _catch_up(self, place: Place) -> None:
        """Apply what another process has written."""
        known = place.table
        new = await self.storage.read(lambda connection: shelf.read_events(connection, known.id, known.number))
        if new is None:
            self._forget(place)
        elif new:
            place.become(reduce(Table.after, new, known))

    def _forget(self, place: Place) -> None:
        place.deleted = True
        self._places.pop(place.table.id, None)
        place.tell()

    async def hear(self, table_id: str, number: int) -> None:
        """Another process has written an event, or has deleted the table."""
        place = self._places.get(table_id)
        if place is not None:
            async with place.lock:
                if place.table.number < number or number == shelf.DELETED:
                    await self._catch_up(place)

    async def look_again(self) -> None:
        """Something may have been missed: whatever is in memory may be old."""
        for place in list(self._places.values()):
            async with place.lock:
                await self._catch_up(place)

    async def sit(self, table_id: str, name: str, seat: int | None, browser: str | None) -> tuple[Event, str]:
        """Take a seat. The secret that opens it is written together with it."""
        secret = new_token()

        def also(connection: Connection, event: Event) -> None:
            holders = [secret] if browser is None else [secret, browser]
            role = Role("seat", event.seat)
            shelf.add_grants(connection, table_id, {(digest_of(holder), role) for holder in holders})

        event = await self.do(table_id, lambda table: table.sit(name, seat), also=also)
        assert event is not None
        return event, secret

    async def new_secret(self, table_id: str, role: Role, holder: str) -> str:
        """Another secret that opens `role`; a seat's only while `holder` has it."""
        secret = new_token()

        def work(connection: Connection) -> None:
            if role.kind == "seat" and role not in shelf.roles(connection, table_id, digest_of(holder)):
                raise _no_table()
            shelf.add_grants(connection, table_id, {(digest_of(secret), role)})

        await self.storage.write(work)
        return secret

    async def grant(self, table_id: str, secret: str, holder: str) -> None:
        """Let `secret` open all that `holder` opens."""
        digest = digest_of(secret)

        def work(connection: Connection) -> None:
            held = shelf.roles(connection, table_id, digest_of(holder))
            shelf.add_grants(
                connection,
                table_id,
                {(digest, role) for role in held - shelf.roles(connection, table_id, digest)},
            )

        await self.storage.write(work)
        place = self._places.get(table_id)
        if place is not None:
            place.roles.pop(digest, None)

    async def leave(self, table_id: str, seat: int) -> Event:
        """Stand up before the start, after which nothing opens the seat; later a bot takes over."""

        def also(connection: Connection, event: Event) -> None:
            if event.kind == "rise":
                shelf.remove_grants(connection, table_id, Role("seat", seat))

        event = await self.do(table_id, lambda table: table.leave(seat), also=also)
        assert event is not None
        return event

    async def erase(self, table_id: str, seat: int) -> Event:
        """Forget a person's name, in the log too."""

        def also(connection: Connection, _event: Event) -> None:
            shelf.erase_name(connection, table_id, seat)

        event = await self.do(table_id, lambda table: table.erase(seat), also=also)
        assert event is not None
        return event

    async def undo(self, table_id: str, seat: int) -> Event:
        """Take back a seat's last step, if it has shown nothing to anybody."""
        table = (await self.place(table_id)).table
        table.undo(seat)
        assert table.match is not None
        if await asyncio.to_thread(_has_revealed, table.match.copy()):
            raise Refusal("revealed", say("That step has shown something hidden, so it cannot be taken back."))

        def ask(now: Table) -> Wish:
            if now.position != table.position:
                raise Refusal("nothing_to_undo", say("Somebody else has moved meanwhile."))
            return now.undo(seat)

        event = await self.do(table_id, ask)
        assert event is not None
        return event

    async def record(self, table_id: str) -> Record:
        """The record of a finished game; of one by other rules, without its ending."""
        try:
            table = (await self.place(table_id)).table
        except Refusal as refusal:
            if refusal.code != "old_rules":
                raise
            found = await self.storage.read(lambda connection: shelf.read_table(connection, table_id))
            if found is None or found.status != "over":
                raise
            return _old_record(found)
        return await asyncio.to_thread(Record.of, _finished(table).copy())

    async def delete(self, table_id: str) -> None:
        """Remove a table with all that belongs to it."""
        await self.storage.write(lambda connection: shelf.delete_table(connection, table_id))
        place = self._places.get(table_id)
        if place is not None:
            self._forget(place)

    async def old_tables(self) -> dict[str, int]:
        """How many running tables are played by rules that this server does not have, by game."""
        versions = {name: games.find(name).version for name in games.names()}
        return await self.storage.read(lambda connection: shelf.count_old(connection, versions))


def new_token() -> str:
    return random_secrets.token_urlsafe(TOKEN_BYTES)


def _append_and(also: Also, change: shelf.Change, connection: Connection) -> None:
    shelf.append(connection, [change])
    also(connection, change.event)


def digest_of(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def _no_table() -> Refusal:
    return Refusal("no_table", say("There is no such table, or this link does not open it."), 404)


def _new_table(
    game: str,
    seats: int,
    options: dict[str, Any],
    settings: Settings,
    public: bool,
    name: str,
    seed: int | None = None,
) -> Table:
    try:
        found = games.find(game)
        found.check_seats(seats)
        options = found.read_options(seats, options)
    except (games.UnknownGameError, OptionError) as error:
        raise Refusal("bad_table", reason(error), 422) from None
    return Table(
        id=random_secrets.token_urlsafe(9),
        name=name,
        game=game,
        rules=found.version,
        seats=seats,
        options=options,
        seed=random_secrets.randbits(128) if seed is None else seed,
        settings=settings,
        public=public,
    )


def _check_rules(table: Table) -> None:
    """Refuse to go on with a game by other rules than those it was begun with."""
    version = games.find(table.game).version if table.game in games.names() else None
    if table.rules != version:
        raise Refusal("old_rules", _other_rules(table, version))


def _other_rules(table: Table, version: int | None) -> Sentence:
    if version is None:
        return say(
            "This table is played by version {old} of the rules of {game}; this server does not have that game."
            " It is kept as it is, and a server with those rules can go on with it.",
            old=table.rules,
            game=table.game,
        )
    return say(
        "This table is played by version {old} of the rules of {game}; this server has version {new}."
        " It is kept as it is, and a server with those rules can go on with it.",
        old=table.rules,
        game=table.game,
        new=version,
    )


def _applied(table: Table, event: Event) -> Table:
    table.apply(event)
    return table


def _finished(table: Table) -> Match:
    if table.match is None or not table.match.is_over:
        raise Refusal("running", say("The record can be had when the game is over."))
    return table.match


def _has_revealed(match: Match) -> bool:
    """Whether the last move has shown something; takes it back."""
    move = match.moves[-1]
    match.undo()
    return reveals(match, move)


def _old_record(stored: shelf.Stored) -> Record:
    """What is known of a finished game without its rules: not how it ended, but how it was played."""
    moves: list[tuple[int, str]] = []
    for event in stored.log:
        if event.kind == "move" and event.seat is not None:
            moves.append((event.seat, event.body["move"]))
        elif event.kind == "undo":
            moves.pop()
    table = stored.table
    return Record(table.game, table.rules, table.seats, table.options, table.seed, tuple(moves), None)
