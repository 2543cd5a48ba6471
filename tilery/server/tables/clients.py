"""Who counts as one client where limits are counted: an address, or the IPv6 network that one household is given."""

from __future__ import annotations

import hashlib
import ipaddress
from functools import lru_cache

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
