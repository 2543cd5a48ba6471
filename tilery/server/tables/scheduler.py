"""What happens by itself: bots move, and clocks run out. Each turn is taken by exactly one process.

Due tables are claimed in storage for a short time; a process that dies leaves them to the others when that is over.
Clocks are looked at first and wait for no bot; whose bot thinks next is the business of `thinkers.py`.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import secrets
from collections.abc import Coroutine
from typing import Any

from tilery import bots
from tilery.bots.levels import thinking_of
from tilery.bots.quick import first_sight
from tilery.match.match import Match
from tilery.match.moves import Move
from tilery.server.storage import wakeup_queries
from tilery.server.storage.database import StorageDownError
from tilery.server.tables import commands
from tilery.server.tables.events import Command
from tilery.server.tables.live_table import LiveTable
from tilery.server.tables.refusal import Refusal
from tilery.server.tables.registry import Tables
from tilery.server.tables.table import Table
from tilery.server.tables.thinkers import Limit, Thinkers, Urgency

log = logging.getLogger("tilery.scheduler")

POLL_SECONDS = 0.1
UNWATCHED_SECONDS = 20.0
"""How long bots that play among themselves pause before each move while nobody watches."""
PRESENT_SECONDS = 900.0
"""For how long after doing something a person counts as waiting for the bots of a table."""
MOST_WITH_PEOPLE, MOST_ALONE = 400, 100
"""How many tables a process holds whose bots wait for their turn."""
AT_ONCE = 20
"""How many tables are claimed at once: other processes should have their share."""
RENEWALS = 3
"""How often a claim is renewed before it would end."""


def choose_move(level: str, match: Match, seat: int, seed: int, limit: Limit, *, compiled: bool = True) -> Move:
    """Return what a bot of that level plays, within a limit; where its search is not compiled yet, what looks best."""
    if not compiled and level != "random":
        return first_sight(match, seat, seed=seed)
    if level in bots.FOR_PEOPLE:
        thinking = thinking_of(match.game, level, match.seats)
        return bots.think(match, seat, thinking, seed=seed, seconds=limit.seconds, stop=limit.stop, among=None).move
    return bots.choose(level, match, seat, seed)


class Scheduler:
    """Looks for due tables and does what is due."""

    def __init__(self, tables: Tables, thinkers: Thinkers, *, claim_seconds: float) -> None:
        self._tables = tables
        self._thinkers = thinkers
        self._process = secrets.token_hex(8)
        self._claim_seconds = claim_seconds
        self._renewed_at = 0.0
        self._turns: dict[str, asyncio.Task[None]] = {}
        self._alone: set[str] = set()
        self._clocks: set[asyncio.Task[None]] = set()
        self.bot_moves = 0
        """How many moves of bots were written, for metrics."""

    async def run(self) -> None:
        """Poll for due tables until cancelled."""
        while True:
            await asyncio.sleep(POLL_SECONDS * random.uniform(0.5, 1.5))  # not always just before another process
            try:
                self._end_times()
                while await self._claim_due() >= AT_ONCE and self._tables.storage.is_sqlite:
                    pass  # no other process wants a share
                await self._renew_claims()
            except StorageDownError:
                continue
            except Exception:
                log.exception("looking for turns that are due has failed")

    async def close(self, seconds: float) -> None:
        """Finish the turns that have begun, and leave the others to whoever is next."""
        self._thinkers.close()
        if self._turns:
            _, unfinished = await asyncio.wait(self._turns.values(), timeout=seconds)
            for task in unfinished:
                task.cancel()
        with contextlib.suppress(StorageDownError):
            await self._tables.storage.write(
                lambda connection: wakeup_queries.release_claims(connection, self._process)
            )

    async def _claim_due(self) -> int:
        """Claim due tables, as many as there is room for, and take their turns; return how many there were."""
        storage, now = self._tables.storage, self._tables.now()
        shown = [table_id for table_id in self._tables.watched() if table_id not in self._turns]
        alone = len(self._alone)
        with_people = MOST_WITH_PEOPLE - len(self._turns) + alone
        limits = wakeup_queries.ClaimLimits(
            min(with_people, AT_ONCE), min(MOST_ALONE - alone, AT_ONCE), UNWATCHED_SECONDS, shown
        )
        if not await storage.read(lambda connection: wakeup_queries.is_any_due(connection, now, limits)):
            return 0
        until = now + self._claim_seconds
        claimed = await storage.write(
            lambda connection: wakeup_queries.claim_due(connection, now, until, self._process, limits)
        )
        for table_id in claimed:
            if table_id not in self._turns:
                self._turns[table_id] = asyncio.create_task(self._take_turn(table_id))
        return len(claimed)

    async def _renew_claims(self) -> None:
        """Keep the tables whose bots wait for their turn."""
        now = self._tables.now()
        if self._turns and abs(now - self._renewed_at) > self._claim_seconds / RENEWALS:
            self._renewed_at = now
            until, held = now + self._claim_seconds, list(self._turns)
            await self._tables.storage.write(
                lambda connection: wakeup_queries.renew_claims(connection, until, self._process, held)
            )

    def _end_times(self) -> None:
        """End the time of people at tables whose bots are queued: these are claimed, so nobody else does."""
        for table_id in self._turns:
            live = self._tables.find_in_memory(table_id)
            if live is not None and self._end_time(live.table) is not None and not live.lock.locked():
                task = asyncio.create_task(self._carry_out(table_id, self._end_first_time(table_id)))
                self._clocks.add(task)
                task.add_done_callback(self._clocks.discard)

    async def _take_turn(self, table_id: str) -> None:
        """Do what is due at a table: the end of somebody's time, or a bot's move."""
        try:
            await self._carry_out(table_id, self._do_due(table_id))
        finally:
            del self._turns[table_id]
            self._alone.discard(table_id)

    async def _do_due(self, table_id: str) -> None:
        if not await self._end_first_time(table_id):
            await self._play_bot(table_id)

    async def _carry_out(self, table_id: str, work: Coroutine[Any, Any, object]) -> None:
        try:
            await work
        except (StorageDownError, Refusal) as error:
            log.warning(
                "a scheduled bot turn or time limit could not be carried out",
                extra={"table": table_id, "why": str(error)},
            )
        except Exception:
            log.exception("a scheduled bot turn or time limit has failed", extra={"table": table_id})

    async def _end_first_time(self, table_id: str) -> bool:
        """Have a bot take over for the first person whose time is up; return whether there was one."""
        return await self._tables.submit_if(table_id, self._end_time) is not None

    def _end_time(self, table: Table) -> Command | None:
        return commands.end_time(table, self._tables.now())

    async def _play_bot(self, table_id: str) -> None:
        live = await self._tables.find(table_id)
        table = live.table
        match, seats = table.match, table.bots_due()
        if not seats or match is None:
            return
        seat = random.choice(seats)
        level = table.players[seat].level or table.settings.stand_in
        await self._tables.warmup.prepare(table.game, "bots")
        seed = secrets.randbits(64)
        urgency = self._urgency(live)
        if urgency is Urgency.ALONE:
            self._alone.add(table_id)
        compiled = self._tables.warmup.is_compiled(table.game, "bots")
        move = await self._thinkers.think(
            lambda limit: choose_move(level, match, seat, seed, limit, compiled=compiled), urgency, table.owner
        )

        def play(now: Table) -> Command | None:
            """Play the move if it is still the same decision and still a bot's."""
            same = now.players[seat].waited_since == table.players[seat].waited_since
            return commands.play_move(now, move) if seat in now.bots_due() and same else None

        if await self._tables.submit_if(table_id, play) is not None:
            self.bot_moves += 1

    def _urgency(self, live: LiveTable) -> Urgency:
        """Tell who would notice if the bot of a table were slow."""
        table = live.table
        if table.is_alone:
            return Urgency.WATCHED if live.is_watched else Urgency.ALONE
        last = next((event.at for event in reversed(table.events) if _is_of_person(table, event.seat)), 0.0)
        is_present = live.is_watched or self._tables.now() - last < PRESENT_SECONDS
        return Urgency.WAITING if is_present else Urgency.WATCHED


def _is_of_person(table: Table, seat: int | None) -> bool:
    return seat is not None and not table.players[seat].is_played_by_bot
