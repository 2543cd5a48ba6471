"""What happens at a table: events in its log, and commands that would become the next one."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from tilery.match.match import Match


@dataclass(frozen=True)
class Event:
    """Something that happened at a table. Numbers count from 1 without a gap."""

    number: int
    kind: str
    seat: int | None
    body: dict[str, Any]
    at: float
    client: str | None = None
    """The id that a client gave its move, so that a retry is recognised."""


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
    """Return an event that no longer tells the name of the person on `seat`."""
    return replace(event, body={**event.body, "name": ""}) if event.kind == "sit" and event.seat == seat else event
