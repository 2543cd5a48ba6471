"""Durable storage on SQLite or PostgreSQL. What was answered is on disk; what failed has left no trace.

One thread writes. It takes what has gathered, gives every piece of work a savepoint of its own, commits all of it at
once and only then tells those who wait: many moves a second share one flush to disk.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.pool import QueuePool

Result = TypeVar("Result")
Work = Callable[[Connection], Result]

MOST_AT_ONCE = 256
MIGRATIONS = Path(__file__).with_name("migrations")


class ConflictError(Exception):
    """Somebody else wrote that first."""


class StorageDownError(Exception):
    """The storage cannot be reached or cannot be written now; nothing was changed."""


@dataclass
class _Job(Generic[Result]):
    work: Work[Result]
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Result]
    result: Any = None
    error: Exception | None = None

    def tell(self) -> None:
        self.loop.call_soon_threadsafe(self._tell)

    def _tell(self) -> None:
        if not self.future.cancelled():
            if self.error is None:
                self.future.set_result(self.result)
            else:
                self.future.set_exception(self.error)


class Storage:
    """A database by its URL, for example `sqlite:///tilery.db` or `postgresql+psycopg://localhost/tilery`."""

    def __init__(self, url: str) -> None:
        self.engine = _engine(url)
        self.is_sqlite = self.engine.dialect.name == "sqlite"
        self._jobs: queue.SimpleQueue[_Job[Any] | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write_all, name="tilery-writer", daemon=True)

    def open(self) -> None:
        """Bring the database to the present form, and begin to write."""
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        with self.engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
        self._writer.start()

    def close(self) -> None:
        """Finish what was asked for, then let go."""
        self._jobs.put(None)
        self._writer.join()
        self.engine.dispose()

    async def write(self, work: Work[Result]) -> Result:
        """Do `work` in a transaction; when this returns it is on disk."""
        loop = asyncio.get_running_loop()
        job: _Job[Result] = _Job(work, loop, loop.create_future())
        self._jobs.put(job)
        return await job.future

    async def read(self, work: Work[Result]) -> Result:
        """Do `work`, which only reads, in a thread."""
        return await asyncio.to_thread(self._read, work)

    def _read(self, work: Work[Result]) -> Result:
        with _translated(), self.engine.connect() as connection:
            return work(connection)

    def _write_all(self) -> None:
        closing = False
        while not closing:
            jobs: list[_Job[Any]] = []
            job = self._jobs.get()
            while job is not None:
                jobs.append(job)
                if len(jobs) == MOST_AT_ONCE or self._jobs.empty():
                    break
                job = self._jobs.get()
            closing = job is None
            if jobs:
                self._write(jobs)

    def _write(self, jobs: list[_Job[Any]]) -> None:
        try:
            with _translated(), self.engine.begin() as connection:
                for job in jobs:
                    job.error = None
                    try:
                        with connection.begin_nested():
                            job.result = job.work(connection)
                    except IntegrityError:
                        job.error = ConflictError()
                    except DBAPIError:
                        raise
                    except Exception as error:  # it belongs to the one who asked
                        job.error = error
        except StorageDownError as error:
            for job in jobs:
                job.error = error
        for job in jobs:
            job.tell()


@contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except SQLAlchemyError as error:
        raise StorageDownError(str(error)) from error


def _engine(url: str) -> Engine:
    engine = create_engine(url, pool_pre_ping=not url.startswith("sqlite"), poolclass=QueuePool, pool_size=8)
    if engine.dialect.name == "sqlite":

        @event.listens_for(engine, "connect")
        def prepare(connection: Any, _record: Any) -> None:
            connection.isolation_level = None  # transactions are begun below, not by the driver
            cursor = connection.cursor()
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
                cursor.execute(f"PRAGMA {pragma}")
            cursor.close()

        @event.listens_for(engine, "begin")
        def begin(connection: Connection) -> None:
            connection.exec_driver_sql("BEGIN")

    return engine
