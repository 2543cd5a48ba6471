"""Reading what all API requests have in common: the caller, ids of commands, and optional members."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from starlette.requests import Request

from tilery.games.reading import Node
from tilery.server.http.requests import address_of, asked_seat, bearer, find_header
from tilery.server.tables.callers import Caller


def read_caller(request: Request) -> Caller:
    return Caller(bearer(request), address_of(request), asked_seat(request))


def client_of(request: Request) -> str | None:
    """Return the idempotency key of a command; an empty one is refused."""
    return find_header(request, b"idempotency-key")


def optional(body: Node, name: str, read: Callable[[Node], Any], default: Any) -> Any:
    """Read a member, or return the default if it is missing or null."""
    node = body.get(name)
    return default if node is None or node.value is None else read(node)


def seconds(body: Node, name: str) -> int | None:
    found: int | None = optional(body, name, lambda node: node.integer(1, 10**8), None)
    return found


def span(body: Node, name: str) -> int:
    found: int = optional(body, name, lambda node: node.integer(0, 10**8), 0)
    return found
