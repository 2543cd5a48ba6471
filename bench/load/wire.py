"""The least that a client of each server needs on the wire: HTTP/1.1 kept open, streams of lines, Socket.IO.

It is written to cost the machine little, because it runs beside the server that it measures. It trusts the server.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import re
from collections.abc import Callable
from typing import Any

HEAD_END = b"\r\n\r\n"
CONTENT_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)\r\n", re.IGNORECASE)

Answered = Callable[[int, bytes], None]
Heard = Callable[[bytes], None]
Lost = Callable[[], None]


class ServerFaultError(Exception):
    """A server did what it should not do."""


def request(method: str, path: str, secret: str | None = None, body: Any = None) -> bytes:
    """A request as it goes over the wire."""
    content = b"" if body is None else json.dumps(body).encode()
    head = f"{method} {path} HTTP/1.1\r\nHost: bench\r\nContent-Length: {len(content)}\r\n"
    if body is not None:
        head += "Content-Type: application/json\r\n"
    if secret is not None:
        head += f"Authorization: Bearer {secret}\r\n"
    return head.encode() + b"\r\n" + content


class Connection(asyncio.Protocol):
    """One connection, one request at a time.

    A server closes connections that have been idle. Then it is opened again and the request repeated, once, as a
    browser would; the id of a move makes that harmless.
    """

    def __init__(self, port: int) -> None:
        self._port = port
        self._buffer = b""
        self._answered: Answered | None = None
        self._transport: Any = None

    @classmethod
    async def open(cls, port: int) -> Connection:
        made = cls(port)
        await made._open()
        return made

    async def _open(self) -> None:
        await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", self._port)

    def connection_made(self, transport: Any) -> None:
        self._transport = transport

    def connection_lost(self, _error: Exception | None) -> None:
        self._transport = None
        if self._answered is not None:
            if self._is_repeated:
                self._answered(0, b"the connection was lost")
            else:
                self._repeating = asyncio.create_task(self._repeat())

    def send(self, raw: bytes, answered: Answered) -> None:
        """Send a request; `answered` gets the status and the body."""
        self._answered = answered
        self._raw = raw
        self._is_repeated = False
        if self._transport is not None:
            self._transport.write(raw)
        else:
            self._repeating = asyncio.create_task(self._repeat())

    async def _repeat(self) -> None:
        self._is_repeated = True
        await self._open()
        self._transport.write(self._raw)

    async def ask(self, method: str, path: str, secret: str | None = None, body: Any = None) -> Any:
        """The JSON that a request is answered with."""
        future: asyncio.Future[tuple[int, bytes]] = asyncio.get_running_loop().create_future()
        self.send(request(method, path, secret, body), lambda status, content: future.set_result((status, content)))
        status, content = await future
        if not 200 <= status < 300:
            raise ServerFaultError(f"{method} {path} was answered with {status}: {content[:200]!r}")
        return json.loads(content)

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        end = self._buffer.find(HEAD_END)
        if end < 0:
            return
        found = CONTENT_LENGTH.search(self._buffer, 0, end + 2)
        whole = end + len(HEAD_END) + (int(found[1]) if found else 0)
        if len(self._buffer) < whole:
            return
        status, content = int(self._buffer[9:12]), self._buffer[end + len(HEAD_END) : whole]
        self._buffer = self._buffer[whole:]
        answered, self._answered = self._answered, None
        if answered is not None:
            answered(status, content)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.close()


class LineStream(asyncio.Protocol):
    """An answer that does not end, in chunks; each line of it is told, and when it ends after all."""

    def __init__(self, raw: bytes, heard: Heard, lost: Lost) -> None:
        self._raw = raw
        self._heard = heard
        self._lost = lost
        self._buffer = b""
        self._rest = b""
        self.is_open: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @classmethod
    async def open(cls, port: int, raw: bytes, heard: Heard, lost: Lost) -> LineStream:
        loop = asyncio.get_running_loop()
        _, made = await loop.create_connection(lambda: cls(raw, heard, lost), "127.0.0.1", port)
        await made.is_open
        return made

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        transport.write(self._raw)

    def connection_lost(self, _error: Exception | None) -> None:
        if not self.is_open.done():
            self.is_open.set_exception(ServerFaultError("a stream was closed before it began"))
        self._lost()

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer + data if self._buffer else data
        if not self.is_open.done():
            end = buffer.find(HEAD_END)
            if end < 0:
                self._buffer = buffer
                return
            if buffer[9:12] != b"200":
                self.is_open.set_exception(ServerFaultError(f"a stream was refused: {buffer[:300]!r}"))
                return
            self.is_open.set_result(None)
            buffer = buffer[end + len(HEAD_END) :]
        while (end := buffer.find(b"\r\n")) >= 0:
            last = end + 2 + int(buffer[:end], 16)
            if len(buffer) < last + 2:
                break
            *lines, self._rest = (self._rest + buffer[end + 2 : last]).split(b"\n")
            for line in lines:
                self._heard(line)
            buffer = buffer[last + 2 :]
        self._buffer = buffer

    def close(self) -> None:
        self._transport.close()


class SocketIo(asyncio.Protocol):
    """A client of one namespace of a Socket.IO server, over a WebSocket from the start. Each event is told as bytes."""

    def __init__(self, namespace: str, heard: Heard, lost: Lost) -> None:
        self._prefix = f"42/{namespace},".encode()
        self._join = f"40/{namespace},".encode()
        self._heard = heard
        self._lost = lost
        self._buffer = b""
        self._is_upgraded = False
        self.is_open: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @classmethod
    async def open(cls, port: int, namespace: str, heard: Heard, lost: Lost) -> SocketIo:
        loop = asyncio.get_running_loop()
        _, made = await loop.create_connection(lambda: cls(namespace, heard, lost), "127.0.0.1", port)
        await made.is_open
        return made

    def connection_made(self, transport: Any) -> None:
        self._transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: bench\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )

    def connection_lost(self, _error: Exception | None) -> None:
        if not self.is_open.done():
            self.is_open.set_exception(ServerFaultError("a socket was closed before it was open"))
        self._lost()

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._is_upgraded:
            end = self._buffer.find(HEAD_END)
            if end < 0:
                return
            if self._buffer[9:12] != b"101":
                self.is_open.set_exception(ServerFaultError(f"no WebSocket: {self._buffer[:300]!r}"))
                return
            self._is_upgraded = True
            self._buffer = self._buffer[end + len(HEAD_END) :]
        while (message := self._next_message()) is not None:
            self._take(message)

    def _next_message(self) -> bytes | None:
        """The next frame's content; servers neither mask nor, at this size, split."""
        buffer = self._buffer
        if len(buffer) < 2:
            return None
        start, size = 2, buffer[1]
        if size >= 126:
            start = 4 if size == 126 else 10
            if len(buffer) < start:
                return None
            size = int.from_bytes(buffer[2:start], "big")
        if len(buffer) < start + size:
            return None
        self._buffer = buffer[start + size :]
        return buffer[start : start + size]

    def _take(self, message: bytes) -> None:
        if message.startswith(self._prefix):
            self._heard(message[len(self._prefix) :])
        elif message == b"2":
            self._write(b"3")
        elif message[:1] == b"0":
            self._write(self._join)
        elif message.startswith(self._join) and not self.is_open.done():
            self.is_open.set_result(None)

    def emit(self, *event: Any) -> None:
        self._write(self._prefix + json.dumps(event).encode())

    def _write(self, content: bytes) -> None:
        """One text frame; its mask is zero, which the protocol allows and which costs nothing."""
        size = len(content)
        head = bytes((0x81, 0x80 | size)) if size < 126 else b"\x81\xfe" + size.to_bytes(2, "big")
        self._transport.write(head + b"\0\0\0\0" + content)

    def close(self) -> None:
        self._transport.close()
