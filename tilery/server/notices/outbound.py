"""Requests to addresses that users have entered: never to machines inside the server's own network,
unless the host allows it."""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
from collections.abc import Mapping
from urllib.parse import urlsplit

SECONDS = 10.0
PORTS = {"https": 443, "http": 80}
TRANSLATED = ipaddress.ip_network("64:ff9b::/96")
"""IPv6 addresses that a gateway turns into the IPv4 address at their end."""


class ForbiddenAddressError(Exception):
    """An address to which this server sends nothing."""


def is_public(text: str) -> bool:
    """Return whether an address is outside of this network, also if one kind of address is written as another."""
    address: ipaddress.IPv4Address | ipaddress.IPv6Address = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):
        if address in TRANSLATED:
            address = ipaddress.IPv4Address(int(address) & 0xFFFF_FFFF)
        else:
            address = address.ipv4_mapped or address.sixtofour or (address.teredo or (address,))[-1]
    return address.is_global and not address.is_multicast


def check_address(url: str, *, private: bool) -> None:
    """Refuse an address that is obviously forbidden; names are only looked up when something is sent."""
    parts = urlsplit(url)
    if parts.scheme not in (PORTS if private else ("https",)) or not parts.hostname:
        raise ForbiddenAddressError("only addresses that begin with https:// are allowed")
    if parts.username or parts.password or (parts.port is not None and not private and parts.port != PORTS["https"]):
        raise ForbiddenAddressError("an address can have no password and no port of its own")
    if not private and _is_inside(parts.hostname):
        raise ForbiddenAddressError("addresses inside this network are not allowed")


def _is_inside(host: str) -> bool:
    """Return whether a host is written as an address inside this network, in any way that the system understands."""
    try:
        numeric = socket.getaddrinfo(host, None, flags=socket.AI_NUMERICHOST)
    except (OSError, UnicodeError):  # a name, which is looked up when something is sent
        return False
    return not all(is_public(str(address[0])) for *_, address in numeric)


def post(url: str, body: bytes, headers: Mapping[str, str], *, private: bool = False) -> int:
    """Send something and return the status of the answer. Redirects are not followed."""
    check_address(url, private=private)
    parts = urlsplit(url)
    assert parts.hostname is not None
    port = parts.port or PORTS[parts.scheme]
    connected = _connected(parts.hostname, port, private)
    try:
        if parts.scheme == "https":
            connected = ssl.create_default_context().wrap_socket(connected, server_hostname=parts.hostname)
        connection = http.client.HTTPConnection(parts.hostname, parts.port)
        connection.sock = connected
        path = parts.path or "/"
        connection.request("POST", f"{path}?{parts.query}" if parts.query else path, body, dict(headers))
        return connection.getresponse().status
    finally:
        connected.close()


def _connected(host: str, port: int, private: bool) -> socket.socket:
    """Connect to the very IP address that was checked, because a name may resolve to another one next time."""
    for family, kind, _, _, address in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM):
        if private or is_public(str(address[0])):
            connection = socket.socket(family, kind)
            connection.settimeout(SECONDS)
            try:
                connection.connect(address)
            except OSError:
                connection.close()
                continue
            return connection
    raise ForbiddenAddressError(f"{host} cannot be reached, or is not a public address")
