"""What tables cost that people look at while nothing happens: memory with and without them, and after they have gone.

    python -m bench.idle --tables 500

Tables of all games with two people each, a page of one of them open with its stream. Then all streams are closed, and
the memory of the server is read until its tables have left it.
"""

from __future__ import annotations

import argparse
import asyncio
import time
from pathlib import Path

import httpx

from bench.load.processes import serving
from tilery import games

AT_ONCE = 10
FIRST = 20
"""Pages that are opened before, so that templates and drawings are not counted as tables."""


def megabytes(pid: int) -> float:
    """The memory that a process has now."""
    lines = Path(f"/proc/{pid}/status").read_text("utf-8").splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith("VmRSS"))) / 1024


async def open_page(base: str, number: int, gate: asyncio.Semaphore) -> tuple[httpx.AsyncClient, httpx.Response]:
    """Make a table as a browser would, and open its page and its stream."""
    names = games.names()
    game = games.find(names[number % len(names)])
    address = {"x-forwarded-for": f"10.2.{number // 250}.{number % 250 + 1}"}
    async with gate:
        http = httpx.AsyncClient(base_url=base, headers=address, timeout=120)
        seats = game.seats[number // len(names) % len(game.seats)]
        players = [{"kind": "person", "name": f"Player {seat + 1}"} for seat in range(seats)]
        body = {"game": game.name, "players": players, "start": True}
        made = (await http.post("/api/tables", json=body)).raise_for_status().json()
        (await http.get(f"/t/{made['id']}/with/{made['seats'][0]}", follow_redirects=True)).raise_for_status()
        stream = await http.send(http.build_request("GET", f"/t/{made['id']}/stream"), stream=True)
        await anext(stream.aiter_raw())
    return http, stream


async def tables_in_memory(base: str) -> int:
    async with httpx.AsyncClient(base_url=base, timeout=60) as http:
        lines = (await http.get("/metrics")).text.splitlines()
    return int(float(next(line.split()[1] for line in lines if line.startswith("tilery_tables_in_memory "))))


async def run(base: str, pid: int, tables: int, wait: float) -> None:
    async with httpx.AsyncClient(base_url=base, timeout=60) as http:
        while len((await http.get("/healthz")).json()["games_ready"]) < len(games.names()):
            await asyncio.sleep(0.2)
    await asyncio.sleep(2)
    print(f"{'games loaded':<40}{megabytes(pid):6.0f} MB", flush=True)
    gate = asyncio.Semaphore(AT_ONCE)
    first = await asyncio.gather(*(open_page(base, tables + number, gate) for number in range(FIRST)))
    for http, stream in first:
        await stream.aclose()
        await http.aclose()
    print(f"{f'{FIRST} pages opened and closed':<40}{megabytes(pid):6.0f} MB", flush=True)
    pages = await asyncio.gather(*(open_page(base, number, gate) for number in range(tables)))
    await asyncio.sleep(2)
    print(f"{f'{tables} tables with streams':<40}{megabytes(pid):6.0f} MB", flush=True)
    for http, stream in pages:
        await stream.aclose()
        await http.aclose()
    closed = time.monotonic()
    while time.monotonic() < closed + wait:
        await asyncio.sleep(wait / 4)
        kept = await tables_in_memory(base)
        told = f"{time.monotonic() - closed:.0f} s after they were closed"
        print(f"{told:<40}{megabytes(pid):6.0f} MB, {kept} tables in memory", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--wait", type=float, default=60, help="seconds to look on after all are closed")
    parser.add_argument("--idle", type=float, default=20, help="the server's setting; by default it is five minutes")
    asked = parser.parse_args()
    patient = "--request-seconds=600"  # of a busy machine, on which clients may be slow
    with serving(f"--idle-table-seconds={asked.idle}", patient) as server:
        asyncio.run(run(server.address, server.pid, asked.tables, asked.wait))


if __name__ == "__main__":
    main()
