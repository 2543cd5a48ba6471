"""What happens at a table as it happens, to one client: events for programs, the whole picture for pages.

Pictures are compressed if the client accepts that. Events are not: each is a line that fits into a packet many times,
and compressing them one by one for every stream would take longer than sending them.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Hashable

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from tilery.server.http.audience import RARE, Audience, Outlet, Viewer
from tilery.server.http.compression import Encoder, Piece, PlainEncoder, encoder_for
from tilery.server.http.responses import SECURITY_HEADERS, encode
from tilery.server.storage.database import StorageDownError
from tilery.server.tables.callers import Watching
from tilery.server.tables.events import ARRANGING, Event
from tilery.server.tables.live_table import LiveTable
from tilery.server.tables.refusal import Refusal
from tilery.server.tables.registry import Tables
from tilery.server.tables.views import visible_event

HEARTBEAT = 1.5
"""Seconds between two beats: a page of somebody at the table notices within five that the connection is lost."""
EVENTS_AT_ONCE = 100
OUTLET = "tilery.outlet"
"""In the scope of a request: by which a stream sends without a task of its own for every piece."""
FindViewpoint = Callable[[], Awaitable[Hashable]]


class _Stream(Response, ABC):
    """A response that lasts as long as the client stays connected."""

    def __init__(self, tables: Tables, watching: Watching, media: str, encoder: Encoder) -> None:
        headers = {**SECURITY_HEADERS, **encoder.headers, "x-accel-buffering": "no"}
        super().__init__(headers=headers, media_type=media)
        del self.headers["content-length"]
        self._encoder = encoder
        self._tables = tables
        self._live = watching.live
        self._holders = watching.holders

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] == "HEAD":
            await _send_head(self, send)
            return
        listening = asyncio.create_task(_gone(receive))
        listening.add_done_callback(lambda _: self._live.wake())
        with self._tables.watching(self._live, self._holders):
            self._live.start_heartbeat(HEARTBEAT)
            try:
                await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
                await self._run(send, listening)
            except (Refusal, StorageDownError):
                await send({"type": "http.response.body", "body": self._encoder.end(), "more_body": False})
            finally:
                listening.cancel()

    @abstractmethod
    async def _run(self, send: Send, listening: asyncio.Task[None]) -> None:
        """Send what there is to send, until `listening` is done or nothing more will come."""


class EventStream(_Stream):
    """Sends every event after a number, then each new one. Ends when the table is deleted, the server stops or the
    viewer's seat is given up: it may be somebody else's next. The client then asks again from the last number that it
    has seen. Who does not read is cut off by `connection.py`."""

    def __init__(self, request: Request, tables: Tables, watching: Watching, after: int) -> None:
        self._as_sse = "text/event-stream" in request.headers.get("accept", "")
        media = "text/event-stream" if self._as_sse else "application/x-ndjson"
        super().__init__(tables, watching, media, PlainEncoder())
        self._seat = watching.role.seat
        self._number = after
        self._known = watching.since
        self._caller = watching.caller
        self._beats = watching.live.beats
        self._risen = False
        self._connection: Outlet | None = request.scope.get(OUTLET)
        self._is_waiting = False

    async def _run(self, send: Send, listening: asyncio.Task[None]) -> None:
        live = self._live
        while True:
            change = live.next_change(lambda: not listening.done() and self._send_at_once())
            ends = self._ends()
            chunk = b"" if self._risen else self._news()
            if live.deleted:
                chunk += self._farewell()
            if chunk or ends:
                await send({"type": "http.response.body", "body": chunk, "more_body": not ends})
            if ends or listening.done():
                return
            if self._number >= live.table.number:
                self._is_waiting = True
                await change
                self._is_waiting = False

    def _send_at_once(self) -> bool:
        """Send what is new without resuming the task of this stream, if that waits and the connection has room; return
        whether the task need not do anything."""
        if not self._is_waiting or self._connection is None or self._ends():
            return False
        number, beats = self._number, self._beats
        chunk = self._news()
        if chunk and not self._connection.write(chunk):
            self._number, self._beats = number, beats
            return False
        return self._number >= self._live.table.number

    def _ends(self) -> bool:
        """Return whether the stream has to end."""
        self._risen = self._risen or self._has_risen()
        return self._risen or self._live.deleted or self._tables.closing or self._is_banned()

    def _news(self) -> bytes:
        """Return what has happened since the last that was sent; if that is much, the first part of it. Now and then,
        when nothing has, a sign that the stream is alive."""
        events = self._live.table.events[self._number : self._number + EVENTS_AT_ONCE]
        self._number += len(events)
        beats, self._beats = self._beats, self._live.beats
        if not events and self._beats // RARE != beats // RARE:
            return self._heartbeat()
        return b"".join([self._line(event) for event in events])

    def _line(self, event: Event) -> bytes:
        line = event_line(self._live, event, self._seat)
        return b"id: %d\ndata: %s\n\n" % (event.number, line) if self._as_sse else line + b"\n"

    def _has_risen(self) -> bool:
        """Return whether the viewer may have another seat than when that was last asked, or none."""
        if self._seat is None:
            return False
        events = self._live.table.events
        since, self._known = self._known, len(events)
        return any(
            event.kind in ARRANGING
            or (event.seat == self._seat and (event.kind == "rise" or event.body.get("why") == "removed"))
            for event in events[since:]
        )

    def _is_banned(self) -> bool:
        try:
            self._tables.host.check(self._caller.address, self._caller.secret)
        except Refusal:
            return True
        return False

    def _farewell(self) -> bytes:
        return b"event: deleted\ndata: {}\n\n" if self._as_sse else b'{"kind":"deleted"}\n'

    def _heartbeat(self) -> bytes:
        return b": still here\n\n" if self._as_sse else b"\n"


def event_line(live: LiveTable, event: Event, viewer: int | None) -> bytes:
    """Encode an event as `viewer` may read it. Many watch, but there are only two ways to read the last event."""
    if event.number != live.table.number:
        return encode(visible_event(live.table, event, viewer))
    key = ("line", event.seat == viewer)
    line: bytes | None = live.rendered.get(key)
    if line is None:
        line = live.rendered[key] = encode(visible_event(live.table, event, viewer))
    return line


class PageStream(_Stream):
    """Sends the picture of a table now and whenever something has happened, as server-sent events, and the chat when
    there is something new in it. Ends when the table is deleted, which it says, and when the server stops or the
    viewer may no longer look; the page then asks again."""

    def __init__(
        self,
        request: Request,
        tables: Tables,
        audience: Audience,
        watching: Watching,
        find_viewpoint: FindViewpoint,
        farewell: str,
        *,
        wants_each: bool = False,
    ) -> None:
        super().__init__(tables, watching, "text/event-stream", encoder_for(request))
        self._audience = audience
        self._connection: Outlet | None = request.scope.get(OUTLET)
        self._viewer = Viewer(self._encoder, self, find_viewpoint, wants_each)
        self._farewell = farewell
        self._unsent = b""
        self._has_unsent = asyncio.Event()

    def write(self, body: bytes) -> bool:
        """Send at once if the connection has room, else when it has."""
        if self._connection is not None and not self._unsent and self._connection.write(body):
            return True
        self._unsent += body
        self._has_unsent.set()
        return False

    async def _run(self, send: Send, listening: asyncio.Task[None]) -> None:
        viewer = self._viewer
        ended = await self._audience.join(viewer)
        try:
            while not ended.done():
                waiting = asyncio.ensure_future(self._has_unsent.wait())
                await asyncio.wait((waiting, ended, listening), return_when=asyncio.FIRST_COMPLETED)
                waiting.cancel()
                if listening.done():
                    return
                while body := self._unsent:
                    await send({"type": "http.response.body", "body": body, "more_body": True})
                    self._unsent = self._unsent[len(body) :]
                self._has_unsent.clear()
                self._audience.is_free(viewer)
        finally:
            self._audience.leave(viewer)
        ending = b""
        if ended.result() == "deleted":
            ending = self._encoder.encode_apart(Piece(f"event: gone\ndata: {self._farewell}\n\n".encode()))
        await send({"type": "http.response.body", "body": ending + self._encoder.end(), "more_body": False})


async def _send_head(response: Response, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": response.raw_headers})
    await send({"type": "http.response.body", "body": b""})


async def _gone(receive: Receive) -> None:
    """Wait until the client has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass
