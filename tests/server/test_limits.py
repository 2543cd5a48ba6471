"""What a server process stands: clients that are slow, greedy, nosy or gone, and being told to stop."""

from __future__ import annotations

import asyncio
import http.client
import itertools
import json
import re
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import insert

from tests.server.client import BOT, OPEN, Body, person, server
from tests.server.processes import PATIENCE, serving
from tests.server.running_server import (
    RunningServer,
    code_of,
    is_closed_while,
    new_address,
    path_of,
    read,
    sent_until_cut_off,
    wait_until,
)
from tilery.server.storage import schema

JSON = "content-type: application/json\r\n"
BODY_BYTES = 4096
TABLES_A_MINUTE = 5
CHATS_A_MINUTE = 3
MESSAGES = 4000


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server that is quick to lose its patience."""
    database = f"sqlite:///{tmp_path_factory.mktemp('limits') / 'tables.db'}"
    with serving(
        database,
        request_seconds=1,
        stall_seconds=1,
        body_bytes=BODY_BYTES,
        record_bytes=2 * BODY_BYTES,
        new_tables_a_minute=TABLES_A_MINUTE,
        chats_a_minute=CHATS_A_MINUTE,
    ) as process:
        found = RunningServer(process)
        yield found
        found.http.close()


# Clients that send too much.


@pytest.mark.parametrize(("path", "length"), [("tables", BODY_BYTES + 1), ("records", 10**12), ("tables", 10**30)])
def test_a_body_that_says_it_is_too_large_is_refused_before_it_comes(
    running: RunningServer, path: str, length: int
) -> None:
    with running.connect() as connection:
        connection.sendall(f"POST /api/{path} HTTP/1.1\r\nhost: t\r\n{JSON}content-length: {length}\r\n\r\n".encode())
        status, told = read(connection)
    assert status in (400, 413)  # a length that is no number at all is no HTTP
    assert told["error"]["code"] in ("too_large", "not_http")


def test_a_body_without_end_is_not_read_to_its_end(running: RunningServer) -> None:
    chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
    with running.connect() as connection:
        connection.sendall(f"POST /api/tables HTTP/1.1\r\nhost: t\r\n{JSON}transfer-encoding: chunked\r\n\r\n".encode())
        connection.sendall(chunk)
        assert read(connection)[0] == 413
        assert sent_until_cut_off(connection, chunk, 10_000) < 100
    running.still_serves()


def test_a_head_without_end_is_refused(running: RunningServer) -> None:
    with running.connect() as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nhost: t\r\nx: ")
        connection.sendall(b"y" * 70_000)
        assert read(connection) == (
            431,
            {"error": {"code": "head_too_large", "message": "The head of a request can have at most 65536 bytes."}},
        )
        assert is_closed_while(connection, itertools.repeat(b"y"))


@pytest.mark.parametrize(
    "sent", [b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03 hello\r\n\r\n", b"GET /\xff HTTP/1.1\r\n\r\n"]
)
def test_what_is_no_http_gets_the_format_of_all_errors(running: RunningServer, sent: bytes) -> None:
    with running.connect() as connection:
        connection.sendall(sent)
        status, told = read(connection)
    assert (status, told["error"]["code"]) == (400, "not_http")


def test_more_than_one_request_at_once_is_answered_in_order(running: RunningServer) -> None:
    with running.connect() as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nhost: t\r\n\r\nGET /none HTTP/1.1\r\nhost: t\r\n\r\n")
        told = b""
        while told.count(b"}}") + told.count(b'"ok"') < 2:
            told += connection.recv(65536)
    assert re.findall(rb"HTTP/1.1 (\d+)", told) == [b"200", b"404"]


# Clients that are slow.


def test_a_head_that_never_ends_closes_the_connection(running: RunningServer) -> None:
    with running.connect() as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nhost: t\r\n")
        assert is_closed_while(connection, itertools.repeat(b"x: y\r\n"))


def test_a_connection_on_which_nothing_is_asked_is_closed(running: RunningServer) -> None:
    with running.connect() as connection:
        assert connection.recv(1) == b""
    with running.connect() as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nhost: t\r\n\r\n")
        assert read(connection)[0] == 200
        assert is_closed_while(connection, itertools.repeat(b"\r\n"))


def test_a_body_that_does_not_come_in_time_is_refused(running: RunningServer) -> None:
    with running.connect() as connection:
        connection.sendall(f"POST /api/tables HTTP/1.1\r\nhost: t\r\n{JSON}content-length: 9\r\n\r\n".encode())
        connection.sendall(b"{")
        status, told = read(connection)
        assert (status, told["error"]["code"]) == (408, "too_slow")
        assert is_closed_while(connection, itertools.repeat(b" "))


def test_a_body_that_nobody_waits_for_does_not_hold_the_connection(running: RunningServer) -> None:
    with running.connect() as connection:
        connection.sendall(b"POST /api/browsers HTTP/1.1\r\nhost: t\r\ncontent-length: 99999999\r\n\r\n")
        assert read(connection)[0] == 201
        assert is_closed_while(connection, itertools.repeat(b" "))


def test_who_asks_much_before_an_answer_is_cut_off(running: RunningServer) -> None:
    with running.connect() as connection:
        asked = b"GET /api/openapi.json HTTP/1.1\r\nhost: t\r\n\r\n" * 1000
        assert sent_until_cut_off(connection, asked, 10_000) < 10_000
    running.still_serves()


def test_a_stream_whose_client_does_not_read_ends_and_others_go_on(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    made = asyncio.run(talkative_table(database))
    with serving(database, stall_seconds=1) as process:
        running = RunningServer(process)
        asked = f"GET {path_of(made)}/events HTTP/1.1\r\nhost: t\r\nauthorization: Bearer {made['watch']}\r\n\r\n"
        head = {"authorization": f"Bearer {made['watch']}"}
        with running.http.stream("GET", f"{path_of(made)}/events", headers=head) as other, socket.socket() as deaf:
            lines = other.iter_lines()
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            deaf.connect(("127.0.0.1", process.port))
            deaf.sendall(asked.encode())
            wait_until(lambda: running.streams() == 2)
            numbers = [json.loads(next(lines))["number"] for _ in range(MESSAGES + 1)]
            assert numbers == list(range(1, MESSAGES + 2))
            wait_until(lambda: running.streams() == 1)
            told = running.done("POST", f"{path_of(made)}/chat", made["seats"][0], {"text": "Still there?"})
            assert json.loads(next(lines))["number"] == told["number"]
        running.http.close()


async def talkative_table(database: str) -> Body:
    """A table where so much was said that no buffer holds it."""
    async with server(database) as client:
        made = await client.table(person("Ann"), OPEN)
        text = json.dumps({"text": "x" * 4000})
        said = [
            {"table_id": made["id"], "number": number, "kind": "chat", "seat": 0, "body": text, "at": 0.0}
            for number in range(2, MESSAGES + 2)
        ]
        await client.tables.storage.write(lambda connection: connection.execute(insert(schema.events), said))
        return made


def test_a_client_that_asks_for_more_behind_a_stream_and_goes_leaves_nothing_open(running: RunningServer) -> None:
    made = running.table(person("Ann"), OPEN)
    asked = f"GET {path_of(made)}/events HTTP/1.1\r\nhost: t\r\nauthorization: Bearer {made['watch']}\r\n\r\n"
    with running.connect() as connection:
        connection.sendall(asked.encode())
        wait_until(lambda: running.streams() == 1)
        connection.sendall(b"GET /healthz HTTP/1.1\r\nhost: t\r\n\r\n")
        time.sleep(0.2)
    for text in ("Is", "anybody", "there?"):
        running.done("POST", f"{path_of(made)}/chat", made["seats"][0], {"text": text})
    wait_until(lambda: running.streams() == 0)
    assert [line for line in running.process.lines if '"level": "error"' in line] == []


# Too many of something.


def test_a_thousand_streams_and_no_more(tmp_path: Path) -> None:
    streams, a_table = 1000, 600
    with serving(
        f"sqlite:///{tmp_path / 'tables.db'}",
        streams=streams,
        streams_a_table=a_table,
        streams_a_client=10**5,
        work_a_minute=10**9,
    ) as process:
        running = RunningServer(process)
        tables = [running.table(person("Ann"), OPEN) for _ in range(2)]

        async def watch(made: Body) -> tuple[int, asyncio.StreamReader, asyncio.StreamWriter]:
            reader, writer = await asyncio.open_connection("127.0.0.1", process.port)
            secret = made["watch"]
            writer.write(
                f"GET {path_of(made)}/events HTTP/1.1\r\nhost: t\r\nauthorization: Bearer {secret}\r\n\r\n".encode()
            )
            head = await reader.readuntil(b"\r\n\r\n")
            return int(head.split()[1]), reader, writer

        async def all_of_it() -> None:
            opened = []
            for made, count in ((tables[0], a_table), (tables[1], streams - a_table)):
                for _ in range(0, count, 100):
                    opened += await asyncio.gather(*(watch(made) for _ in range(100)))
            assert {status for status, _, _ in opened} == {200}
            for made in tables:
                running.done("POST", f"{path_of(made)}/chat", made["seats"][0], {"text": "Hello, all of you"})
            for _, reader, _ in opened:
                await asyncio.wait_for(reader.readuntil(b"Hello, all of you"), PATIENCE)
            for made in tables:
                refused = running.ask("GET", f"{path_of(made)}/events", made["watch"])
                assert code_of(refused) == (503, "too_many_streams")
            _, _, writer = opened.pop()
            writer.close()
            await writer.wait_closed()
            wait_until(lambda: running.streams() == streams - 1)
            assert code_of(running.ask("GET", f"{path_of(tables[0])}/events", tables[0]["watch"]))[0] == 503
            status, _, last = await watch(tables[1])
            assert status == 200
            for _, _, writer in (*opened, (0, None, last)):
                writer.close()

        asyncio.run(all_of_it())
        wait_until(lambda: running.streams() == 0)
        running.http.close()


def test_a_connection_too_many_is_told_so(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path / 'tables.db'}", connections=5) as process:
        running = RunningServer(process)
        waiting = [running.connect() for _ in range(5)]
        for connection in waiting:
            connection.sendall(b"GET /healthz HTTP/1.1\r\nhost: t\r\n\r\n")
            assert read(connection)[0] == 200
        refused = running.http.get("/healthz")
        assert code_of(refused) == (503, "too_many_connections")
        assert refused.headers["connection"] == "close"
        for connection in waiting:
            connection.close()
        wait_until(lambda: running.http.get("/healthz").status_code == 200)
        running.http.close()


def test_new_tables_from_one_address_are_limited(running: RunningServer) -> None:
    body = {"game": "pebbles", "players": [OPEN, BOT]}
    here, there = new_address(), new_address()
    made = [running.http.post("/api/tables", json=body, headers=here) for _ in range(TABLES_A_MINUTE + 1)]
    assert [answer.status_code for answer in made] == [201] * TABLES_A_MINUTE + [429]
    assert made[-1].json()["error"]["code"] == "too_often"
    assert running.http.post("/api/tables", json=body, headers=there).status_code == 201


def test_messages_of_one_seat_are_limited(running: RunningServer) -> None:
    made = running.table(person("Ann"), person("Bo"))
    said = [running.ask("POST", f"{path_of(made)}/chat", made["seats"][0], {"text": "Ho"}) for _ in range(4)]
    assert [answer.status_code for answer in said] == [200] * CHATS_A_MINUTE + [429]
    assert running.ask("POST", f"{path_of(made)}/chat", made["seats"][1], {"text": "Hey"}).status_code == 200


# Clients that are nosy.


def test_a_table_that_is_not_open_to_somebody_looks_as_if_there_were_none(running: RunningServer) -> None:
    """Status, headers and bytes are the same: without a secret, with a forged one, and with that of another table. Its
    page alone says who invites, to those who know its address (test_door.py)."""
    made, other = running.table(person("Ann"), OPEN), running.table(person("Ann"), OPEN)
    paths = json.loads(running.http.get("/api/openapi.json").content)["paths"]
    asked = [(method, path) for path, found in paths.items() if "{id}" in path for method in found]
    assert len(asked) > 10
    for method, path in asked:
        answers = set()
        for table_id in (made["id"], "A" * 12, "short", "%00", "a" * 2000):
            for secret in (None, "forged", other["owner"], other["seats"][0], "x" * 500):
                body: Body | None = {} if method == "post" else None
                told = running.ask(method.upper(), path.replace("{id}", table_id), secret, body)
                headers = {name: value for name, value in told.headers.items() if name != "date"}
                answers.add((told.status_code, told.content, json.dumps(headers, sort_keys=True)))
        assert len(answers) == 1, (method, path)
        assert answers.pop()[0] == 404
    for page in ("/stream", "/preview", "/with/forged", f"/with/{other['owner']}"):
        assert {running.ask("GET", f"/t/{table_id}{page}").status_code for table_id in (made["id"], "A" * 12)} == {404}


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://elsewhere.example"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site", "origin": "http://other.t"},
    ],
)
def test_a_page_of_another_site_cannot_do_anything(running: RunningServer, headers: dict[str, str]) -> None:
    made = running.table(person("Ann"), OPEN)
    head = {**headers, "authorization": f"Bearer {made['owner']}"}
    assert code_of(running.http.delete(path_of(made), headers=head)) == (403, "cross_site")
    body = {"game": "pebbles", "players": [OPEN, BOT]}
    assert code_of(running.http.post("/api/tables", json=body, headers=headers)) == (403, "cross_site")
    assert running.ask("GET", path_of(made), made["owner"]).status_code == 200
    own = {"origin": running.process.address, "sec-fetch-site": "same-origin", "authorization": head["authorization"]}
    assert running.http.delete(path_of(made), headers=own).status_code == 200


def test_other_sites_cannot_read_answers(running: RunningServer) -> None:
    origin = {"origin": "https://elsewhere.example"}
    asked = {"access-control-request-method": "POST", "access-control-request-headers": "authorization"}
    answers = [running.http.get(path, headers=origin) for path in ("/api/games", "/api/tables", "/healthz", "/none")]
    answers += [
        running.http.options(path, headers={**origin, **asked}) for path in ("/api/tables", "/api/games", "/none")
    ]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 404, 405, 405, 404]
    assert not [name for answer in answers for name in answer.headers if name.startswith("access-control")]


def test_the_head_of_an_answer_can_be_asked_for(running: RunningServer) -> None:
    made = running.table(person("Ann"), OPEN)
    for path in ("/api/games", path_of(made)):
        head, whole = running.ask("HEAD", path, made["watch"]), running.ask("GET", path, made["watch"])
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers["content-length"] == whole.headers["content-length"]
    assert running.ask("HEAD", f"{path_of(made)}/events", made["watch"]).status_code == 200
    assert running.streams() == 0
    wrong = running.ask("PUT", "/api/tables", None, {})
    assert code_of(wrong) == (405, "wrong_method")
    assert wrong.headers["allow"]


def test_secrets_and_names_are_in_no_log_and_no_measurement(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path / 'tables.db'}", bot_threads=1) as process:
        running = RunningServer(process)
        browser = running.done("POST", "/api/browsers")["browser"]
        made = running.table(person("Rumpelstilz"), person("Bo"), start=True, browser=browser, name="Sandmannland")
        path = path_of(made)
        running.secrets.add(browser)
        for secret in list(running.secrets):
            for way in (f"/{secret}", f"/api/tables/{secret}", f"/api/tables?secret={secret}", f"{path}/{secret}"):
                running.ask("GET", way, secret)
            for way in (f"/t/{made['id']}/with/{secret}", f"/t/{secret}", f"/t/{made['id']}/with/{secret}?x={secret}"):
                running.ask("GET", way)
            running.ask("POST", f"{path}/moves?seat={secret}", secret, {"move": secret})
            running.ask("POST", "/api/tables", secret, {"game": secret, "players": []})
            running.ask("DELETE", f"/api/{secret}", secret)
            with running.connect() as connection:
                connection.sendall(f"GET /{secret} HTTP/9\r\nauthorization: Bearer {secret}\r\n\r\n".encode())
                assert read(connection)[0] == 400
        running.done("POST", f"{path}/leave", made["seats"][0])
        running.done("POST", f"{path}/leave", made["seats"][1])
        wait_until(lambda: running.done("GET", path, made["watch"])["status"] == "over")
        seed = running.done("GET", f"{path}/record", made["watch"])["seed"]
        running.done("POST", f"{path}/rematch", made["owner"])
        told = running.http.get("/metrics").text
        running.http.close()
        process.stop()
        told += process.logged
        assert '"route": "/api/tables/{id}/moves"' in told
        for secret in (*running.secrets, seed, "Rumpelstilz", "Sandmannland"):
            assert secret not in told


# Being told to stop.


def test_told_to_stop_it_finishes_what_it_has_begun(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path / 'tables.db'}") as process:
        running = RunningServer(process)
        made = running.table(person("Ann"), OPEN)
        body = json.dumps({"game": "pebbles", "players": [OPEN, BOT]}).encode()
        head = f"POST /api/tables HTTP/1.1\r\nhost: t\r\n{JSON}content-length: {len(body)}\r\n\r\n"
        with running.connect() as asking, running.connect() as watching, running.connect() as idle:
            asking.sendall(head.encode() + body[:5])
            watching.sendall(
                f"GET {path_of(made)}/events HTTP/1.1\r\nhost: t\r\n"
                f"authorization: Bearer {made['watch']}\r\n\r\n".encode()
            )
            stream = http.client.HTTPResponse(watching)
            stream.begin()
            assert json.loads(stream.readline())["number"] == 1
            process.process.terminate()
            assert stream.read() == b""
            asking.sendall(body[5:])
            status, told = read(asking)
            assert (status, len(told["id"])) == (201, 12)
            assert idle.recv(1) == b""
        assert process.wait() == 0
        assert [line for line in process.lines if '"level": "error"' in line] == []
        running.http.close()


def test_the_board_for_grafana_shows_what_there_is(running: RunningServer) -> None:
    """Every metric of the board exists, and every metric of ours is on the board."""
    running.table(person("Ann"), OPEN)
    told = running.http.get("/metrics").text
    known = set(re.findall(r"^# TYPE (\w+) (?:gauge|counter|histogram)", told, re.MULTILINE))
    board = (Path(__file__).parents[2] / "docs" / "grafana.json").read_text("utf-8")
    shown = {name.removesuffix("_bucket") for name in re.findall(r"\b((?:tilery|process)_\w+)", board)}
    assert shown <= known
    assert {name for name in known if name.startswith("tilery_") and not name.endswith("_created")} - shown == {
        "tilery_games_ready"
    }
