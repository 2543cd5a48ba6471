"""Callers, what their requests cost, and what they watch."""

from __future__ import annotations

from dataclasses import dataclass

from tilery.server.tables.clients import Holder, client_at
from tilery.server.tables.events import RequestId
from tilery.server.tables.live_table import LiveTable
from tilery.server.tables.roles import Role
from tilery.server.tables.texts import check_client_id

# What requests cost, in milliseconds of processor, counted before anything is done; see `python -m bench.costs`.
EVERY = 1
"""What any request costs, whatever it asks for; files of pages and questions after health apart."""
PAGE = 3
"""What a page costs besides, and so does whatever else its scripts fetch."""
PREVIEW, HINT, PICTURE, REPLAY, IMPORT, UNDO, RECORD, SCORE, STREAM, REVIEW = 5, 100, 10, 20, 250, 20, 10, 20, 10, 30
CLUB, CLUB_RATINGS, PROFILE = 5, 50, 100
CARD = 500
LOOK, LIST = 3, 10


@dataclass(frozen=True)
class Caller:
    """Who makes a request."""

    secret: str | None
    address: str
    """Where the request comes from, for limits."""
    seat: int | None = None
    """Which seat is meant, if the request says so: a secret may open several."""

    browser: str | None = None
    """The secret of the browser, if the request comes from a page."""

    @property
    def client(self) -> str:
        """The key under which rate limits are counted."""
        return client_at(self.address)


@dataclass(frozen=True)
class Watching:
    """A table to stream: the role by which the caller sees it, and the event as of which that role was checked."""

    live: LiveTable
    role: Role
    since: int
    holders: tuple[Holder, ...]
    """By whom the stream is counted."""
    caller: Caller


def request_id(role: Role, client: str | None, *asked: object) -> RequestId | None:
    """Return the request id of a command, if its client has given it one."""
    if client is None:
        return None
    who = role.kind if role.seat is None else str(role.seat)
    return RequestId.of(who, check_client_id(client), *asked)
