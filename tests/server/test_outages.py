"""Disk full and database gone: a clear answer, nothing pretended, and play goes on when it is back."""

from __future__ import annotations

import resource
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.client import Body, person
from tests.server.processes import PATIENCE, ServerProcess, serving
from tests.server.test_processes import ask, make
from tilery.server.app import HEALTH_SECONDS

FULL = "The database is unavailable right now. Nothing was changed. Please try again."


def attempt(server: ServerProcess, path: str, secret: str, body: Body) -> httpx.Response:
    return httpx.post(server.address + path, headers={"authorization": f"Bearer {secret}"}, json=body, timeout=60)


def storage_is_down(answer: httpx.Response) -> bool:
    return answer.status_code == 503 and answer.json() == {"error": {"code": "storage_down", "message": FULL}}


def is_healthy_again(server: ServerProcess) -> bool:
    """Wait for as long as a server may keep to what it found out last."""
    deadline = time.monotonic() + HEALTH_SECONDS + PATIENCE
    while time.monotonic() < deadline:
        if httpx.get(f"{server.address}/healthz", timeout=30).is_success:
            return True
        time.sleep(0.2)
    return False


@pytest.mark.skipif(sys.platform != "linux", reason="the system must be able to limit the files of a process")
def test_disk_full(tmp_path: Path) -> None:
    """The system refuses to let the server's files grow, as it does on a full disk."""
    with serving(f"sqlite:///{tmp_path / 'tables.db'}", chats_a_minute=10_000) as server:
        made = make(server, person("Ann"), person("Bo"))
        path = f"/api/tables/{made['id']}"
        ann, bo = made["seats"]
        ask(server, "POST", f"{path}/moves", ann, {"move": "take 1"})
        before = ask(server, "GET", path, bo)
        largest = max(file.stat().st_size for file in tmp_path.iterdir())
        _limit_files(server, largest)
        told = 0
        while (answer := attempt(server, f"{path}/chat", ann, {"text": "x" * 400})).is_success:
            told += 1
        assert storage_is_down(answer)
        refused = attempt(server, f"{path}/moves", bo, {"move": "take 1"})
        assert storage_is_down(refused)
        during = ask(server, "GET", path, bo)
        assert during["view"] == before["view"], "reading goes on, and tells of no move that was refused"
        _limit_files(server, resource.RLIM_INFINITY)
        assert attempt(server, f"{path}/moves", bo, {"move": "take 1"}).is_success
        after = ask(server, "GET", path, bo)
        assert after["number"] == before["number"] + told + 1
    with serving(f"sqlite:///{tmp_path / 'tables.db'}") as server:
        assert ask(server, "GET", path, bo) == after


@pytest.mark.skipif(sys.platform == "win32", reason="open files cannot be deleted there")
def test_a_file_that_is_deleted_or_replaced_is_not_written_any_more(tmp_path: Path) -> None:
    """Somebody puts a backup in the place of the file while the server runs."""
    database, kept = tmp_path / "tables.db", tmp_path / "kept.db"
    with serving(f"sqlite:///{database}") as server:
        made = make(server, person("Ann"), person("Bo"))
        path = f"/api/tables/{made['id']}"
        ann, bo = made["seats"]
        ask(server, "POST", f"{path}/moves", ann, {"move": "take 1"})
        database.rename(kept)
        assert storage_is_down(attempt(server, f"{path}/moves", bo, {"move": "take 1"}))
        database.write_bytes(kept.read_bytes())
        assert storage_is_down(attempt(server, f"{path}/moves", bo, {"move": "take 1"}))
        assert not is_healthy(server, after=HEALTH_SECONDS)
        kept.replace(database)
        assert attempt(server, f"{path}/moves", bo, {"move": "take 1"}).is_success


def is_healthy(server: ServerProcess, *, after: float) -> bool:
    time.sleep(after)
    return httpx.get(f"{server.address}/healthz", timeout=30).is_success


def _limit_files(server: ServerProcess, size: int) -> None:
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def test_database_gone(postgres: Any, postgres_database: str) -> None:
    with serving(postgres_database) as server:
        made = make(server, person("Ann"), person("Bo"))
        path = f"/api/tables/{made['id']}"
        ann, bo = made["seats"]
        ask(server, "POST", f"{path}/moves", ann, {"move": "take 1"})
        before = ask(server, "GET", path, bo)
        postgres.stop()
        try:
            for _ in range(3):
                assert storage_is_down(attempt(server, f"{path}/moves", bo, {"move": "take 1", "id": "mine"}))
            health = httpx.get(f"{server.address}/healthz", timeout=30)
            assert (health.status_code, health.json()["error"]["code"]) == (503, "storage_down")
            assert ask(server, "GET", path, bo) == before, "what is in memory can still be looked at"
        finally:
            postgres.start()
        told = attempt(server, f"{path}/moves", bo, {"move": "take 1", "id": "mine"})
        assert told.is_success, told.text
        assert told.json()["number"] == before["number"] + 1
        assert is_healthy_again(server)
    with serving(postgres_database) as server:
        assert ask(server, "GET", path, bo)["number"] == before["number"] + 1
