"""A server below a path, such as https://example.org/tiles/.

Pages and handlers use addresses without it; it is added where they leave the server.
"""

from __future__ import annotations

from starlette.responses import Response


def add_prefix(response: Response, prefix: str) -> Response:
    """Add the prefix to redirects and to the paths of cookies."""
    if prefix:
        response.raw_headers = [(name, _within(name, value, prefix.encode())) for name, value in response.raw_headers]
    return response


def _within(name: bytes, value: bytes, prefix: bytes) -> bytes:
    if name == b"location" and value.startswith(b"/"):
        return prefix + value
    if name == b"set-cookie":
        return value.replace(b"; Path=/", b"; Path=" + prefix + b"/", 1)
    return value
