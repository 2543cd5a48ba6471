"""The web application: the API, health and metrics, and what starts and stops with it."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import math
from collections.abc import AsyncIterator, Awaitable
from functools import partial
from itertools import chain

from starlette.requests import Request
from starlette.responses import Response

from tilery.server.api.handlers import Api
from tilery.server.clubs.service import ClubService
from tilery.server.config import Config
from tilery.server.http.responses import json_response
from tilery.server.http.routing import Application, Route
from tilery.server.memory import give_back
from tilery.server.metrics import Metrics
from tilery.server.notices.notifier import Notifier
from tilery.server.notices.services import Policy, Services
from tilery.server.pages.address_pages import AddressPages
from tilery.server.pages.club_pages import ClubPages
from tilery.server.pages.entry_pages import EntryPages
from tilery.server.pages.home_pages import HomePages
from tilery.server.pages.host_pages import HostPages
from tilery.server.pages.learn_pages import LearnPages
from tilery.server.pages.me_pages import MePages
from tilery.server.pages.moderation_pages import ModerationPages
from tilery.server.pages.notice_pages import NoticePages
from tilery.server.pages.own_set_pages import OwnSetPages
from tilery.server.pages.passkey_pages import PasskeyPages
from tilery.server.pages.play_pages import PlayPages
from tilery.server.pages.profile_pages import ProfilePages
from tilery.server.pages.puzzle_pages import PuzzlePages
from tilery.server.pages.replay_pages import ReplayPages
from tilery.server.pages.review_pages import ReviewPages
from tilery.server.pages.rules_pages import RulesPages
from tilery.server.pages.score_pages import ScorePages
from tilery.server.pages.static_files import FILES
from tilery.server.pages.templates import Renderer
from tilery.server.pages.waiting_pages import WaitingPages
from tilery.server.storage import host_queries, queries
from tilery.server.storage.database import Storage, StorageDownError
from tilery.server.tables.expiry import Expiry
from tilery.server.tables.presence import HERE, PresenceReport
from tilery.server.tables.refusal import Refusal
from tilery.server.tables.registry import Tables
from tilery.server.tables.scheduler import Scheduler
from tilery.server.tables.service import TableService
from tilery.server.tables.thinkers import Thinkers, Urgency
from tilery.words import say

log = logging.getLogger("tilery.server")

HEALTH_SECONDS = 3.0
"""For how long what was found out about the storage is believed."""
WRITE_SECONDS = 5.0
"""How long a tiny write may take on a healthy server."""

FORGET_SECONDS = 30.0
"""How often to look for tables that nobody needs in memory."""
FEW_TABLES = 100
"""For fewer than these, and fewer than are still in memory, it is not worth while to look at all objects."""


def create_app(config: Config) -> Application:
    storage = Storage(config.database)
    tables = Tables(
        storage,
        tables_in_memory=config.tables_in_memory,
        events_a_table=config.events_a_table,
        streams=config.streams,
    )
    thinkers = Thinkers(config.bot_threads)
    scheduler = Scheduler(tables, thinkers, claim_seconds=config.claim_seconds)
    service = TableService(tables, thinkers, config)
    clubs = ClubService(service, config)
    notifier = Notifier(
        tables, contact=config.contact, services=Services(_policy(config)), base=config.base_address.rstrip("/")
    )
    metrics = _metrics_of(tables, storage, scheduler, thinkers)
    metrics.count("tilery_notices", "Notices that push and other services have taken", lambda: notifier.sent)

    @contextlib.asynccontextmanager
    async def lifespan() -> AsyncIterator[None]:
        await asyncio.to_thread(storage.open)
        await asyncio.to_thread(tables.warmup.open)
        await tables.open()
        await notifier.open()
        _listen(tables)
        expiry = Expiry(tables, config)
        forgetting = _forget_idle(tables, config.idle_table_seconds)
        runs = (scheduler.run(), _warm_up(tables), clubs.rounds.run(), expiry.run(), forgetting)
        work = [asyncio.create_task(run) for run in runs]
        if config.notices:
            work.append(asyncio.create_task(notifier.run()))
        try:
            yield
        finally:
            service.close()
            await tables.warmup.close()
            for task in work:
                task.cancel()
            await asyncio.gather(*work, return_exceptions=True)
            await scheduler.close(config.shutdown_seconds)
            await asyncio.to_thread(storage.close)

    set_tables = metrics.watch_all("tilery_tables", "Tables in storage, by status", "status")

    async def measurements(_request: Request) -> Response:
        with contextlib.suppress(StorageDownError):
            for status, number in (await storage.read(queries.count_by_status)).items():
                set_tables(status, number)
        return metrics.answer()

    renderer = Renderer(config.prefix, lambda: tables.host.announcement)
    renderer.note_render = metrics.histogram("tilery_render_seconds", "Time to render the picture of a table")
    kinds = (
        HomePages,
        HostPages,
        LearnPages,
        ModerationPages,
        OwnSetPages,
        PasskeyPages,
        PlayPages,
        ProfilePages,
        PuzzlePages,
        EntryPages,
        WaitingPages,
        ReplayPages,
        ReviewPages,
        RulesPages,
        ScorePages,
    )
    pages = [page(service, config, renderer).routes() for page in kinds]
    pages.append(MePages(service, config, renderer, notifier.addresses).routes())
    pages.append(NoticePages(service, config, renderer, notifier).routes())
    pages.append(AddressPages(service, config, renderer, notifier.addresses).routes())
    pages.append(ClubPages(service, config, renderer, clubs).routes())
    routes = [*Api(service, config, clubs).routes(), *chain.from_iterable(pages), FILES]
    routes += Health(tables).routes()
    if config.metrics:
        routes.append(Route("GET", "/metrics", measurements))
    return Application(routes, lifespan, metrics, service, storage.open, config.prefix)


def _policy(config: Config) -> Policy:
    """Return where notices may be sent, other than to browsers."""
    if not config.notices:
        return Policy()
    services, hosts = config.notice_services.split(), config.notice_hosts.lower().split()
    return Policy(config.mail_server, config.mail_from, frozenset(services), tuple(hosts), config.notices_to_private)


def _metrics_of(tables: Tables, storage: Storage, scheduler: Scheduler, thinkers: Thinkers) -> Metrics:
    metrics = Metrics()
    metrics.watch("tilery_tables_in_memory", "Tables that are kept ready", lambda: tables.in_memory)
    metrics.watch("tilery_streams", "Open event streams", lambda: tables.watchers)
    metrics.watch("tilery_games_ready", "Games whose rules are loaded", lambda: len(tables.warmup.ready))
    metrics.count("tilery_moves", "Moves that were written", lambda: tables.moves)
    metrics.count("tilery_bot_moves", "Moves of bots that were written", lambda: scheduler.bot_moves)
    metrics.count(
        "tilery_bot_moves_shortened", "Searches that ended before their level would have it", lambda: thinkers.shortened
    )
    metrics.count("tilery_bot_seconds", "Time that bots, hints and analysis thought", lambda: thinkers.seconds)
    for urgency in Urgency:
        metrics.watch(
            f"tilery_bot_queue_{urgency.name.lower()}",
            f"Searches that wait for a thread: {urgency.name.lower()}",
            partial(thinkers.length, urgency),
        )
    thinkers.note_wait = metrics.histogram("tilery_bot_wait_seconds", "How long people's bots waited for a thread")
    metrics.count("tilery_storage_seconds", "Time that transactions took", lambda: storage.seconds)
    metrics.count("tilery_storage_commits", "Transactions, each of one or many changes", lambda: storage.batches)
    return metrics


class Health:
    """Health of the storage, found out by writing, at most every few seconds."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._checked_at = -math.inf
        self._task: asyncio.Task[None] | None = None

    def routes(self) -> list[Route]:
        return [
            Route("GET", "/healthz", self.healthz),
            Route("GET", "/livez", self.livez),
            Route("GET", "/readyz", self.readyz),
        ]

    async def healthz(self, _request: Request) -> Response:
        """Return whether the storage can be written, and which games are ready."""
        await self.check()
        return json_response({"ok": True, "games_ready": self._tables.warmup.ready})

    async def livez(self, _request: Request) -> Response:
        """Answer if this process is alive."""
        return json_response({"ok": True})

    async def readyz(self, _request: Request) -> Response:
        """Return whether this process is ready for traffic."""
        if self._tables.closing:
            raise Refusal("closing", say("The server is shutting down."))
        await self.check()
        return json_response({"ok": True})

    async def check(self) -> None:
        """Raise `StorageDownError` unless a recent write has succeeded."""
        now = asyncio.get_running_loop().time()
        if self._task is None or (self._task.done() and now > self._checked_at + HEALTH_SECONDS):
            self._checked_at = now
            self._task = asyncio.create_task(self._write())
        await asyncio.shield(self._task)

    async def _write(self) -> None:
        try:
            async with asyncio.timeout(WRITE_SECONDS):
                await self._tables.storage.write(lambda connection: queries.beat(connection, self._tables.now()))
        except TimeoutError:
            raise StorageDownError("nothing could be written in time") from None


async def _warm_up(tables: Tables) -> None:
    """Load the rules, and log which tables cannot continue here."""
    await tables.warmup.prepare_all()
    for game, count in (await tables.old_tables()).items():
        log.warning(
            "some tables use a rules version this server does not have; they are kept but cannot continue here",
            extra={"game": game, "tables": count},
        )


async def _forget_idle(tables: Tables, seconds: float) -> None:
    """Free the memory of idle tables and closed streams."""
    gone = streams = 0
    while True:
        await asyncio.sleep(min(FORGET_SECONDS, seconds))
        gone += tables.forget_idle(seconds)
        has_many = gone >= max(FEW_TABLES, tables.in_memory)
        if has_many:
            gone = 0
            gc.collect()  # tables and what shows them refer to each other
        if has_many or tables.watchers < streams:
            await asyncio.to_thread(give_back)
        streams = tables.watchers


def _listen(tables: Tables) -> None:
    """Subscribe to changes made by other processes."""
    loop = asyncio.get_running_loop()
    hearing: set[asyncio.Task[None]] = set()

    def soon(work: Awaitable[None]) -> None:
        task = loop.create_task(_unless_down(work))
        hearing.add(task)
        task.add_done_callback(hearing.discard)

    def hear(text: str) -> None:
        table_id, _, number = text.partition(" ")
        with contextlib.suppress(RuntimeError):  # the loop is closed
            if text == host_queries.CHANGED:
                loop.call_soon_threadsafe(lambda: soon(tables.hear_host()))
            elif number.startswith(HERE):
                loop.call_soon_threadsafe(tables.hear_presence, table_id, PresenceReport.read(number))
            elif tables.is_news(table_id, int(number)):
                loop.call_soon_threadsafe(lambda: soon(tables.hear(table_id, int(number))))

    def missed() -> None:
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(lambda: soon(tables.refresh()))

    tables.storage.listen(hear, missed)


async def _unless_down(work: Awaitable[None]) -> None:
    """Run some work, but skip it while storage is down: everything is read again afterwards."""
    with contextlib.suppress(StorageDownError):
        await work
