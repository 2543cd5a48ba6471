"""The JSON API under /api: what programs, and in the end also pages, can ask of the tables.

Whoever holds a secret says so with `Authorization: Bearer`; cookies are not looked at. `openapi.py` describes it all.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import cache
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from tilery import bots, games
from tilery.games.reading import DocumentError, Node
from tilery.match.record import Record, RecordError
from tilery.server.answers import answer, bearer, check_origin, encode, read_body, refuse
from tilery.server.config import Config
from tilery.server.hall import Hall, NewTable, new_token
from tilery.server.meter import Meter
from tilery.server.openapi import PATHS, describe
from tilery.server.routing import Handler, Way
from tilery.server.shelf import Role
from tilery.server.storage import ConflictError, StorageDownError
from tilery.server.stream import EventStream
from tilery.server.table import LONGEST_NAME, Event, Player, Refusal, Settings, Table, Wish, clean_name, tidy
from tilery.words import reason, say

LONGEST_CLIENT_ID = 64
SHORTEST_BROWSER = 20
LAST_SEAT = 63
EVERYBODY = ("seat", "owner", "invite", "watch", "public")


class Api:
    """The handlers, over one hall."""

    def __init__(self, hall: Hall, config: Config) -> None:
        self._hall = hall
        self._config = config
        self._new_tables = Meter(config.new_tables_a_minute)
        self._chats = Meter(config.chats_a_minute)

    def routes(self) -> list[Way]:
        return [route(method, path, getattr(self, name)) for name, (method, path) in PATHS.items()]

    # Games and tables.

    async def description(self, _request: Request) -> Response:
        return answer(await asyncio.to_thread(describe))

    async def list_games(self, _request: Request) -> Response:
        return answer({"games": await asyncio.to_thread(_describe_games), "levels": list(bots.LEVELS)})

    async def list_tables(self, _request: Request) -> Response:
        tables = await self._hall.public_tables(self._config.listed_tables)
        return answer({"tables": [table.summary() for table in tables]})

    async def create(self, request: Request) -> Response:
        body = await self._body(request)
        with clear_errors():
            body.only((*SETTINGS, "game", "name", "options", "players", "public", "start", "browser"))
            players = [_read_player(node) for node in body["players"]]
            given = {name: read(body, name) for name, read in SETTINGS.items() if name in body.mapping()}
            settings = Settings(**{"bot_seconds": self._config.bot_seconds, **given})
            game = body["game"].text()
            options = _optional(body, "options", Node.mapping, {})
            public = _optional(body, "public", Node.flag, False)
            start = _optional(body, "start", Node.flag, False)
            browser = _optional(body, "browser", _read_browser, None)
            name = _optional(body, "name", _read_name, "")
        self._new_tables.count(address_of(request))
        new = await self._hall.create(
            game,
            options,
            players=players,
            settings=settings,
            public=public,
            name=name,
            start=start,
            browser=browser,
        )
        return answer(_new(new), 201)

    async def import_record(self, request: Request) -> Response:
        body = await self._body(request, self._config.record_bytes)
        try:
            record = Record.parse(encode(body.value).decode())
        except RecordError as error:
            raise Refusal("bad_record", reason(error), 422) from None
        self._new_tables.count(address_of(request))
        return answer(_new(await self._hall.import_record(record)), 201)

    async def new_browser(self, _request: Request) -> Response:
        return answer({"browser": new_token()}, 201)

    async def my_tables(self, request: Request) -> Response:
        secret = bearer(request)
        if secret is None:
            raise Refusal("no_secret", say("Say whose tables: send a secret as Authorization: Bearer."), 401)
        found = await self._hall.tables_of(secret, self._config.listed_tables)
        return answer(
            {
                "tables": [
                    {
                        **table.summary(),
                        "roles": sorted({role.kind for role in roles}),
                        "own_seats": sorted(role.seat for role in roles if role.seat is not None),
                    }
                    for table, roles in found
                ]
            }
        )

    async def look(self, request: Request) -> Response:
        role = await self._role(request, *EVERYBODY)
        place = await self._hall.place(request.path_params["id"])
        return answer(place.table.view(role.seat))

    async def delete(self, request: Request) -> Response:
        await self._role(request, "owner")
        await self._hall.delete(request.path_params["id"])
        return answer({})

    async def record(self, request: Request) -> Response:
        await self._role(request, *EVERYBODY)
        return answer((await self._hall.record(request.path_params["id"])).to_json())

    # At a table.

    async def sit(self, request: Request) -> Response:
        await self._role(request, "owner", "invite", "public")
        body = await self._body(request)
        with clear_errors():
            body.only(("name", "seat", "browser"))
            name = body["name"].text()
            seat = _optional(body, "seat", _read_seat, None)
            browser = _optional(body, "browser", _read_browser, None)
        event, secret = await self._hall.sit(request.path_params["id"], name, seat, browser)
        return answer({"seat": event.seat, "secret": secret, "number": event.number}, 201)

    async def seat_bot(self, request: Request) -> Response:
        await self._role(request, "owner")
        body = await self._body(request)
        with clear_errors():
            body.only(("seat", "level"))
            seat = _read_seat(body["seat"])
            level = body["level"].choice(bots.LEVELS)
        return await self._told(request, lambda table: table.seat_bot(seat, level))

    async def start(self, request: Request) -> Response:
        await self._role(request, "owner", "seat")
        return await self._told(request, Table.start)

    async def move(self, request: Request) -> Response:
        role = await self._role(request, "seat")
        body = await self._body(request)
        with clear_errors():
            body.only(("move", "id"))
            move = body["move"].text()
            client = _optional(body, "id", _read_client_id, None)
        client = None if client is None else f"{role.seat} {client}"
        return await self._told(request, lambda table: table.play(seat_of(role), move, client), client)

    async def undo(self, request: Request) -> Response:
        role = await self._role(request, "seat")
        return _told(await self._hall.undo(request.path_params["id"], seat_of(role)))

    async def chat(self, request: Request) -> Response:
        role = await self._role(request, "seat")
        body = await self._body(request)
        with clear_errors():
            body.only(("text",))
            text = body["text"].text()

        def ask(table: Table) -> Wish:
            wish = table.chat(seat_of(role), text)
            self._chats.count((table.id, role.seat))
            return wish

        return await self._told(request, ask)

    async def leave(self, request: Request) -> Response:
        role = await self._role(request, "seat")
        return _told(await self._hall.leave(request.path_params["id"], seat_of(role)))

    async def come_back(self, request: Request) -> Response:
        role = await self._role(request, "seat")
        return await self._told(request, lambda table: table.come_back(seat_of(role)))

    async def hand_over(self, request: Request) -> Response:
        await self._role(request, "seat", "owner")
        body = await self._body(request)
        with clear_errors():
            body.only(("seat",))
            seat = _read_seat(body["seat"])
        return await self._told(request, lambda table: table.hand_over(seat, self._hall.now()))

    async def rematch(self, request: Request) -> Response:
        await self._role(request, "seat", "owner")
        self._new_tables.count(address_of(request))
        return answer({"table": await self._hall.rematch(request.path_params["id"])})

    async def erase(self, request: Request) -> Response:
        role = await self._role(request, "seat")
        return _told(await self._hall.erase(request.path_params["id"], seat_of(role)))

    async def _body(self, request: Request, most: int | None = None) -> Node:
        return await read_body(request, most or self._config.body_bytes, self._config.request_seconds)

    async def _told(self, request: Request, ask: Callable[[Table], Wish | None], client: str | None = None) -> Response:
        event = await self._hall.do(request.path_params["id"], ask, client)
        assert event is not None
        return _told(event)

    async def _role(self, request: Request, *allowed: str) -> Role:
        """What a request may do here; a secret that opens several seats says which one with `?seat=`."""
        table_id = request.path_params["id"]
        secret = bearer(request)
        if secret is None:
            found = frozenset({Role("public")}) if await self._hall.is_public(table_id) else frozenset()
        else:
            found = await self._hall.roles(table_id, secret, allowed)
        if not found:
            raise Refusal("no_table", say("There is no such table, or this link does not open it."), 404)
        seat = request.query_params.get("seat") if request.scope["query_string"] else None
        if seat is not None and not (seat.isascii() and seat.isdecimal() and len(seat) <= 2 and int(seat) <= LAST_SEAT):
            raise Refusal("bad_number", say("seat is the number of a seat."), 422)
        fitting = [
            role
            for role in found
            if role.kind in allowed and (seat is None or role.seat is None or role.seat == int(seat))
        ]
        if not fitting:
            raise Refusal("forbidden", say("This link does not allow that."), 403)
        return min(fitting, key=lambda role: (EVERYBODY.index(role.kind), role.seat or 0))

    # Streams.

    async def events(self, request: Request) -> Response:
        """Events as they happen, from the one after `after`."""
        await self._role(request, *EVERYBODY)
        after = request.query_params.get("after", request.headers.get("last-event-id", "0"))
        if not (after.isascii() and after.isdecimal() and len(after) <= 9):
            raise Refusal("bad_number", say("after is the number of an event."), 422)
        place = await self._hall.place(request.path_params["id"])
        known = place.table.number
        role = await self._role(request, *EVERYBODY)  # again: whoever gives up the seat from now on is noticed
        if self._hall.watchers >= self._config.streams or place.watchers >= self._config.streams_a_table:
            raise Refusal("too_many_streams", say("Too many streams are open; try again later."), 503)
        return EventStream(request, self._hall, place, role.seat, known, int(after))


def route(method: str, path: str, handler: Handler) -> Way:
    """A route whose handler may refuse."""

    async def careful(request: Request) -> Response:
        try:
            check_origin(request)
            return await handler(request)
        except Refusal as refusal:
            return refuse(refusal)
        except ConflictError:
            return refuse(Refusal("busy", say("Somebody else did that first; look again."), 409))
        except StorageDownError:
            sentence = say("The storage cannot be reached just now; nothing was changed. Please try again.")
            return refuse(Refusal("storage_down", sentence, 503))

    return Way(method, path, careful)


class clear_errors:  # noqa: N801  (reads as a statement)
    """Turns what is wrong with a document into an answer."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: Any, error: BaseException | None, _trace: Any) -> None:
        if isinstance(error, DocumentError):
            raise Refusal("bad_request", reason(error), 422) from None


def address_of(request: Request) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else ""


def seat_of(role: Role) -> int:
    assert role.seat is not None
    return role.seat


def _told(event: Event) -> Response:
    return answer({"number": event.number})


def _new(new: NewTable) -> dict[str, Any]:
    return {"id": new.id, "owner": new.owner, "invite": new.invite, "watch": new.watch, "seats": new.seats}


def _optional(body: Node, name: str, read: Callable[[Node], Any], default: Any) -> Any:
    node = body.get(name)
    return default if node is None or node.value is None else read(node)


def _seconds(body: Node, name: str) -> int | None:
    found: int | None = _optional(body, name, lambda node: node.integer(1, 10**8), None)
    return found


SETTINGS: dict[str, Callable[[Node, str], Any]] = {
    "chat": lambda body, name: body[name].flag(),
    "seconds_per_move": _seconds,
    "seconds_per_game": _seconds,
    "absent_after": lambda body, name: body[name].integer(10, 10**8),
    "stand_in": lambda body, name: body[name].choice(bots.LEVELS),
}


def _read_player(node: Node) -> Player:
    node.only(("kind", "level", "name"))
    match node["kind"].choice(("open", "bot", "person")):
        case "bot":
            return Player("bot", level=node["level"].choice(bots.LEVELS))
        case "person":
            return Player("person", name=clean_name(node["name"].text()))
        case _:
            return Player()


def _read_seat(node: Node) -> int:
    return node.integer(0, LAST_SEAT)


def _read_name(node: Node) -> str:
    name = node.text()
    if len(name) > LONGEST_NAME:
        node.fail(say("a name has at most {most} characters", most=LONGEST_NAME))
    return tidy(name)


def _read_client_id(node: Node) -> str:
    client = node.text()
    if not (0 < len(client) <= LONGEST_CLIENT_ID and client.isascii() and client.isprintable()):
        node.fail(say("a move id has 1 to {most} printable ASCII characters", most=LONGEST_CLIENT_ID))
    return client


def _read_browser(node: Node) -> str:
    browser = node.text()
    if not (SHORTEST_BROWSER <= len(browser) <= 100 and browser.isascii() and browser.isprintable()):
        node.fail(say("a browser's secret comes from /api/browsers"))
    return browser


@cache
def _describe_games() -> list[dict[str, Any]]:
    described = []
    for name in games.names():
        game = games.find(name)
        described.append(
            {
                "name": name,
                "title": game.title,
                "rules": game.version,
                "seats": list(game.seats),
                "options": [
                    {
                        "name": option.name,
                        "default": option.default,
                        "meaning": option.meaning,
                        "values": list(getattr(option, "values", ())),
                        "seats": None if option.seats is None else list(option.seats),
                    }
                    for option in game.options
                ],
                "categories": list(game.categories),
            }
        )
    return described
