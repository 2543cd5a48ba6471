"""All tables of a server: from storage into memory, through a lock each, and out to everybody who watches.

A change is written before anyone hears of it. Several processes may share one storage: the log's numbers settle who
was first, and whoever comes second looks again at what the first has done.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import secrets as random_secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from functools import reduce
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from tilery import games
from tilery.games.game import OptionError
from tilery.match.record import Record, RecordError
from tilery.server import schema
from tilery.server.storage import ConflictError, Storage
from tilery.server.table import Event, Player, Refusal, Settings, Table, Wish

TRIES = 8


@dataclass(frozen=True)
class Role:
    """What a secret opens: the whole table for its owner, one seat, a place to sit down, or a look."""

    kind: str
    seat: int | None = None


@dataclass
class Place:
    """A table in memory, with what this process needs around it."""

    table: Table
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    deleted: bool = False
    watchers: int = 0

    def tell(self) -> None:
        """Wake everybody who waits for the next event."""
        self.changed.set()
        self.changed = asyncio.Event()


@dataclass(frozen=True)
class NewTable:
    """The answer to making a table: its id and the secrets that open it."""

    id: str
    owner: str
    invite: str
    watch: str


class Hall:
    """The tables of one server process."""

    def __init__(self, storage: Storage, *, most_in_memory: int = 2000, now: Callable[[], float] = time.time) -> None:
        self.storage = storage
        self.now = now
        self._most_in_memory = most_in_memory
        self._places: OrderedDict[str, Place] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Place]] = {}

    # Making tables.

    async def create(
        self,
        game: str,
        seats: int,
        options: dict[str, Any],
        *,
        players: list[Player],
        settings: Settings,
        public: bool,
        seed: int | None = None,
        moves: Record | None = None,
    ) -> NewTable:
        """Make a table; with a record, one on which that record has been played."""
        try:
            found = games.find(game)
            found.check_seats(seats)
            options = found.read_options(seats, options)
        except (games.UnknownGameError, OptionError) as error:
            raise Refusal("bad_table", str(error), 422) from None
        table = Table(
            id=random_secrets.token_urlsafe(9),
            game=game,
            rules=found.version,
            seats=seats,
            options=options,
            seed=random_secrets.randbits(128) if seed is None else seed,
            settings=settings,
            public=public,
        )
        wishes = [
            Wish("seat_bot", seat, {"level": player.level, "name": player.name})
            for seat, player in enumerate(players)
            if player.kind == "bot"
        ]
        if moves is not None:
            wishes += [Wish("sit", seat, {"name": f"player {seat + 1}"}) for seat in range(seats)]
            wishes.append(Wish("start"))
            wishes += [Wish("move", seat, {"move": text}) for seat, text in moves.moves]
        new = NewTable(table.id, *(random_secrets.token_urlsafe(18) for _ in range(3)))
        now = self.now()
        log = [_event(number, wish, now) for number, wish in enumerate(wishes, 1)]
        for each in log:
            table.apply(each)

        def write(connection: Connection) -> None:
            connection.execute(
                insert(schema.tables).values(
                    id=table.id,
                    game=game,
                    rules=table.rules,
                    seats=seats,
                    options=_json(options),
                    seed=f"{table.seed:032x}",
                    settings=_json(asdict(settings)),
                    public=public,
                    status=table.status,
                    created=now,
                    changed=now,
                )
            )
            for kind in ("owner", "invite", "watch"):
                _add_secret(connection, table.id, getattr(new, kind), Role(kind))
            if log:
                connection.execute(insert(schema.events), [_row(table.id, each) for each in log])

        await self.storage.write(write)
        self._remember(Place(table))
        return new

    async def import_record(self, record: Record) -> NewTable:
        """A table to look at, on which a record has been played."""
        try:
            match = await asyncio.to_thread(record.replay)
        except RecordError as error:
            raise Refusal("bad_record", str(error), 422) from None
        if not match.is_over:
            raise Refusal("bad_record", "Only records of finished games can be looked at.", 422)
        return await self.create(
            record.game,
            record.seats,
            record.options,
            players=[],
            settings=Settings(chat=False),
            public=False,
            seed=record.seed,
            moves=record,
        )

    # Finding tables.

    async def place(self, table_id: str) -> Place:
        """A table by its id, from memory or from storage."""
        if table_id in self._places:
            self._places.move_to_end(table_id)
            return self._places[table_id]
        if table_id not in self._loading:
            self._loading[table_id] = asyncio.create_task(self._load(table_id))
            self._loading[table_id].add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await self._loading[table_id]

    async def _load(self, table_id: str) -> Place:
        row, log = await self.storage.read(lambda connection: _read_table(connection, table_id))
        place = Place(await asyncio.to_thread(_fold, row, log))
        self._remember(place)
        return place

    def _remember(self, place: Place) -> None:
        self._places[place.table.id] = place
        for table_id, old in list(self._places.items()):
            if len(self._places) <= self._most_in_memory:
                break
            if not old.watchers and not old.lock.locked() and old is not place:
                del self._places[table_id]

    async def role(self, table_id: str, secret: str | None) -> Role | None:
        """What `secret` opens at a table; without one, what everybody may do."""
        if secret is not None:
            digest = digest_of(secret)
            return await self.storage.read(lambda connection: _role(connection, table_id, digest))
        place = await self.place(table_id)
        return Role("public") if place.table.public else None

    async def public_tables(self, limit: int) -> list[dict[str, Any]]:
        """Open and running tables that anyone may find, the latest first."""
        columns = schema.tables.c
        found = await self.storage.read(
            lambda connection: connection.execute(
                select(columns.id)
                .where(columns.public, columns.status.in_(("open", "running")))
                .order_by(columns.changed.desc())
                .limit(limit)
            ).scalars().all()
        )  # fmt: skip
        return [(await self.place(table_id)).table.view(None) for table_id in found]

    # Changing tables.

    async def do(self, table_id: str, ask: Callable[[Table], Wish | None], client: str | None = None) -> Event | None:
        """Ask a table for something; what it agrees to is on disk and told to everybody when this returns.

        A client's id makes a retry harmless: the event that it led to the first time is returned again.
        """
        place = await self.place(table_id)
        async with place.lock:
            for _ in range(TRIES):
                table = place.table
                if client is not None:
                    for event in reversed(table.events):
                        if event.client == client:
                            return event
                wish = ask(table)
                if wish is None:
                    return None
                event = _event(table.number + 1, wish, self.now(), client)
                try:
                    await self._write(place, event)
                except ConflictError:
                    await self._catch_up(place)
                    continue
                return event
        raise Refusal("busy", "Too much happens at this table at once; try again.", 503)

    async def _write(self, place: Place, event: Event) -> None:
        """Write an event; only then let it have happened here and tell of it."""
        after = place.table.after(event)
        await self.storage.write(lambda connection: _append(connection, after, event))
        place.table = after
        place.tell()

    async def _catch_up(self, place: Place) -> None:
        """Apply what another process has written."""
        known = place.table
        new = await self.storage.read(lambda connection: _read_events(connection, known.id, known.number))
        place.table = reduce(Table.after, new, known)
        place.tell()

    async def hear(self, table_id: str, number: int) -> None:
        """Another process has written an event."""
        place = self._places.get(table_id)
        if place is not None:
            async with place.lock:
                if place.table.number < number:
                    await self._catch_up(place)

    async def add_secret(self, table_id: str, role: Role) -> str:
        """A new secret that opens `role`."""
        secret = random_secrets.token_urlsafe(18)
        await self.storage.write(lambda connection: _add_secret(connection, table_id, secret, role))
        return secret

    async def delete(self, table_id: str) -> None:
        """Remove a table with all that belongs to it."""
        place = await self.place(table_id)
        async with place.lock:
            await self.storage.write(
                lambda connection: connection.execute(delete(schema.tables).where(schema.tables.c.id == table_id))
            )
            place.deleted = True
            self._places.pop(table_id, None)
            place.tell()


def digest_of(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def _event(number: int, wish: Wish, at: float, client: str | None = None) -> Event:
    return Event(number, wish.kind, wish.seat, wish.body, at, client if wish.kind == "move" else None)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _row(table_id: str, event: Event) -> dict[str, Any]:
    return {
        "table_id": table_id,
        "number": event.number,
        "kind": event.kind,
        "seat": event.seat,
        "body": _json(event.body),
        "client": event.client,
        "at": event.at,
    }


def _append(connection: Connection, table: Table, event: Event) -> None:
    """Add an event to the log, with what lists and bots need to know of it."""
    connection.execute(insert(schema.events), [_row(table.id, event)])
    connection.execute(
        update(schema.tables).where(schema.tables.c.id == table.id).values(status=table.status, changed=event.at)
    )
    connection.execute(delete(schema.wakeups).where(schema.wakeups.c.table_id == table.id))
    due = table.next_due()
    if due is not None:
        connection.execute(insert(schema.wakeups).values(table_id=table.id, due=due))
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SELECT pg_notify('tilery', %s)", (f"{table.id} {event.number}",))


def _add_secret(connection: Connection, table_id: str, secret: str, role: Role) -> None:
    connection.execute(
        insert(schema.secrets).values(digest=digest_of(secret), table_id=table_id, role=role.kind, seat=role.seat)
    )


def _role(connection: Connection, table_id: str, digest: str) -> Role | None:
    columns = schema.secrets.c
    found = connection.execute(
        select(columns.role, columns.seat).where(columns.digest == digest, columns.table_id == table_id)
    ).first()
    return Role(found.role, found.seat) if found else None


def _read_table(connection: Connection, table_id: str) -> tuple[Table, list[Event]]:
    found = connection.execute(select(schema.tables).where(schema.tables.c.id == table_id)).first()
    if found is None:
        raise Refusal("no_table", "There is no such table.", 404)
    table = Table(
        id=found.id,
        game=found.game,
        rules=found.rules,
        seats=found.seats,
        options=json.loads(found.options),
        seed=int(found.seed, 16),
        settings=Settings(**json.loads(found.settings)),
        public=found.public,
    )
    return table, _read_events(connection, table_id, 0)


def _read_events(connection: Connection, table_id: str, after: int) -> list[Event]:
    columns = schema.events.c
    rows = connection.execute(
        select(schema.events).where(columns.table_id == table_id, columns.number > after).order_by(columns.number)
    )
    return [Event(row.number, row.kind, row.seat, json.loads(row.body), row.at, row.client) for row in rows]


def _fold(table: Table, log: list[Event]) -> Table:
    version = games.find(table.game).version
    if table.rules != version:
        raise Refusal(
            "old_rules",
            f"This table is played by version {table.rules} of the rules; this server has version {version}.",
        )
    for event in log:
        table.apply(event)
    return table
