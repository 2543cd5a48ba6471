"""A lock file beside a SQLite database: only one server process at a time may use it."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import IO

from tilery.words import SpokenError, say


class StorageInUseError(SpokenError):
    """Another server process holds the lock of this SQLite file."""


def lock_file(database: str | None) -> IO[str] | None:
    """Lock a file beside the database: a second process would not notice what the first one writes."""
    if database is None or database in ("", ":memory:") or sys.platform == "win32":
        return None
    import fcntl  # noqa: PLC0415  (there is none on Windows)

    try:
        claim = Path(f"{database}.lock").open("w")  # noqa: SIM115  (held until the storage is closed)
    except FileNotFoundError:
        folder = str(Path(database).absolute().parent)
        raise SpokenError(say("the folder {folder} does not exist", folder=folder)) from None
    except OSError as error:
        sentence = say("{file} cannot be written: {why}", file=database, why=error.strerror or str(error))
        raise SpokenError(sentence) from None
    try:
        fcntl.flock(claim, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        claim.close()
        raise StorageInUseError(
            say(
                "{file} is in use by another server. Several servers can share a PostgreSQL database, but not a file",
                file=database,
            )
        ) from None
    claim.write(f"{os.getpid()}\n")
    claim.flush()
    return claim
