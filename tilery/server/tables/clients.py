"""Clients and their slots: an address, or the IPv6 network of one household, counts as one client."""

from __future__ import annotations

import hashlib
import ipaddress
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import NamedTuple

IPV6_NETWORK = 64
OWNER_DIGITS = 4


@lru_cache(maxsize=10_000)
def client_at(address: str) -> str:
    """Return the client that an address belongs to."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:  # a socket in the file system, or nothing at all
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, IPV6_NETWORK), strict=False))
    return str(found)


def owner_of(client: str) -> str:
    """Return what is stored of the client that has made a table, to share time fairly among owners.

    It is one of 65,536 numbers: enough to tell those apart who are here now, too few to tell who somebody was.
    """
    return hashlib.sha256(client.encode()).hexdigest()[:OWNER_DIGITS]


class Holder(NamedTuple):
    """A holder of slots, and how many it may have."""

    name: str
    most: int
    """How many it may hold while there is room."""


class Slots:
    """A limited number of slots, with a maximum per holder. The last fifth is reserved for holders of few."""

    KEPT_FREE = 0.2
    FEW = 20
    """While little is left, a holder may have one part in so many of what it may have otherwise."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._held: Counter[str] = Counter()
        self.used = 0

    def has_room(self, holders: Iterable[Holder]) -> bool:
        """Return whether a slot is free for somebody, who may count as several holders."""
        if self.used >= self._total:
            return False
        is_scarce = self.used >= self._total * (1 - self.KEPT_FREE)
        return all(self._held[name] < (max(1, most // self.FEW) if is_scarce else most) for name, most in holders)

    def most_held(self, holders: Iterable[Holder]) -> int:
        """Return how many one of some holders has."""
        return max((self._held[name] for name, _ in holders), default=0)

    def take(self, holders: Iterable[Holder]) -> None:
        self.used += 1
        self._held.update(name for name, _ in holders)

    def give_back(self, holders: Iterable[Holder]) -> None:
        self.used -= 1
        for name, _ in holders:
            self._held[name] -= 1
            if not self._held[name]:
                del self._held[name]

    @contextmanager
    def held(self, holders: Iterable[Holder]) -> Iterator[None]:
        self.take(holders)
        try:
            yield
        finally:
            self.give_back(holders)
