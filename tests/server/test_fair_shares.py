"""What one client may hold: streams, connections, public tables, seats and work, so that others have their share."""

from __future__ import annotations

import asyncio
import itertools
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from starlette.responses import Response

from tests.server.client import BOT, OPEN, Body, Client, person, run_on
from tests.server.processes import PATIENCE, serving
from tests.server.running_server import RunningServer, code_of, new_address, path_of, read, wait_until
from tilery.server.pages.page_request import PageRequest
from tilery.server.pages.templates import Renderer
from tilery.server.tables.rate_limit import RateLimit
from tilery.server.tables.refusal import Refusal


def open_stream(
    running: RunningServer, made: Body, source: str, path: str = "events", cookie: str = ""
) -> socket.socket:
    """A stream from an address of this machine, as far as the head of its answer."""
    connection = socket.create_connection(("127.0.0.1", running.process.port), PATIENCE, source_address=(source, 0))
    where = f"{path_of(made)}/events" if path == "events" else f"/t/{made['id']}/{path}"
    head = f"GET {where} HTTP/1.1\r\nhost: t\r\nauthorization: Bearer {made['watch']}\r\n"
    connection.sendall((head + (f"cookie: tilery={cookie}\r\n" if cookie else "") + "\r\n").encode())
    return connection


def status_of(connection: socket.socket) -> int:
    return int(connection.recv(65536).split()[1])


@pytest.fixture
def crowded(tmp_path: Path) -> Iterator[RunningServer]:
    """A server without a proxy that gives every address few streams and connections."""
    database = f"sqlite:///{tmp_path / 'tables.db'}"
    limits = {"connections": 40, "connections_a_client": 12, "streams": 20, "streams_a_client": 8}
    with serving(
        database, trusted_proxies="", streams_a_browser=2, public_tables=3, public_seats=2, **limits
    ) as process:
        found = RunningServer(process)
        yield found
        found.http.close()


def test_one_address_cannot_take_all_streams(crowded: RunningServer) -> None:
    made = crowded.table(person("Ann"), OPEN)
    greedy = [open_stream(crowded, made, "127.0.0.1") for _ in range(10)]
    assert sorted(status_of(one) for one in greedy) == [200] * 8 + [503] * 2
    others = [open_stream(crowded, made, f"127.0.0.{last}") for last in (2, 3)]
    assert [status_of(one) for one in others] == [200, 200]
    for one in (*greedy, *others):
        one.close()
    wait_until(lambda: crowded.streams() == 0)


def test_the_last_streams_are_for_those_who_have_few(crowded: RunningServer) -> None:
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


def test_one_browser_cannot_take_all_streams_of_its_address(crowded: RunningServer) -> None:
    made = crowded.table(person("Ann"), OPEN, public=True)
    browser = "b" * 24
    opened, statuses = [], []
    for _ in range(3):  # one after the other, as connections are served in any order
        opened.append(open_stream(crowded, made, "127.0.0.1", "stream", browser))
        statuses.append(status_of(opened[-1]))
    assert statuses == [200, 200, 503]
    for one in opened:
        one.close()


def test_one_address_cannot_take_all_connections(crowded: RunningServer) -> None:
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


def test_one_address_cannot_fill_the_list_of_public_tables(crowded: RunningServer) -> None:
    body = {"game": "pebbles", "players": [OPEN, BOT], "public": True}
    made = [crowded.http.post("/api/tables", json=body) for _ in range(4)]
    assert [answer.status_code for answer in made] == [201, 201, 201, 429]
    assert code_of(made[-1]) == (429, "too_many_tables")
    assert crowded.http.post("/api/tables", json={**body, "public": False}).status_code == 201


def test_one_address_cannot_sit_at_every_public_table(crowded: RunningServer) -> None:
    tables = [crowded.table(OPEN, OPEN, public=True) for _ in range(3)]
    sat = [crowded.http.post(f"{path_of(made)}/sit", json={"name": "Ann"}) for made in tables]
    assert [answer.status_code for answer in sat] == [201, 201, 429]
    assert code_of(sat[-1]) == (429, "too_many_seats")
    invited = crowded.ask("POST", f"{path_of(tables[2])}/sit", tables[2]["invite"], {"name": "Ann"})
    assert invited.status_code == 201, "who was invited is welcome"
    crowded.done("POST", f"{path_of(tables[0])}/leave", sat[0].json()["secret"])
    assert crowded.http.post(f"{path_of(tables[2])}/sit", json={"name": "Ann"}).status_code == 201


def test_broken_imports_previews_and_replays_draw_on_one_budget(tmp_path: Path) -> None:
    with serving(f"sqlite:///{tmp_path / 'tables.db'}", work_a_minute=4200) as process:
        running = RunningServer(process)
        here, there = new_address(), new_address()
        broken = [running.http.post("/api/records", json={"format": "no"}, headers=here) for _ in range(9)]
        statuses = [answer.status_code for answer in broken]
        assert statuses[:4] == [422] * 4
        assert 429 in statuses, "a quarter of a minute's work at once, and what has been earned again meanwhile"
        while running.http.post("/api/records", json={"format": "no"}, headers=here).status_code != 429:
            pass
        text = {"content-type": "text/plain", "x-tilery": "script"}
        assert running.http.post("/replay", content="no", headers={**here, **text}).status_code == 429
        assert running.http.post("/replay", content="no", headers={**there, **text}).status_code == 422
        made = running.table(person("Ann"), person("Bo"), start=True)
        seat = {"cookie": f"tilery={made['seats'][0]}", "x-tilery": "script"}
        for path in ("preview?move=take+1", "replay", "hint"):
            here = new_address()
            asked = (running.http.get(f"/t/{made['id']}/{path}", headers={**here, **seat}) for _ in range(1000))
            statuses = list(itertools.takewhile(lambda status: status == 200, (answer.status_code for answer in asked)))
            assert 5 <= len(statuses) < 1000
            broken_too = running.http.post("/api/records", json={"format": "no"}, headers=here)
            assert broken_too.status_code == 429, "it is one budget"
        running.http.close()


def test_an_import_is_counted_before_it_is_read(file_database: str) -> None:
    """What is refused because there was too much of it must cost next to nothing."""

    async def play(client: Client) -> None:
        client.app.service.budget._work = RateLimit(300, now=lambda: 0.0)
        text = {"content-type": "text/plain", "x-tilery": "script"}
        for path, headers in (("/api/records", {"content-type": "application/json"}), ("/replay", text)):
            client.app.service.budget._work._used.clear()
            codes = [
                (await client.http.post(path, content=content, headers=headers)).status_code
                for content in (b"{}", b"{ this is no document \xff")
            ]
            assert codes == [422, 429], path

    run_on(file_database, play)


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


def test_a_burst_is_a_share_of_what_a_minute_allows() -> None:
    """Whoever had been quiet for a minute could keep the server busy for twenty seconds."""
    now = 0.0
    limit = RateLimit(1000, now=lambda: now, at_once=250)
    for _ in range(5):
        limit.count("Ann", 50)
    with pytest.raises(Refusal):
        limit.count("Ann", 50)
    now = 30.0
    for _ in range(5):
        limit.count("Ann", 50)
    with pytest.raises(Refusal):
        limit.count("Ann")
    limit.count("Bob", 1000)  # what costs more than a burst is had by who has not asked for anything


def test_a_page_costs_more_than_a_request(file_database: str) -> None:
    """A page takes some milliseconds to write; counted as one, they filled all of the server's time."""

    async def play(client: Client) -> None:
        client.app.service.budget._work = RateLimit(100, now=lambda: 0.0)
        statuses = [(await client.http.get("/score/topiary")).status_code for _ in range(26)]
        assert statuses == [200] * 25 + [429]

    run_on(file_database, play)


def test_pages_are_written_by_turns(file_database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One address that asked for sixteen at once had all of them before anybody else got theirs."""
    written: list[str] = []
    write = Renderer.page

    def noted(self: Renderer, request: PageRequest, *more: Any) -> Response:
        written.append(request.caller.address)
        return write(self, request, *more)

    monkeypatch.setattr(Renderer, "page", noted)

    async def play(client: Client) -> None:
        async def ask(address: str) -> None:
            transport = httpx.ASGITransport(client.app, client=(address, 1))
            async with httpx.AsyncClient(transport=transport, base_url="http://table") as http:
                assert (await http.get("/score/topiary")).status_code == 200

        await asyncio.gather(*(ask("192.0.2.1") for _ in range(16)), ask("192.0.2.2"))
        assert len(written) == 17
        assert written.index("192.0.2.2") <= 2

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
        running = RunningServer(process)
        made = running.table(person("Ann"), person("Bo"), start=True)
        done = [
            running.ask("POST", f"{path_of(made)}/{what}", made["seats"][0]).status_code
            for what in ("leave", "back", "leave", "back", "leave")
        ]
        assert done == [200, 200, 200, 200, 429]
        running.http.close()
