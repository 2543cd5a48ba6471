"""Copies of a whole database in one file, to be restored on SQLite or PostgreSQL alike.

The file is gzipped lines of JSON: first what it is, then every row of every table. It is read from one snapshot, also
while a server is running, and restored in one transaction: all of it or nothing.
"""

from __future__ import annotations

import contextlib
import gzip
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sqlalchemy import func, insert, select
from sqlalchemy.exc import SQLAlchemyError

from tilery.server.storage import host_queries, schema
from tilery.server.storage.database import Storage
from tilery.server.storage.engine import WRITES, open_engine, schema_version
from tilery.words import SpokenError, say

FORMAT = "tilery-backup-1"
ROWS_AT_ONCE = 1000
TABLES = {table.name: table for table in schema.metadata.sorted_tables}
"""All tables, those first that others refer to."""


def write_backup(url: str, path: Path) -> int:
    """Write a copy of a database, which a server may be using; return the number of its tables for people."""
    engine = open_engine(url)
    if engine.dialect.name == "sqlite" and not Path(engine.url.database or "").exists():
        raise SpokenError(say("there is no database {file}", file=engine.url.database))
    unfinished = path.with_name(f"{path.name}.part")
    try:
        options = {"isolation_level": "REPEATABLE READ"} if engine.dialect.name == "postgresql" else {}
        with engine.connect().execution_options(**options) as connection, connection.begin():
            version = schema_version(connection)
            if version is None:
                raise SpokenError(say("there is nothing to back up: this database has no tables of Tilery"))
            unfinished.touch(0o600)
            with gzip.open(unfinished, "wt", encoding="utf-8") as file:
                _write_line(file, {"format": FORMAT, "schema": version})
                for name, table in TABLES.items():
                    for row in connection.execute(select(table)).mappings():
                        _write_line(file, {"table": name, **row})
            count: int = connection.execute(select(func.count()).select_from(schema.tables)).scalar_one()
        unfinished.replace(path)  # a file with its final name is a whole one
        with engine.connect().execution_options(**{WRITES: True}) as connection, connection.begin():
            host_queries.set_value(connection, schema.LAST_BACKUP, str(time.time()))
        return count
    except SQLAlchemyError as error:
        raise SpokenError(say("the database cannot be read: {why}", why=_why(error))) from None
    finally:
        unfinished.unlink(missing_ok=True)
        engine.dispose()


def restore_backup(url: str, path: Path) -> int:
    """Write a backup into a new or empty database; return the number of its tables for people."""
    lines = _read_lines(path)
    head = next(lines, {})
    if head.get("format") != FORMAT:
        raise SpokenError(say("{file} is not a backup of Tilery", file=str(path)))
    storage = Storage(url)
    storage.open()  # nobody else uses it, and its schema is the newest
    try:
        with storage.engine.begin() as connection:
            version = schema_version(connection)
            if head["schema"] != version:
                sentence = say(
                    "the backup was made by another version of Tilery (schema {old}, here {new}); restore it with that "
                    "one, then update",
                    old=head["schema"],
                    new=version,
                )
                raise SpokenError(sentence)
            if connection.execute(select(schema.tables.c.id).limit(1)).first() is not None:
                raise SpokenError(say("the database is not empty; restore into a new one"))
            for table in reversed(TABLES.values()):
                connection.execute(table.delete())
            for name, rows in _batches(lines):
                connection.execute(insert(TABLES[name]), rows)
            return connection.execute(select(func.count()).select_from(schema.tables)).scalar_one()
    except (SQLAlchemyError, KeyError) as error:
        raise SpokenError(say("the backup cannot be restored: {why}", why=_why(error))) from None
    finally:
        storage.close()


def _write_line(file: Any, value: dict[str, Any]) -> None:
    file.write(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n")


def _read_lines(path: Path) -> Iterator[dict[str, Any]]:
    with contextlib.ExitStack() as stack:
        try:
            file = stack.enter_context(gzip.open(path, "rt", encoding="utf-8"))
            for line in file:
                yield json.loads(line)
        except (EOFError, gzip.BadGzipFile, UnicodeDecodeError, json.JSONDecodeError):
            raise SpokenError(say("{file} is damaged or not a backup of Tilery", file=str(path))) from None


def _batches(lines: Iterator[dict[str, Any]]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Collect rows of the same table that follow each other."""
    name = ""
    rows: list[dict[str, Any]] = []
    for line in lines:
        table = line.pop("table")
        if rows and (table != name or len(rows) == ROWS_AT_ONCE):
            yield name, rows
            rows = []
        name = table
        rows.append(line)
    if rows:
        yield name, rows


def _why(error: Exception) -> str:
    return " ".join(str(getattr(error, "orig", None) or error).split())
