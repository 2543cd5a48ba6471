"""Responses in JSON, with one format for errors."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from starlette.responses import Response

from tilery.server.http.errors import STATUS
from tilery.server.tables.refusal import Refusal

SECURITY_HEADERS = {
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
}
_HEADERS = [(name.encode(), value.encode()) for name, value in SECURITY_HEADERS.items()]
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


class JsonResponse(Response):
    """JSON. Its headers are encoded once and not for every response."""

    media_type = "application/json"

    def init_headers(self, headers: Mapping[str, str] | None = None) -> None:
        assert headers is None
        length = (b"content-length", b"%d" % len(self.body))
        self.raw_headers = [length, (b"content-type", b"application/json"), *_HEADERS]


def json_response(value: Any, status: int = 200) -> Response:
    return JsonResponse(encode(value), status)


def error_response(refusal: Refusal) -> Response:
    return json_response({"error": {"code": refusal.code, "message": refusal.sentence}}, STATUS[refusal.code])


def encode(value: Any) -> bytes:
    """Encode a value as JSON."""
    return _ENCODER.encode(value).encode("utf-8", "backslashreplace")
