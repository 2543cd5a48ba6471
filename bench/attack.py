"""One address that asks for whatever costs most, as fast as it can, and what somebody else notices of it.

    python -m bench.attack --seconds 8 [--only WORD ...]

A server is started on this machine, with the limits that it has by itself. The attacker comes from 127.0.0.3 with
sixteen connections; somebody at another table comes from 127.0.0.2, in a process of their own, and opens the page of
their table eight times a second. Each attack is preceded by as long a time of quiet, because the machine may be busy
with other work: compare the two lines. Times are milliseconds: median, 95th percentile, longest.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from itertools import cycle
from multiprocessing.connection import Connection
from typing import Any

import httpx

from bench.load.processes import serving
from tilery import Match, games

ATTACKER, VISITOR = "127.0.0.3", "127.0.0.2"
CONNECTIONS = 16
PAUSE = 0.12
"""Seconds between two looks of the visitor."""
PEOPLE = [{"kind": "person", "name": name} for name in ("Ann", "Bo")]
SERVER = ("--trusted-proxies=192.0.2.1",)
"""This machine is a proxy for the server otherwise, whose connections are not limited."""

Request = tuple[str, str, dict[str, Any]]
"""Method, path, and what else `httpx` is told."""


def client(base: str, address: str) -> httpx.AsyncClient:
    transport = httpx.AsyncHTTPTransport(local_address=address, limits=httpx.Limits(max_connections=CONNECTIONS))
    return httpx.AsyncClient(base_url=base, transport=transport, timeout=60)


def visit(base: str, path: str, secret: str, orders: Connection) -> None:
    """Look at a table again and again, and tell how long that took since the last order."""
    took: dict[str, list[float]] = {}
    with httpx.Client(base_url=base, transport=httpx.HTTPTransport(local_address=VISITOR), timeout=60) as http:
        while True:
            if orders.poll():
                if orders.recv() == "stop":
                    return
                orders.send(took)
                took = {}
            for name, asked in (("page", path), ("health", "/livez")):
                began = time.perf_counter()
                http.get(asked, headers={"cookie": f"tilery={secret}"}).raise_for_status()
                took.setdefault(name, []).append((time.perf_counter() - began) * 1000)
            time.sleep(PAUSE)


def told(took: dict[str, list[float]]) -> str:
    def line(times: list[float]) -> str:
        times.sort()
        return f"{statistics.median(times):.0f} / {times[int(len(times) * 0.95)]:.0f} / {times[-1]:.0f}"

    return "   ".join(f"{name} {line(times)}" for name, times in took.items())


async def flood(base: str, requests: Iterator[Request], seconds: float) -> Counter[str]:
    """Send requests for a time, over several connections; count what was answered."""
    answers: Counter[str] = Counter()
    until = time.monotonic() + seconds

    async def one(http: httpx.AsyncClient) -> None:
        while time.monotonic() < until:
            method, path, more = next(requests)
            try:
                answers[str((await http.request(method, path, **more)).status_code)] += 1
            except httpx.HTTPError as error:
                answers[type(error).__name__] += 1

    async with client(base, ATTACKER) as http:
        await asyncio.gather(*(one(http) for _ in range(CONNECTIONS)))
    return answers


def flood_for(base: str, requests: Callable[[], Iterator[Request]], seconds: float) -> Counter[str]:
    return asyncio.run(flood(base, requests(), seconds))


async def hold(port: int, head: bytes, drip: bytes, count: int, seconds: float) -> Counter[str]:
    """Keep connections open, and send a little over each now and then."""
    answers: Counter[str] = Counter()
    until = time.monotonic() + seconds
    writers, ends = [], []
    for _ in range(count):
        with suppress(OSError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(ATTACKER, 0))
            writer.write(head)
            writers.append(writer)
            ends.append(asyncio.create_task(reader.read()))
    answers["opened"] = len(writers)
    while time.monotonic() < until:
        for writer in writers:
            if drip and not writer.transport.is_closing():
                writer.write(drip)
        await asyncio.sleep(0.3)
    answers["closed by the server"] = sum(end.done() for end in ends)
    for writer in writers:
        writer.transport.abort()
    await asyncio.gather(*ends, return_exceptions=True)
    return answers


def attacks(base: str) -> dict[str, Callable[[], Iterator[Request]]]:
    """Return what can be asked for again and again."""
    with httpx.Client(base_url=base, timeout=60) as http:
        own = http.post("/api/tables", json={"game": "tipperary", "players": PEOPLE, "start": True}).json()
        public = [
            http.post("/api/tables", json={"game": "topiary", "players": [PEOPLE[0], {"kind": "open"}], "public": True})
            for _ in range(10)
        ]
        ids = [answer.json()["id"] for answer in public]
        known = http.post("/api/browsers").json()["browser"]
    browser = {"headers": {"authorization": f"Bearer {known}"}}
    typed = {"headers": {"content-type": "application/json"}}
    seat = {"headers": {"authorization": f"Bearer {own['seats'][0]}"}}
    page = {"headers": {"cookie": f"tilery={own['seats'][0]}", "x-tilery": "script"}}
    records = []
    for game in games.names():
        match = Match(game, seats=2, seed=3)
        match.play_randomly(seed=4)
        records.append(str(match.record()))
    bots = {"game": "topiary", "players": [{"kind": "bot", "level": "expert"}] * 4, "start": True}
    megabyte = '{"format":"tilery","moves":[' + '"x",' * 230_000 + '"x"]}'
    return {
        "tables of four experts": lambda: cycle([("POST", "/api/tables", {"json": bots})]),
        "sitting down": lambda: cycle([("POST", f"/api/tables/{one}/sit", {"json": {"name": "E"}}) for one in ids]),
        "pages of a table": lambda: cycle([("GET", f"/t/{own['id']}", page)]),
        "home pages": lambda: cycle([("GET", "/", {})]),
        "score pages": lambda: cycle([("GET", "/score/tipperary", {})]),
        "pictures": lambda: cycle(
            [("GET", f"/t/{one}/card.png?language={each}", {}) for one in ids for each in ("en", "fr", "de")]
        ),
        "previews": lambda: (("GET", f"/t/{own['id']}/preview?move=x{n}", page) for n in range(10**9)),
        "hints": lambda: cycle([("GET", f"/t/{own['id']}/hint", page)]),
        "records": lambda: cycle([("POST", "/api/records", {"content": record, **typed}) for record in records]),
        "megabytes": lambda: cycle([("POST", "/api/records", {"content": megabyte, **typed})]),
        "brackets": lambda: cycle([("POST", "/api/records", {"content": "[" * 1_000_000, **typed})]),
        "clubs": lambda: cycle([("POST", "/api/clubs", {"json": {"name": "E", "person": "E"}, **browser})]),
        "messages": lambda: cycle([("POST", f"/api/tables/{own['id']}/chat", {"json": {"text": "x" * 500}, **seat})]),
        "links": lambda: (("GET", f"/t/{own['id']}/with/{n:024}", {}) for n in range(10**9)),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--only", nargs="*", default=[], help="attacks with one of these words in their names")
    asked = parser.parse_args()
    with serving(*SERVER) as server:
        base, port = server.address, int(server.address.rpartition(":")[2])
        while len(httpx.get(f"{base}/healthz").json()["games_ready"]) < len(games.names()):
            time.sleep(0.5)
        made = httpx.post(f"{base}/api/tables", json={"game": "topiary", "players": PEOPLE, "start": True}).json()
        orders, theirs = multiprocessing.Pipe()
        start = (base, f"/t/{made['id']}", made["seats"][0], theirs)
        visitor = multiprocessing.get_context("spawn").Process(target=visit, args=start)
        visitor.start()

        def measured(during: Callable[[], Counter[str]]) -> tuple[Counter[str], str]:
            orders.send("tell")
            orders.recv()
            answers = during()
            orders.send("tell")
            return answers, told(orders.recv())

        def quiet() -> Counter[str]:
            time.sleep(asked.seconds)
            return Counter()

        body = (
            b"POST /api/tables HTTP/1.1\r\nhost: t\r\ncontent-type: application/json\r\ncontent-length: 60000\r\n\r\n"
        )
        kinds: dict[str, Callable[[], Counter[str]]] = {
            "slow bodies": lambda: asyncio.run(hold(port, body, b"x", 600, asked.seconds)),
            "slow heads": lambda: asyncio.run(
                hold(port, b"GET / HTTP/1.1\r\nhost: t\r\n", b"x: y\r\n", 600, asked.seconds)
            ),
            "idle connections": lambda: asyncio.run(hold(port, b"", b"", 3000, asked.seconds)),
        }
        for name, requests in attacks(base).items():
            kinds[name] = partial(flood_for, base, requests, asked.seconds)
        measured(quiet)
        for name, attack in kinds.items():
            if asked.only and not any(word in name for word in asked.only):
                continue
            _, before = measured(quiet)
            answers, during = measured(attack)
            print(f"{name:24} quiet   {before}\n{'':24} attack  {during}   {dict(answers)}", flush=True)
        orders.send("stop")
        visitor.join()


if __name__ == "__main__":
    main()
