"""Nothing but the truth: lost answers, repeated commands, several processes, health, clocks, starts that fail."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import os
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import make_url, text

from tests.server.client import BOT, OPEN, Body, Client, Run, person, run_on, server
from tests.server.processes import serving
from tests.server.test_processes import make
from tests.server.test_tables import path_of
from tilery.server.storage import database as storage_module
from tilery.server.tables.clock import Clock
from tilery.server.tables.events import Event
from tilery.server.tables.players import Settings
from tilery.server.tables.refusal import Refusal
from tilery.server.tables.registry import Tables
from tilery.server.tables.table import Table
from tilery.server.tables.texts import clean_name

# A commit whose answer is lost.


class Proxy:
    """Stands between a server and PostgreSQL, and loses the answer to a commit, or the commit itself, when told to."""

    def __init__(self, target: str) -> None:
        self._target = target
        self.loses: str | None = None
        """What happens to the next commit: "answer", "commit", or "answer for good", after which nobody is let in."""
        self.lost = 0
        self.is_open = True
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._connections: list[socket.socket] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                if not self.is_open:
                    client.close()
                    continue
                database = socket.socket(socket.AF_UNIX)
                database.connect(self._target)
                self._connections += [client, database]
                threading.Thread(target=self._forward, args=(client, database), daemon=True).start()

    def _forward(self, client: socket.socket, database: socket.socket) -> None:
        back = threading.Thread(target=self._backward, args=(client, database), daemon=True)
        back.start()
        with contextlib.suppress(OSError):
            while data := client.recv(65536):
                if b"COMMIT" in data and self.loses is not None:
                    how, self.loses = self.loses, None
                    self.lost += 1
                    self.is_open = how != "answer for good"
                    client.shutdown(socket.SHUT_RDWR)  # whatever comes back is lost
                    if how != "commit":
                        database.sendall(data)
                        time.sleep(0.5)
                    break
                database.sendall(data)
        with contextlib.suppress(OSError):
            database.shutdown(socket.SHUT_RDWR)

    def _backward(self, client: socket.socket, database: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := database.recv(65536):
                client.sendall(data)
        with contextlib.suppress(OSError):
            client.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._listener.close()
        for connection in self._connections:
            connection.close()


@pytest.fixture
def proxy(postgres_database: str) -> Iterator[Proxy]:
    host = str(make_url(postgres_database).query["host"])
    found = Proxy(str(next(Path(host).glob(".s.PGSQL.*[0-9]"))))
    yield found
    found.close()


def through(proxy: Proxy, database: str) -> str:
    return f"postgresql://postgres:@127.0.0.1:{proxy.port}/{make_url(database).database}"


async def is_noticed(proxy: Proxy, how: str) -> None:
    """Let the next commit be lost, but not one that only claims turns or beats."""
    await asyncio.sleep(0.3)
    proxy.loses = how


def test_a_commit_whose_answer_is_lost_is_known_to_have_happened(proxy: Proxy, postgres_database: str) -> None:
    async def play(client: Client) -> None:
        made = await client.table(person("Ann"), person("Bo"), start=True)
        await is_noticed(proxy, "answer")
        told = await client.done("POST", f"{path_of(made)}/moves", made["seats"][0], {"move": "take 1"})
        assert proxy.lost == 1
        seen = await client.done("GET", path_of(made), made["seats"][0])
        assert seen["number"] == told["number"] == 4
        await is_noticed(proxy, "answer")
        sat = await client.table(OPEN, OPEN)
        assert proxy.lost == 2
        await is_noticed(proxy, "answer")
        ann = await client.sit(sat, "Ann")
        assert proxy.lost == 3
        assert (await client.done("GET", path_of(sat), ann))["seat"] == 0, "its secret opens the seat"

    run_on(through(proxy, postgres_database), play)


def test_a_commit_that_never_came_is_known_not_to_have_happened(proxy: Proxy, postgres_database: str) -> None:
    async def play(client: Client) -> None:
        made = await client.table(person("Ann"), person("Bo"), start=True)
        await is_noticed(proxy, "commit")
        status, told = await client.ask("POST", f"{path_of(made)}/chat", made["seats"][0], {"text": "Hello"})
        assert (status, told["error"]["code"]) == (503, "storage_down")
        assert (await client.done("GET", path_of(made), made["seats"][0]))["number"] == 3
        await client.done("POST", f"{path_of(made)}/chat", made["seats"][0], {"text": "Hello"})

    run_on(through(proxy, postgres_database), play)


def test_what_nobody_can_know_is_said_to_be_unknown(
    proxy: Proxy, postgres_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The database is gone for good right after the commit. The same command repeated later happens once."""
    monkeypatch.setattr(storage_module, "FIND_OUT_SECONDS", 1.0)

    async def play(client: Client) -> None:
        made = await client.table(person("Ann"), person("Bo"), start=True)
        head = {"authorization": f"Bearer {made['seats'][0]}", "idempotency-key": "hello"}
        await is_noticed(proxy, "answer for good")
        lost = await client.http.post(f"{path_of(made)}/chat", json={"text": "Hello"}, headers=head)
        assert (lost.status_code, lost.json()["error"]["code"]) == (503, "outcome_unknown")
        assert "do not know" in lost.json()["error"]["message"]
        assert (await client.ask("GET", path_of(made), made["seats"][0]))[0] == 503, "memory may not know of it"
        proxy.is_open = True
        again = await client.http.post(f"{path_of(made)}/chat", json={"text": "Hello"}, headers=head)
        assert again.json() == {"number": 4}
        assert (await client.done("GET", path_of(made), made["seats"][0]))["number"] == 4

    run_on(through(proxy, postgres_database), play)


# Commands that are repeated.


async def command(
    client: Client, path: str, secret: str | None, key: str, body: Body | None = None
) -> tuple[int, Body]:
    headers = {"idempotency-key": key} | ({"authorization": f"Bearer {secret}"} if secret else {})
    answer = await client.http.post(path, headers=headers, json=body)
    return answer.status_code, answer.json()


def test_every_command_can_be_repeated_and_happens_once(run: Run) -> None:
    async def play(client: Client) -> None:
        order = {"game": "pebbles", "players": [OPEN, OPEN, BOT], "name": "Sunday"}
        first, again = [await command(client, "/api/tables", None, "a table of my own", order) for _ in range(2)]
        assert first == again
        assert first[0] == 201
        made = first[1]
        path = path_of(made)

        async def twice(what: str, secret: str, key: str, body: Body | None = None) -> Body:
            answers = [await command(client, f"{path}/{what}", secret, key, body) for _ in range(2)]
            assert answers[0] == answers[1], what
            assert answers[0][0] in (200, 201), answers
            return answers[0][1]

        ann = (await twice("sit", made["invite"], "sitting down, Ann", {"name": "Ann"}))["secret"]
        bo = (await twice("sit", made["invite"], "sitting down, Bo ", {"name": "Bo"}))["secret"]
        assert ann != bo
        await twice("start", ann, "1")
        await twice("chat", ann, "2", {"text": "Hello"})
        await twice("moves", ann, "3", {"move": "take 1"})
        await twice("undo", ann, "4")
        await twice("leave", bo, "5")
        await twice("back", bo, "6")
        await twice("erase", bo, "7")
        seen = await client.done("GET", path, ann)
        assert seen["seat"] == 0
        log = (await client.tables.find(made["id"])).table.events
        assert [event.kind for event in log] == [
            *("seat_bot", "sit", "sit", "start", "chat", "move", "undo", "away", "back", "erase")
        ]
        assert len((await client.done("GET", path, made["owner"]))["players"]) == 3

    run(play)


def test_an_id_is_for_one_thing(run: Run) -> None:
    async def play(client: Client) -> None:
        made = await client.table(person("Ann"), person("Bo"), start=True)
        moves, ann = f"{path_of(made)}/moves", made["seats"][0]
        told = await client.done("POST", moves, ann, {"move": "take 1", "id": "mine"})
        assert await client.done("POST", moves, ann, {"move": "take 1", "id": "mine"}) == told
        status, refused = await client.ask("POST", moves, ann, {"move": "take 2", "id": "mine"})
        assert (status, refused["error"]["code"]) == (409, "id_reused")
        order = {"game": "pebbles", "players": [OPEN, BOT]}
        assert (await command(client, "/api/tables", None, "one and the same", order))[0] == 201
        other = {**order, "name": "Another"}
        assert (await command(client, "/api/tables", None, "one and the same", other))[1]["error"][
            "code"
        ] == "id_reused"
        assert (await command(client, "/api/tables", None, "short", order))[0] == 422

    run(play)


@pytest.mark.parametrize(("key", "status"), [("one of mine", 200), ("", 422), ("x" * 65, 422), ("\xe9", 422)])
@pytest.mark.parametrize("body", [{"move": "take 1"}, {"move": "take 1", "id": "mine"}])
def test_an_id_in_a_header_is_checked_as_it_was_sent(run: Run, key: str, status: int, body: Body) -> None:
    async def play(client: Client) -> None:
        made = await client.table(person("Ann"), person("Bo"), start=True)
        headers = [
            (b"authorization", f"Bearer {made['seats'][0]}".encode()),
            (b"idempotency-key", key.encode("latin-1")),
        ]
        answer = await client.http.post(f"{path_of(made)}/moves", headers=headers, json=body)
        assert answer.status_code == status, answer.text

    run(play)


def test_ids_of_tables_from_before_are_still_known(file_database: str) -> None:
    async def play(client: Client) -> None:
        made = await client.table(person("Ann"), person("Bo"), start=True)
        await client.done("POST", f"{path_of(made)}/moves", made["seats"][0], {"move": "take 1", "id": "mine"})
        await client.tables.storage.write(
            lambda connection: connection.execute(text("UPDATE events SET client = '0 mine' WHERE client IS NOT NULL"))
        )
        client.tables._live.clear()
        told = await client.done("POST", f"{path_of(made)}/moves", made["seats"][0], {"move": "take 1", "id": "mine"})
        assert told["number"] == 4

    run_on(file_database, play)


# Several processes.


def test_who_hops_between_processes_reads_their_own_writes(
    postgres_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each process is deaf to the other, as it is for a moment after each event."""

    async def play() -> None:
        async with server(postgres_database) as here, server(postgres_database) as there:
            monkeypatch.setattr(Tables, "hear", _deaf)
            made = await here.table(person("Ann"), person("Bo"), start=True)
            await there.done("GET", path_of(made), made["watch"])
            for turn in range(4):
                client, other = (here, there) if turn % 2 else (there, here)
                told = await client.done("POST", f"{path_of(made)}/moves", made["seats"][turn % 2], {"move": "take 1"})
                assert (await other.done("GET", path_of(made), made["watch"]))["number"] == told["number"]

    asyncio.run(play())


async def _deaf(_tables: Tables, _table_id: str, _number: int) -> None:
    pass


def test_moves_that_alternate_between_processes_are_not_refused_as_stale(
    postgres_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        async with server(postgres_database) as here, server(postgres_database) as there:
            monkeypatch.setattr(Tables, "hear", _deaf)
            made = await here.table(person("Ann"), person("Bo"), start=True)
            await there.done("GET", path_of(made), made["watch"])
            for turn in range(6):
                client = (here, there)[turn % 2]
                await client.done("POST", f"{path_of(made)}/moves", made["seats"][turn % 2], {"move": "take 1"})

    asyncio.run(play())


# Health.


def test_health_tells_whether_something_can_be_written(
    file_database: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("tilery.server.app.HEALTH_SECONDS", 0.0)
    monkeypatch.setattr("tilery.server.app.WRITE_SECONDS", 0.5)

    async def play(client: Client) -> None:
        async def statuses() -> list[int]:
            return [(await client.http.get(path)).status_code for path in ("/livez", "/readyz", "/healthz")]

        assert await statuses() == [200, 200, 200]
        lock = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)
        lock.execute("BEGIN EXCLUSIVE")
        assert await statuses() == [200, 503, 503]
        lock.execute("ROLLBACK")
        lock.close()
        async with asyncio.timeout(30):
            while await statuses() != [200, 200, 200]:
                await asyncio.sleep(0.1)
        client.tables.closing = True
        assert await statuses() == [200, 503, 200]

    run_on(file_database, play)


# Clocks.


def test_a_wall_clock_that_jumps_changes_nothing() -> None:
    wall, ticks = [1_000_000.0], [50.0]
    clock = Clock(lambda: wall[0], lambda: ticks[0])
    assert clock() == 1_000_000
    ticks[0] += 10
    wall[0] -= 3600
    assert clock() == 1_000_010
    wall[0] += 7 * 86_400
    assert clock() == 1_000_010


def test_time_never_runs_back_behind_what_was_written(file_database: str) -> None:
    """The wall clock was an hour fast when the table was made; the server is started again with the right time."""

    async def make_table() -> Body:
        async with server(file_database) as client:
            client.tables.now.start_after(time.time() + 3600)
            made = await client.table(person("Ann"), BOT, start=True, seconds_per_game=60)
            await client.done("POST", f"{path_of(made)}/moves", made["seats"][0], {"move": "take 1"})
            return made

    async def go_on(made: Body) -> None:
        async with server(file_database) as client:
            live = await client.tables.find(made["id"])
            async with asyncio.timeout(30):
                while live.table.started_match.waiting[:1] != (0,) and live.table.status != "over":
                    await asyncio.sleep(0.05)  # the bot moves at once and not in an hour
            assert all(player.used >= 0 for player in live.table.players)
            assert [event.at for event in live.table.events] == sorted(event.at for event in live.table.events)

    asyncio.run(go_on(asyncio.run(make_table())))


def test_nobody_is_given_time_by_a_clock_that_went_back() -> None:
    at = Table("id", "pebbles", 1, 2, {}, 7, Settings(seconds_per_game=60), public=False)
    for number, (kind, seat, moment) in enumerate([("sit", 0, 0), ("sit", 1, 0), ("start", None, 3600)], start=1):
        at.apply(Event(number, kind, seat, {"name": "x"}, float(moment)))
    at.apply(Event(4, "move", 0, {"move": "take 1"}, 5.0))
    assert at.players[0].used == 0


# Names.


@pytest.mark.parametrize(
    "name",
    ["\u3164", "\u2800\u2800", "\u200b\u200d", "\u0301", "\u115f \uffa0", "\ufe0f", "\u00ad", "\ufffc", "\U0001d159"],
)
def test_names_that_cannot_be_seen_are_refused(name: str) -> None:
    with pytest.raises(Refusal) as refused:
        clean_name(name)
    assert refused.value.code == "bad_name"


@pytest.mark.parametrize("name", ["Ann", "李", "🦊", "é", "e\u0301", "_", "ㄱ"])
def test_names_that_can_be_seen_are_fine(name: str) -> None:
    assert clean_name(name) == name


# Starts that fail.


def start(database: str, before: Callable[[], None] | None = None, **more: object) -> tuple[int, str]:
    """The exit code of a server that cannot start, and what it prints."""
    flags = {"port": 0, "log": "text", "database": database, **more}
    command = [sys.executable, "-m", "tilery", "serve", *(f"--{name}={value}" for name, value in flags.items())]
    environment = {**os.environ, "LANGUAGE": "en"}
    done = subprocess.run(
        command, check=False, capture_output=True, text=True, timeout=120, env=environment, preexec_fn=before
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


def check_sentence(code: int, told: str, *parts: str) -> None:
    assert code == 1
    assert "Traceback" not in told
    assert "secret-word" not in told
    assert len(told.strip().splitlines()) == 1, told
    for part in parts:
        assert part in told


def test_a_start_that_fails_says_why_in_one_sentence(tmp_path: Path) -> None:
    check_sentence(*start(f"sqlite:///{tmp_path / 'none' / 'tables.db'}"), "does not exist")
    (tmp_path / "text.db").write_text("This is not a database, but a text that is long enough to be looked at. " * 40)
    check_sentence(*start(f"sqlite:///{tmp_path / 'text.db'}"), "text.db", "not a database")
    check_sentence(*start("postgresql://ann:secret-word@127.0.0.1:1/tables"), "PostgreSQL at 127.0.0.1")
    check_sentence(*start("postgresql//ann:secret-word@127.0.0.1:1/tables"), "is not a database URL")
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        check_sentence(*start(f"sqlite:///{tmp_path / 'tables.db'}", port=port), f"127.0.0.1:{port}", "in use")


def test_a_database_of_a_newer_version_or_in_use_is_left_alone(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.db'}"
    with serving(url) as running:
        make(running, person("Ann"), person("Bo"))
        check_sentence(*start(url), "in use by another server")
    with sqlite3.connect(tmp_path / "tables.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    check_sentence(*start(url), "newer version")


def test_a_database_that_cannot_be_written_is_said_to_be_so(tmp_path: Path) -> None:
    (tmp_path / "tables.db").touch()
    tmp_path.chmod(0o555)
    check_sentence(*start(f"sqlite:///{tmp_path / 'tables.db'}", before=bow_to_modes), "cannot be written")
    tmp_path.chmod(0o755)


def bow_to_modes() -> None:
    """Let even root be bound by the modes of files in the program that is executed next."""
    if sys.platform == "linux" and os.geteuid() == 0:
        bounding_set_drop, dac_override = 24, 1
        ctypes.CDLL(None).prctl(bounding_set_drop, dac_override)
