"""What the host has decided for all: who is banned for a time, and what is announced. A copy of what is stored.

A ban of a browser may be wide: then the addresses from which it comes while it is banned are shut out, too. These are
known in memory alone.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Callable
from dataclasses import dataclass

from tilery.server.storage import host_queries
from tilery.server.storage.database import Storage
from tilery.server.tables.clients import client_at
from tilery.server.tables.refusal import Refusal
from tilery.server.tables.texts import duration
from tilery.server.tables.tokens import digest_of
from tilery.words import say

Network = ipaddress.IPv4Network | ipaddress.IPv6Network
MOST_REMEMBERED = 10_000


@dataclass(frozen=True)
class Announcement:
    """What the host tells everybody for a time."""

    text: str
    until: float


class HostState:
    """Bans and the announcement, as this process knows them."""

    def __init__(self, storage: Storage, now: Callable[[], float]) -> None:
        self._storage = storage
        self._now = now
        self._networks: list[tuple[Network, float]] = []
        self._browsers: dict[str, host_queries.Ban] = {}
        self._addresses: dict[str, float] = {}
        """Clients at which a browser was seen whose ban is wide, and until when it is banned."""
        self._announcement: Announcement | None = None

    @property
    def announcement(self) -> str:
        """What is announced now; empty if nothing is."""
        told = self._announcement
        return told.text if told is not None and told.until > self._now() else ""

    @property
    def has_bans(self) -> bool:
        return bool(self._networks or self._browsers)

    async def reload(self) -> None:
        """Read bans and the announcement again."""
        now = self._now()
        bans = await self._storage.read(lambda connection: host_queries.bans(connection, now))
        told = await self._storage.read(host_queries.announcement)
        self._announcement = None if told is None else Announcement(*told)
        self._networks = [(ipaddress.ip_network(ban.network), ban.until) for ban in bans if ban.network]
        self._browsers = {ban.browser: ban for ban in bans if ban.browser}
        self._addresses.clear()

    def check(self, address: str, secret: str | None) -> None:
        """Refuse whoever is banned."""
        until = self._banned_until(address, secret)
        if until is not None and until > (now := self._now()):
            raise Refusal(
                "banned",
                say("The host has banned you from this server. Try again in {time}.", time=duration(until - now)),
            )

    def _banned_until(self, address: str, secret: str | None) -> float | None:
        if not self.has_bans:
            return None
        client = client_at(address)
        ban = self._browsers.get(digest_of(secret)) if secret is not None and self._browsers else None
        if ban is not None:
            if ban.wide and len(self._addresses) < MOST_REMEMBERED:
                self._addresses[client] = ban.until
            return ban.until
        if client in self._addresses:
            return self._addresses[client]
        try:
            found = ipaddress.ip_address(address.partition("%")[0])
        except ValueError:  # a socket in the file system
            return None
        if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is not None:
            found = found.ipv4_mapped
        return max((until for network, until in self._networks if found in network), default=None)


def read_network(text: str) -> str:
    """Read an address or a network to be banned; of IPv6, the network that one household is given."""
    try:
        return str(ipaddress.ip_network(client_at(text) if "/" not in text else text, strict=False))
    except ValueError:
        raise Refusal("bad_request", say("That is neither an address nor a network: {text}", text=text)) from None
