"""What happens at a table as it happens, to one client: events for programs, the whole picture for pages."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from tilery.server.answers import SECURITY_HEADERS
from tilery.server.changes import Changes
from tilery.server.hall import Hall, Place
from tilery.server.storage import StorageDownError
from tilery.server.table import Event, Refusal

HEARTBEAT = 15.0
EVENTS_AT_ONCE = 100
BEAT = b"event: beat\ndata: \n\n"
"""Tells a page that the connection lives, which it could not know from a comment."""


class _Stream(Response, ABC):
    """An answer that goes on for as long as somebody listens."""

    def __init__(self, hall: Hall, place: Place, media: str) -> None:
        super().__init__(headers={**SECURITY_HEADERS, "x-accel-buffering": "no"}, media_type=media)
        del self.headers["content-length"]
        self._hall = hall
        self._place = place

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["method"] == "HEAD":
            await _send_head(self, send)
            return
        listening = asyncio.create_task(_gone(receive))
        listening.add_done_callback(lambda _: self._place.tell())
        self._place.watchers += 1
        self._place.beat_every(HEARTBEAT)
        self._hall.watchers += 1
        try:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            await self._run(send, listening)
        except (Refusal, StorageDownError):
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            self._place.watchers -= 1
            self._hall.watchers -= 1
            listening.cancel()

    @abstractmethod
    async def _run(self, send: Send, listening: asyncio.Task[None]) -> None:
        """Send what is to be told, until `listening` is done or there is nothing more to tell."""


class EventStream(_Stream):
    """Sends every event after a number, then each new one. Ends when the table is deleted, the server stops or the
    viewer's seat is given up after event `known`: it may be somebody else's next. The client then asks again from the
    last number that it has seen. Who does not read is cut off by `connection.py`."""

    def __init__(self, request: Request, hall: Hall, place: Place, seat: int | None, known: int, after: int) -> None:
        self._as_sse = "text/event-stream" in request.headers.get("accept", "")
        media = "text/event-stream" if self._as_sse else "application/x-ndjson"
        super().__init__(hall, place, media)
        self._seat = seat
        self._number = after
        self._known = known

    async def _run(self, send: Send, listening: asyncio.Task[None]) -> None:
        place = self._place
        beats = place.beats
        while True:
            change = place.change()
            has_risen = self._has_risen()
            chunk = b"" if has_risen else self._news() or (b"" if place.beats == beats else self._heartbeat())
            beats = place.beats
            ends = has_risen or place.deleted or self._hall.closing
            if chunk or ends:
                await send({"type": "http.response.body", "body": chunk, "more_body": not ends})
            if ends or listening.done():
                return
            if self._number >= place.table.number:
                await change

    def _news(self) -> bytes:
        """What has happened since the last that was sent; if that is much, the first part of it."""
        events = self._place.table.events[self._number : self._number + EVENTS_AT_ONCE]
        self._number += len(events)
        return b"".join([self._line(event) for event in events])

    def _line(self, event: Event) -> bytes:
        line = self._place.line(event, self._seat)
        return b"id: %d\ndata: %s\n\n" % (event.number, line) if self._as_sse else line + b"\n"

    def _has_risen(self) -> bool:
        """Whether the viewer has given up the seat since that was last asked."""
        if self._seat is None:
            return False
        events = self._place.table.events
        since, self._known = self._known, len(events)
        return any(event.kind == "rise" and event.seat == self._seat for event in events[since:])

    def _heartbeat(self) -> bytes:
        return b": still here\n\n" if self._as_sse else b"\n"


class PageStream(_Stream):
    """Sends the picture of a table now, and what is new in it whenever something has happened, as server-sent events.
    Ends when the table is deleted, the server stops or the viewer may no longer look; the page then asks again."""

    def __init__(self, hall: Hall, place: Place, picture: Callable[[], Awaitable[str]]) -> None:
        super().__init__(hall, place, "text/event-stream")
        self._picture = picture

    async def _run(self, send: Send, listening: asyncio.Task[None]) -> None:
        place = self._place
        shown, changes = -1, Changes()
        while True:
            change = place.change()
            ends = place.deleted or self._hall.closing
            chunk = BEAT
            if place.table.number != shown and not ends:
                shown = place.table.number
                chunk = as_event(shown, changes.to(await self._picture()))
            await send({"type": "http.response.body", "body": chunk, "more_body": not ends})
            if ends or listening.done():
                return
            if place.table.number == shown:
                await change


def as_event(number: int, picture: str) -> bytes:
    """A picture as a server-sent event."""
    lines = "".join(f"data: {line}\n" for line in picture.splitlines())
    return f"id: {number}\n{lines}\n".encode()


async def _send_head(response: Response, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": response.raw_headers})
    await send({"type": "http.response.body", "body": b""})


async def _gone(receive: Receive) -> None:
    """Wait until the client has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass
