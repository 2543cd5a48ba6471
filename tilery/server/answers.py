"""Answers and requests in JSON: one format for errors, careful reading of bodies, limits."""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import Mapping
from typing import Any

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from tilery.games.reading import DocumentError, Node, no_doubles
from tilery.server.table import Refusal
from tilery.words import say

SECURITY_HEADERS = {
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
}
LONGEST_SECRET = 100
BODY_IS_HERE = "tilery.body_is_here"
"""In the scope of a request once all of it has come: there is nothing to wait for, and no clock is needed."""


_HEADERS = [(name.encode(), value.encode()) for name, value in SECURITY_HEADERS.items()]


class Answer(Response):
    """JSON. Its headers are written once and not for every answer."""

    media_type = "application/json"

    def init_headers(self, headers: Mapping[str, str] | None = None) -> None:
        assert headers is None
        length = (b"content-length", b"%d" % len(self.body))
        self.raw_headers = [length, (b"content-type", b"application/json"), *_HEADERS]


def answer(value: Any, status: int = 200) -> Response:
    return Answer(encode(value), status)


_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


def encode(value: Any) -> bytes:
    return _ENCODER.encode(value).encode("utf-8", "backslashreplace")


def refuse(refusal: Refusal) -> Response:
    return answer({"error": {"code": refusal.code, "message": refusal.sentence}}, refusal.status)


def header(request: Request, name: bytes, default: str = "") -> str:
    """A header by its name in small letters; quicker than Starlette's, and every move asks for some."""
    for key, value in request.scope["headers"]:
        if key == name:
            return str(value, "latin-1")
    return default


async def read_body(request: Request, most: int, seconds: float) -> Node:
    """The JSON object in the body of a request."""
    if header(request, b"content-type").split(";")[0].strip().lower() != "application/json":
        raise Refusal("not_json", say("Send the body as application/json."), 415)
    chunks = await read_bytes(request, most, seconds)
    try:
        text = chunks.decode()
        node = Node(_DECODER.decode(text or "{}"))
        node.mapping()
        if "\\u" in text:
            _ENCODER.encode(node.value).encode()  # escapes may spell what is no Unicode, and that cannot be stored
    except (ValueError, RecursionError):
        raise Refusal("not_json", say("The body is not a JSON object."), 400) from None
    return node


async def read_bytes(request: Request, most: int, seconds: float) -> bytearray:
    """The body of a request, if it is not too large and not too slow."""
    declared = header(request, b"content-length", "0")
    if len(declared) > 18 or int(declared) > most:
        raise _too_large(most)
    try:
        if BODY_IS_HERE in request.scope:
            return await _all_of(request, most)
        async with asyncio.timeout(seconds):
            return await _all_of(request, most)
    except TimeoutError:
        raise Refusal(
            "too_slow", say("A request has to arrive within {seconds} seconds.", seconds=f"{seconds:g}"), 408
        ) from None
    except ClientDisconnect:
        raise Refusal("gone", say("The body ended too early."), 400) from None


async def _all_of(request: Request, most: int) -> bytearray:
    chunks = bytearray()
    async for chunk in request.stream():
        chunks += chunk
        if len(chunks) > most:
            raise _too_large(most)
    return chunks


def _too_large(most: int) -> Refusal:
    return Refusal("too_large", say("A body has at most {most} bytes.", most=most), 413)


def _number(text: str) -> float:
    """A number with a point or an exponent; 2.0 and 2 are the same number."""
    number = float(text)
    if not math.isfinite(number):
        raise DocumentError(say("{name} is no JSON", name=text))
    return int(number) if number.is_integer() else number


def _no_constant(name: str) -> None:
    raise DocumentError(say("{name} is no JSON", name=name))


_DECODER = json.JSONDecoder(object_pairs_hook=no_doubles, parse_float=_number, parse_constant=_no_constant)


def bearer(request: Request) -> str | None:
    """The secret that came with a request."""
    kind, _, secret = header(request, b"authorization").partition(" ")
    secret = secret.strip()
    return secret if kind.lower() == "bearer" and 0 < len(secret) <= LONGEST_SECRET else None


def check_origin(request: Request) -> None:
    """Refuse what a page of another site lets a browser ask for."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    if site := header(request, b"sec-fetch-site"):
        is_own = site in ("same-origin", "none")
    else:
        origin = header(request, b"origin")
        is_own = not origin or origin.partition("://")[2] == header(request, b"host")
    if not is_own:
        raise Refusal("cross_site", say("Another site's page cannot do that here."), 403)
