"""What a server process stands: clients that are slow, greedy, nosy or gone, and being told to stop."""

from __future__ import annotations

import asyncio
import http.client
import itertools
import json
import re
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import insert

from tests.server.client import BOT, OPEN, Body, Client, person, run_on, server
from tests.server.processes import PATIENCE, ServerProcess, serving
from tilery.server.storage import schema
from tilery.server.tables.rate_limit import RateLimit

JSON = "content-type: application/json\r\n"
BODY_BYTES = 4096
TABLES_A_MINUTE = 5
CHATS_A_MINUTE = 3
MESSAGES = 4000
_addresses = itertools.count(1)


def new_address() -> dict[str, str]:
    """A header by which a request seems to come from somewhere else."""
    number = next(_addresses)
    return {"x-forwarded-for": f"10.0.{number // 250}.{number % 250}"}


class House:
    """A server process and how to ask it."""

    def __init__(self, process: ServerProcess) -> None:
        self.process = process
        self.http = httpx.Client(base_url=process.address, timeout=PATIENCE)
        self.secrets: set[str] = set()

    def ask(self, method: str, path: str, secret: str | None = None, body: Body | None = None) -> httpx.Response:
        headers = new_address() | ({"authorization": f"Bearer {secret}"} if secret else {})
        return self.http.request(method, path, headers=headers, json=body)

    def done(self, method: str, path: str, secret: str | None = None, body: Body | None = None) -> Body:
        answer = self.ask(method, path, secret, body)
        assert answer.status_code in (200, 201), answer.text
        found: Body = answer.json()
        return found

    def table(self, *players: Body, **more: Any) -> Body:
        made = self.done("POST", "/api/tables", None, {"game": "pebbles", "players": list(players), **more})
        self.secrets |= {secret for secret in (made["owner"], made["invite"], made["watch"], *made["seats"]) if secret}
        return made

    def streams(self) -> int:
        """How many streams are open."""
        found = re.search(r"^tilery_streams (\d+)", self.http.get("/metrics").text, re.MULTILINE)
        assert found is not None
        return int(found[1])

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.process.port), timeout=PATIENCE)

    def still_serves(self) -> None:
        assert self.http.get("/healthz").json()["ok"] is True


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
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
        found = House(process)
        yield found
        found.http.close()


def path_of(made: Body) -> str:
    return f"/api/tables/{made['id']}"


def read(connection: socket.socket) -> tuple[int, Body]:
    """The status and the document of an answer."""
    with http.client.HTTPResponse(connection) as response:
        response.begin()
        return response.status, json.loads(response.read())


def is_closed_while(connection: socket.socket, sends: Iterator[bytes]) -> bool:
    """Whether the other side closes while this one goes on sending, a little at a time."""
    connection.settimeout(0.05)
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            connection.sendall(next(sends))
            if connection.recv(65536) == b"":
                return True
        except TimeoutError:
            continue
        except OSError:
            return True
    return False


def sent_until_cut_off(connection: socket.socket, data: bytes, most: int) -> int:
    """How many times `data` can be sent before the other side ends the connection; at most `most`."""
    for count in range(most):
        try:
            connection.sendall(data)
        except (BrokenPipeError, ConnectionResetError):
            return count
    return most


def wait_until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.05)


def code_of(answer: httpx.Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


# Clients that send too much.


@pytest.mark.parametrize(("path", "length"), [("tables", BODY_BYTES + 1), ("records", 10**12), ("tables", 10**30)])
def test_a_body_that_says_it_is_too_large_is_refused_before_it_comes(house: House, path: str, length: int) -> None:
    with house.connect() as connection:
        connection.sendall(f"POST /api/{path} HTTP/1.1\r\nhost: t\r\n{JSON}content-length: {length}\r\n\r\n".encode())
        status, told = read(connection)
    assert status in (400, 413)  # a length that is no number at all is no HTTP
    assert told["error"]["code"] in ("too_large", "not_http")


def test_a_body_without_end_is_not_read_to_its_end(house: House) -> None:
    chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
    with house.connect() as connection:
        connection.sendall(f"POST /api/tables HTTP/1.1\r\nhost: t\r\n{JSON}transfer-encoding: chunked\r\n\r\n".encode())
        connection.sendall(chunk)
        assert read(connection)[0] == 413
        assert sent_until_cut_off(connection, chunk, 10_000) < 100
    house.still_serves()


def test_a_head_without_end_is_refused(house: House) -> None:
    with house.connect() as connection:
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
def test_what_is_no_http_gets_the_format_of_all_errors(house: House, sent: bytes) -> None:
    with house.connect() as connection:
        connection.sendall(sent)
        status, told = read(connection)
    assert (status, told["error"]["code"]) == (400, "not_http")


def test_more_than_one_request_at_once_is_answered_in_order(house: House) -> None:
    with house.connect() as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nhost: t\r\n\r\nGET /none HTTP/1.1\r\nhost: t\r\n\r\n")
        told = b""
        while told.count(b"}}") + told.count(b'"ok"') < 2:
            told += connection.recv(65536)
    assert re.findall(rb"HTTP/1.1 (\d+)", told) == [b"200", b"404"]


# Clients that are slow.


def test_a_head_that_never_ends_closes_the_connection(house: House) -> None:
    with house.connect() as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nhost: t\r\n")
        assert is_closed_while(connection, itertools.repeat(b"x: y\r\n"))


def test_a_connection_on_which_nothing_is_asked_is_closed(house: House) -> None:
    with house.connect() as connection:
        assert connection.recv(1) == b""
    with house.connect() as connection:
        connection.sendall(b"GET /healthz HTTP/1.1\r\nhost: t\r\n\r\n")
        assert read(connection)[0] == 200
        assert is_closed_while(connection, itertools.repeat(b"\r\n"))


def test_a_body_that_does_not_come_in_time_is_refused(house: House) -> None:
    with house.connect() as connection:
        connection.sendall(f"POST /api/tables HTTP/1.1\r\nhost: t\r\n{JSON}content-length: 9\r\n\r\n".encode())
        connection.sendall(b"{")
        status, told = read(connection)
        assert (status, told["error"]["code"]) == (408, "too_slow")
        assert is_closed_while(connection, itertools.repeat(b" "))


def test_a_body_that_nobody_waits_for_does_not_hold_the_connection(house: House) -> None:
    with house.connect() as connection:
        connection.sendall(b"POST /api/browsers HTTP/1.1\r\nhost: t\r\ncontent-length: 99999999\r\n\r\n")
        assert read(connection)[0] == 201
        assert is_closed_while(connection, itertools.repeat(b" "))


def test_who_asks_much_before_an_answer_is_cut_off(house: House) -> None:
    with house.connect() as connection:
        asked = b"GET /api/openapi.json HTTP/1.1\r\nhost: t\r\n\r\n" * 1000
        assert sent_until_cut_off(connection, asked, 10_000) < 10_000
    house.still_serves()


def test_a_stream_whose_client_does_not_read_ends_and_others_go_on(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    made = asyncio.run(talkative_table(database))
    with serving(database, stall_seconds=1) as process:
        house = House(process)
        asked = f"GET {path_of(made)}/events HTTP/1.1\r\nhost: t\r\nauthorization: Bearer {made['watch']}\r\n\r\n"
        head = {"authorization": f"Bearer {made['watch']}"}
        with house.http.stream("GET", f"{path_of(made)}/events", headers=head) as other, socket.socket() as deaf:
            lines = other.iter_lines()
            deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            deaf.connect(("127.0.0.1", process.port))
            deaf.sendall(asked.encode())
            wait_until(lambda: house.streams() == 2)
            numbers = [json.loads(next(lines))["number"] for _ in range(MESSAGES + 1)]
            assert numbers == list(range(1, MESSAGES + 2))
            wait_until(lambda: house.streams() == 1)
            told = house.done("POST", f"{path_of(made)}/chat", made["seats"][0], {"text": "Still there?"})
            assert json.loads(next(lines))["number"] == told["number"]
        house.http.close()


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


def test_a_client_that_asks_for_more_behind_a_stream_and_goes_leaves_nothing_open(house: House) -> None:
    made = house.table(person("Ann"), OPEN)
    asked = f"GET {path_of(made)}/events HTTP/1.1\r\nhost: t\r\nauthorization: Bearer {made['watch']}\r\n\r\n"
    with house.connect() as connection:
        connection.sendall(asked.encode())
        wait_until(lambda: house.streams() == 1)
        connection.sendall(b"GET /healthz HTTP/1.1\r\nhost: t\r\n\r\n")
        time.sleep(0.2)
    for text in ("Is", "anybody", "there?"):
        house.done("POST", f"{path_of(made)}/chat", made["seats"][0], {"text": text})
    wait_until(lambda: house.streams() == 0)
    assert [line for line in house.process.lines if '"level": "error"' in line] == []


# Too many of something.


def test_a_thousand_streams_and_no_more(tmp_path: Path) -> None:
    streams, a_table = 1000, 600
    with serving(
        f"sqlite:///{tmp_path / 'tables.db'}", streams=streams, streams_a_table=a_table, streams_a_client=10**5
    ) as process:
        house = House(process)
        tables = [house.table(person("Ann"), OPEN) for _ in range(2)]

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
                house.done("POST", f"{path_of(made)}/chat", made["seats"][0], {"text": "Hello, all of you"})
            for _, reader, _ in opened:
                await asyncio.wait_for(reader.readuntil(b"Hello, all of you"), PATIENCE)
            for made in tables:
                refused = house.ask("GET", f"{path_of(made)}/events", made["watch"])
                assert code_of(refused) == (503, "too_many_streams")
            _, _, writer = opened.pop()
            writer.close()
            await writer.wait_closed()
            wait_until(lambda: house.streams() == streams - 1)
            assert code_of(house.ask("GET", f"{path_of(tables[0])}/events", tables[0]["watch"]))[0] == 503
            status, _, last = await watch(tables[1])
            assert status == 200
            for _, _, writer in (*opened, (0, None, last)):
                writer.close()

        asyncio.run(all_of_it())
        wait_until(lambda: house.streams() == 0)
        house.http.close()


def test_a_connection_too_many_is_told_so(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path / 'tables.db'}", connections=5) as process:
        house = House(process)
        waiting = [house.connect() for _ in range(5)]
        for connection in waiting:
            connection.sendall(b"GET /healthz HTTP/1.1\r\nhost: t\r\n\r\n")
            assert read(connection)[0] == 200
        refused = house.http.get("/healthz")
        assert code_of(refused) == (503, "too_many_connections")
        assert refused.headers["connection"] == "close"
        for connection in waiting:
            connection.close()
        wait_until(lambda: house.http.get("/healthz").status_code == 200)
        house.http.close()


def test_new_tables_from_one_address_are_limited(house: House) -> None:
    body = {"game": "pebbles", "players": [OPEN, BOT]}
    here, there = new_address(), new_address()
    made = [house.http.post("/api/tables", json=body, headers=here) for _ in range(TABLES_A_MINUTE + 1)]
    assert [answer.status_code for answer in made] == [201] * TABLES_A_MINUTE + [429]
    assert made[-1].json()["error"]["code"] == "too_often"
    assert house.http.post("/api/tables", json=body, headers=there).status_code == 201


def test_messages_of_one_seat_are_limited(house: House) -> None:
    made = house.table(person("Ann"), person("Bo"))
    said = [house.ask("POST", f"{path_of(made)}/chat", made["seats"][0], {"text": "Ho"}) for _ in range(4)]
    assert [answer.status_code for answer in said] == [200] * CHATS_A_MINUTE + [429]
    assert house.ask("POST", f"{path_of(made)}/chat", made["seats"][1], {"text": "Hey"}).status_code == 200


# Clients that are nosy.


def test_a_table_that_is_not_open_to_somebody_looks_as_if_there_were_none(house: House) -> None:
    """Status, headers and bytes are the same: without a secret, with a forged one, and with that of another table. Its
    page alone says who invites, to those who know its address (test_door.py)."""
    made, other = house.table(person("Ann"), OPEN), house.table(person("Ann"), OPEN)
    paths = json.loads(house.http.get("/api/openapi.json").content)["paths"]
    asked = [(method, path) for path, found in paths.items() if "{id}" in path for method in found]
    assert len(asked) > 10
    for method, path in asked:
        answers = set()
        for table_id in (made["id"], "A" * 12, "short", "%00", "a" * 2000):
            for secret in (None, "forged", other["owner"], other["seats"][0], "x" * 500):
                body: Body | None = {} if method == "post" else None
                told = house.ask(method.upper(), path.replace("{id}", table_id), secret, body)
                headers = {name: value for name, value in told.headers.items() if name != "date"}
                answers.add((told.status_code, told.content, json.dumps(headers, sort_keys=True)))
        assert len(answers) == 1, (method, path)
        assert answers.pop()[0] == 404
    for page in ("/stream", "/preview", "/with/forged", f"/with/{other['owner']}"):
        assert {house.ask("GET", f"/t/{table_id}{page}").status_code for table_id in (made["id"], "A" * 12)} == {404}


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "https://elsewhere.example"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site", "origin": "http://other.t"},
    ],
)
def test_a_page_of_another_site_cannot_do_anything(house: House, headers: dict[str, str]) -> None:
    made = house.table(person("Ann"), OPEN)
    head = {**headers, "authorization": f"Bearer {made['owner']}"}
    assert code_of(house.http.delete(path_of(made), headers=head)) == (403, "cross_site")
    body = {"game": "pebbles", "players": [OPEN, BOT]}
    assert code_of(house.http.post("/api/tables", json=body, headers=headers)) == (403, "cross_site")
    assert house.ask("GET", path_of(made), made["owner"]).status_code == 200
    own = {"origin": house.process.address, "sec-fetch-site": "same-origin", "authorization": head["authorization"]}
    assert house.http.delete(path_of(made), headers=own).status_code == 200


def test_other_sites_cannot_read_answers(house: House) -> None:
    origin = {"origin": "https://elsewhere.example"}
    asked = {"access-control-request-method": "POST", "access-control-request-headers": "authorization"}
    answers = [house.http.get(path, headers=origin) for path in ("/api/games", "/api/tables", "/healthz", "/none")]
    answers += [
        house.http.options(path, headers={**origin, **asked}) for path in ("/api/tables", "/api/games", "/none")
    ]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 404, 405, 405, 404]
    assert not [name for answer in answers for name in answer.headers if name.startswith("access-control")]


def test_the_head_of_an_answer_can_be_asked_for(house: House) -> None:
    made = house.table(person("Ann"), OPEN)
    for path in ("/api/games", path_of(made)):
        head, whole = house.ask("HEAD", path, made["watch"]), house.ask("GET", path, made["watch"])
        assert (head.status_code, head.content) == (200, b"")
        assert head.headers["content-length"] == whole.headers["content-length"]
    assert house.ask("HEAD", f"{path_of(made)}/events", made["watch"]).status_code == 200
    assert house.streams() == 0
    wrong = house.ask("PUT", "/api/tables", None, {})
    assert code_of(wrong) == (405, "wrong_method")
    assert wrong.headers["allow"]


def test_secrets_and_names_are_in_no_log_and_no_measurement(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path / 'tables.db'}", bot_threads=1) as process:
        house = House(process)
        browser = house.done("POST", "/api/browsers")["browser"]
        made = house.table(person("Rumpelstilz"), person("Bo"), start=True, browser=browser, name="Sandmannland")
        path = path_of(made)
        house.secrets.add(browser)
        for secret in list(house.secrets):
            for way in (f"/{secret}", f"/api/tables/{secret}", f"/api/tables?secret={secret}", f"{path}/{secret}"):
                house.ask("GET", way, secret)
            for way in (f"/t/{made['id']}/with/{secret}", f"/t/{secret}", f"/t/{made['id']}/with/{secret}?x={secret}"):
                house.ask("GET", way)
            house.ask("POST", f"{path}/moves?seat={secret}", secret, {"move": secret})
            house.ask("POST", "/api/tables", secret, {"game": secret, "players": []})
            house.ask("DELETE", f"/api/{secret}", secret)
            with house.connect() as connection:
                connection.sendall(f"GET /{secret} HTTP/9\r\nauthorization: Bearer {secret}\r\n\r\n".encode())
                assert read(connection)[0] == 400
        house.done("POST", f"{path}/leave", made["seats"][0])
        house.done("POST", f"{path}/leave", made["seats"][1])
        wait_until(lambda: house.done("GET", path, made["watch"])["status"] == "over")
        seed = house.done("GET", f"{path}/record", made["watch"])["seed"]
        house.done("POST", f"{path}/rematch", made["owner"])
        told = house.http.get("/metrics").text
        house.http.close()
        process.stop()
        told += process.logged
        assert '"route": "/api/tables/{id}/moves"' in told
        for secret in (*house.secrets, seed, "Rumpelstilz", "Sandmannland"):
            assert secret not in told


# Being told to stop.


def test_told_to_stop_it_finishes_what_it_has_begun(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path / 'tables.db'}") as process:
        house = House(process)
        made = house.table(person("Ann"), OPEN)
        body = json.dumps({"game": "pebbles", "players": [OPEN, BOT]}).encode()
        head = f"POST /api/tables HTTP/1.1\r\nhost: t\r\n{JSON}content-length: {len(body)}\r\n\r\n"
        with house.connect() as asking, house.connect() as watching, house.connect() as idle:
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
        house.http.close()


def test_the_board_for_grafana_shows_what_there_is(house: House) -> None:
    """Every metric of the board exists, and every metric of ours is on the board."""
    house.table(person("Ann"), OPEN)
    told = house.http.get("/metrics").text
    known = set(re.findall(r"^# TYPE (\w+) (?:gauge|counter|histogram)", told, re.MULTILINE))
    board = (Path(__file__).parents[2] / "docs" / "grafana.json").read_text("utf-8")
    shown = {name.removesuffix("_bucket") for name in re.findall(r"\b((?:tilery|process)_\w+)", board)}
    assert shown <= known
    assert {name for name in known if name.startswith("tilery_") and not name.endswith("_created")} - shown == {
        "tilery_games_ready"
    }


# What one client may hold.


def open_stream(house: House, made: Body, source: str, path: str = "events", cookie: str = "") -> socket.socket:
    """A stream from an address of this machine, as far as the head of its answer."""
    connection = socket.create_connection(("127.0.0.1", house.process.port), PATIENCE, source_address=(source, 0))
    where = f"{path_of(made)}/events" if path == "events" else f"/t/{made['id']}/{path}"
    head = f"GET {where} HTTP/1.1\r\nhost: t\r\nauthorization: Bearer {made['watch']}\r\n"
    connection.sendall((head + (f"cookie: tilery={cookie}\r\n" if cookie else "") + "\r\n").encode())
    return connection


def status_of(connection: socket.socket) -> int:
    return int(connection.recv(65536).split()[1])


@pytest.fixture
def crowded(tmp_path: Path) -> Iterator[House]:
    """A server without a proxy that gives every address few streams and connections."""
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    limits = {"connections": 40, "connections_a_client": 12, "streams": 20, "streams_a_client": 8}
    with serving(
        database, trusted_proxies="", streams_a_browser=2, public_tables=3, public_seats=2, **limits
    ) as process:
        found = House(process)
        yield found
        found.http.close()


def test_one_address_cannot_take_all_streams(crowded: House) -> None:
    made = crowded.table(person("Ann"), OPEN)
    greedy = [open_stream(crowded, made, "127.0.0.1") for _ in range(10)]
    assert sorted(status_of(one) for one in greedy) == [200] * 8 + [503] * 2
    others = [open_stream(crowded, made, f"127.0.0.{last}") for last in (2, 3)]
    assert [status_of(one) for one in others] == [200, 200]
    for one in (*greedy, *others):
        one.close()
    wait_until(lambda: crowded.streams() == 0)


def test_the_last_streams_are_for_those_who_have_few(crowded: House) -> None:
    """Three addresses together cannot shut out a fourth either."""
    made = crowded.table(person("Ann"), OPEN)
    greedy, statuses = [], []
    for last in (1, 2, 3):
        opened = [open_stream(crowded, made, f"127.0.0.{last}") for _ in range(8)]
        statuses.append([status_of(one) for one in opened].count(200))
        greedy += opened
    assert statuses == [8, 8, 1], "from four fifths of all on, there is one for each"
    late = open_stream(crowded, made, "127.0.0.4")
    assert status_of(late) == 200
    for one in (*greedy, late):
        one.close()


def test_one_browser_cannot_take_all_streams_of_its_address(crowded: House) -> None:
    made = crowded.table(person("Ann"), OPEN, public=True)
    browser = "b" * 24
    opened, statuses = [], []
    for _ in range(3):  # one after the other, as connections are served in any order
        opened.append(open_stream(crowded, made, "127.0.0.1", "stream", browser))
        statuses.append(status_of(opened[-1]))
    assert statuses == [200, 200, 503]
    for one in opened:
        one.close()


def test_one_address_cannot_take_all_connections(crowded: House) -> None:
    crowded.http.close()
    idle = [socket.create_connection(("127.0.0.1", crowded.process.port), PATIENCE) for _ in range(12)]
    with crowded.connect() as refused:
        refused.sendall(b"GET /healthz HTTP/1.1\r\nhost: t\r\n\r\n")
        status, told = read(refused)
        assert (status, told["error"]["code"]) == (503, "too_many_connections")
    other = socket.create_connection(("127.0.0.1", crowded.process.port), PATIENCE, source_address=("127.0.0.2", 0))
    with other:
        other.sendall(b"GET /healthz HTTP/1.1\r\nhost: t\r\n\r\n")
        assert read(other)[0] == 200
    for one in idle:
        one.close()


def test_one_address_cannot_fill_the_list_of_public_tables(crowded: House) -> None:
    body = {"game": "pebbles", "players": [OPEN, BOT], "public": True}
    made = [crowded.http.post("/api/tables", json=body) for _ in range(4)]
    assert [answer.status_code for answer in made] == [201, 201, 201, 429]
    assert code_of(made[-1]) == (429, "too_many_tables")
    assert crowded.http.post("/api/tables", json={**body, "public": False}).status_code == 201


def test_one_address_cannot_sit_at_every_public_table(crowded: House) -> None:
    tables = [crowded.table(OPEN, OPEN, public=True) for _ in range(3)]
    sat = [crowded.http.post(f"{path_of(made)}/sit", json={"name": "Ann"}) for made in tables]
    assert [answer.status_code for answer in sat] == [201, 201, 429]
    assert code_of(sat[-1]) == (429, "too_many_seats")
    invited = crowded.ask("POST", f"{path_of(tables[2])}/sit", tables[2]["invite"], {"name": "Ann"})
    assert invited.status_code == 201, "who was invited is welcome"
    crowded.done("POST", f"{path_of(tables[0])}/leave", sat[0].json()["secret"])
    assert crowded.http.post(f"{path_of(tables[2])}/sit", json={"name": "Ann"}).status_code == 201


def test_broken_imports_previews_and_replays_draw_on_one_budget(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path / 'tables.db'}", work_a_minute=1050) as process:
        house = House(process)
        here, there = new_address(), new_address()
        broken = [house.http.post("/api/records", json={"format": "no"}, headers=here) for _ in range(5)]
        assert [answer.status_code for answer in broken] == [422] * 4 + [429]
        text = {"content-type": "text/plain", "x-tilery": "script"}
        assert house.http.post("/replay", content="no", headers={**here, **text}).status_code == 429
        assert house.http.post("/replay", content="no", headers={**there, **text}).status_code == 422
        made = house.table(person("Ann"), person("Bo"), start=True)
        seat = {"cookie": f"tilery={made['seats'][0]}", "x-tilery": "script"}
        for path in ("preview?move=take+1", "replay", "hint"):
            here = new_address()
            asked = (house.http.get(f"/t/{made['id']}/{path}", headers={**here, **seat}) for _ in range(1000))
            statuses = list(itertools.takewhile(lambda status: status == 200, (answer.status_code for answer in asked)))
            assert 5 <= len(statuses) < 1000
            broken_too = house.http.post("/api/records", json={"format": "no"}, headers=here)
            assert broken_too.status_code == 429, "it is one budget"
        house.http.close()


def test_every_request_is_counted_before_anything_is_done_for_it(file_database: str) -> None:
    """But files of pages and questions after health are answered to everybody."""

    async def play(client: Client) -> None:
        work = RateLimit(100, now=lambda: 0.0)
        client.app.service.budget._work = work
        for path in ("/", "/about", "/host", "/rules", "/api/games", "/api/tables", "/api/tables/aaaaaaaaaaaa"):
            work._used.clear()
            statuses = [(await client.http.get(path)).status_code for _ in range(101)]
            assert 429 not in statuses[:3], path
            assert statuses[-1] == 429, path
            for free in ("/healthz", "/livez", "/readyz", "/static/none/none.css"):
                assert (await client.http.get(free)).status_code != 429

    run_on(file_database, play)


def test_many_addresses_do_not_make_counting_slow() -> None:
    """A look at everybody who is remembered is made less often the more there are."""
    looks = []

    class Watched(RateLimit):
        def _forget(self, now: float) -> None:
            looks.append(len(self._used))
            super()._forget(now)

    limit = Watched(60, now=lambda: 0.0)
    for number in range(50_000):
        limit.count(number)
    assert looks == [10_001, 20_003, 40_007]


def test_leaving_and_coming_back_has_a_limit(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path / 'tables.db'}", comings_a_minute=4) as process:
        house = House(process)
        made = house.table(person("Ann"), person("Bo"), start=True)
        done = [
            house.ask("POST", f"{path_of(made)}/{what}", made["seats"][0]).status_code
            for what in ("leave", "back", "leave", "back", "leave")
        ]
        assert done == [200, 200, 200, 200, 429]
        house.http.close()
