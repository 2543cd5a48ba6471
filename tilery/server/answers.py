"""Answers and requests in JSON: one format for errors, careful reading of bodies, limits."""

from __future__ import annotations

import json
from typing import Any

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from tilery.games.reading import DocumentError, Node
from tilery.server.table import Refusal

SECURITY_HEADERS = {
    "content-security-policy": "default-src 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
}


def answer(value: Any, status: int = 200) -> Response:
    return Response(encode(value), status, headers=SECURITY_HEADERS, media_type="application/json")


def encode(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "backslashreplace")


def refuse(refusal: Refusal) -> Response:
    return answer({"error": {"code": refusal.code, "message": refusal.sentence}}, refusal.status)


async def read_body(request: Request, most: int) -> Node:
    """The JSON object in the body of a request."""
    if request.headers.get("content-type", "").split(";")[0].strip().lower() != "application/json":
        raise Refusal("not_json", "Send the body as application/json.", 415)
    chunks = bytearray()
    try:
        async for chunk in request.stream():
            chunks += chunk
            if len(chunks) > most:
                raise Refusal("too_large", f"A body has at most {most} bytes.", 413)
    except ClientDisconnect:
        raise Refusal("gone", "The body ended too early.", 400) from None
    try:
        node = Node(json.loads(chunks or b"{}"))
        node.mapping()
    except (ValueError, RecursionError, DocumentError):
        raise Refusal("not_json", "The body is not a JSON object.", 400) from None
    return node


def bearer(request: Request) -> str | None:
    """The secret that came with a request."""
    kind, _, secret = request.headers.get("authorization", "").partition(" ")
    return secret.strip() if kind.lower() == "bearer" and secret.strip() else None
