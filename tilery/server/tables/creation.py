"""New tables: from an order, from a record, or as the next table of the same people."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from sqlalchemy import Connection

from tilery import games
from tilery.match.record import Record, RecordError
from tilery.server.storage import queries
from tilery.server.storage.database import ConflictError
from tilery.server.tables import commands
from tilery.server.tables.events import Command, Event
from tilery.server.tables.players import Player, Settings, find_game
from tilery.server.tables.refusal import Refusal
from tilery.server.tables.registry import Tables
from tilery.server.tables.roles import Role
from tilery.server.tables.table import Table
from tilery.server.tables.tokens import derived_token, digest_of, new_token
from tilery.words import reason, say

TABLE_ID_BYTES = 9
SEED_BITS = 128


@dataclass(frozen=True)
class TableOrder:
    """What a new table should be like."""

    game: str
    players: list[Player]
    settings: Settings
    options: dict[str, Any] = field(default_factory=dict)
    public: bool = False
    name: str = ""
    start: bool = False
    """Whether the game begins at once."""


@dataclass(frozen=True)
class NewTable:
    """A table that was made: its id and the secrets that open it."""

    id: str
    owner: str
    invite: str
    watch: str
    seats: list[str | None]
    """A secret for each seat that was given to a person."""


async def create_table(
    tables: Tables,
    order: TableOrder,
    owner: str,
    browser: str | None = None,
    *,
    most_public: int | None = None,
    client: str | None = None,
) -> NewTable:
    """Make a table. A browser's secret opens it as its owner and, if people sit there, the first of their seats.

    An owner may have `most_public` public tables at a time. With an id of the client's own, a table is made once: who
    repeats the request gets the same answer.
    """
    table = _ordered(order, owner)
    if order.start:
        await tables.warmup.prepare(order.game)
    _seat_all(table, order, tables.now())
    make = _any_token if client is None else partial(derived_token, tables.key, "table", client)
    if client is not None:
        table.id = derived_token(tables.key, "table id", client)[: len(table.id)]
    people = [seat for seat, player in enumerate(order.players) if player.kind == "person"]
    new = _with_secrets(table, people, make)
    try:
        await _add(tables, table, new, people, browser, most_public)
    except ConflictError:
        if client is None or not await _is_same(tables, table):
            raise
    return new


def seated_table(tables: Tables, order: TableOrder, owner: str) -> Table:
    """Return a table with players on its seats, for callers that store it together with something else.

    Its rules have to be loaded if the game begins at once.
    """
    table = _ordered(order, owner)
    _seat_all(table, order, tables.now())
    return table


def _ordered(order: TableOrder, owner: str) -> Table:
    """Return the empty table that an order asks for."""
    return _new_table(
        order.game, len(order.players), order.options, order.settings, owner, public=order.public, name=order.name
    )


def _seat_all(table: Table, order: TableOrder, at: float) -> None:
    """Seat the players of an order, and start the game if the order says so."""
    _apply(table, _seating(order.players), at)
    if order.start:
        _apply(table, [commands.start(table)], at)


async def _is_same(tables: Tables, table: Table) -> bool:
    """Return whether the table that was made by an earlier request is what is asked for now."""
    made = (await tables.find(table.id)).table
    same = ("game", "seats", "options", "settings", "public", "name")
    if any(getattr(made, name) != getattr(table, name) for name in same):
        raise Refusal("id_reused", say("That id was already used for something else."))
    return True


async def import_record(
    tables: Tables,
    record: Record,
    owner: str,
    browser: str | None = None,
    names: Sequence[str] = (),
    *,
    public: bool = False,
) -> NewTable:
    """Make a table to look at, on which a record has been played."""
    if len(names) > record.seats:
        raise Refusal("bad_name", say("This game has {seats} players; give at most as many names.", seats=record.seats))
    try:
        if record.game in games.names():
            await tables.warmup.prepare(record.game)
        table = await asyncio.to_thread(_played, record, owner, tables.now(), names)
    except RecordError as error:
        raise Refusal("bad_record", reason(error)) from None
    if not table.started_match.is_over:
        raise Refusal("bad_record", say("Only finished games can be replayed."))
    table.public = public
    new = _with_secrets(table, [], _any_token)
    await _add(tables, table, new, [], browser)
    return new


def _played(record: Record, owner: str, at: float, names: Sequence[str] = ()) -> Table:
    """Return a table on which a record was played; every move is read and checked once. Who has no name is numbered."""
    if record.seed is None:
        raise Refusal("bad_record", say("Only games that were played from their deal can be replayed here."))
    steps = record.steps()
    match = next(steps)
    table = _new_table(
        record.game, record.seats, record.options, Settings(chat=False), owner, seed=record.seed, rules=match.rules
    )
    seated = [*names, *[""] * (record.seats - len(names))]
    _apply(table, [Command("sit", seat, {"name": name}) for seat, name in enumerate(seated)], at)
    begun = {"undone": record.undone} if record.undone else {}
    table.fold(Command("start", None, begun).event(table.number + 1, at), match)
    for (seat, text), after in zip(record.moves, steps, strict=True):
        table.fold(Command("move", seat, {"move": text}).event(table.number + 1, at), after)
    return table


async def play_on(tables: Tables, old: Table, moves: int, seat: int, owner: str, browser: str) -> NewTable:
    """Make a table that goes on from a moment of a finished game: the same deal and the first moves of it.

    A person takes one seat; bots take the others, of the level that they had, or as good as the stand-in.
    """
    table = _new_table(
        old.game, old.seats, old.options, Settings(chat=False), owner, seed=old.seed, rules=old.rules, name=old.name
    )
    players = [
        Player("person", name=old.players[other].name)
        if other == seat
        else Player("bot", level=old.players[other].level or old.settings.stand_in)
        for other in range(old.seats)
    ]
    _apply(table, [*_seating(players), Command("start")], tables.now())
    for move in old.started_match.moves[:moves]:
        _apply(table, [Command("move", move.seat, {"move": str(move)})], tables.now())
    new = _with_secrets(table, [seat], _any_token)
    await _add(tables, table, new, [seat], browser)
    return new


async def create_rematch(tables: Tables, table_id: str, by: int | None = None) -> str:
    """Return the id of a table with the same people and bots, each one seat further; it is made if there is none yet.

    Whatever opened the old table opens the new one in the same role. Everybody but `by`, the seat that wants it, is
    asked: they sit there already, and say that they are ready, or get up. After a game of a tournament it is a friendly
    game, which has not the tournament's name and does not count.
    """
    old = (await tables.find(table_id)).table
    settings, name = replace(old.settings, rated=False), "" if old.settings.rated else old.name
    table = _new_table(old.game, old.seats, old.options, settings, old.owner, public=old.public, name=name)
    seated = _seating([old.players[(seat + 1) % old.seats] for seat in range(old.seats)])
    asker = None if by is None else (by - 1) % old.seats
    for command in seated:
        if command.kind == "sit":
            command.body["asked"] = command.seat != asker
    _apply(table, seated, tables.now())
    if asker is not None:
        _apply(table, [Command("ready", asker, {"on": True})], tables.now())

    def add_table(connection: Connection, _event: Event) -> None:
        grants = {(digest, role.rotated(old.seats)) for digest, role in queries.grants(connection, table_id)}
        queries.add_table(connection, table, grants, tables.now())

    if await tables.submit_if(table_id, lambda now: commands.rematch(now, table.id, by), also=add_table) is not None:
        return table.id
    made = (await tables.find(table_id)).table.rematch
    assert made is not None
    return made


def _seating(players: Iterable[Player]) -> list[Command]:
    """Return the commands that seat players; open seats stay empty."""
    seated = []
    for seat, player in enumerate(players):
        if player.kind == "bot":
            seated.append(Command("seat_bot", seat, {"level": player.level}))
        elif player.kind == "person" and not player.is_removed:
            seated.append(Command("sit", seat, {"name": player.name}))
    return seated


def _apply(table: Table, happened: Iterable[Command], at: float) -> None:
    """Apply commands to a table that is not stored yet."""
    for command in happened:
        table.apply(command.event(table.number + 1, at))


def _with_secrets(table: Table, people: list[int], make: Callable[[str], str]) -> NewTable:
    """Make the secrets that open a table; `make` is told what each is for."""
    new = NewTable(table.id, make("owner"), make("invite"), make("watch"), [None] * table.seats)
    for seat in people:
        new.seats[seat] = make(f"seat {seat}")
    return new


def _any_token(_purpose: str) -> str:
    return new_token()


async def _add(
    tables: Tables, table: Table, new: NewTable, people: list[int], browser: str | None, most_public: int | None = None
) -> None:
    grants = {(digest_of(getattr(new, kind)), Role(kind)) for kind in ("owner", "invite", "watch")}
    grants |= {(digest_of(secret), Role("seat", seat)) for seat, secret in enumerate(new.seats) if secret}
    if browser is not None:
        own = {Role("owner"), *(Role("seat", seat) for seat in people[:1])}
        grants |= {(digest_of(browser), role) for role in own}
    await tables.add(table, grants, most_public)


def _new_table(
    game: str,
    seats: int,
    options: dict[str, Any],
    settings: Settings,
    owner: str,
    *,
    public: bool = False,
    name: str = "",
    seed: int | None = None,
    rules: int | None = None,
) -> Table:
    found, options = find_game(game, seats, options)
    return Table(
        id=secrets.token_urlsafe(TABLE_ID_BYTES),
        name=name,
        game=game,
        rules=rules or found.version,
        seats=seats,
        options=options,
        seed=secrets.randbits(SEED_BITS) if seed is None else seed,
        settings=settings,
        public=public,
        owner=owner,
    )
