"""Building blocks of the API description: objects, lists, and what many requests have in common."""

from __future__ import annotations

from typing import Any

from tilery.server.http.requests import LAST_SEAT
from tilery.server.tables.texts import LONGEST_NAME
from tilery.server.tables.tokens import LONGEST_SECRET, SHORTEST_SECRET

Schema = dict[str, Any]


def object_of(required: Schema | None = None, **optional: Schema) -> Schema:
    """Return an object with these members and no others."""
    required = required or {}
    return {
        "type": "object",
        "properties": {**required, **optional},
        "required": list(required),
        "additionalProperties": False,
    }


def list_of(of: Schema) -> Schema:
    return {"type": "array", "items": of}


def or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def ref(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


TEXT: Schema = {"type": "string"}
FLAG: Schema = {"type": "boolean"}
NUMBER: Schema = {"type": "integer", "minimum": 0}
SEAT: Schema = {"type": "integer", "minimum": 0, "maximum": LAST_SEAT}
SECONDS: Schema = {"type": "integer", "minimum": 1, "maximum": 10**8}
SPAN: Schema = {**SECONDS, "minimum": 0}
ANY_OBJECT: Schema = {"type": "object"}
NAME: Schema = {
    "type": "string",
    "minLength": 1,
    "maxLength": LONGEST_NAME,
    "pattern": r"\S",
    "description": "Non-printable characters count as spaces; leading and trailing spaces are ignored",
}
BROWSER: Schema = {"type": "string", "minLength": SHORTEST_SECRET, "maxLength": LONGEST_SECRET, "pattern": r"^[!-~]+$"}
TOLD = object_of({"number": NUMBER})
