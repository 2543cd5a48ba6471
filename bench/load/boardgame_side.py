"""A boardgame.io server under load: every listener is a Socket.IO client, and two of them play.

It sends an update to everybody before it writes it, and never flushes: its acknowledgement promises less.
"""

from __future__ import annotations

import asyncio
import json
import random
import re
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bench.load.driver import LiveTable
from bench.load.parts import Parts
from bench.load.processes import ServerProcess
from bench.load.sides import Load, Side, several
from bench.load.wire import Connection, ServerFaultError, SocketIo

SEATS = 2
HEAP = 120
STATE_ID = re.compile(rb'"_stateID":(\d+)')


class BoardgameTable(LiveTable):
    """A match with all its clients."""

    def __init__(self, listeners: int, game: str) -> None:
        super().__init__(listeners)
        self.game = game
        self._state = 0

    async def prepare(self, port: int) -> None:
        connection = await Connection.open(port)
        self.id = (await connection.ask("POST", f"/games/{self.game}/create", None, {"numPlayers": SEATS}))["matchID"]
        self._secrets = []
        for seat in range(SEATS):
            body = {"playerID": str(seat), "playerName": f"Seat {seat}"}
            joined = await connection.ask("POST", f"/games/{self.game}/{self.id}/join", None, body)
            self._secrets.append(joined["playerCredentials"])
        connection.close()
        self.takes = _takes()
        self.plan(len(self.takes))
        self._clients = []
        for listener in range(self.listeners):
            client = _Client(self, listener)
            await client.open(port)
            self._clients.append(client)

    def credentials(self, seat: int) -> str | None:
        return self._secrets[seat] if seat < SEATS else None

    def send(self, index: int) -> None:
        seat = index % SEATS
        payload = {
            "type": "take",
            "args": [self.takes[index]],
            "playerID": str(seat),
            "credentials": self._secrets[seat],
        }
        self._clients[seat].socket.emit(
            "update", {"type": "MAKE_MOVE", "payload": payload}, self._state, self.id, str(seat)
        )

    def update(self, index: int, listener: int, state: int) -> None:
        if index >= self.length or state <= 0:
            self.note_fault(f"instead of move {index}, somebody heard state {state}")
            return
        if listener == index % SEATS:
            self._state = state
            self.note_acknowledged(index)
        self.note_heard(index)

    async def is_whole(self, port: int) -> bool:
        """Whether the server knows that the heap is gone. One that was killed while it wrote may die of its files."""
        client = _Client(self, SEATS)
        try:
            await client.open(port)
        except (ServerFaultError, OSError):
            return False
        client.socket.close()
        return bool(client.synced.result()["state"]["G"]["heap"] == 0)

    def close(self) -> None:
        for client in self._clients:
            client.socket.close()


class _Client:
    """One client; counts what it hears: every state, once, in order."""

    def __init__(self, table: BoardgameTable, listener: int) -> None:
        self._table = table
        self._listener = listener
        self._index = 0
        self._state = 0
        self.synced: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()

    async def open(self, port: int) -> None:
        self.socket = await SocketIo.open(port, self._table.game, self._heard, self._lost)
        seat = str(self._listener) if self._listener < SEATS else None
        self.socket.emit("sync", self._table.id, seat, self._table.credentials(self._listener), SEATS)
        await self.synced

    def _lost(self) -> None:
        if not self.synced.done():
            self.synced.set_exception(ServerFaultError("a client was cut off before it saw the match"))
            self.synced.exception()  # perhaps nobody waits for it any more
        self._table.note_lost()

    def _heard(self, event: bytes) -> None:
        if event.startswith(b'["update",'):
            found = STATE_ID.search(event)
            state = int(found[1]) if found else 0
            self._table.update(self._index, self._listener, state if state > self._state else 0)
            self._state = state
            self._index += 1
        elif event.startswith(b'["sync",'):
            self.synced.set_result(json.loads(event)[2])


def _takes() -> list[int]:
    takes: list[int] = []
    while (left := HEAP - sum(takes)) > 0:
        takes.append(random.randint(1, min(3, left)))
    return takes


class BoardgameSide(Side):
    """boardgame.io with one of its own storages."""

    name = "boardgame.io"

    def __init__(self, game: str, folder: Path, parts: Parts, *, in_memory: bool) -> None:
        super().__init__(game, folder)
        self._parts = parts
        self._matches = folder / "matches"
        self.is_durable = not in_memory
        self.storage = "memory" if in_memory else "files, not flushed"

    def start(self) -> ServerProcess:
        command = [str(self._parts.node), str(Path(__file__).parent / "boardgame" / "server.js"), str(self.port)]
        if self.is_durable:
            command.append(str(self._matches))
        environment = {"NODE_PATH": str(self._parts.modules), "NODE_ENV": "production"}
        return ServerProcess(command, self.port, environment, self.folder / "boardgame.log")

    def clear(self) -> None:
        shutil.rmtree(self._matches, ignore_errors=True)

    async def open_tables(self, load: Load) -> Sequence[BoardgameTable]:
        tables = [BoardgameTable(load.listeners, self.game) for _ in range(load.tables)]
        await several(table.prepare(self.port) for table in tables)
        return tables

    async def count_lost(self, tables: Sequence[LiveTable]) -> int:
        """Here matches are counted: one whose heap is not empty has lost a move or more."""
        matches = [table for table in tables if isinstance(table, BoardgameTable)]
        return sum(not found for found in await several(table.is_whole(self.port) for table in matches))
