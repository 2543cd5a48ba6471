"""What all pages for people have in common: who asks and what that opens, and answers when something cannot be."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from tilery import games
from tilery.games.game import Game
from tilery.games.reading import DocumentError
from tilery.server.answers import check_origin
from tilery.server.config import Config
from tilery.server.hall import Hall
from tilery.server.routing import Way
from tilery.server.shelf import Role
from tilery.server.storage import ConflictError, StorageDownError
from tilery.server.table import Refusal, Table
from tilery.server.templates import Renderer
from tilery.server.visit import Visit
from tilery.words import Sentence, reason, say, translated, whole

Handler = Callable[[Visit], Awaitable[Response]]

NOT_READY = "not_ready"
COLD_PATIENCE = 0.5
"""Seconds to wait for what needs rules, while not all of them are prepared."""
REFRESH = 2
"""After how many seconds a page that waits for rules asks again."""


class Front:
    """Pages over one hall."""

    def __init__(self, hall: Hall, config: Config, renderer: Renderer) -> None:
        self._hall = hall
        self._config = config
        self._render = renderer

    def _route(self, method: str, path: str, handler: Handler) -> Way:
        async def careful(request: Request) -> Response:
            visit = Visit(request, self._config)
            try:
                check_origin(request)
                return visit.remember(await handler(visit))
            except Refusal as refusal:
                return self._refused(visit, refusal.sentence, refusal.status, comes_soon=refusal.code == NOT_READY)
            except DocumentError as error:
                return self._refused(visit, whole(reason(error)), 422)
            except ConflictError:
                return self._refused(visit, say("Somebody else did that first; look again."), 409)
            except StorageDownError:
                sentence = say("The storage cannot be reached just now; nothing was changed. Please try again.")
                return self._refused(visit, sentence, 503)

        return Way(method, path, careful)

    def _refused(self, visit: Visit, sentence: Sentence, status: int, *, comes_soon: bool = False) -> Response:
        """A page for a person, which asks again by itself if that will help; a sentence for the script."""
        if is_script(visit):
            return self._json(visit, {"error": translated(sentence, visit.language)}, status)
        context = {"sentence": sentence, "comes_soon": comes_soon}
        return self._page(visit, "refused.html", context, status, refresh=comes_soon)

    def _page(
        self, visit: Visit, name: str, context: dict[str, Any], status: int = 200, *, refresh: bool = False
    ) -> Response:
        response = self._render.page(visit, name, context, status)
        if refresh:
            response.headers["refresh"] = str(REFRESH)
        return response

    def _json(self, _visit: Visit, value: Any, status: int = 200) -> Response:
        return self._render.plain(json.dumps(value, ensure_ascii=False), "application/json", status)

    async def _table(self, visit: Visit) -> Table:
        """The table of a page, unless its rules are still being prepared: a person should not wait for an answer."""
        try:
            async with asyncio.timeout(self._patience):
                table = (await self._hall.place(table_id(visit))).table
        except TimeoutError:
            raise not_ready() from None
        if self._hall.is_starting(table.id):
            raise not_ready()
        return table

    async def _tables_of(self, visit: Visit, limit: int) -> tuple[list[tuple[Table, list[Role]]], bool]:
        """The tables of a browser, and whether they are still being waited for."""
        if visit.is_new:
            return [], False
        try:
            async with asyncio.timeout(self._patience):
                return await self._hall.tables_of(visit.browser, limit), False
        except TimeoutError:
            return [], True

    @property
    def _patience(self) -> float | None:
        return COLD_PATIENCE if set(games.names()) - set(self._hall.kitchen.ready) else None

    async def _roles(self, visit: Visit, *wanted: str) -> frozenset[Role]:
        here = table_id(visit)
        found = frozenset() if visit.is_new else await self._hall.roles(here, visit.browser, wanted)
        if not found or not any(role.kind in wanted for role in found):
            try:
                if await self._hall.is_public(here):
                    found |= {Role("public")}
            except Refusal:
                if not found:
                    raise no_table() from None
                raise
        if not found:
            raise no_table()
        return found

    def _seat(self, visit: Visit, roles: frozenset[Role]) -> int | None:
        """From which seat the browser looks."""
        seats = sorted(role.seat for role in roles if role.seat is not None)
        asked = visit.request.query_params.get("seat")
        return next((seat for seat in seats if str(seat) == asked), seats[0] if seats else None)


def is_script(visit: Visit) -> bool:
    """Whether the script of a page asks, and not a person."""
    return visit.request.headers.get("x-tilery") == "script"


def table_id(visit: Visit) -> str:
    return str(visit.request.path_params["id"])


def not_ready() -> Refusal:
    sentence = say(
        "The rules are being prepared on this machine, which takes a minute once. This page goes on by itself."
    )
    return Refusal(NOT_READY, sentence, 503)


def no_table() -> Refusal:
    return Refusal("no_table", say("There is no such table, or this link does not open it."), 404)


def game_of(visit: Visit) -> Game:
    try:
        return games.find(visit.request.path_params["game"])
    except games.UnknownGameError as error:
        raise Refusal("no_game", whole(reason(error)), 404) from None
