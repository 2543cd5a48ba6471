"""The JSON API under /api: what programs, and in the end also pages, can ask of the tables."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from tilery import bots, games
from tilery.games.reading import DocumentError, Node
from tilery.match.record import Record, RecordError
from tilery.server.answers import SECURITY_HEADERS, answer, bearer, encode, read_body, refuse
from tilery.server.hall import Hall, Role
from tilery.server.storage import StorageDownError
from tilery.server.table import Event, Player, Refusal, Settings, Table, Wish

Handler = Callable[[Request], Awaitable[Response]]

LONGEST_CLIENT_ID = 64
HEARTBEAT = 15.0


@dataclass(frozen=True)
class Limits:
    """What one request may cost. Each is a setting of `tilery serve`."""

    body_bytes: int = 64 * 1024
    record_bytes: int = 1024 * 1024
    streams: int = 5000
    streams_a_table: int = 200
    listed_tables: int = 100


class Api:
    """The handlers, over one hall."""

    def __init__(self, hall: Hall, limits: Limits) -> None:
        self._hall = hall
        self._limits = limits
        self._streams = 0

    def routes(self) -> list[Route]:
        table = "/api/tables/{id}"
        return [
            _route("GET", "/api/games", self.list_games),
            _route("GET", "/api/tables", self.list_tables),
            _route("POST", "/api/tables", self.create),
            _route("POST", "/api/records", self.import_record),
            _route("GET", table, self.look),
            _route("DELETE", table, self.delete),
            _route("POST", f"{table}/sit", self.sit),
            _route("POST", f"{table}/start", self.start),
            _route("POST", f"{table}/moves", self.move),
            _route("POST", f"{table}/undo", self.undo),
            _route("POST", f"{table}/chat", self.chat),
            _route("POST", f"{table}/leave", self.leave),
            _route("POST", f"{table}/back", self.come_back),
            _route("POST", f"{table}/hand-over", self.hand_over),
            _route("POST", f"{table}/erase", self.erase),
            _route("GET", f"{table}/events", self.events),
            _route("GET", f"{table}/record", self.record),
        ]

    # Games and tables.

    async def list_games(self, _request: Request) -> Response:
        return answer({"games": await asyncio.to_thread(_describe_games), "levels": list(bots.LEVELS)})

    async def list_tables(self, _request: Request) -> Response:
        return answer({"tables": await self._hall.public_tables(self._limits.listed_tables)})

    async def create(self, request: Request) -> Response:
        body = await read_body(request, self._limits.body_bytes)
        with _clear_errors():
            body.only(("game", "options", "players", "public", "chat", "seconds_per_move", "seconds_per_game"))
            players = [_read_player(node) for node in body["players"]]
            settings = Settings(
                chat=_optional(body, "chat", Node.flag, True),
                seconds_per_move=_seconds(body, "seconds_per_move"),
                seconds_per_game=_seconds(body, "seconds_per_game"),
            )
            game = body["game"].text()
            options = _optional(body, "options", Node.mapping, {})
            public = _optional(body, "public", Node.flag, False)
        new = await self._hall.create(game, len(players), options, players=players, settings=settings, public=public)
        return answer({"id": new.id, "owner": new.owner, "invite": new.invite, "watch": new.watch}, 201)

    async def import_record(self, request: Request) -> Response:
        body = await read_body(request, self._limits.record_bytes)
        try:
            record = Record.parse(encode(body.value).decode())
        except RecordError as error:
            raise Refusal("bad_record", str(error), 422) from None
        new = await self._hall.import_record(record)
        return answer({"id": new.id, "owner": new.owner, "watch": new.watch}, 201)

    async def look(self, request: Request) -> Response:
        role = await self._role(request, "owner", "invite", "watch", "seat", "public")
        place = await self._hall.place(request.path_params["id"])
        return answer(place.table.view(role.seat))

    async def delete(self, request: Request) -> Response:
        await self._role(request, "owner")
        await self._hall.delete(request.path_params["id"])
        return answer({})

    async def record(self, request: Request) -> Response:
        await self._role(request, "owner", "invite", "watch", "seat", "public")
        place = await self._hall.place(request.path_params["id"])
        return answer(place.table.record().to_json())

    # At a table.

    async def sit(self, request: Request) -> Response:
        await self._role(request, "owner", "invite", "public")
        body = await read_body(request, self._limits.body_bytes)
        with _clear_errors():
            body.only(("name", "seat"))
            name = body["name"].text()
            seat = _optional(body, "seat", lambda node: node.integer(0, 63), None)
        event = await self._do(request, lambda table: table.sit(name, seat))
        secret = await self._hall.add_secret(request.path_params["id"], Role("seat", event.seat))
        return answer({"seat": event.seat, "secret": secret, "number": event.number}, 201)

    async def start(self, request: Request) -> Response:
        await self._role(request, "owner", "seat")
        return await self._told(request, Table.start)

    async def move(self, request: Request) -> Response:
        role = await self._role(request, "seat")
        body = await read_body(request, self._limits.body_bytes)
        with _clear_errors():
            body.only(("move", "id"))
            move = body["move"].text()
            client = _optional(body, "id", Node.text, None)
            if client is not None and not 0 < len(client) <= LONGEST_CLIENT_ID:
                body["id"].fail(f"a move id has 1 to {LONGEST_CLIENT_ID} characters")
        client = None if client is None else f"{role.seat} {client}"
        return await self._told(request, lambda table: table.play(_seat(role), move, client), client)

    async def undo(self, request: Request) -> Response:
        role = await self._role(request, "seat")
        return await self._told(request, lambda table: table.undo(_seat(role)))

    async def chat(self, request: Request) -> Response:
        role = await self._role(request, "seat")
        body = await read_body(request, self._limits.body_bytes)
        with _clear_errors():
            body.only(("text",))
            text = body["text"].text()
        return await self._told(request, lambda table: table.chat(_seat(role), text))

    async def leave(self, request: Request) -> Response:
        role = await self._role(request, "seat")
        return await self._told(request, lambda table: table.leave(_seat(role)))

    async def come_back(self, request: Request) -> Response:
        role = await self._role(request, "seat")
        return await self._told(request, lambda table: table.come_back(_seat(role)))

    async def hand_over(self, request: Request) -> Response:
        await self._role(request, "seat", "owner")
        body = await read_body(request, self._limits.body_bytes)
        with _clear_errors():
            body.only(("seat",))
            seat = body["seat"].integer(0, 63)
        return await self._told(request, lambda table: table.hand_over(seat, self._hall.now()))

    async def erase(self, request: Request) -> Response:
        role = await self._role(request, "seat")
        return await self._told(request, lambda _: Wish("erase", role.seat))

    async def _do(self, request: Request, ask: Callable[[Table], Wish | None], client: str | None = None) -> Event:
        event = await self._hall.do(request.path_params["id"], ask, client)
        assert event is not None
        return event

    async def _told(self, request: Request, ask: Callable[[Table], Wish | None], client: str | None = None) -> Response:
        event = await self._do(request, ask, client)
        return answer({"number": event.number})

    async def _role(self, request: Request, *allowed: str) -> Role:
        role = await self._hall.role(request.path_params["id"], bearer(request))
        if role is None:
            raise Refusal("no_table", "There is no such table, or this link does not open it.", 404)
        if role.kind not in allowed:
            raise Refusal("forbidden", "This link does not allow that.", 403)
        return role

    # Streams.

    async def events(self, request: Request) -> Response:
        """Events as they happen, one JSON object a line, from the one after `after`."""
        role = await self._role(request, "owner", "invite", "watch", "seat", "public")
        after = request.query_params.get("after", request.headers.get("last-event-id", "0"))
        if not after.isdecimal() or len(after) > 9:
            raise Refusal("bad_number", "after is the number of an event.", 422)
        place = await self._hall.place(request.path_params["id"])
        if self._streams >= self._limits.streams or place.watchers >= self._limits.streams_a_table:
            raise Refusal("too_many_streams", "Too many streams are open; try again later.", 503)
        as_sse = "text/event-stream" in request.headers.get("accept", "")
        media = "text/event-stream" if as_sse else "application/x-ndjson"
        stream = self._stream(request.path_params["id"], role.seat, int(after), as_sse)
        return StreamingResponse(stream, media_type=media, headers=SECURITY_HEADERS)

    async def _stream(self, table_id: str, seat: int | None, number: int, as_sse: bool) -> AsyncIterator[bytes]:
        place = await self._hall.place(table_id)
        place.watchers += 1
        self._streams += 1
        try:
            while not place.deleted:
                changed = place.changed
                table = place.table
                for event in table.events[number:]:
                    line = encode(table.visible(event, seat))
                    yield b"id: %d\ndata: %s\n\n" % (event.number, line) if as_sse else line + b"\n"
                    number = event.number
                try:
                    await asyncio.wait_for(changed.wait(), HEARTBEAT)
                except TimeoutError:
                    yield b": still here\n\n" if as_sse else b"\n"
        finally:
            place.watchers -= 1
            self._streams -= 1


def _route(method: str, path: str, handler: Handler) -> Route:
    async def careful(request: Request) -> Response:
        try:
            return await handler(request)
        except Refusal as refusal:
            return refuse(refusal)
        except StorageDownError:
            sentence = "The storage cannot be reached just now; nothing was changed. Please try again."
            return refuse(Refusal("storage_down", sentence, 503))

    return Route(path, careful, methods=[method])


class _clear_errors:  # noqa: N801  (reads as a statement)
    """Turns what is wrong with a document into an answer."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: Any, error: BaseException | None, _trace: Any) -> None:
        if isinstance(error, DocumentError):
            raise Refusal("bad_request", str(error), 422) from None


def _optional(body: Node, name: str, read: Callable[[Node], Any], default: Any) -> Any:
    node = body.get(name)
    return default if node is None or node.value is None else read(node)


def _seconds(body: Node, name: str) -> float | None:
    found: int | None = _optional(body, name, lambda node: node.integer(1, 10**8), None)
    return found


def _read_player(node: Node) -> Player:
    node.only(("kind", "level"))
    if node["kind"].choice(("open", "bot")) == "open":
        return Player()
    level = node["level"].choice(bots.LEVELS)
    return Player("bot", name=level, level=level)


def _seat(role: Role) -> int:
    assert role.seat is not None
    return role.seat


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
                    {"name": option.name, "default": option.default, "meaning": option.meaning}
                    for option in game.options
                ],
                "categories": list(game.categories),
            }
        )
    return described
