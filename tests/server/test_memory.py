"""What a server keeps in memory: what it needs, for as long as it needs it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.client import BOT, Client, Run, person
from tests.server.test_streams import stream
from tests.server.test_tables import path_of
from tilery.server.storage.engine import newest_version, open_engine, schema_version

LOADED = """
import json, sys
from tilery.server.config import Config
from tilery.server.serve import create_app
app = create_app(Config(database=sys.argv[1]))
app.open_storage()
print(json.dumps(sorted({name.partition(".")[0] for name in sys.modules})))
"""


def test_idle_tables_leave_memory_and_come_back_as_they_were(run: Run) -> None:
    async def play(client: Client) -> None:
        tables = client.tables
        made = await client.table(person("Ann"), BOT, start=True)
        watched = await client.table(person("Bo"), person("Cy"), start=True)
        before = await client.done("GET", path_of(made), made["seats"][0])
        tables.find_in_memory(made["id"]).presence.seen[0] = 5.0  # type: ignore[union-attr]
        async with stream(client, watched, watched["watch"]) as seen:
            await seen.until(1)
            assert tables.forget_idle(seconds=60) == 0, "it was asked for a moment ago"
            assert tables.forget_idle(seconds=-1) == 1
            assert tables.find_in_memory(watched["id"]) is not None
            assert tables.find_in_memory(made["id"]) is None
        assert await client.done("GET", path_of(made), made["seats"][0]) == before
        assert tables.find_in_memory(made["id"]).presence.seen == {0: 5.0}  # type: ignore[union-attr]

    run(play)


def test_a_table_that_is_being_changed_stays(run: Run) -> None:
    async def play(client: Client) -> None:
        made = await client.table(person("Ann"), person("Bo"), start=True)
        live = await client.tables.find(made["id"])
        async with live.lock:
            assert client.tables.forget_idle(seconds=-1) == 0
        assert client.tables.forget_idle(seconds=-1) == 1

    run(play)


@pytest.fixture
def no_database(tmp_path: Path) -> str:
    """The URL of a database in a file that is not there yet."""
    return f"sqlite:///{tmp_path / 'tables.db'}"


def test_a_server_loads_what_it_needs(no_database: str) -> None:
    """What pairs players and what migrates databases is large; a server that starts again needs neither."""
    first, second = (_loaded(no_database) for _ in range(2))
    assert "alembic" in first
    assert not second & {"alembic", "mako", "networkx", "apprise", "openskill"}


def test_the_newest_version_is_that_of_the_last_migration(no_database: str) -> None:
    """It is read from the names of files, and has to be what the migrations themselves lead to."""
    _loaded(no_database)
    with open_engine(no_database).connect() as connection:
        assert schema_version(connection) == newest_version()


def _loaded(database: str) -> set[str]:
    command = [sys.executable, "-c", LOADED, database]
    return set(json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout))
