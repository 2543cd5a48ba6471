"""Backups: made while a server runs, restored on either database, whole or not at all."""

from __future__ import annotations

import asyncio
import gzip
from pathlib import Path
from typing import Any

import pytest

from tests.server.client import Body, Client, person, run_on
from tests.server.test_tables import path_of
from tilery.cli import main
from tilery.server.storage.backup import restore_backup, write_backup
from tilery.words import SpokenError


def backed_up(database: str, path: Path) -> tuple[Body, Body]:
    """Play on a database and back it up while its server runs; return a table's secrets, and what Ann sees of it."""
    seen: list[Any] = []

    async def play(client: Client) -> None:
        made = await client.table(person("Ann"), person("Bo"), start=True)
        await client.move(made, 0, "take 1")
        assert await asyncio.to_thread(write_backup, database, path) == 1
        seen.extend((made, await client.done("GET", path_of(made), made["seats"][0])))

    run_on(database, play)
    return seen[0], seen[1]


@pytest.mark.parametrize("target", ["file_database", "postgres_database"])
def test_a_backup_of_a_running_server_is_restored_anywhere(
    target: str, database: str, tmp_path: Path, request: pytest.FixtureRequest, postgres: Any
) -> None:
    made, seen = backed_up(database, tmp_path / "backup.gz")
    restored = f"sqlite:///{tmp_path}/restored.db"
    if target == "postgres_database":
        name = f"restored_{abs(hash(request.node.name))}"
        postgres.psql(f"CREATE DATABASE {name};")
        restored = str(postgres.get_uri(database=name))
    assert restore_backup(restored, tmp_path / "backup.gz") == 1

    async def look(client: Client) -> None:
        assert await client.done("GET", path_of(made), made["seats"][0]) == seen
        await client.move(made, 1, "take 1")  # and the game goes on

    run_on(restored, look)


def test_a_backup_is_private(file_database: str, tmp_path: Path) -> None:
    backed_up(file_database, tmp_path / "backup.gz")
    assert (tmp_path / "backup.gz").stat().st_mode & 0o077 == 0


def test_nothing_is_overwritten(file_database: str, tmp_path: Path) -> None:
    backed_up(file_database, tmp_path / "backup.gz")
    with pytest.raises(SpokenError, match="not empty"):
        restore_backup(file_database, tmp_path / "backup.gz")


def test_half_a_backup_restores_nothing(file_database: str, tmp_path: Path) -> None:
    backed_up(file_database, tmp_path / "backup.gz")
    whole = (tmp_path / "backup.gz").read_bytes()
    (tmp_path / "half.gz").write_bytes(whole[: len(whole) // 2])
    new = f"sqlite:///{tmp_path}/new.db"
    with pytest.raises(SpokenError, match="damaged"):
        restore_backup(new, tmp_path / "half.gz")
    assert restore_backup(new, tmp_path / "backup.gz") == 1  # it is still empty


def test_other_files_and_missing_databases_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with gzip.open(tmp_path / "other.gz", "wt") as file:
        file.write('{"format": "something else"}\n')
    database = f"--database=sqlite:///{tmp_path}/new.db"
    assert main(["restore", database, str(tmp_path / "other.gz")]) == 1
    assert main(["restore", database, str(tmp_path / "missing.gz")]) == 1
    assert main(["backup", f"--database=sqlite:///{tmp_path}/none.db", str(tmp_path / "b.gz")]) == 1
    told = capsys.readouterr().err
    assert "is not a backup" in told
    assert "No such file" in told
    assert "there is no database" in told
    assert not (tmp_path / "none.db").exists()
