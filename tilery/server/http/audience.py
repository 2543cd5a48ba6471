"""All pages that show one table: a picture is rendered once for all who see the same, and compressed once for all who
were last sent the same.

Pictures are rendered in a thread. Events that come faster than a screen shows are shown together, except to pages that
ask for each of them, because they let it wait until their reader has seen the one before. A page that reads slowly is
sent what is new when it has read what it was sent, and nothing in between.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from tilery.server.http.compression import Encoder, Piece
from tilery.server.storage.database import StorageDownError
from tilery.server.tables.live_table import LiveTable
from tilery.server.tables.presence import PresenceReporter
from tilery.server.tables.refusal import Refusal
from tilery.server.tables.registry import Tables
from tilery.server.tables.table import Table

FRAME_SECONDS = 0.05
"""How long at least between two pictures."""
SHARE = 4
"""If pictures take long, how many times as long until the next ones."""
SLOWEST_FRAME = 1.0
AT_ONCE = 50
"""How many pages are sent a picture before other requests have their turn."""
RARE = 10
"""Pages that only watch are sent every so many beats one: there may be thousands of them, and they miss nothing of
their own."""
SeatOf = Callable[[Hashable], int | None]
"""Returns the seat from which a page sees the table."""


class PageContent(NamedTuple):
    """A table rendered for a page."""

    picture: str
    chat: str
    """Sent apart from the picture: see `docs/architecture.md`, "Streams"."""


Render = Callable[[Table, Hashable], PageContent]
"""Renders a table as seen from a point of view, which holds all that it depends on. Called in a thread."""


class PageUpdate:
    """What one viewpoint sees after an event, ready to be sent."""

    def __init__(self, number: int, page: PageContent) -> None:
        self.number = number
        self.chat_text = page.chat
        self.picture = Piece(f"id: {number}\n{_data(page.picture)}\n".encode())
        self.chat = Piece(f"event: chat\n{_data(page.chat)}\n".encode())


class Outlet(Protocol):
    """The other end of a stream."""

    def write(self, body: bytes) -> bool:
        """Send now if the connection has room; return whether it was sent."""


@dataclass(eq=False)
class Viewer:
    """One page that shows the table."""

    encoder: Encoder
    outlet: Outlet
    find_viewpoint: Callable[[], Awaitable[Hashable]]
    """Returns from where the page sees the table now, or refuses."""
    wants_each: bool = False
    """Whether it is to be shown every event, rather than the last one as soon as possible."""
    viewpoint: Hashable = None
    roles_version: int = -1
    """When that was last found out: see `LiveTable.roles_version`."""
    number: int = -1
    announcement: str = ""
    chat: str | None = None
    """What it was sent of the chat; the first time even if nothing was said, so that it knows what is new."""
    presence: str = ""
    """What it was told of who is here."""

    def show(self, update: PageUpdate) -> bool:
        """Send a picture, preceded by the chat if that has changed; return whether it was sent."""
        body = b""
        if update.chat_text != self.chat:
            self.chat = update.chat_text
            body = self.encoder.encode_apart(update.chat)
        self.number = update.number
        return self.outlet.write(body + self.encoder.encode(update.picture))

    def announce(self, text: str) -> bool:
        """Send what the host announces; an empty text if that is over."""
        self.announcement = text
        return self.outlet.write(self.encoder.encode_apart(Piece(f"event: announcement\ndata: {text}\n\n".encode())))

    def tell_presence(self, text: str) -> bool:
        """Send who is here if that has changed; return whether it was sent."""
        if self.presence == text:
            return True
        self.presence = text
        return self.outlet.write(self.encoder.encode_apart(Piece(f"event: presence\ndata: {text}\n\n".encode())))

    def beat(self, piece: Piece) -> bool:
        return self.outlet.write(self.encoder.encode_apart(piece))


class Audience:
    """The pages that show one table in this process."""

    def __init__(self, tables: Tables, live: LiveTable, render: Render, seat_of: SeatOf) -> None:
        self._tables = tables
        self._live = live
        self._render = render
        self._seat_of = seat_of
        self._viewers: dict[Viewer, asyncio.Future[str]] = {}
        self._busy: set[Viewer] = set()
        self._updates: dict[tuple[Hashable, int], asyncio.Task[PageUpdate]] = {}
        self._task: asyncio.Task[None] | None = None
        self._reporter = PresenceReporter()

    async def join(self, viewer: Viewer) -> asyncio.Future[str]:
        """Add a page; the returned future is resolved with the reason if the server ends its stream."""
        await self._look(viewer)
        update = await self._update(viewer.viewpoint, self._live.table)
        ended: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._viewers[viewer] = ended
        self._send(viewer, update)
        self._announce()
        if update.number != self._live.table.number or self._seat_of(viewer.viewpoint) is not None:
            self._live.wake()
        if viewer not in self._busy and not viewer.tell_presence(self._presence()):
            self._busy.add(viewer)
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())
        return ended

    def leave(self, viewer: Viewer) -> None:
        self._viewers.pop(viewer, None)
        self._busy.discard(viewer)
        seat = self._seat_of(viewer.viewpoint)
        if seat is not None:
            self._live.presence.seen[seat] = self._tables.now()
            self._live.wake()
        if not self._viewers and self._task is not None:
            self._task.cancel()
            self._tell_others()

    def is_free(self, viewer: Viewer) -> None:
        """Note that a page has read what it was sent, and send it what has happened in the meantime."""
        self._busy.discard(viewer)
        if viewer.number != self._live.table.number or viewer.roles_version != self._live.roles_version:
            self._live.wake()

    def _send(self, viewer: Viewer, update: PageUpdate) -> None:
        if not viewer.show(update):
            self._busy.add(viewer)

    async def _run(self) -> None:
        live, beats = self._live, self._live.beats
        while self._viewers:
            change = live.next_change()
            if live.deleted or self._tables.closing:
                self._end_all("deleted" if live.deleted else "closing")
                return
            began = time.perf_counter()
            await self._show_all()
            self._announce()
            self._tell_presence()
            self._tell_others()
            if live.beats != beats:
                self._beat(everybody=live.beats // RARE != beats // RARE)
                beats = live.beats
            took = time.perf_counter() - began
            await asyncio.sleep(min(max(FRAME_SECONDS, SHARE * took), SLOWEST_FRAME))
            if not any(viewer.wants_each and self._has_more_for(viewer) for viewer in self._viewers):
                await change

    def _announce(self) -> None:
        text = self._tables.host.announcement
        new = [viewer for viewer in self._viewers.keys() - self._busy if viewer.announcement != text]
        self._busy |= {viewer for viewer in new if not viewer.announce(text)}

    def _beat(self, *, everybody: bool) -> None:
        """Send a heartbeat: to the pages of people at the table, or to all. It tells a page that the connection lives,
        which it could not know from a comment, and what time it is: the clock of its device may be wrong."""
        piece = Piece(f"event: beat\ndata: {self._tables.now():.2f}\n\n".encode())
        for viewer in self._viewers.keys() - self._busy:
            if (everybody or self._seat_of(viewer.viewpoint) is not None) and not viewer.beat(piece):
                self._busy.add(viewer)

    def _own_seats(self) -> set[int]:
        """Return the seats of people who have a page of this process open."""
        return {seat for viewer in self._viewers if (seat := self._seat_of(viewer.viewpoint)) is not None}

    def _tell_others(self) -> None:
        """Let other processes know who is here, if it is time for that."""
        if self._tables.closing:  # they notice by themselves that this one is silent
            return
        told = self._reporter.next(self._own_seats(), self._live.presence.elsewhere, self._tables.now())
        if told is not None:
            asks, seats = told
            self._tables.presence.tell(self._live.table.id, seats, asks=asks)

    def _presence(self) -> str:
        """Write who is here, and when the others were last, as far as this process knows."""
        here = self._own_seats() | self._live.presence.elsewhere.seats(self._tables.now())
        seen = {seat: round(at) for seat, at in sorted(self._live.presence.seen.items()) if seat not in here}
        return json.dumps({"here": sorted(here), "seen": seen})

    def _tell_presence(self) -> None:
        text = self._presence()
        for viewer in self._viewers.keys() - self._busy:
            if not viewer.tell_presence(text):
                self._busy.add(viewer)

    def _has_more_for(self, viewer: Viewer) -> bool:
        is_old = viewer.number < self._live.table.number or viewer.roles_version != self._live.roles_version
        return is_old and viewer not in self._busy

    def _end_all(self, why: str) -> None:
        for ended in self._viewers.values():
            if not ended.done():
                ended.set_result(why)

    async def _show_all(self) -> None:
        """Send new contents to every page that can take them."""
        live = self._live
        for index, viewer in enumerate(list(self._viewers)):
            if viewer not in self._viewers:
                continue
            before = viewer.viewpoint
            if viewer.roles_version != live.roles_version:
                try:
                    await self._look(viewer)
                except (Refusal, StorageDownError):
                    if viewer in self._viewers and not self._viewers[viewer].done():
                        self._viewers[viewer].set_result("refused")
                    continue
            if self._wants(viewer, before):
                after = live.after(viewer.number) if viewer.wants_each else live.table
                update = await self._update(viewer.viewpoint, after)
                if self._wants(viewer, before):
                    self._send(viewer, update)
            if index % AT_ONCE == 0:
                await asyncio.sleep(0)

    def _wants(self, viewer: Viewer, before: Hashable) -> bool:
        """Return whether a page that was at viewpoint `before` has something new to see and has read the rest."""
        if viewer in self._busy and viewer.viewpoint != before:
            viewer.viewpoint, viewer.roles_version = before, -1  # look again when it is free
        is_new = viewer.number < self._live.table.number or viewer.viewpoint != before
        return is_new and viewer in self._viewers and viewer not in self._busy

    async def _look(self, viewer: Viewer) -> None:
        """Look up again what a page may see, because its seat may have been given up."""
        viewer.roles_version = self._live.roles_version
        viewer.viewpoint = await viewer.find_viewpoint()

    async def _update(self, viewpoint: Hashable, table: Table) -> PageUpdate:
        """Return what is seen of a table from a point of view, rendered once."""
        key = (viewpoint, table.number)
        task = self._updates.get(key)
        if task is None or (task.done() and (task.cancelled() or task.exception() is not None)):
            self._forget_old()
            task = self._updates[key] = asyncio.create_task(self._rendered(viewpoint, table.for_thread()))
        return await asyncio.shield(task)

    async def _rendered(self, viewpoint: Hashable, table: Table) -> PageUpdate:
        return await asyncio.to_thread(lambda: PageUpdate(table.number, self._render(table, viewpoint)))

    def _forget_old(self) -> None:
        """Drop updates that every page has been sent and no new page will need."""
        now = self._live.table.number
        sent = min((viewer.number for viewer in self._viewers if viewer.wants_each), default=now)
        self._updates = {
            key: task for key, task in self._updates.items() if not task.done() or key[1] >= now or key[1] > sent
        }


def _data(text: str) -> str:
    """Write a text as the data of a server-sent event."""
    return "".join(f"data: {line}\n" for line in text.splitlines() or [""])
