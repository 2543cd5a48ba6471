"""The web application: the API, health and metrics, and what starts and stops with it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable
from itertools import chain

from starlette.requests import Request
from starlette.responses import Response

from tilery.server.answers import answer, refuse
from tilery.server.api import Api
from tilery.server.config import Config
from tilery.server.counting import Counting
from tilery.server.hall import Hall
from tilery.server.metrics import Metrics
from tilery.server.pages import Pages
from tilery.server.replay import Replays
from tilery.server.routing import Application, Way
from tilery.server.rules_pages import RulesPages
from tilery.server.storage import Storage, StorageDownError
from tilery.server.table import Refusal
from tilery.server.templates import FILES, Renderer
from tilery.server.waker import Waker
from tilery.words import say

log = logging.getLogger("tilery.server")


def create_app(config: Config) -> Application:
    storage = Storage(config.database)
    hall = Hall(storage, tables_in_memory=config.tables_in_memory, events_a_table=config.events_a_table)
    waker = Waker(hall, threads=config.bot_threads, claim_seconds=config.claim_seconds)
    metrics = _measured(hall, storage, waker)

    @contextlib.asynccontextmanager
    async def lifespan() -> AsyncIterator[None]:
        await asyncio.to_thread(storage.open)
        _listen(hall)
        work = [asyncio.create_task(waker.run()), asyncio.create_task(_get_ready(hall))]
        try:
            yield
        finally:
            hall.close()
            await hall.kitchen.close()
            for task in work:
                task.cancel()
            await asyncio.gather(*work, return_exceptions=True)
            await waker.close(config.shutdown_seconds)
            await asyncio.to_thread(storage.close)

    async def health(_request: Request) -> Response:
        try:
            await storage.read(lambda connection: connection.exec_driver_sql("SELECT 1"))
        except StorageDownError:
            return refuse(Refusal("storage_down", say("The storage cannot be reached."), 503))
        return answer({"ok": True, "games_ready": hall.kitchen.ready})

    async def measurements(_request: Request) -> Response:
        return metrics.answer()

    renderer = Renderer()
    pages = [page(hall, config, renderer).routes() for page in (Pages, Replays, RulesPages, Counting)]
    routes = [*Api(hall, config).routes(), *chain.from_iterable(pages), FILES, Way("GET", "/healthz", health)]
    if config.metrics:
        routes.append(Way("GET", "/metrics", measurements))
    return Application(routes, lifespan, metrics, hall)


def _measured(hall: Hall, storage: Storage, waker: Waker) -> Metrics:
    metrics = Metrics()
    metrics.watch("tilery_tables_in_memory", "Tables that are kept ready", lambda: hall.places)
    metrics.watch("tilery_streams", "Open event streams", lambda: hall.watchers)
    metrics.watch("tilery_games_ready", "Games whose rules are loaded", lambda: len(hall.kitchen.ready))
    metrics.count("tilery_moves", "Moves that were written", lambda: hall.moves)
    metrics.count("tilery_bot_moves", "Moves of bots that were written", lambda: waker.turns)
    metrics.count("tilery_storage_commits", "Transactions, each of one or many changes", lambda: storage.batches)
    return metrics


async def _get_ready(hall: Hall) -> None:
    """Load the rules, and say openly which tables cannot go on here."""
    await hall.kitchen.prepare_all()
    for game, count in (await hall.old_tables()).items():
        log.warning(
            "tables are played by other rules than this server has; they are kept, but cannot go on here",
            extra={"game": game, "tables": count},
        )


def _listen(hall: Hall) -> None:
    """Hear what other processes write."""
    loop = asyncio.get_running_loop()
    hearing: set[asyncio.Task[None]] = set()

    def soon(work: Awaitable[None]) -> None:
        task = loop.create_task(_unless_down(work))
        hearing.add(task)
        task.add_done_callback(hearing.discard)

    def hear(text: str) -> None:
        table_id, _, number = text.partition(" ")
        with contextlib.suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(lambda: soon(hall.hear(table_id, int(number))))

    def missed() -> None:
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(lambda: soon(hall.look_again()))

    hall.storage.listen(hear, missed)


async def _unless_down(work: Awaitable[None]) -> None:
    """Do some work; while the storage is down it can wait, because afterwards everything is looked at again."""
    with contextlib.suppress(StorageDownError):
        await work
