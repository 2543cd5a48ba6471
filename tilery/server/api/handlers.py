"""The JSON API under /api, for programs: each handler reads a request, asks the service and writes what it returns.

Secrets are sent as `Authorization: Bearer`; cookies are ignored. `openapi.py` describes it all.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import cache
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from tilery import bots, games
from tilery.games.reading import Node
from tilery.server.api.club_handlers import ClubApi
from tilery.server.api.openapi import PATHS, describe
from tilery.server.api.reading import client_of, optional, read_caller, seconds, span
from tilery.server.clubs.service import ClubService
from tilery.server.config import Config
from tilery.server.http.requests import LAST_SEAT, read_body, table_id
from tilery.server.http.responses import encode, json_response
from tilery.server.http.routing import Route
from tilery.server.http.streams import EventStream
from tilery.server.tables.creation import NewTable, TableOrder
from tilery.server.tables.events import Event
from tilery.server.tables.moderation import LAST_NUMBER, Moderation
from tilery.server.tables.players import Player, Settings
from tilery.server.tables.refusal import Refusal
from tilery.server.tables.roles import own_seats
from tilery.server.tables.service import TableService
from tilery.server.tables.texts import LONGEST_NAME, check_client_id, clean_name, tidy
from tilery.server.tables.tokens import is_browser_secret, new_token
from tilery.server.tables.views import summary, view
from tilery.words import say


class Api(ClubApi):
    """The handlers."""

    def __init__(self, service: TableService, config: Config, clubs: ClubService) -> None:
        super().__init__(clubs, config)
        self._service = service
        self._moderation = Moderation(service)

    def routes(self) -> list[Route]:
        return [Route(method, path, getattr(self, name)) for name, (method, path) in PATHS.items()]

    async def _body(self, request: Request, *members: str) -> Node:
        """Read a body with these members and no others, after checking that the caller may enter the table."""
        if "id" in request.path_params:
            await self._service.roles(read_caller(request), table_id(request))
        body = await read_body(request, self._config.body_bytes, self._config.request_seconds)
        body.only(members)
        return body

    # Games and tables.

    async def description(self, _request: Request) -> Response:
        return json_response(await asyncio.to_thread(describe))

    async def list_games(self, _request: Request) -> Response:
        return json_response({"games": await asyncio.to_thread(_describe_games), "levels": list(bots.LEVELS)})

    async def list_tables(self, request: Request) -> Response:
        found = await self._service.lists.public_tables(read_caller(request))
        return json_response({"tables": [summary(table) for table in found]})

    async def create(self, request: Request) -> Response:
        body = await self._body(request, *SETTINGS, "game", "name", "options", "players", "public", "start", "browser")
        players = [_read_player(node) for node in body["players"]]
        given = {name: read(body, name) for name, read in SETTINGS.items() if name in body.mapping()}
        order = TableOrder(
            game=body["game"].text(),
            players=players,
            settings=Settings(**{"bot_seconds": self._config.bot_seconds, **given}),
            options=optional(body, "options", Node.mapping, {}),
            public=optional(body, "public", Node.flag, False),
            name=optional(body, "name", _read_name, ""),
            start=optional(body, "start", Node.flag, False),
        )
        browser = optional(body, "browser", _read_browser, None)
        return _created(await self._service.create(read_caller(request), order, browser, client_of(request)))

    async def import_record(self, request: Request) -> Response:
        self._service.begin_import(read_caller(request))
        body = await read_body(request, self._config.record_bytes, self._config.request_seconds)
        return _created(await self._service.import_record(read_caller(request), encode(body.value).decode()))

    async def new_browser(self, _request: Request) -> Response:
        return json_response({"browser": new_token()}, 201)

    async def my_tables(self, request: Request) -> Response:
        caller = read_caller(request)
        if caller.secret is None:
            raise Refusal("no_secret", say("To list your tables, send a secret as Authorization: Bearer."))
        found = await self._service.lists.tables_of(caller)
        return json_response(
            {
                "tables": [
                    {
                        **summary(table),
                        "roles": sorted({role.kind for role in roles}),
                        "own_seats": own_seats(roles),
                    }
                    for table, roles in found
                ]
            }
        )

    async def look(self, request: Request) -> Response:
        table, role = await self._service.look(read_caller(request), table_id(request))
        return json_response(view(table, role.seat))

    async def delete(self, request: Request) -> Response:
        await self._service.delete(read_caller(request), table_id(request))
        return json_response({})

    async def record(self, request: Request) -> Response:
        return json_response((await self._service.record(read_caller(request), table_id(request))).to_json())

    async def events(self, request: Request) -> Response:
        """Events as they happen, from the one after `after`."""
        after = request.query_params.get("after", request.headers.get("last-event-id", "0"))
        if not (after.isascii() and after.isdecimal() and len(after) <= 9):
            raise Refusal("bad_number", say("after must be the number of an event."))
        watching = await self._service.watch(read_caller(request), table_id(request))
        return EventStream(request, self._service.tables, watching, int(after))

    # At a table.

    async def sit(self, request: Request) -> Response:
        body = await self._body(request, "name", "seat", "browser")
        name = body["name"].text()
        seat = optional(body, "seat", _read_seat, None)
        browser = optional(body, "browser", _read_browser, None)
        event, secret = await self._service.sit(
            read_caller(request), table_id(request), name, seat, browser, client_of(request)
        )
        return json_response({"seat": event.seat, "secret": secret, "number": event.number}, 201)

    async def seat_bot(self, request: Request) -> Response:
        body = await self._body(request, "seat", "level")
        seat = _read_seat(body["seat"])
        level = body["level"].choice(bots.LEVELS)
        return _done(
            await self._service.seat_bot(read_caller(request), table_id(request), seat, level, client_of(request))
        )

    async def start(self, request: Request) -> Response:
        return _done(await self._service.start(read_caller(request), table_id(request), client_of(request)))

    async def move(self, request: Request) -> Response:
        body = await self._body(request, "move", "id")
        move = body["move"].text()
        key = client_of(request)
        client = optional(body, "id", Node.text, key)
        if key is not None:
            check_client_id(key)  # also if the id in the body is the one that counts
        return _done(await self._service.move(read_caller(request), table_id(request), move, client))

    async def undo(self, request: Request) -> Response:
        return _done(await self._service.undo(read_caller(request), table_id(request), client_of(request)))

    async def chat(self, request: Request) -> Response:
        text = (await self._body(request, "text"))["text"].text()
        return _done(await self._service.chat(read_caller(request), table_id(request), text, client_of(request)))

    async def leave(self, request: Request) -> Response:
        return _done(await self._service.leave(read_caller(request), table_id(request), client_of(request)))

    async def come_back(self, request: Request) -> Response:
        return _done(await self._service.come_back(read_caller(request), table_id(request), client_of(request)))

    async def hand_over(self, request: Request) -> Response:
        seat = _read_seat((await self._body(request, "seat"))["seat"])
        return _done(await self._service.hand_over(read_caller(request), table_id(request), seat, client_of(request)))

    async def holiday(self, request: Request) -> Response:
        on = (await self._body(request, "on"))["on"].flag()
        return _done(await self._service.holiday(read_caller(request), table_id(request), on, client_of(request)))

    async def remove(self, request: Request) -> Response:
        seat = _read_seat((await self._body(request, "seat"))["seat"])
        return _done(await self._moderation.remove(read_caller(request), table_id(request), seat, client_of(request)))

    async def mute(self, request: Request) -> Response:
        body = await self._body(request, "seat", "on")
        seat, on = _read_seat(body["seat"]), body["on"].flag()
        return _done(await self._moderation.mute(read_caller(request), table_id(request), seat, on, client_of(request)))

    async def report(self, request: Request) -> Response:
        body = await self._body(request, "number", "note")
        number, note = body["number"].integer(1, LAST_NUMBER), optional(body, "note", Node.text, "")
        await self._moderation.report(read_caller(request), table_id(request), number, note)
        return json_response({})

    async def rematch(self, request: Request) -> Response:
        return json_response({"table": await self._service.rematch(read_caller(request), table_id(request))})

    async def erase(self, request: Request) -> Response:
        return _done(await self._service.erase(read_caller(request), table_id(request), client_of(request)))


# What requests say.


SETTINGS: dict[str, Callable[[Node, str], Any]] = {
    "chat": lambda body, name: body[name].flag(),
    "seconds_per_move": seconds,
    "seconds_per_game": seconds,
    "increment": span,
    "holiday_seconds": span,
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
        node.fail(say("a name can have at most {most} characters", most=LONGEST_NAME))
    return tidy(name)


def _read_browser(node: Node) -> str:
    browser = node.text()
    if not is_browser_secret(browser):
        node.fail(say("a browser secret must come from /api/browsers"))
    return browser


# What responses say.


def _done(event: Event) -> Response:
    return json_response({"number": event.number})


def _created(new: NewTable) -> Response:
    made = {"id": new.id, "owner": new.owner, "invite": new.invite, "watch": new.watch, "seats": new.seats}
    return json_response(made, 201)


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
