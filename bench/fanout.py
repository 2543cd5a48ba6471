"""Many spectators of one table: what an event costs, and whether others are answered meanwhile.

    python -m bench.fanout --spectators 1000

A server is started on this machine, with a table of Tipperary for five. Spectators open its page stream as browsers
do, compressed; the players move. Told are the processor time of the server for each event, how long until the last
spectator had it, and how long the health check took meanwhile.
"""

from __future__ import annotations

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import httpx

from bench.load.processes import ServerProcess, free_port

SETTLE = 0.5
"""Seconds between two events, so that each is shown for itself."""


class Spectator:
    """A page that is only counted: when the last bytes came, and how many."""

    def __init__(self) -> None:
        self.bytes = 0
        self.heard = 0.0
        self.writer: asyncio.StreamWriter | None = None

    async def watch(self, port: int, table: str, secret: str, address: str) -> None:
        reader, self.writer = await asyncio.open_connection("127.0.0.1", port)
        self.writer.write(
            f"GET /t/{table}/stream HTTP/1.1\r\nhost: t\r\naccept-encoding: gzip\r\naccept-language: en\r\n"
            f"cookie: tilery={secret}\r\nx-forwarded-for: {address}\r\n\r\n".encode()
        )
        head = await reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200"), head
        asyncio.get_running_loop().create_task(self._read(reader))

    async def _read(self, reader: asyncio.StreamReader) -> None:
        while data := await reader.read(1 << 16):
            self.bytes += len(data)
            self.heard = time.perf_counter()


async def measure(server: ServerProcess, port: int, spectators: int, events: int, seats: int) -> None:
    base = f"http://127.0.0.1:{port}"
    async with httpx.AsyncClient(base_url=base, timeout=120) as http:
        while "tipperary" not in (await http.get("/healthz")).json()["games_ready"]:
            await asyncio.sleep(0.2)
        people = [{"kind": "person", "name": f"Guest {seat}"} for seat in range(seats)]
        made = (await http.post("/api/tables", json={"game": "tipperary", "players": people, "start": True})).json()
        watching = [Spectator() for _ in range(spectators)]
        for start in range(0, spectators, 50):
            await asyncio.gather(
                *(
                    one.watch(port, made["id"], made["watch"], f"10.1.{(start + index) // 250}.{(start + index) % 250}")
                    for index, one in enumerate(watching[start : start + 50])
                )
            )
        await asyncio.sleep(2)
        health: list[float] = []
        asking = asyncio.create_task(_ask_health(base, health))
        costs, delays, sizes = [], [], []
        before = server.cpu_seconds()
        await asyncio.sleep(5)
        idle = (server.cpu_seconds() - before) / 5
        for _ in range(events):
            seat, move = await _any_move(http, made)
            spent, received, began = server.cpu_seconds(), sum(one.bytes for one in watching), time.perf_counter()
            await http.post(
                f"/api/tables/{made['id']}/moves",
                json={"move": move},
                headers={"authorization": f"Bearer {made['seats'][seat]}"},
            )
            await asyncio.sleep(SETTLE)
            took = time.perf_counter() - began
            costs.append(server.cpu_seconds() - spent - idle * took)
            delays.append(max(one.heard for one in watching) - began)
            sizes.append((sum(one.bytes for one in watching) - received) / spectators)
        asking.cancel()
        print(f"{spectators} spectators of one table of Tipperary for {seats}, {events} events")
        print(f"processor an event: mean {1000 * statistics.mean(costs):.0f} ms (clock ticks are 10 ms)")
        print(f"until the last spectator has it: median {1000 * statistics.median(delays):.0f} ms, {_worst(delays)}")
        print(f"bytes an event and spectator: median {statistics.median(sizes):.0f}")
        print(f"health check: median {1000 * statistics.median(health):.1f} ms, {_worst(health)}, of {len(health)}")
        for one in watching:
            if one.writer is not None:
                one.writer.close()


def _worst(seconds: list[float]) -> str:
    ordered = sorted(seconds)
    late = ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))]
    return f"p99 {1000 * late:.0f} ms, worst {1000 * ordered[-1]:.0f} ms"


async def _any_move(http: httpx.AsyncClient, made: Any) -> tuple[int, str]:
    for seat, secret in enumerate(made["seats"]):
        seen = (await http.get(f"/api/tables/{made['id']}", headers={"authorization": f"Bearer {secret}"})).json()
        if seat in seen["waiting"]:
            return seat, seen["view"]["legal_moves"][0]
    raise SystemExit("nobody has to move")


async def _ask_health(base: str, took: list[float]) -> None:
    async with httpx.AsyncClient(base_url=base, timeout=60) as http:
        while True:
            began = time.perf_counter()
            await http.get("/healthz")
            took.append(time.perf_counter() - began)
            await asyncio.sleep(0.02)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--spectators", type=int, default=1000)
    parser.add_argument("--events", type=int, default=30)
    parser.add_argument("--seats", type=int, default=5)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        flags = [f"--port={port}", f"--database=sqlite:///{Path(folder) / 'tables.db'}"]
        flags += [f"--streams-a-{whom}={asked.spectators + 10}" for whom in ("table", "browser")]  # one secret for all
        server = ServerProcess([sys.executable, "-m", "tilery", "serve", *flags], port, {}, Path(folder) / "log")
        try:
            asyncio.run(measure(server, port, asked.spectators, asked.events, asked.seats))
        finally:
            server.kill()


if __name__ == "__main__":
    main()
