"""Real server processes: killed and restarted, several on one PostgreSQL, stopped politely, started cold."""

from __future__ import annotations

import asyncio
import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.effort import examples
from tests.server.client import BOT, Body, person
from tests.server.client import server as server_here
from tests.server.crash import besiege
from tests.server.processes import LOADING_ON_DEMAND, PATIENCE, ServerProcess, serving

KILLS = examples(3)


def test_what_was_acknowledged_survives_being_killed(database: str) -> None:
    siege = besiege(database, KILLS, seed=1)
    assert siege.kills == KILLS
    assert siege.moves > 0


@contextmanager
def listening(server: ServerProcess, made: Body, secret: str) -> Iterator[Callable[[], dict[str, Any]]]:
    """Gives the next event of a table's stream each time it is called."""
    headers = {"authorization": f"Bearer {secret}"}
    with (
        httpx.Client(base_url=server.address, timeout=30) as http,
        http.stream("GET", f"/api/tables/{made['id']}/events", headers=headers) as stream,
    ):
        lines = (line for line in stream.iter_lines() if line)
        yield lambda: json.loads(next(lines))


def ask(server: ServerProcess, method: str, path: str, secret: str | None = None, body: Body | None = None) -> Body:
    headers = {"authorization": f"Bearer {secret}"} if secret else {}
    answer = httpx.request(method, server.address + path, headers=headers, json=body, timeout=60)
    assert answer.status_code in (200, 201), answer.text
    found: Body = answer.json()
    return found


def make(server: ServerProcess, *players: Body, game: str = "pebbles") -> Body:
    return ask(server, "POST", "/api/tables", None, {"game": game, "players": list(players), "start": True})


def test_what_is_played_on_one_process_is_seen_at_once_on_another(postgres_database: str) -> None:
    with serving(postgres_database) as here, serving(postgres_database) as there:
        made = make(here, person("Ann"), person("Bo"))
        path = f"/api/tables/{made['id']}"
        ann, bo = made["seats"]
        with listening(there, made, bo) as heard:
            assert [heard()["kind"] for _ in range(3)] == ["sit", "sit", "start"]
            for server, secret in ((here, ann), (there, bo), (here, ann)):
                told = ask(server, "POST", f"{path}/moves", secret, {"move": "take 1"})
                assert heard()["number"] == told["number"]
                assert ask(there, "GET", path, bo)["number"] == told["number"]
        again = ask(there, "POST", f"{path}/chat", bo, {"text": "Hello"})
        deadline = time.monotonic() + 20
        while ask(here, "GET", path, ann)["number"] < again["number"]:
            assert time.monotonic() < deadline
        assert httpx.delete(here.address + path, headers={"authorization": f"Bearer {made['owner']}"}).is_success
        while httpx.get(there.address + path, headers={"authorization": f"Bearer {bo}"}).status_code != 404:
            assert time.monotonic() < deadline


@contextmanager
def looking(server: ServerProcess, made: Body, secret: str) -> Iterator[Callable[[], dict[str, Any]]]:
    """A page of a table that somebody has open; gives what it is told next of who is here."""
    with httpx.Client(base_url=server.address, timeout=60, headers={"accept-encoding": "identity"}) as http:
        http.get(f"/t/{made['id']}/with/{secret}", follow_redirects=True).raise_for_status()
        with http.stream("GET", f"/t/{made['id']}/stream") as stream:
            lines = stream.iter_lines()

            def next_presence() -> dict[str, Any]:
                while next(lines) != "event: presence":
                    pass
                told: dict[str, Any] = json.loads(next(lines).removeprefix("data: "))
                return told

            yield next_presence


def test_who_is_here_is_known_on_every_process(postgres_database: str) -> None:
    with serving(postgres_database) as here, serving(postgres_database) as there:
        made = make(here, person("Ann"), person("Bo"))
        ann, bo = made["seats"]
        with looking(here, made, ann) as ann_sees:
            assert ann_sees()["here"] == [0]
            with looking(there, made, bo) as bo_sees:
                told = bo_sees()
                assert (told if told["here"] == [0, 1] else bo_sees())["here"] == [0, 1], "Ann was here before"
                assert ann_sees()["here"] == [0, 1]
            told = ann_sees()
            assert told["here"] == [0]
            assert list(told["seen"]) == ["1"]


def test_each_turn_of_a_bot_is_taken_by_exactly_one_process(postgres_database: str) -> None:
    pause = {"bot_seconds": 0.3}  # without one, whoever has just moved is the first to know of the next turn
    with serving(postgres_database, **pause) as here, serving(postgres_database, **pause) as there:
        tables = [make(here, BOT, BOT, BOT) for _ in range(10)]
        deadline = time.monotonic() + 120
        while {_are_over(server, tables) for server in (here, there)} != {True}:  # both show them, so both take turns
            assert time.monotonic() < deadline
            time.sleep(0.2)
        turns = [_metric(server, "tilery_bot_moves_total") for server in (here, there)]
        moves = sum(len(_record(here, made)["moves"]) for made in tables)
        assert sum(turns) == moves
        assert min(turns) > 0, "one process took all turns"


def test_when_a_process_is_killed_another_goes_on_with_its_bots(postgres_database: str) -> None:
    with serving(postgres_database, claim_seconds=2) as there:
        with serving(postgres_database, claim_seconds=2) as here:
            tables = [make(here, BOT, BOT) for _ in range(6)]
            deadline = time.monotonic() + 60
            while sum(ask(here, "GET", f"/api/tables/{made['id']}", made["watch"])["number"] for made in tables) < 24:
                assert time.monotonic() < deadline
        assert all(_finished(there, made)["status"] == "over" for made in tables)


def test_a_polite_stop_finishes_what_was_begun_and_loses_nothing(file_database: str) -> None:
    server = ServerProcess(file_database, program=("-c", LOADING_ON_DEMAND))
    made = make(server, person("Ann"), person("Bo"))
    path = f"/api/tables/{made['id']}"
    ask(server, "POST", f"{path}/moves", made["seats"][0], {"move": "take 2"})
    seen = ask(server, "GET", path, made["seats"][0])
    assert server.stop() == 0
    with serving(file_database) as again:
        assert ask(again, "GET", path, made["seats"][0]) == seen


def test_a_game_that_was_never_compiled_here_can_be_played_at_once(
    file_database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(os.environ, "TILERY_CACHE", str(tmp_path / "cold"))
    with serving(file_database) as server:
        assert ask(server, "GET", "/healthz") == {"ok": True, "games_ready": []}
        assert ask(server, "GET", "/api/games")["games"]
        players = [person("Ann"), {"kind": "bot", "level": "expert"}]
        made = ask(server, "POST", "/api/tables", None, {"game": "topiary", "players": players, "start": True})
        path, secret = f"/api/tables/{made['id']}", made["seats"][0]
        moves = 0
        while moves < 3:
            seen = ask(server, "GET", path, secret)
            if 0 in seen["waiting"]:
                ask(server, "POST", f"{path}/moves", secret, {"move": seen["view"]["legal_moves"][0]})
                moves += 1
            time.sleep(0.05)
        assert ask(server, "GET", "/healthz")["games_ready"] == []


def _finished(server: ServerProcess, made: Body) -> Body:
    """A table, once its game is over."""
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        seen = ask(server, "GET", f"/api/tables/{made['id']}", made["watch"])
        if seen["status"] == "over":
            return seen
        time.sleep(0.2)
    return seen


def _are_over(server: ServerProcess, tables: list[Body]) -> bool:
    seen = [ask(server, "GET", f"/api/tables/{made['id']}", made["watch"]) for made in tables]
    return all(table["status"] == "over" for table in seen)


def _record(server: ServerProcess, made: Body) -> Body:
    return ask(server, "GET", f"/api/tables/{made['id']}/record", made["watch"])


def _metric(server: ServerProcess, name: str) -> float:
    lines = httpx.get(f"{server.address}/metrics").text.splitlines()
    return float(next(line.split()[1] for line in lines if line.startswith(f"{name} ")))


def test_what_happens_while_a_table_is_loaded_is_not_missed(
    postgres_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One process reads a table; before it is done, another writes an event."""

    async def whole() -> None:
        async with server_here(postgres_database) as one, server_here(postgres_database) as two:
            made = await one.table(person("Ann"), person("Bo"), start=True)
            read_all, hear_all = two.tables.storage.read, two.tables.hear
            has_read, may_go_on, has_heard = asyncio.Event(), asyncio.Event(), asyncio.Event()

            async def read(work: Any) -> Any:
                found = await read_all(work)
                has_read.set()
                await may_go_on.wait()
                return found

            async def hear(table_id: str, number: int) -> None:
                has_heard.set()
                await hear_all(table_id, number)

            monkeypatch.setattr(two.tables.storage, "read", read)
            monkeypatch.setattr(two.tables, "hear", hear)
            loading = asyncio.create_task(two.tables.find(made["id"]))
            await has_read.wait()
            await one.move(made, 0, "take 1")
            number = (await one.tables.find(made["id"])).table.number
            async with asyncio.timeout(PATIENCE):
                await has_heard.wait()
                may_go_on.set()
                live = await loading
                while live.table.number < number:
                    await asyncio.sleep(0.02)

    asyncio.run(whole())
