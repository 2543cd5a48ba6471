"""Sends one message by Apprise: a program of its own, which `services.py` starts for each message.

Apprise talks to whatever address it was given, by way of several libraries. So whom this process may talk to is checked
where all of them end up, in Python's own sockets: names when they are looked up, addresses when they are connected to,
those of redirects as well. A program can also be ended when it takes too long, and leaves no memory behind.
"""

from __future__ import annotations

import json
import logging
import sys
from enum import IntEnum
from typing import Any

from tilery.server.notices.outbound import ForbiddenAddressError, is_public

SECONDS = 8.0
"""How long a service may take to be reached, and to answer."""


class Outcome(IntEnum):
    """What became of a message; the exit code of this program."""

    SENT = 0
    FAILED = 1
    UNKNOWN_ADDRESS = 3
    FORBIDDEN = 4


class Guard:
    """An audit hook that refuses connections to forbidden hosts and addresses."""

    def __init__(self, hosts: list[str], *, private: bool) -> None:
        self._hosts = hosts
        self._private = private
        self.has_refused = False

    def __call__(self, event: str, details: tuple[Any, ...]) -> None:
        if event == "socket.getaddrinfo":
            self._check_host(str(details[0]))
        elif event in ("socket.connect", "socket.sendto", "socket.sendmsg"):
            self._check_address(details[1])
        elif event in ("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn"):
            raise self._refusal("a message starts no program")

    def _check_host(self, host: str) -> None:
        if self._hosts and host.lower().rstrip(".") not in self._hosts:
            raise self._refusal("this host is not among those that are allowed")

    def _check_address(self, address: object) -> None:
        if self._private or address is None:  # None: the other end of a connection that exists
            return
        if not isinstance(address, tuple) or not is_public(str(address[0])):
            raise self._refusal("not a public address")

    def _refusal(self, why: str) -> Exception:
        self.has_refused = True
        return RefusedConnectionError(why)


class RefusedConnectionError(ForbiddenAddressError, OSError):
    """A connection that was not made; libraries handle it as one that has failed."""


def send(url: str, title: str, body: str, *, services: list[str], guard: Guard) -> Outcome:
    """Send a message to an Apprise address, if it is one of a service that may be used."""
    import apprise  # noqa: PLC0415  (it takes a third of a second)

    logging.disable()  # it would write addresses
    asset = apprise.AppriseAsset(app_id="Tilery", app_desc="Tilery", app_url="", async_mode=False)
    service = apprise.Apprise.instantiate(url, asset=asset)
    if service is None:
        return Outcome.UNKNOWN_ADDRESS
    if services and not services_of(service) & set(services):
        return Outcome.FORBIDDEN
    service.redirects = False
    service.socket_connect_timeout = service.socket_read_timeout = SECONDS
    sys.addaudithook(guard)
    if service.notify(body=body, title=title, body_format=apprise.NotifyFormat.TEXT):
        return Outcome.SENT
    return Outcome.FORBIDDEN if guard.has_refused else Outcome.FAILED


def services_of(service: Any) -> set[str]:
    """Return the names that addresses of a service begin with; only those with TLS if this one has it."""
    names = service.secure_protocol if service.secure or not service.protocol else service.protocol
    return {names} if isinstance(names, str) else set(names or ())


def main() -> int:
    """Read what to send from standard input, as JSON, and return what became of it."""
    asked = json.load(sys.stdin)
    guard = Guard(asked["hosts"], private=asked["private"])
    try:
        return send(asked["url"], asked["title"], asked["body"], services=asked["services"], guard=guard)
    except RefusedConnectionError:
        return Outcome.FORBIDDEN


if __name__ == "__main__":
    sys.exit(main())
