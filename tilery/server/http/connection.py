"""Limits of one connection: for clients that are slow, send too much, do not read, or are too many.

uvicorn speaks HTTP; this only adds limits to it, and the server's own format to the errors that never reach the
application.
"""

from __future__ import annotations

import asyncio
import ipaddress
from contextlib import suppress
from typing import Any, cast

from starlette.types import Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from tilery.server.config import Config
from tilery.server.http.requests import BODY_IS_HERE
from tilery.server.http.responses import error_response
from tilery.server.http.streams import OUTLET
from tilery.server.tables.clients import Holder, Slots, client_at
from tilery.server.tables.refusal import Refusal
from tilery.words import say

HEAD_BYTES = 64 * 1024
CHUNKING = 8
"""How many times its size a body may take on the way: a chunk of one byte takes six."""
SPARE = 100
"""How many connections there may be above the limit, to be told so; more are closed without a word."""
REQUESTS_AT_ONCE = 16
"""How many requests a client may send before the first of them is answered."""
GRACE = 1.0


def limited(config: Config) -> type[HttpToolsProtocol]:
    """Return a uvicorn protocol class that enforces the limits of `config`."""

    slots = Slots(config.connections)
    proxies = _Proxies(config.trusted_proxies)

    class Connection(HttpToolsProtocol):
        def __init__(self, *args: Any, **named: Any) -> None:
            super().__init__(*args, **named)
            self._usual_app = self.app
            self._arriving: asyncio.TimerHandle | None = None  # runs while a request is not all here
            self._requests = 0
            self._awaited = (0, False)  # what the timer runs for: the head or the body of which request
            self._is_whole = False  # whether the last request is all here
            self._stalled: asyncio.TimerHandle | None = None  # runs while the client does not read
            self._head_is_here = False
            self._received = 0
            self._answered_at: int | None = None  # how much was received when an unfinished request was answered
            self._cycles: list[Any] = []

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            self.transport = cast(asyncio.Transport, _Gathering(transport, self.loop))
            peer = (transport.get_extra_info("peername") or ("",))[0]
            most = config.connections_a_client
            self._holders = [] if peer in proxies else [Holder(client_at(peer), most)]
            self._is_too_many = not slots.has_room(self._holders)
            slots.take(self._holders)
            if slots.used > config.connections + SPARE or slots.most_held(self._holders) > most + SPARE:
                transport.abort()
            self._expect(config.request_seconds)

        def connection_lost(self, exc: Exception | None) -> None:
            slots.give_back(self._holders)
            self._cancel_timers()
            for cycle in self._cycles:  # uvicorn tells the last one only
                cycle.disconnected = cycle.disconnected or not cycle.response_complete
                cycle.message_event.set()
            super().connection_lost(exc)

        # What comes in.

        def data_received(self, data: bytes) -> None:
            self._received += len(data)
            self._is_whole = False
            super().data_received(data)
            if self._is_whole or self.transport.is_closing():
                return
            self._await_the_rest()
            if not self._head_is_here:
                if self._received > HEAD_BYTES:
                    sentence = say("The head of a request can have at most {most} bytes.", most=HEAD_BYTES)
                    self._refuse(Refusal("head_too_large", sentence))
            elif self._answered_at is not None:
                if self._received > self._answered_at + HEAD_BYTES:
                    self.flow.pause_reading()
            elif self._received > HEAD_BYTES + CHUNKING * max(config.body_bytes, config.record_bytes):
                self.transport.abort()

        def _await_the_rest(self) -> None:
            """Most requests come whole and need no timer. A body has longer, so that the application can say that it
            is too slow."""
            awaited = (self._requests, self._head_is_here)
            if self._arriving is None or self._awaited != awaited:
                self._awaited = awaited
                self._expect(config.request_seconds + GRACE * self._head_is_here)

        def on_message_begin(self) -> None:
            self._requests += 1
            self._is_whole = False
            self._head_is_here = False
            self._answered_at = None
            super().on_message_begin()

        def on_headers_complete(self) -> None:
            self._head_is_here = True
            self.app = _refuse_connection if self._is_too_many else self._usual_app
            self._cycles = [cycle for cycle in self._cycles if not cycle.response_complete]
            if len(self._cycles) >= REQUESTS_AT_ONCE:
                self.transport.abort()
                raise ValueError("too many requests at once")  # which ends the parsing of what has come
            super().on_headers_complete()
            self._cycles.append(self.cycle)
            cast(Scope, self.scope)[OUTLET] = _DirectOutlet(self.cycle)

        def on_message_complete(self) -> None:
            self._is_whole = True
            cast(Scope, self.scope)[BODY_IS_HERE] = True
            if self._arriving is not None:
                self._arriving.cancel()
                self._arriving = None
            self._received = 0
            self._head_is_here = False
            super().on_message_complete()

        def _expect(self, seconds: float) -> None:
            """Close the connection unless the request has arrived in time."""
            if self._arriving is not None:
                self._arriving.cancel()
            self._arriving = self.loop.call_later(seconds, self._close)

        # What goes out.

        def on_response_complete(self) -> None:
            super().on_response_complete()
            if self.transport.is_closing():
                self._close()
            elif self._arriving is not None and self._head_is_here and self.cycle.response_complete:
                self._answered_at = self._received
                self._expect(GRACE)

        def pause_writing(self) -> None:
            super().pause_writing()
            if self._stalled is None:
                self._stalled = self.loop.call_later(config.stall_seconds, self.transport.abort)

        def resume_writing(self) -> None:
            super().resume_writing()
            if self._stalled is not None and not self.transport.is_closing():
                self._stalled.cancel()
                self._stalled = None

        def send_400_response(self, msg: str) -> None:  # noqa: ARG002  (uvicorn's words are not ours)
            self._refuse(Refusal("not_http", say("The server could not read this HTTP request.")))

        def timeout_keep_alive_handler(self) -> None:
            self._close()

        def _refuse(self, refusal: Refusal) -> None:
            """Answer without the application, and close."""
            if self.transport.is_closing():
                return
            response = error_response(refusal)
            head = b"".join(b"%s: %s\r\n" % pair for pair in response.raw_headers)
            self.transport.write(
                STATUS_LINE[response.status_code] + head + b"connection: close\r\n\r\n" + bytes(response.body)
            )
            self._close()

        def _close(self) -> None:
            """Close once everything is sent, but do not wait for a client that has stopped reading."""
            self.transport.close()
            if self._stalled is None:
                self._stalled = self.loop.call_later(config.stall_seconds, self.transport.abort)

        def _cancel_timers(self) -> None:
            for timer in (self._arriving, self._stalled):
                if timer is not None:
                    timer.cancel()

    return Connection


class _Proxies:
    """Addresses of proxies, each of which connects on behalf of many clients."""

    def __init__(self, trusted: str) -> None:
        self._are_all = trusted.strip() == "*"
        self._networks = []
        for part in trusted.split(","):
            with suppress(ValueError):  # a name, as uvicorn knows it
                self._networks.append(ipaddress.ip_network(part.strip()))

    def __contains__(self, address: str) -> bool:
        try:
            found = ipaddress.ip_address(address.partition("%")[0])
        except ValueError:
            return True  # a socket in the file system: only a proxy connects there
        return self._are_all or any(found in network for network in self._networks)


class _DirectOutlet:
    """Sends pieces of a response that has begun, without a coroutine for each: a thousand pages are sent the same."""

    def __init__(self, cycle: Any) -> None:
        self._cycle = cycle

    def write(self, body: bytes) -> bool:
        cycle = self._cycle
        if cycle.disconnected:
            return True
        if cycle.flow.write_paused or not cycle.response_started or not cycle.chunked_encoding:
            return False
        cycle.transport.write(b"%x\r\n%b\r\n" % (len(body), body))
        return True


class _Gathering:
    """A transport that sends the head of an answer together with what follows at once: one packet instead of two."""

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._head = b""

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def is_closing(self) -> bool:
        return self._transport.is_closing()

    def write(self, data: bytes) -> None:
        if self._head:
            data = self._head + data
            self._head = b""
        elif data.startswith(b"HTTP/"):
            self._head = data
            self._loop.call_soon(self._send_head)
            return
        self._transport.write(data)

    def _send_head(self) -> None:
        if self._head:
            self.write(b"")

    def close(self) -> None:
        self._send_head()
        self._transport.close()


async def _refuse_connection(scope: Scope, receive: Receive, send: Send) -> None:
    refusal = Refusal("too_many_connections", say("Too many connections are open. Try again later."))
    response = error_response(refusal)
    response.headers["connection"] = "close"
    await response(scope, receive, send)
