"""Reading requests: headers, bodies within limits, and who asks."""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import Callable

from starlette.requests import ClientDisconnect, Request

from tilery.games.reading import DocumentError, Node, no_doubles
from tilery.server.tables.host_state import HostState
from tilery.server.tables.refusal import Refusal
from tilery.server.tables.tokens import LONGEST_SECRET
from tilery.words import say

LAST_SEAT = 63
"""No game has more seats; which of them a table has is the table's business."""
HOST_STATE = "tilery.host_state"
"""In the scope of a request: whom the host has banned."""
COUNT_WORK = "tilery.count_work"
"""In the scope of a request: counts the work that an address asks for, or refuses it."""
BROWSER_COOKIE = "tilery"
FOR_ALL = ("/static/", "/host", "/livez", "/readyz", "/healthz")
UNCOUNTED = ("/static/", "/livez", "/readyz", "/healthz")
BODY_IS_HERE = "tilery.body_is_here"
"""In the scope of a request once all of it has come: there is nothing to wait for, and no clock is needed."""


def find_header(request: Request, name: bytes) -> str | None:
    """Return a header by its name in small letters; quicker than Starlette, and every move asks for some."""
    for key, value in request.scope["headers"]:
        if key == name:
            return str(value, "latin-1")
    return None


def header(request: Request, name: bytes, default: str = "") -> str:
    """Return a header, or the default if it was not sent."""
    found = find_header(request, name)
    return default if found is None else found


def content_type(request: Request) -> str:
    return header(request, b"content-type").split(";")[0].strip().lower()


def address_of(request: Request) -> str:
    """Return the client address of a request."""
    return request.client.host if request.client else ""


def table_id(request: Request) -> str:
    return str(request.path_params["id"])


def bearer(request: Request) -> str | None:
    """Return the secret that came with a request."""
    kind, _, secret = header(request, b"authorization").partition(" ")
    secret = secret.strip()
    return secret if kind.lower() == "bearer" and 0 < len(secret) <= LONGEST_SECRET else None


def asked_seat(request: Request) -> int | None:
    """Return the seat that a request names with `?seat=`."""
    text = request.query_params.get("seat") if request.scope["query_string"] else None
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= 2 and int(text) <= LAST_SEAT):
        raise Refusal("bad_number", say("seat must be the number of a seat."))
    return int(text)


def check_origin(request: Request) -> None:
    """Reject cross-site requests."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    if site := header(request, b"sec-fetch-site"):
        is_own = site in ("same-origin", "none")
    else:
        origin = header(request, b"origin")
        is_own = not origin or origin.partition("://")[2] == header(request, b"host")
    if not is_own:
        raise Refusal("cross_site", say("This request came from another site and was blocked."))


def _path(request: Request) -> str:
    """Return the path of a request within the server, which may itself be below one."""
    return str(request.scope["path"]).removeprefix(request.scope.get("root_path", ""))


def check_budget(request: Request) -> None:
    """Count a request before anything is done for it; what costs more than others is counted once more where that is
    known. Static files and health checks cost next to nothing."""
    count: Callable[[str], None] | None = request.scope.get(COUNT_WORK)
    if count is not None and not _path(request).startswith(UNCOUNTED):
        count(address_of(request))


def check_ban(request: Request) -> None:
    """Refuse banned callers, except for static files and the host's own page, which has a key."""
    state: HostState | None = request.scope.get(HOST_STATE)
    if state is None or not state.has_bans or _path(request).startswith(FOR_ALL):
        return
    state.check(address_of(request), bearer(request) or request.cookies.get(BROWSER_COOKIE))


# Bodies.


async def read_body(request: Request, most: int, seconds: float) -> Node:
    """Read the JSON object in the body of a request."""
    if content_type(request) != "application/json":
        raise Refusal("wrong_type", say("Send the body as application/json."))
    chunks = await read_bytes(request, most, seconds)
    try:
        text = chunks.decode()
        node = Node(_DECODER.decode(text or "{}"))
        node.mapping()
        if "\\u" in text:
            json.dumps(node.value, ensure_ascii=False).encode()  # escapes may spell what is no Unicode
    except (ValueError, RecursionError):
        raise Refusal("not_json", say("The body is not a JSON object.")) from None
    return node


async def read_bytes(request: Request, most: int, seconds: float) -> bytearray:
    """Read the body of a request, if it is not too large and not too slow."""
    declared = header(request, b"content-length", "0")
    if len(declared) > 18 or int(declared) > most:
        raise _too_large(most)
    try:
        if BODY_IS_HERE in request.scope:
            return await _read_all(request, most)
        async with asyncio.timeout(seconds):
            return await _read_all(request, most)
    except TimeoutError:
        sentence = say("A request must arrive within {seconds} seconds.", seconds=f"{seconds:g}")
        raise Refusal("too_slow", sentence) from None
    except ClientDisconnect:
        raise Refusal("gone", say("The body ended too early.")) from None


async def _read_all(request: Request, most: int) -> bytearray:
    chunks = bytearray()
    async for chunk in request.stream():
        chunks += chunk
        if len(chunks) > most:
            raise _too_large(most)
    return chunks


def _too_large(most: int) -> Refusal:
    return Refusal("too_large", say("A request body can have at most {most} bytes.", most=most))


def _number(text: str) -> float:
    """Read a number with a point or an exponent; 2.0 and 2 are the same number."""
    number = float(text)
    if not math.isfinite(number):
        raise DocumentError(say("{name} is not valid JSON", name=text))
    return int(number) if number.is_integer() else number


def _no_constant(name: str) -> None:
    raise DocumentError(say("{name} is not valid JSON", name=name))


_DECODER = json.JSONDecoder(object_pairs_hook=no_doubles, parse_float=_number, parse_constant=_no_constant)
