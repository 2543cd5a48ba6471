"""Connections to SQLite or PostgreSQL, and the schema that is brought up to date when a server starts."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import QueuePool

from tilery.words import SpokenError, say

MIGRATIONS = Path(__file__).with_name("migrations")
ALONE_WHILE_MIGRATING = 0x711E51  # any number that the processes agree on
WRITES = "tilery_writes"
"""The execution option of connections that are going to write."""


def open_engine(url: str) -> Engine:
    """Return an engine for a database, without connecting yet."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise SpokenError(
            say(
                '"{url}" is not a database URL; use sqlite:///FILE or postgresql://HOST/NAME',
                url=_without_password(url),
            )
        ) from None
    if parsed.drivername in ("postgres", "postgresql"):
        parsed = parsed.set(drivername="postgresql+psycopg")
    if parsed.drivername not in ("sqlite", "postgresql+psycopg"):
        raise SpokenError(say("tables are stored in SQLite or PostgreSQL, not in {kind}", kind=parsed.drivername))
    is_sqlite = parsed.drivername == "sqlite"
    patience = {} if is_sqlite else {"connect_timeout": 5}
    engine = create_engine(
        parsed,
        connect_args=patience,
        pool_pre_ping=not is_sqlite,
        poolclass=QueuePool,
        pool_size=8,
        pool_timeout=10,
        hide_parameters=True,  # names, seeds and digests have no place in a log
    )
    if is_sqlite:

        @event.listens_for(engine, "connect")
        def prepare(connection: Any, _record: Any) -> None:
            connection.isolation_level = None  # transactions are begun below, not by the driver
            cursor = connection.cursor()
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
                cursor.execute(f"PRAGMA {pragma}")
            cursor.close()

        @event.listens_for(engine, "begin")
        def begin(connection: Connection) -> None:
            """Begin a transaction that writes at once as a writer: one that reads first could not go on if another
            process has written meanwhile."""
            writes = connection.get_execution_options().get(WRITES, False)
            connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _without_password(url: str) -> str:
    return re.sub(r"(:[^:@/]*)?@", ":…@", url) if "@" in url else url


def migrate(engine: Engine) -> None:
    """Bring the schema up to date; one process at a time."""
    with engine.connect() as connection:
        if schema_version(connection) == newest_version():
            return  # as after every start but the first; what migrates is large and would stay in memory
    from alembic import command  # noqa: PLC0415  (slow to import)
    from alembic.util.exc import CommandError  # noqa: PLC0415

    config = _migrations()
    with engine.begin() as connection:
        if connection.dialect.name == "postgresql":
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({ALONE_WHILE_MIGRATING})")
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, "head")
        except CommandError:
            raise SpokenError(
                say("the database was written by a newer version of Tilery; update Tilery or use another database")
            ) from None


def check_schema(engine: Engine) -> None:
    """Refuse a database that a server of this version has not prepared."""
    with engine.connect() as connection:
        version = schema_version(connection)
    if version is None:
        raise SpokenError(say("this database has no tables of Tilery"))
    if version != newest_version():
        raise SpokenError(
            say("the database is of another version of Tilery; start a server of this version once to update it")
        )


def _migrations() -> Any:
    from alembic.config import Config  # noqa: PLC0415  (slow to import)

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    return config


def newest_version() -> str:
    """Return the version that the last of all migrations leads to: their files are named by their versions."""
    return max(path.name for path in (MIGRATIONS / "versions").glob("[0-9]*.py")).partition("_")[0]


def schema_version(connection: Connection) -> str | None:
    """Return the version of the schema; None in a database that Tilery has never used."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
