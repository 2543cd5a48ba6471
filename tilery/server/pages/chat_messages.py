"""What people have said at a table, as its pages show it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tilery.server.tables.events import with_present_seats
from tilery.server.tables.table import Table

LATEST = 50


class Message(NamedTuple):
    """Something that somebody has said."""

    number: int
    seat: int | None
    """The seat that its sender has now; None if they have left."""
    name: str
    """The name that its sender has now; empty if they have left."""
    is_own: bool
    text: str
    at: float


def latest_messages(table: Table, names: Sequence[str], seat: int | None) -> list[Message]:
    """Return the latest messages, as somebody on `seat` reads them."""
    said = [
        Message(
            event.number,
            by,
            "" if by is None else names[by],
            by is not None and by == seat,
            event.body["text"],
            event.at,
        )
        for event, by in with_present_seats(table.events)
        if event.kind == "chat" and event.body["text"]
    ]
    return said[-LATEST:]
