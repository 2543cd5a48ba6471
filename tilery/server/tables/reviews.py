"""Reviews of finished games: made once, move by move, when no person's bot wants the threads, and kept with the table.

One game is looked at after another. Whoever asks gets what there is so far; it goes on when nobody looks.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from tilery.coach import Decision, Review
from tilery.coach.outlook import Deadline, Depth
from tilery.coach.reviewing import begin, judge_decision, reviews_of
from tilery.games.game import NotationError
from tilery.match.match import Match
from tilery.match.moves import Move
from tilery.match.record import Record
from tilery.server.storage import review_queries
from tilery.server.storage.database import StorageDownError
from tilery.server.tables.finished import finished_match
from tilery.server.tables.refusal import Refusal
from tilery.server.tables.registry import Tables
from tilery.server.tables.table import Table
from tilery.server.tables.thinkers import Thinkers, Urgency
from tilery.words import reason, say, whole

log = logging.getLogger("tilery.reviews")

MOST_WAITING = 50
"""How many games may wait to be looked at; each takes some ten seconds of a core."""
MOST_AN_ASKER = 4
"""How many of them one client may have asked for."""
MOST_KEPT = 100
"""How many reviews are kept in memory."""

DEEPER = 4.0
"""How many times as hard a game is looked at again if somebody asks for it."""

COMPILED_YET_SECONDS = 1.0

Status = Literal["waiting", "running", "done", "failed"]


@dataclass
class Progress:
    """How far a review has come."""

    review: Review
    status: Status
    before: int = 0
    """How many other games are looked at first."""


class Reviews:
    """The reviews of this server's tables."""

    def __init__(self, tables: Tables, thinkers: Thinkers, effort: float = 1.0) -> None:
        self._tables = tables
        self._thinkers = thinkers
        self._effort = effort
        self._found: dict[str, Progress] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._askers: dict[str, str] = {}
        self._alone = asyncio.Lock()

    async def find(self, table: Table, asker: str) -> Progress:
        """Return what is known of a finished game; a review that was never begun is begun, for who asks first."""
        match = finished_match(table)
        progress = self._found.get(table.id) or await self._stored(table.id)
        if progress is None:
            progress = await self._begun(table, match, self._effort, asker)
        self._keep(table.id, progress)
        if progress.status == "waiting":
            progress.before = list(self._tasks).index(table.id) if table.id in self._tasks else 0
        return progress

    async def find_again(self, table: Table, asker: str) -> Progress:
        """Begin a review anew: one that failed as it was, one that is done several times as hard, once."""
        progress = await self.find(table, asker)
        if progress.status in ("waiting", "running") or self.is_deep(progress):
            return progress
        effort = self._effort * (DEEPER if progress.status == "done" else 1.0)
        progress = await self._begun(table, finished_match(table), effort, asker)
        self._keep(table.id, progress)
        return progress

    def is_deep(self, progress: Progress) -> bool:
        """Whether a game has been looked at as hard as it ever is here."""
        return progress.status == "done" and progress.review.effort >= self._effort * DEEPER

    async def _begun(self, table: Table, match: Match, effort: float, asker: str) -> Progress:
        """Begin a review, unless somebody else has done so meanwhile."""
        if len(self._tasks) >= MOST_WAITING or [*self._askers.values()].count(asker) >= MOST_AN_ASKER:
            raise Refusal("busy", say("Too many games wait for the coach. Try again in a few minutes."))
        record = await asyncio.to_thread(Record.of, match)
        empty = await asyncio.to_thread(begin, record)
        if table.id in self._tasks:
            return self._found[table.id]
        progress = Progress(empty, "waiting")
        self._begin(table, record, progress, effort, asker)
        return progress

    async def _stored(self, table_id: str) -> Progress | None:
        found = await self._tables.storage.read(lambda connection: review_queries.read_review(connection, table_id))
        return None if found is None else Progress(Review.from_json(found), "done")

    async def judge(self, table: Table, number: int, tried: str, owner: str) -> Decision:
        """Judge another move in the place of one that was played, by what the seat could know then."""
        match = match_before(table, number)
        seat = table.started_match.moves[number - 1].seat
        try:
            move = Move(match.game, seat, match.game.notation.code(tried))
        except NotationError as error:
            raise Refusal("bad_move", reason(error)) from None
        if move not in match.legal_moves(seat):
            raise Refusal("illegal_move", whole(match.why_not(move) or say("That is not possible here.")))
        await self._tables.warmup.prepare(table.game, "bots")
        depth = Depth.of(match.game, match.seats, self._effort)
        return await self._thinkers.think(
            lambda limit: judge_decision(match, seat, move, depth, Deadline(limit.seconds), 0), Urgency.WAITING, owner
        )

    def close(self) -> None:
        for task in self._tasks.values():
            task.cancel()

    def _keep(self, table_id: str, progress: Progress) -> None:
        self._found[table_id] = progress
        for old in [other for other in self._found if other not in self._tasks][: len(self._found) - MOST_KEPT]:
            del self._found[old]

    def _begin(self, table: Table, record: Record, progress: Progress, effort: float, asker: str) -> None:
        task = asyncio.create_task(self._make(table, record, progress, effort))
        self._tasks[table.id], self._askers[table.id] = task, asker
        task.add_done_callback(lambda _: (self._tasks.pop(table.id), self._askers.pop(table.id)))

    async def _make(self, table: Table, record: Record, progress: Progress, effort: float) -> None:
        async with self._alone:
            progress.status = "running"
            try:
                await self._wait_for_machine_code(table.game)
                steps = reviews_of(record, effort=effort)
                while (so_far := await self._step(table, steps)) is not None:
                    progress.review = so_far
                document = progress.review.to_json()
                await self._tables.storage.write(
                    lambda connection: review_queries.keep_review(connection, table.id, document)
                )
                progress.status = "done"
            except StorageDownError:
                progress.status = "done"  # it is made again when it is needed again
            except Exception:
                log.exception("a review has failed", extra={"table": table.id})
                progress.status = "failed"

    async def _wait_for_machine_code(self, game: str) -> None:
        """As plain Python a review would take hours."""
        warmup = self._tables.warmup
        await warmup.prepare(game, "bots")
        while not warmup.is_compiled(game, "bots"):
            await asyncio.sleep(COMPILED_YET_SECONDS)
        await warmup.prepare(game, "bots")

    async def _step(self, table: Table, steps: Iterator[Review]) -> Review | None:
        """Look at one more move, behind everything that somebody waits for."""
        return await self._thinkers.think(lambda _limit: next(steps, None), Urgency.ALONE, table.owner)


def match_before(table: Table, number: int) -> Match:
    """Return the match as it was before a move, which counts from 1."""
    match = table.started_match.copy()
    match.undo(len(match.moves) - number + 1)
    return match
