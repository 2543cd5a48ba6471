"""Somebody who takes all streams and connections that can be had from one address, and whether others still get in.

    python -m bench.crowd --streams 5000 --idle 3200

A server is started on this machine, without a proxy. The crowd comes from 127.0.0.1; somebody else, from 127.0.0.2,
opens a page, its stream, and makes a move meanwhile.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import resource
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from bench.load.processes import ServerProcess, free_port

AT_ONCE = 200


async def opened(port: int, request: str, source: str) -> tuple[str, asyncio.StreamReader, asyncio.StreamWriter | None]:
    """Send a request; return the status, or what happened instead."""
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
    except OSError as error:
        return type(error).__name__, asyncio.StreamReader(), None
    if not request:
        return "idle", reader, writer
    writer.write(request.encode())
    try:
        head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 60)
        return head.split()[1].decode(), reader, writer
    except (OSError, asyncio.IncompleteReadError, TimeoutError) as error:
        return type(error).__name__, reader, writer


async def asked(port: int, method: str, path: str, secret: str, body: Any, source: str) -> tuple[str, Any, float]:
    began = time.perf_counter()
    content = json.dumps(body) if body is not None else ""
    head = f"{method} {path} HTTP/1.1\r\nhost: t\r\nauthorization: Bearer {secret}\r\nconnection: close\r\n"
    head += f"content-type: application/json\r\ncontent-length: {len(content)}\r\n\r\n{content}"
    status, reader, writer = await opened(port, head, source)
    told = await reader.read() if writer is not None else b"{}"
    if writer is not None:
        writer.close()
    return status, json.loads(told or b"{}"), time.perf_counter() - began


async def besiege(port: int, streams: int, idle: int) -> bool:
    players = [{"kind": "person", "name": name} for name in ("Ann", "Bo")]
    order = {"game": "topiary", "players": players, "start": True, "public": True}
    status, made, _ = await asked(port, "POST", "/api/tables", "", order, "127.0.0.2")
    assert status == "201", made
    stream = f"GET /api/tables/{made['id']}/events HTTP/1.1\r\nhost: t\r\n\r\n"
    held = []
    for request, count in ((stream, streams), ("", idle)):
        found: Counter[str] = Counter()
        for start in range(0, count, AT_ONCE):
            got = await asyncio.gather(
                *(opened(port, request, "127.0.0.1") for _ in range(min(AT_ONCE, count - start)))
            )
            held += got
            found.update(status for status, _, _ in got)
        print(f"{count} {'streams' if request else 'idle connections'} from one address: {dict(found)}")
    secret = made["seats"][0]
    view = await asked(port, "GET", f"/api/tables/{made['id']}", secret, None, "127.0.0.2")
    watched = await opened(port, stream, "127.0.0.2")
    move = {"move": view[1]["view"]["legal_moves"][0]} if view[0] == "200" else {}
    moved = await asked(port, "POST", f"/api/tables/{made['id']}/moves", secret, move, "127.0.0.2")
    print(
        f"somebody else: looks {view[0]} ({view[2]:.2f} s), watches {watched[0]}, moves {moved[0]} ({moved[2]:.2f} s)"
    )
    for _, _, writer in (*held, watched):
        if writer is not None:
            writer.close()
    return (view[0], watched[0], moved[0]) == ("200", "200", "200")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--streams", type=int, default=5000)
    parser.add_argument("--idle", type=int, default=3200)
    given = parser.parse_args()
    needed = given.streams + given.idle + 200
    resource.setrlimit(resource.RLIMIT_NOFILE, (needed, max(needed, resource.getrlimit(resource.RLIMIT_NOFILE)[1])))
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        flags = [f"--port={port}", f"--database=sqlite:///{Path(folder) / 'tables.db'}", "--trusted-proxies="]
        server = ServerProcess([sys.executable, "-m", "tilery", "serve", *flags], port, {}, Path(folder) / "log")
        try:
            is_fine = asyncio.run(besiege(port, given.streams, given.idle))
        finally:
            server.kill()
    sys.exit(0 if is_fine else "others were shut out")


if __name__ == "__main__":
    main()
