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
from typing import Any

from sqlalchemy import Connection, or_, select, update

from tilery import bots
from tilery.match.match import Match
from tilery.server import schema
from tilery.server.hall import Hall
from tilery.server.storage import StorageDownError
from tilery.server.table import Refusal, Table, Wish

log = logging.getLogger("tilery.waker")

LOOK_EVERY = 0.1


class Waker:
    """Looks for due tables and does what is due, with at most `threads` bots thinking at once."""

    def __init__(self, hall: Hall, *, threads: int, claim_seconds: float) -> None:
        self._hall = hall
        self._name = secrets.token_hex(8)
        self._claim_seconds = claim_seconds
        self._most = 4 * threads
        self._thinkers = ThreadPoolExecutor(threads, thread_name_prefix="tilery-bot")
        self._busy: dict[str, asyncio.Task[None]] = {}
        self.turns = 0
        """Moves of bots that were made here, for those who measure."""

    async def run(self) -> None:
        """Go on until cancelled."""
        while True:
            await asyncio.sleep(LOOK_EVERY)
            try:
                await self._look()
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
            await self._hall.storage.write(lambda connection: _release(connection, self._name))

    async def _look(self) -> None:
        room = self._most - len(self._busy)
        if room <= 0:
            return
        now = self._hall.now()
        due = await self._hall.storage.read(lambda connection: _due(connection, now, 1))
        if not due:
            return
        until = now + self._claim_seconds
        claimed = await self._hall.storage.write(lambda connection: _claim(connection, now, until, self._name, room))
        for table_id in claimed:
            if table_id not in self._busy:
                self._busy[table_id] = asyncio.create_task(self._wake(table_id))

    async def _wake(self, table_id: str) -> None:
        try:
            if await self._hall.do(table_id, lambda table: table.out_of_time(self._hall.now())) is not None:
                return
            await self._play_bot(table_id)
        except (StorageDownError, Refusal) as error:
            log.warning("a turn that was due could not be taken", extra={"table": table_id, "why": str(error)})
        except Exception:
            log.exception("a turn that was due has failed", extra={"table": table_id})
        finally:
            del self._busy[table_id]

    async def _play_bot(self, table_id: str) -> None:
        table = (await self._hall.place(table_id)).table
        seats = table.bots_due()
        if not seats or table.match is None:
            return
        seat = random.choice(seats)
        level = table.players[seat].level or table.settings.stand_in
        await self._hall.kitchen.prepare(table.game, "bots")
        loop = asyncio.get_running_loop()
        move = await loop.run_in_executor(self._thinkers, _choose, level, table.match.copy(), seat)

        def ask(now: Table) -> Wish | None:
            """Play it, if it is still the same decision and still a bot's."""
            same = now.players[seat].waited_since == table.players[seat].waited_since
            return now.play(seat, move) if seat in now.bots_due() and same else None

        if await self._hall.do(table_id, ask) is not None:
            self.turns += 1


def _choose(level: str, match: Match, seat: int) -> str:
    return str(bots.choose(level, match, seat, secrets.randbits(64)))


def _due(connection: Connection, now: float, limit: int) -> Any:
    columns = schema.wakeups.c
    free = or_(columns.until.is_(None), columns.until < now)
    return connection.execute(
        select(columns.table_id).where(columns.due <= now, free).order_by(columns.due).limit(limit)
    ).scalars().all()  # fmt: skip


def _claim(connection: Connection, now: float, until: float, process: str, limit: int) -> list[str]:
    """Take due tables on, passing over those that another process is just taking."""
    columns = schema.wakeups.c
    free = or_(columns.until.is_(None), columns.until < now)
    found = connection.execute(
        select(columns.table_id)
        .where(columns.due <= now, free)
        .order_by(columns.due)
        .limit(limit)
        .with_for_update(skip_locked=True)
    ).scalars().all()  # fmt: skip
    if found:
        connection.execute(
            update(schema.wakeups).where(columns.table_id.in_(found)).values(process=process, until=until)
        )
    return list(found)


def _release(connection: Connection, process: str) -> None:
    columns = schema.wakeups.c
    connection.execute(update(schema.wakeups).where(columns.process == process).values(process=None, until=None))
