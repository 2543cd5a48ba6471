"""The description of the JSON API (OpenAPI 3.1), served as /api/openapi.json. Handlers are referred to by name."""

from __future__ import annotations

from functools import cache
from typing import Any

import tilery
from tilery import bots, games
from tilery.server.api.club_openapi import CLUB_PATHS, club_components, club_operations
from tilery.server.api.schemas import (
    ANY_OBJECT,
    BROWSER,
    FLAG,
    NAME,
    NUMBER,
    SEAT,
    SECONDS,
    SPAN,
    TEXT,
    TOLD,
    Schema,
)
from tilery.server.api.schemas import list_of as _list
from tilery.server.api.schemas import object_of as _object
from tilery.server.api.schemas import or_null as _or_null
from tilery.server.api.schemas import ref as _ref
from tilery.server.tables.moderation import LAST_NUMBER
from tilery.server.tables.texts import LONGEST_CHAT, LONGEST_CLIENT_ID, LONGEST_NAME, SHORTEST_SECRET_ID

TABLE = "/api/tables/{id}"


def _components() -> Schema:
    level = {"enum": list(bots.LEVELS)}
    summary: Schema = {
        "id": TEXT,
        "name": TEXT,
        "game": TEXT,
        "rules": NUMBER,
        "seats": NUMBER,
        "options": ANY_OBJECT,
        "public": FLAG,
        "status": {"enum": ["open", "running", "over"]},
        "number": NUMBER,
        "waiting": _list(SEAT),
        "players": _list(_ref("Player")),
    }
    return {
        "Error": _object({"error": _object({"code": TEXT, "message": TEXT})}),
        "Level": level,
        "NewPlayer": {
            "oneOf": [
                _object({"kind": {"const": "open"}}),
                _object({"kind": {"const": "bot"}, "level": _ref("Level")}),
                _object({"kind": {"const": "person"}, "name": NAME}),
            ]
        },
        "NewTable": _object(
            {"game": {"enum": games.names()}, "players": {**_list(_ref("NewPlayer")), "minItems": 1, "maxItems": 5}},
            name=_or_null({"type": "string", "maxLength": LONGEST_NAME}),
            options=_or_null(ANY_OBJECT),
            public=_or_null(FLAG),
            start=_or_null(FLAG),
            chat=FLAG,
            seconds_per_move=_or_null(SECONDS),
            seconds_per_game=_or_null(SECONDS),
            increment=_or_null(SPAN),
            holiday_seconds=_or_null(SPAN),
            absent_after={"type": "integer", "minimum": 10, "maximum": 10**8},
            stand_in=_ref("Level"),
            browser=_or_null(BROWSER),
        ),
        "Secrets": _object(
            {"id": TEXT, "owner": TEXT, "invite": TEXT, "watch": TEXT, "seats": _list(_or_null(TEXT))},
        ),
        "Player": _object(
            {
                "kind": {"enum": ["open", "person", "bot"]},
                "name": TEXT,
                "level": _or_null(_ref("Level")),
                "away": FLAG,
                "seconds_used": {"type": "number"},
                "time_up_at": _or_null({"type": "number"}),
                "holiday_until": _or_null({"type": "number"}),
            }
        ),
        "Summary": _object(summary),
        "MyTable": _object({**summary, "roles": _list(TEXT), "own_seats": _list(SEAT)}),
        "Table": _object(
            {
                **summary,
                "seat": _or_null(SEAT),
                "seed_hash": TEXT,
                "seed": _or_null(TEXT),
                "chat": FLAG,
                "seconds_per_move": _or_null({"type": "number"}),
                "seconds_per_game": _or_null({"type": "number"}),
                "increment": {"type": "number"},
                "holiday_seconds": {"type": "number"},
                "absent_after": {"type": "number"},
                "fair_wait": {"type": "number"},
                "rematch": _or_null(TEXT),
                "view": _or_null(_ref("View")),
                "outcome": _or_null(_ref("Outcome")),
            }
        ),
        "View": _object(
            {
                "waiting": _list(SEAT),
                "legal_moves": _list(TEXT),
                "table": ANY_OBJECT,
                "picture": TEXT,
                "last_moves": _list({"type": "array"}),
            }
        ),
        "Outcome": _object(
            {
                "scores": _list({"type": "object", "additionalProperties": {"type": "integer"}}),
                "winners": _list(SEAT),
                "tiebreak": _or_null(TEXT),
            }
        ),
        "Option": _object(
            {"name": TEXT, "default": TEXT, "meaning": TEXT, "values": _list(TEXT), "seats": _or_null(_list(NUMBER))}
        ),
        "Game": _object(
            {
                "name": TEXT,
                "title": TEXT,
                "rules": NUMBER,
                "seats": _list(NUMBER),
                "options": _list(_ref("Option")),
                "categories": _list(TEXT),
            }
        ),
    }


def _operations() -> dict[str, dict[str, Any]]:
    """Describe each handler, by name: what it does, what it takes and what it answers."""
    tables = _object({"tables": _list(_ref("Summary"))})
    return {
        "description": {"does": "This description", "answer": ANY_OBJECT},
        "list_games": {
            "does": "The games with their seats and options, and the levels of bots",
            "answer": _object({"games": _list(_ref("Game")), "levels": _list(TEXT)}),
        },
        "list_tables": {"does": "Public tables that are open or in progress", "answer": tables},
        "create": {
            "does": "Create a table. Each seat is open, a bot's, or a named person's, whose secret is in `seats`",
            "body": _ref("NewTable"),
            "answer": _ref("Secrets"),
            "status": 201,
        },
        "import_record": {
            "does": "Create a table for replaying a finished game from its record (docs/records.md)",
            "body": ANY_OBJECT,
            "answer": _ref("Secrets"),
            "status": 201,
        },
        "new_browser": {
            "does": "Create a secret for one browser or program: sent as `browser` when creating or joining tables, it "
            "opens all of them, with the same rights",
            "answer": _object({"browser": TEXT}),
            "status": 201,
        },
        "my_tables": {
            "does": "The tables that the secret opens",
            "answer": _object({"tables": _list(_ref("MyTable"))}),
            "secret": "any",
        },
        "look": {
            "does": "The table as the holder of the secret may see it",
            "answer": _ref("Table"),
            "secret": "any or none",
        },
        "delete": {"does": "Delete the table permanently", "answer": _object(), "secret": "owner"},
        "sit": {
            "does": "Take an open seat",
            "body": _object({"name": NAME}, seat=_or_null(SEAT), browser=_or_null(BROWSER)),
            "answer": _object({"seat": SEAT, "secret": TEXT, "number": NUMBER}),
            "status": 201,
            "secret": "invite or owner; none at a public table",
        },
        "seat_bot": {
            "does": "Add a bot to an open seat",
            "body": _object({"seat": SEAT, "level": _ref("Level")}),
            "answer": TOLD,
            "secret": "owner",
        },
        "start": {"does": "Start the game", "answer": TOLD, "secret": "seat or owner"},
        "move": {
            "does": "Play a move, in notation. With an id of your own a retry is harmless",
            "body": _object(
                {"move": TEXT},
                id=_or_null({"type": "string", "minLength": 1, "maxLength": LONGEST_CLIENT_ID, "pattern": r"^[ -~]+$"}),
            ),
            "answer": TOLD,
            "secret": "seat",
        },
        "undo": {"does": "Undo your last move, if it revealed nothing", "answer": TOLD, "secret": "seat"},
        "chat": {
            "does": "Send a chat message",
            "body": _object({"text": {"type": "string", "minLength": 1, "maxLength": LONGEST_CHAT}}),
            "answer": TOLD,
            "secret": "seat",
        },
        "leave": {"does": "Leave the table; during a game a bot takes over", "answer": TOLD, "secret": "seat"},
        "come_back": {"does": "Reclaim your seat from the bot", "answer": TOLD, "secret": "seat"},
        "hand_over": {
            "does": "Let a bot stand in for a player who has kept the table waiting",
            "body": _object({"seat": SEAT}),
            "answer": TOLD,
            "secret": "seat or owner",
        },
        "holiday": {
            "does": "Stop your clock, within the holiday budget of the table, or let it run again",
            "body": _object({"on": FLAG}),
            "answer": TOLD,
            "secret": "seat",
        },
        "remove": {
            "does": "Take a person's seat away: before the start it is open again, later a bot plays on. None of their "
            "links opens the table any more",
            "body": _object({"seat": SEAT}),
            "answer": TOLD,
            "secret": "owner",
        },
        "mute": {
            "does": "Let a player say nothing at this table, or let them speak again",
            "body": _object({"seat": SEAT, "on": FLAG}),
            "answer": TOLD,
            "secret": "owner",
        },
        "report": {
            "does": "Report a chat message, by the number of its event, to the host of the server. Once is enough: "
            "again changes nothing",
            "body": _object(
                {"number": {"type": "integer", "minimum": 1, "maximum": LAST_NUMBER}},
                note=_or_null({"type": "string", "maxLength": LONGEST_CHAT}),
            ),
            "answer": _object(),
            "secret": "any or none",
        },
        "rematch": {
            "does": "Create (or get) the rematch table, with everyone moved on by one seat. The same secrets open it",
            "answer": _object({"table": TEXT}),
            "secret": "seat or owner",
        },
        "erase": {"does": "Remove the name from your seat", "answer": TOLD, "secret": "seat"},
        "events": {
            "does": "All events after `after`, then each new one as it happens: JSON, one per line, or server-sent "
            "events if you ask for text/event-stream. Numbers have no gaps; reconnect with the last one seen",
            "stream": True,
            "secret": "any or none",
        },
        "record": {"does": "The record of the finished game", "answer": ANY_OBJECT, "secret": "any or none"},
    }


REPEATABLE = frozenset(
    {
        "move",
        "create",
        "sit",
        "seat_bot",
        "start",
        "undo",
        "chat",
        "leave",
        "come_back",
        "hand_over",
        "holiday",
        "remove",
        "mute",
        "erase",
    }
)
"""Commands that can be given an id."""
KEY = r"^[!-~]([ -~]*[!-~])?$"
"""Printable characters; HTTP drops spaces around the value of a header."""

# Routes are tried in this order, so those asked for most come first.
PATHS = {
    "move": ("POST", f"{TABLE}/moves"),
    "events": ("GET", f"{TABLE}/events"),
    "description": ("GET", "/api/openapi.json"),
    "list_games": ("GET", "/api/games"),
    "list_tables": ("GET", "/api/tables"),
    "create": ("POST", "/api/tables"),
    "import_record": ("POST", "/api/records"),
    "new_browser": ("POST", "/api/browsers"),
    "my_tables": ("GET", "/api/mine"),
    "look": ("GET", TABLE),
    "delete": ("DELETE", TABLE),
    "sit": ("POST", f"{TABLE}/sit"),
    "seat_bot": ("POST", f"{TABLE}/bot"),
    "start": ("POST", f"{TABLE}/start"),
    "undo": ("POST", f"{TABLE}/undo"),
    "chat": ("POST", f"{TABLE}/chat"),
    "leave": ("POST", f"{TABLE}/leave"),
    "come_back": ("POST", f"{TABLE}/back"),
    "hand_over": ("POST", f"{TABLE}/hand-over"),
    "holiday": ("POST", f"{TABLE}/holiday"),
    "remove": ("POST", f"{TABLE}/remove"),
    "mute": ("POST", f"{TABLE}/mute"),
    "report": ("POST", f"{TABLE}/report"),
    "rematch": ("POST", f"{TABLE}/rematch"),
    "erase": ("POST", f"{TABLE}/erase"),
    "record": ("GET", f"{TABLE}/record"),
    **CLUB_PATHS,
}


@cache
def describe() -> dict[str, Any]:
    """Return the whole description."""
    paths: dict[str, dict[str, Any]] = {}
    for name, operation in {**_operations(), **club_operations()}.items():
        method, path = PATHS[name]
        paths.setdefault(path, {})[method.lower()] = _described(name, path, operation)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Tilery",
            "version": tilery.__version__,
            "description": "Tables for tile games. A secret is sent as `Authorization: Bearer SECRET`.",
        },
        "paths": paths,
        "components": {
            "schemas": {**_components(), **club_components()},
            "securitySchemes": {"secret": {"type": "http", "scheme": "bearer"}},
        },
    }


def _described(name: str, path: str, operation: dict[str, Any]) -> dict[str, Any]:
    parameters = []
    if "{id}" in path:
        parameters.append({"name": "id", "in": "path", "required": True, "schema": TEXT})
    if name == "events":
        number = {"type": "integer", "minimum": 0, "maximum": 999_999_999}
        parameters.append({"name": "after", "in": "query", "schema": number})
    if "{club}" in path:
        parameters.append({"name": "club", "in": "path", "required": True, "schema": TEXT})
    if "{tournament}" in path:
        parameters.append({"name": "tournament", "in": "path", "required": True, "schema": NUMBER})
    if name == "club_standings":
        parameters.append({"name": "season", "in": "query", "schema": {**NUMBER, "minimum": 1}})
    if name in REPEATABLE or (name in CLUB_PATHS and CLUB_PATHS[name][0] == "POST"):
        least = SHORTEST_SECRET_ID if name in ("create", "create_club", "sit") else 1
        key = {"type": "string", "minLength": least, "maxLength": LONGEST_CLIENT_ID, "pattern": KEY}
        about = "an id of your own, with which a retry is harmless"
        parameters.append({"name": "Idempotency-Key", "in": "header", "schema": key, "description": about})
    if "{id}" in path and "secret" in operation:
        about = "which seat you mean, if the secret opens several"
        parameters.append({"name": "seat", "in": "query", "schema": SEAT, "description": about})
    content = (
        {"application/x-ndjson": {}, "text/event-stream": {}}
        if operation.get("stream")
        else {"application/json": {"schema": operation["answer"]}}
    )
    described: dict[str, Any] = {
        "operationId": name,
        "summary": operation["does"],
        "parameters": parameters,
        "responses": {
            str(operation.get("status", 200)): {"description": "Success", "content": content},
            "default": {
                "description": "Error, with a message for people and a code for programs",
                "content": {"application/json": {"schema": _ref("Error")}},
            },
        },
    }
    if "secret" in operation:
        described["description"] = f"Secret: {operation['secret']}."
        described["security"] = [{"secret": []}, {}] if "none" in operation["secret"] else [{"secret": []}]
    if "body" in operation:
        described["requestBody"] = {"required": True, "content": {"application/json": {"schema": operation["body"]}}}
    return described
