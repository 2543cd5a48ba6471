"""A table in the memory of this process: its present state, waiters, and cached roles."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tilery.server.tables.events import ARRANGING, Event, RequestId
from tilery.server.tables.presence import Presence
from tilery.server.tables.refusal import Refusal
from tilery.server.tables.roles import Role
from tilery.server.tables.table import Table
from tilery.words import say

log = logging.getLogger("tilery.server")

LOOK_SECONDS = 30.0
"""For how long a table counts as watched after somebody has looked at it."""
RECENT = 16
"""How many states of a watched table are kept for pages that show every one of them."""


class _Waiter(NamedTuple):
    """Somebody who waits for the next change."""

    future: asyncio.Future[None]
    serve: Callable[[], bool] | None

    def is_served(self) -> bool:
        """Tell it of a change without resuming its task, if it can take that; a fault is left to its task."""
        try:
            return self.serve is not None and self.serve()
        except Exception:
            log.exception("a stream could not be told of a change at once")
            return False


@dataclass(eq=False)
class LiveTable:
    """A table with what this process needs around it."""

    table: Table
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while an event is written."""
    roles: dict[str, frozenset[Role]] = field(default_factory=dict)
    """A cache of what secrets open, by their digests."""
    roles_version: int = 0
    """Counts changes of roles: streams that have seen another number look up their role again."""
    is_stale: bool = False
    """Whether storage may know more than this: a commit whose end nobody has heard of."""
    deleted: bool = False
    watchers: int = 0
    """How many streams show it."""
    lookers: Counter[str] = field(default_factory=Counter)
    """Who has a stream of it open: addresses, and digests of browsers' secrets."""
    presence: Presence = field(default_factory=Presence)
    used_at: float = field(default_factory=lambda: asyncio.get_running_loop().time())
    """When this process last made use of it, by the loop's clock."""
    looked_at: float | None = None
    """When somebody last asked for it, by the loop's clock."""
    beats: int = 0
    """How many heartbeats its streams were to send."""
    rendered: dict[Any, Any] = field(default_factory=dict)
    """A cache for whatever is made from the present state for several watchers; emptied by every event."""
    _recent: deque[Table] = field(default_factory=lambda: deque(maxlen=RECENT))
    _results: dict[str, tuple[str, Event]] = field(default_factory=dict)
    _waiters: list[_Waiter] = field(default_factory=list)
    _has_heartbeat: bool = False

    def __post_init__(self) -> None:
        self._index(self.table.events)

    def update(self, table: Table) -> None:
        """Apply new events and wake all waiters."""
        self._index(table.events[self.table.number :])
        self.rendered.clear()
        self.table = table
        if self.watchers:
            self._recent.append(table)
        else:
            self._recent.clear()
        self.wake()

    def after(self, number: int) -> Table:
        """Return the table as it was after the first event beyond a number, or the first that is remembered."""
        return next((table for table in self._recent if table.number > number), self.table)

    def _index(self, events: Iterable[Event]) -> None:
        for event in events:
            if event.client is not None:
                request = RequestId.read(event.client)
                self._results[request.id] = (request.content, event)
            if event.kind in ("sit", "rise", *ARRANGING) or event.body.get("why") == "removed":
                self.roles.clear()
                self.roles_version += 1
            if event.kind in ARRANGING:
                self.presence.forget()

    def result_of(self, request: RequestId) -> Event | None:
        """Return the event that a request has already led to; another request must not have the same id."""
        content, event = self._results.get(request.id, ("", None))
        if content and content != request.content:
            raise Refusal("id_reused", say("That id was already used for something else."))
        return event

    def is_looking(self, holder: str) -> bool:
        """Return whether somebody has it open in this process."""
        return self.lookers[holder] > 0

    def is_idle_since(self, at: float) -> bool:
        """Return whether nobody has made use of it since then, by the loop's clock, nor does now."""
        return self.used_at < at and not self.watchers and not self.lock.locked()

    def note_look(self) -> None:
        """Note that somebody looks at it without a stream."""
        self.looked_at = asyncio.get_running_loop().time()

    @property
    def is_watched(self) -> bool:
        """Whether somebody here watches it, or has just looked at it."""
        if self.watchers:
            return True
        return self.looked_at is not None and asyncio.get_running_loop().time() < self.looked_at + LOOK_SECONDS

    def wake(self) -> None:
        """Wake all waiters."""
        waiters, self._waiters = self._waiters, []
        for waiter in waiters:
            if waiter.future.done():
                continue
            if waiter.is_served():
                self._waiters.append(waiter)
            else:
                waiter.future.set_result(None)

    def next_change(self, serve: Callable[[], bool] | None = None) -> asyncio.Future[None]:
        """Return a future that is resolved by the next change. If `serve` is given, it is called with each change
        first, and the wait goes on as long as it returns True: resuming a task costs more than most changes do."""
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiters.append(_Waiter(future, serve))
        return future

    def start_heartbeat(self, seconds: float) -> None:
        """Wake all waiters every so many seconds, for as long as anybody watches."""
        if not self._has_heartbeat:
            self._has_heartbeat = True
            asyncio.get_running_loop().call_later(seconds, self._beat, seconds)

    def _beat(self, seconds: float) -> None:
        self._has_heartbeat = False
        if self.watchers:
            self.beats += 1
            self.wake()
            self.start_heartbeat(seconds)
