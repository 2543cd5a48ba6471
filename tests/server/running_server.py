"""A server process of its own for a test, asked from many addresses."""

from __future__ import annotations

import http.client
import itertools
import json
import re
import socket
import time
from collections.abc import Callable, Iterator
from typing import Any

import httpx

from tests.server.client import Body
from tests.server.processes import PATIENCE, ServerProcess

_addresses = itertools.count(1)


def new_address() -> dict[str, str]:
    """A header by which a request seems to come from somewhere else."""
    number = next(_addresses)
    return {"x-forwarded-for": f"10.0.{number // 250}.{number % 250}"}


class RunningServer:
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
