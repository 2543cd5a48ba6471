"""A Tilery server under load: moves are posted, listeners read the stream of events."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, text

from bench.load.driver import LiveTable
from bench.load.processes import ServerProcess, free_port
from bench.load.sides import Load, Side, several
from bench.load.wire import Connection, LineStream, request
from tilery import games
from tilery.match.match import Match

SEATS = 2
WITHOUT_LIMITS = (
    "--new-tables-a-minute=1000000",
    "--streams-a-client=100000",
    "--connections-a-client=100000",
    "--work-a-minute=1000000000",
)


class TileryTable(LiveTable):
    """Two people, each with a connection for moves, and all listeners with a stream."""

    def __init__(self, listeners: int, game: str) -> None:
        super().__init__(listeners)
        self.game = game
        self.id = ""
        self.moves: list[tuple[int, str]] = []

    async def prepare(self, port: int) -> None:
        self._seats = [await Connection.open(port) for _ in range(SEATS)]
        ask = self._seats[0].ask
        players = [{"kind": "person", "name": f"Seat {seat}"} for seat in range(SEATS)]
        made = await ask("POST", "/api/tables", None, {"game": self.game, "players": players, "start": True})
        self.id, self.watch, self._secrets = made["id"], made["watch"], made["seats"]
        self._before = (await ask("GET", f"/api/tables/{self.id}", self.watch))["number"]

    async def listen(self, port: int, seed: int) -> None:
        match = Match(self.game, SEATS, seed=seed)
        match.play_randomly()
        self.moves = [(move.seat, str(move)) for move in match.moves]
        path = f"/api/tables/{self.id}/moves"
        self._requests = [
            request("POST", path, self._secrets[seat], {"move": move, "id": f"move {index}"})
            for index, (seat, move) in enumerate(self.moves)
        ]
        self.plan(len(self.moves))
        self._streams = []
        for listener in range(self.listeners):
            secret = self._secrets[listener] if listener < SEATS else self.watch
            raw = request("GET", f"/api/tables/{self.id}/events?after={self._before}", secret)
            self._streams.append(await LineStream.open(port, raw, _Listener(self), self.note_lost))

    def send(self, index: int) -> None:
        self._seats[self.moves[index][0]].send(
            self._requests[index], lambda status, content: self._answered(index, status, content)
        )

    def _answered(self, index: int, status: int, content: bytes) -> None:
        if status == 200 and json.loads(content)["number"] == self._before + index + 1:
            self.note_acknowledged(index)
        else:
            self.note_fault(f"move {index} was answered with {status}: {content!r}")

    def event(self, index: int, event: dict[str, Any]) -> None:
        if event["kind"] == "move" and event["number"] == self._before + index + 1 and index < self.length:
            self.note_heard(index)
        else:
            self.note_fault(f"instead of move {index}, somebody heard {event}")

    async def count_lost(self, connection: Connection) -> int:
        """How many moves the server does not know as they were played."""
        path = f"/api/tables/{self.id}"
        known = (await connection.ask("GET", path, self.watch))["number"] - self._before
        if known < self.length:
            return self.length - int(known)
        record = await connection.ask("GET", f"{path}/record", self.watch)
        return sum(known != list(played) for known, played in zip(record["moves"], self.moves, strict=True))

    def close(self) -> None:
        for seat in self._seats:
            seat.close()
        for stream in self._streams:
            stream.close()


class _Listener:
    """Counts what one stream brings: every move, once, in order."""

    def __init__(self, table: TileryTable) -> None:
        self._table = table
        self._index = 0

    def __call__(self, line: bytes) -> None:
        if line:
            self._table.event(self._index, json.loads(line))
            self._index += 1


class Servers:
    """Server processes that share one storage."""

    def __init__(self, processes: Sequence[ServerProcess]) -> None:
        self._processes = processes

    def cpu_seconds(self) -> float:
        return sum(process.cpu_seconds() for process in self._processes)

    def kill(self) -> None:
        for process in self._processes:
            process.kill()


class TilerySide(Side):
    """Tilery on SQLite, with a flush to disk before every answer."""

    name = "Tilery"
    storage = "SQLite, flushed"
    processes = 1

    def __init__(self, game: str, folder: Path) -> None:
        super().__init__(game, folder)
        self._ports = [self.port, *(free_port() for _ in range(1, self.processes))]
        self._database = f"sqlite:///{folder / 'tilery.db'}"

    def start(self) -> Servers:
        """As anybody would start it, but for the limits of one address: all clients are on this machine."""
        flags = [f"--database={self._database}", *WITHOUT_LIMITS]
        command = [sys.executable, "-m", "tilery", "serve", *flags]
        log = self.folder / "tilery.log"
        return Servers([ServerProcess([*command, f"--port={port}"], port, {}, log) for port in self._ports])

    def clear(self) -> None:
        for old in self.folder.glob("tilery.db*"):
            old.unlink()

    async def open_tables(self, load: Load) -> Sequence[TileryTable]:
        for port in self._ports:
            await self._ready(port)
        tables = [TileryTable(load.listeners, self.game) for _ in range(load.tables)]
        ports = list(islice(cycle(self._ports), load.tables))
        await several(table.prepare(port) for table, port in zip(tables, ports, strict=True))
        seeds = self._seeds()
        await several(table.listen(port, seeds[table.id]) for table, port in zip(tables, ports, strict=True))
        return tables

    async def _ready(self, port: int) -> None:
        """Wait until a server has loaded all rules, so that this is not measured."""
        connection = await Connection.open(port)
        while len((await connection.ask("GET", "/healthz"))["games_ready"]) < len(games.names()):
            await asyncio.sleep(0.1)
        connection.close()

    def _seeds(self) -> dict[str, int]:
        """Seeds are secret until a game ends; only who owns the storage can plan a whole game beforehand."""
        engine = create_engine(self._database)
        with engine.connect() as connection:
            found = {row.id: int(row.seed, 16) for row in connection.execute(text("SELECT id, seed FROM tables"))}
        engine.dispose()
        return found

    async def count_lost(self, tables: Sequence[LiveTable]) -> int:
        connection = await Connection.open(self.port)
        lost = 0
        for table in tables:
            assert isinstance(table, TileryTable)
            lost += await table.count_lost(connection)
        connection.close()
        return lost


class PostgresSide(TilerySide):
    """Tilery on PostgreSQL, which flushes to disk before every answer too; one process, or two that share it."""

    storage = "PostgreSQL"

    def __init__(self, game: str, folder: Path, postgres: Any, processes: int) -> None:
        self.processes = processes
        self.storage = f"PostgreSQL, {processes} proc."
        super().__init__(game, folder)
        self._postgres = postgres
        self._name = f"load{processes}"
        self._database = "postgresql+psycopg" + str(postgres.get_uri(database=self._name)).removeprefix("postgresql")

    def clear(self) -> None:
        self._postgres.psql(f"DROP DATABASE IF EXISTS {self._name};")
        self._postgres.psql(f"CREATE DATABASE {self._name};")
