"""What happens by itself: bots move, and clocks run out. Each turn is taken by exactly one process.

Due tables are claimed in storage for a short time; a process that dies leaves them to the others when that is over.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import secrets
from concurrent.futures import ThreadPoolExecutor

from tilery import bots
from tilery.server.storage import queries
from tilery.server.storage.database import StorageDownError
from tilery.server.tables import commands
from tilery.server.tables.events import Command
from tilery.server.tables.refusal import Refusal
from tilery.server.tables.registry import Tables
from tilery.server.tables.table import Table

log = logging.getLogger("tilery.scheduler")

POLL_SECONDS = 0.1


class Scheduler:
    """Looks for due tables and does what is due, with at most `threads` bots thinking at once."""

    def __init__(self, tables: Tables, *, threads: int, claim_seconds: float) -> None:
        self._tables = tables
        self._process = secrets.token_hex(8)
        self._claim_seconds = claim_seconds
        self._most = 4 * threads
        self._thinkers = ThreadPoolExecutor(threads, thread_name_prefix="tilery-bot")
        self._busy: dict[str, asyncio.Task[None]] = {}
        self.bot_moves = 0
        """How many moves of bots were written, for metrics."""

    async def run(self) -> None:
        """Poll for due tables until cancelled."""
        while True:
            await asyncio.sleep(POLL_SECONDS)
            try:
                await self._claim_due()
            except StorageDownError:
                continue
            except Exception:
                log.exception("looking for turns that are due has failed")

    async def close(self, seconds: float) -> None:
        """Finish the turns that have begun, and leave the others to whoever is next."""
        if self._busy:
            _, unfinished = await asyncio.wait(self._busy.values(), timeout=seconds)
            for task in unfinished:
                task.cancel()
        self._thinkers.shutdown(wait=False, cancel_futures=True)
        with contextlib.suppress(StorageDownError):
            await self._tables.storage.write(lambda connection: queries.release_claims(connection, self._process))

    async def _claim_due(self) -> None:
        """Claim due tables, as many as there is room for, and take their turns."""
        storage, now = self._tables.storage, self._tables.now()
        room = self._most - len(self._busy)
        if room <= 0 or not await storage.read(lambda connection: queries.is_any_due(connection, now)):
            return
        until = now + self._claim_seconds
        claimed = await storage.write(lambda connection: queries.claim_due(connection, now, until, self._process, room))
        for table_id in claimed:
            if table_id not in self._busy:
                self._busy[table_id] = asyncio.create_task(self._take_turn(table_id))

    async def _take_turn(self, table_id: str) -> None:
        """Do what is due at a table: the end of somebody's time, or a bot's move."""
        try:
            if await self._tables.submit_if(table_id, self._end_time) is None:
                await self._play_bot(table_id)
        except (StorageDownError, Refusal) as error:
            log.warning(
                "a scheduled bot turn or time limit could not be carried out",
                extra={"table": table_id, "why": str(error)},
            )
        except Exception:
            log.exception("a scheduled bot turn or time limit has failed", extra={"table": table_id})
        finally:
            del self._busy[table_id]

    def _end_time(self, table: Table) -> Command | None:
        return commands.end_time(table, self._tables.now())

    async def _play_bot(self, table_id: str) -> None:
        table = (await self._tables.find(table_id)).table
        seats = table.bots_due()
        if not seats or table.match is None:
            return
        seat = random.choice(seats)
        level = table.players[seat].level or table.settings.stand_in
        await self._tables.warmup.prepare(table.game, "bots")
        loop = asyncio.get_running_loop()
        seed = secrets.randbits(64)
        move = await loop.run_in_executor(self._thinkers, bots.choose, level, table.match, seat, seed)

        def play(now: Table) -> Command | None:
            """Play the move if it is still the same decision and still a bot's."""
            same = now.players[seat].waited_since == table.players[seat].waited_since
            return commands.play_move(now, move) if seat in now.bots_due() and same else None

        if await self._tables.submit_if(table_id, play) is not None:
            self.bot_moves += 1
