"""What happens at a table: events in its log, and commands that would become the next one."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tilery.match.match import Match

DIGEST_LENGTH = 16
QUIET_KINDS = frozenset({"expiry", "unsay"})
"""Events that are not a sign of life: a table that nothing else happens at is still abandoned."""
ARRANGING = ("arrange", "edit")
"""Events after which people sit on other seats."""


@dataclass(frozen=True)
class Event:
    """Something that happened at a table. Numbers count from 1 without a gap."""

    number: int
    kind: str
    seat: int | None
    body: dict[str, Any]
    at: float
    client: str | None = None
    """By what its request is recognised if it is repeated: a `RequestId` as text."""


@dataclass(frozen=True)
class RequestId:
    """Identifies a repeated request: an id that its client has chosen, and a digest of what it asks for."""

    id: str
    """Who asks, and the client's id."""
    content: str
    """A digest of what is asked for; empty for what was written before there was one."""

    @classmethod
    def of(cls, who: str, client: str, *asked: object) -> RequestId:
        return cls(f"{who} {client}", hashlib.sha256(repr(asked).encode()).hexdigest()[:DIGEST_LENGTH])

    @classmethod
    def read(cls, text: str) -> RequestId:
        """Read it as it is stored with an event."""
        if text.startswith("#"):
            return cls(text[DIGEST_LENGTH + 2 :], text[1 : DIGEST_LENGTH + 1])
        return cls(text, "")

    def __str__(self) -> str:
        return f"#{self.content} {self.id}"


@dataclass(frozen=True)
class Command:
    """An event that may be next in the log: it has been checked against the table."""

    kind: str
    seat: int | None = None
    body: dict[str, Any] = field(default_factory=dict)
    match: Match | None = None
    """The match after it, where checking the command has played it already."""

    def event(self, number: int, at: float, client: str | None = None) -> Event:
        """Return the event that this becomes."""
        return Event(number, self.kind, self.seat, self.body, at, client)


def without_name(event: Event, seat: int) -> Event:
    """Return an event that no longer tells the name of the person on `seat`, nor what they said."""
    if event.seat == seat and event.kind == "sit":
        return replace(event, body={**event.body, "name": ""})
    if event.seat == seat and event.kind == "chat":
        return replace(event, body={**event.body, "text": ""})
    return event


def without_text(event: Event) -> Event:
    """Return a message that no longer tells what was said."""
    return replace(event, body={**event.body, "text": ""})


def without_names(events: Sequence[Event], seat: int) -> list[Event]:
    """Return a log that no longer tells the name and messages of the person on `seat`, wherever they sat before."""
    found: list[Event] = []
    own: int | None = seat
    for event in reversed(events):
        if event.kind in ARRANGING:
            own = None if own is None else event.body["order"][own]
        found.append(event if own is None else without_name(event, own))
    return found[::-1]


def with_present_seats(events: Sequence[Event]) -> list[tuple[Event, int | None]]:
    """Return events, each with the seat that its person has now; None for one that is gone or was nobody's."""
    found: list[tuple[Event, int | None]] = []
    now: dict[int, int] | None = None
    for event in reversed(events):
        if event.kind in ARRANGING:
            order = event.body["order"]
            now = {
                old: seat if now is None else now[seat]
                for seat, old in enumerate(order)
                if old is not None and (now is None or seat in now)
            }
        seat = event.seat
        found.append((event, seat if now is None or seat is None else now.get(seat)))
    return found[::-1]


def undone_in(events: Iterable[Event]) -> int:
    """Return how many times somebody went back in a game against bots alone, where that is not limited.

    A record that was uploaded tells it with its beginning.
    """
    return sum(
        event.body.get("undone", 0) if event.kind == "start" else event.kind == "undo" and "count" in event.body
        for event in events
    )
