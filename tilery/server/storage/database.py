"""Durable storage on SQLite or PostgreSQL: a write that was acknowledged is on disk, one that failed is rolled back.

One thread writes. It takes all queued jobs, runs each in a savepoint of its own, commits them in one transaction and
only then wakes their callers, so many moves a second share one flush to disk. Jobs of the same kind also share their
statements, as long as none of them conflicts.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import IO, Any, Generic, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError

from tilery.server.storage.engine import WRITES, check_schema, migrate, open_engine
from tilery.server.storage.file_lock import lock_file
from tilery.server.storage.signals import BESIDE, next_signals, send_signal
from tilery.words import Sentence, SpokenError, say

Result = TypeVar("Result")
Work = Callable[[Connection], Result]
Item = TypeVar("Item")
WorkOnMany = Callable[[Connection, Sequence[Item]], None]

log = logging.getLogger("tilery.storage")

MOST_AT_ONCE = 256
READERS = 4
CHANNEL = "tilery"
POLL_SECONDS = 0.5
"""How often a server on SQLite looks for what commands have changed."""
FIND_OUT_SECONDS = 10.0
"""How long to ask what became of a commit whose answer was lost."""
FIND_OUT_PAUSE = 0.2


class ConflictError(Exception):
    """Raised if another writer was first: a row with that key exists already."""


class StorageDownError(Exception):
    """Raised if the database cannot be reached or written at the moment; nothing was changed."""


class OutcomeUnknownError(StorageDownError):
    """The connection was lost while a change was being committed, and nobody could be asked what became of it."""


@dataclass
class _Job(Generic[Result]):
    work: Work[Result]
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Result]
    kind: WorkOnMany[Any] | None = None
    item: Any = None
    result: Any = None
    error: Exception | None = None

    def tell(self) -> None:
        """Resolve the caller's future; runs in the caller's event loop."""
        if not self.future.cancelled():
            if self.error is None:
                self.future.set_result(self.result)
            else:
                self.future.set_exception(self.error)


class Storage:
    """A database, given by a URL such as `sqlite:///tilery.db` or `postgresql://localhost/tilery`.

    `beside` for a command that changes something while a server may be running: it takes no lock and migrates nothing.
    """

    def __init__(self, url: str, *, beside: bool = False) -> None:
        engine = open_engine(url)
        self.engine = engine.execution_options(**{BESIDE: True}) if beside else engine
        self._beside = beside
        self.is_sqlite = self.engine.dialect.name == "sqlite"
        self.batches = 0
        """How many transactions were committed, for metrics."""
        self.seconds = 0.0
        """How long that took in all."""
        self._jobs: queue.SimpleQueue[list[_Job[Any]] | None] = queue.SimpleQueue()
        self._gathered: dict[asyncio.AbstractEventLoop, list[_Job[Any]]] = {}
        self._writer = threading.Thread(target=self._write_all, name="tilery-writer", daemon=True)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="tilery-reader")
        self._listener: threading.Thread | None = None
        self._closing = threading.Event()
        self._claim: IO[str] | None = None
        self._file: tuple[int, int] | None = None
        self._is_open = False

    def open(self) -> None:
        """Lock the file, migrate the schema and start the writing thread; done once."""
        if self._is_open:
            return
        try:
            if self._beside:
                self._check()
            else:
                if self.is_sqlite:
                    self._claim = lock_file(self.engine.url.database)
                with _translated():
                    migrate(self.engine)
        except StorageDownError as error:
            raise SpokenError(_why_not_opened(self.engine, error)) from None
        self._file = self._file_now()
        self._is_open = True
        self._writer.start()

    def _check(self) -> None:
        file = self.engine.url.database
        if self.is_sqlite and not Path(file or "").exists():
            raise SpokenError(say("there is no database {file}", file=file))
        with _translated():
            check_schema(self.engine)

    def _file_now(self) -> tuple[int, int] | None:
        """Return which file is where SQLite's database belongs; None if there is none."""
        try:
            found = Path(self.engine.url.database or "").stat() if self.is_sqlite else None
        except OSError:
            return None
        return None if found is None else (found.st_dev, found.st_ino)

    def close(self) -> None:
        """Finish all queued jobs, then close all connections."""
        self._closing.set()
        self._jobs.put(None)
        self._writer.join()
        if self._listener is not None:
            self._listener.join()
        self._readers.shutdown()
        self.engine.dispose()
        if self._claim is not None:
            self._claim.close()

    async def write(self, work: Work[Result]) -> Result:
        """Run `work` in a transaction; when this returns, it is on disk."""
        loop = asyncio.get_running_loop()
        job: _Job[Result] = _Job(work, loop, loop.create_future())
        self._queue(job)
        return await job.future

    async def write_item(self, work: WorkOnMany[Item], item: Item) -> None:
        """Run `work` on an item, batched with all items queued for the same work; one that conflicts fails alone."""
        loop = asyncio.get_running_loop()
        job: _Job[None] = _Job(lambda connection: work(connection, [item]), loop, loop.create_future(), work, item)
        self._queue(job)
        await job.future

    def _queue(self, job: _Job[Any]) -> None:
        """Queue a job. Those of one turn of the loop go to the writing thread together: waking it takes a while."""
        jobs = self._gathered.setdefault(job.loop, [])
        jobs.append(job)
        if len(jobs) == 1:
            job.loop.call_soon(lambda: self._jobs.put(self._gathered.pop(job.loop)))

    async def read(self, work: Work[Result]) -> Result:
        """Run `work`, which must only read, in a reader thread."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, work)

    def _read(self, work: Work[Result]) -> Result:
        with _translated(), self.engine.connect() as connection:
            return work(connection)

    # The writing thread.

    def _write_all(self) -> None:
        closing = False
        while not closing:
            jobs: list[_Job[Any]] = []
            some = self._jobs.get()
            while some is not None:
                jobs += some
                if len(jobs) >= MOST_AT_ONCE or self._jobs.empty():
                    break
                some = self._jobs.get()
            closing = some is None
            if jobs:
                self._write(jobs)

    def _write(self, jobs: list[_Job[Any]]) -> None:
        """Write all jobs in one transaction; if that fails as a whole, each in its own."""
        try:
            self._commit(jobs)
        except StorageDownError as error:
            if len(jobs) > 1 and not _is_gone(error):
                for job in jobs:
                    self._write([job])
                return
            log.error("storage cannot be written", extra={"why": str(error.__cause__ or error)})
            for job in jobs:
                job.error = error
        self.batches += 1
        for loop, group in groupby(jobs, lambda job: job.loop):
            with suppress(RuntimeError):  # the loop is closed, so nobody is waiting
                loop.call_soon_threadsafe(_tell_all, list(group))

    def _commit(self, jobs: list[_Job[Any]]) -> None:
        began = time.perf_counter()
        if self._file_now() != self._file:  # what goes on being written into a file without a name is lost in the end
            raise StorageDownError("the file of the database was deleted or replaced")
        with _translated(), self.engine.connect().execution_options(**{WRITES: True}) as connection:
            transaction = connection.begin()
            try:
                for kind, group in groupby(jobs, lambda job: job.kind):
                    _attempt_all(connection, kind, list(group))
                number = None if self.is_sqlite else _transaction_number(connection)
            except BaseException:
                transaction.rollback()
                raise
            try:
                transaction.commit()
            except DBAPIError as error:
                if number is None or not error.connection_invalidated:
                    raise
                log.warning("the connection was lost during a commit; finding out what became of it")
                if not self._is_committed(number):
                    raise
        self.seconds += time.perf_counter() - began

    def _is_committed(self, number: int) -> bool:
        """Find out what became of a transaction whose outcome is unknown."""
        deadline = time.monotonic() + FIND_OUT_SECONDS
        while time.monotonic() < deadline and not self._closing.is_set():
            try:
                with self.engine.connect() as connection:
                    status = connection.exec_driver_sql("SELECT txid_status(%s)", (number,)).scalar()
                if status in ("committed", "aborted"):
                    return bool(status == "committed")
            except DBAPIError:
                pass
            time.sleep(FIND_OUT_PAUSE)
        raise OutcomeUnknownError("the connection was lost during a commit")

    # Notifications from other processes.

    def listen(self, hear: Callable[[str], None], missed: Callable[[], None]) -> None:
        """Call `hear` with every announcement of any process, and `missed` when some may have been lost.

        Both are called in a listener thread. With SQLite there are no other servers to hear from, but commands.
        """
        target = self._poll if self.is_sqlite else self._listen
        self._listener = threading.Thread(target=target, args=(hear, missed), name="tilery-listener")
        self._listener.start()

    def _poll(self, hear: Callable[[str], None], _missed: Callable[[], None]) -> None:
        """Look for what commands have changed; whatever happened before the start is read with the tables."""
        last: int | None = None
        while not self._closing.is_set():
            with suppress(StorageDownError), _translated(), self.engine.connect() as connection:
                last, texts = next_signals(connection, last)
                for text in texts:
                    hear(text)
            self._closing.wait(POLL_SECONDS)

    def _listen(self, hear: Callable[[str], None], missed: Callable[[], None]) -> None:
        import psycopg  # noqa: PLC0415  (only PostgreSQL needs it)

        url = self.engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
        while not self._closing.is_set():
            try:
                with psycopg.connect(url, autocommit=True) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    missed()
                    while not self._closing.is_set():
                        for notice in connection.notifies(timeout=0.5):
                            hear(notice.payload)
            except psycopg.Error as error:
                log.warning("lost contact with the other processes (database notifications)", extra={"why": str(error)})
                self._closing.wait(0.5)


def _tell_all(jobs: Sequence[_Job[Any]]) -> None:
    for job in jobs:
        job.tell()


def announce(connection: Connection, *texts: str) -> None:
    """Send texts to all processes once the transaction has been committed, in one statement to PostgreSQL."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("SELECT pg_notify(%s, text) FROM unnest(%s::text[]) AS text", (CHANNEL, list(texts)))
    elif connection.get_execution_options().get(BESIDE, False):
        for text in texts:
            send_signal(connection, text)


def _attempt_all(connection: Connection, kind: WorkOnMany[Any] | None, jobs: list[_Job[Any]]) -> None:
    """Run jobs of one kind as a batch; if that fails, one by one."""
    if kind is not None and len(jobs) > 1:
        try:
            with connection.begin_nested():
                kind(connection, [job.item for job in jobs])
        except IntegrityError:
            pass
        except DBAPIError:
            raise
        except Exception:  # running them one by one will show whose it is
            log.debug("work on many has failed", exc_info=True)
        else:
            return
    for job in jobs:
        _attempt(connection, job)


def _attempt(connection: Connection, job: _Job[Any]) -> None:
    """Run a job within a savepoint, so that its failure does not undo the other jobs of the transaction."""
    job.error = None
    try:
        with connection.begin_nested():
            job.result = job.work(connection)
    except IntegrityError:
        job.error = ConflictError()
    except DBAPIError:
        raise
    except Exception as error:  # raised to whoever queued the job
        job.error = error


def _transaction_number(connection: Connection) -> int:
    """Return the number under which PostgreSQL remembers how this transaction ended."""
    number: int = connection.exec_driver_sql("SELECT txid_current()").scalar_one()
    return number


def _is_gone(error: StorageDownError) -> bool:
    """Return whether the connection itself is lost, so that retrying at once is pointless."""
    cause = error.__cause__
    return not isinstance(cause, DBAPIError) or cause.connection_invalidated


@contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except SQLAlchemyError as error:
        raise StorageDownError(str(error)) from error


def _why_not_opened(engine: Engine, error: StorageDownError) -> Sentence:
    """Say in one sentence why a database cannot be used; without its URL, which may hold a password."""
    why = " ".join(str(getattr(error.__cause__, "orig", None) or error).split())
    if engine.dialect.name == "sqlite":
        return say("{file} cannot be used as a database: {why}", file=engine.url.database, why=why)
    return say("PostgreSQL at {host} cannot be used: {why}", host=engine.url.host or "localhost", why=why)
