"""The web application: the API, health and metrics, and what starts and stops with it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tilery.server.answers import answer, refuse
from tilery.server.api import Api, Limits
from tilery.server.hall import Hall
from tilery.server.storage import Storage, StorageDownError
from tilery.server.table import Refusal
from tilery.server.waker import Waker


@dataclass(frozen=True)
class Config:
    """How a server runs."""

    database: str = "sqlite:///tilery.db"
    bot_threads: int = 1
    limits: Limits = field(default_factory=Limits)


def create_app(config: Config) -> Starlette:
    storage = Storage(config.database)
    hall = Hall(storage)

    @contextlib.asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        await asyncio.to_thread(storage.open)
        waker = asyncio.create_task(Waker(hall, config.bot_threads).run())
        try:
            yield
        finally:
            waker.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await waker
            await asyncio.to_thread(storage.close)

    async def health(_request: Request) -> Response:
        try:
            await storage.read(lambda connection: connection.exec_driver_sql("SELECT 1"))
        except StorageDownError:
            return refuse(Refusal("storage_down", "The storage cannot be reached.", 503))
        return answer({"ok": True})

    async def not_found(_request: Request, _error: Exception) -> Response:
        return refuse(Refusal("not_found", "There is nothing here.", 404))

    async def wrong_method(_request: Request, _error: Exception) -> Response:
        return refuse(Refusal("wrong_method", "That cannot be done here.", 405))

    return Starlette(
        routes=[*Api(hall, config.limits).routes(), Route("/healthz", health)],
        lifespan=lifespan,
        exception_handlers={404: not_found, 405: wrong_method},
    )
