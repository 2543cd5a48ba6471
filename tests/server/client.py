"""A server without a network, and a client of it, for tests; on the database that a test asks for."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import httpx

from tilery.server.app import create_app
from tilery.server.config import Config
from tilery.server.http.routing import Application
from tilery.server.tables import commands

Body = dict[str, Any]


class Client:
    """Asks the server, as somebody with a secret or without."""

    def __init__(self, http: httpx.AsyncClient, app: Application) -> None:
        self.http = http
        self.app = app
        self.tables = app.service.tables

    async def ask(
        self, method: str, path: str, secret: str | None = None, body: Body | None = None
    ) -> tuple[int, Body]:
        headers = {"authorization": f"Bearer {secret}"} if secret else {}
        answer = await self.http.request(method, path, headers=headers, json=body)
        return answer.status_code, answer.json()

    async def done(self, method: str, path: str, secret: str | None = None, body: Body | None = None) -> Body:
        """Ask for something that has to be done."""
        status, answer = await self.ask(method, path, secret, body)
        assert status in (200, 201), answer
        return answer

    async def table(self, *players: Body, game: str = "pebbles", **more: Any) -> Body:
        return await self.done("POST", "/api/tables", None, {"game": game, "players": list(players), **more})

    async def sit(self, made: Body, name: str) -> str:
        sat = await self.done("POST", f"/api/tables/{made['id']}/sit", made["invite"], {"name": name})
        return str(sat["secret"])

    async def move(self, made: Body, seat: int, move: str) -> None:
        """Play a move for a seat, whoever holds its secret."""
        await self.tables.submit(made["id"], lambda table: commands.play(table, seat, move))


Play = Callable[[Client], Awaitable[None]]
Run = Callable[[Play], None]

CONFIG = Config(
    new_tables_a_minute=100_000,
    chats_a_minute=100_000,
    comings_a_minute=100_000,
    work_a_minute=10**9,
    public_tables=100_000,
    public_seats=100_000,
)

OPEN = {"kind": "open"}
BOT = {"kind": "bot", "level": "greedy"}


def person(name: str) -> Body:
    return {"kind": "person", "name": name}


@asynccontextmanager
async def server(database: str, config: Config = CONFIG) -> AsyncIterator[Client]:
    app = create_app(replace(config, database=database))
    async with app.lifespan():
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://table") as http:
            yield Client(http, app)


def run_on(database: str, play: Play, config: Config = CONFIG) -> None:
    """Run a coroutine against a server."""

    async def whole() -> None:
        async with server(database, config) as client:
            await play(client)

    asyncio.run(whole())
