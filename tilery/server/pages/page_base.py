"""What all pages for people have in common: handlers, answers to refusals, and waiting for rules that are not ready."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from tilery import games
from tilery.games.game import Game
from tilery.server.config import Config
from tilery.server.http.errors import STATUS
from tilery.server.http.routing import Route
from tilery.server.pages.page_request import PageRequest
from tilery.server.pages.templates import Renderer
from tilery.server.tables.refusal import Refusal
from tilery.server.tables.roles import Role
from tilery.server.tables.service import TableService
from tilery.server.tables.table import Table
from tilery.words import reason, say, translated, whole

Handler = Callable[[PageRequest], Awaitable[Response]]

NOT_READY = "not_ready"
COLD_PATIENCE = 0.5
"""Seconds to wait for what needs rules, while not all of them are prepared."""
REFRESH = 2
"""After how many seconds a page that waits for rules asks again."""


class PageBase:
    """Handlers of pages."""

    def __init__(self, service: TableService, config: Config, renderer: Renderer) -> None:
        self._service = service
        self._config = config
        self._render = renderer

    def _route(self, method: str, path: str, handler: Handler) -> Route:
        async def respond(http: Request) -> Response:
            request = PageRequest(http, self._config)
            return request.remember(await handler(request))

        return Route(method, path, respond, self._refuse)

    def _refuse(self, http: Request, refusal: Refusal) -> Response:
        """Answer with a page for a person, which asks again by itself if that will help; a sentence for the script."""
        request = PageRequest(http, self._config)
        sentence, status = whole(refusal.sentence), STATUS[refusal.code]
        if request.is_script:
            return self._json({"error": translated(sentence, request.language)}, status)
        comes_soon = refusal.code == NOT_READY
        context = {"sentence": sentence, "comes_soon": comes_soon}
        return self._page(request, "refused.html", context, status, refresh=comes_soon)

    def _page(
        self, request: PageRequest, name: str, context: dict[str, Any], status: int = 200, *, refresh: bool = False
    ) -> Response:
        response = self._render.page(request, name, context, status)
        if refresh:
            response.headers["refresh"] = str(REFRESH)
        return response

    def _json(self, value: Any, status: int = 200) -> Response:
        return self._render.plain(json.dumps(value, ensure_ascii=False), "application/json", status)

    async def _table(self, request: PageRequest) -> Table:
        """Return the table of a page, unless its rules are still being prepared: a person should not wait for it."""
        try:
            async with asyncio.timeout(self._patience):
                live = await self._service.tables.find_fresh(request.table_id)
        except TimeoutError:
            raise not_ready() from None
        live.note_look()
        table = live.table
        if self._service.is_starting(table.id):
            raise not_ready()
        return table

    async def _tables_of(self, request: PageRequest, limit: int) -> tuple[list[tuple[Table, list[Role]]], bool]:
        """Return the tables of a browser, and whether they are still being waited for."""
        try:
            async with asyncio.timeout(self._patience):
                return await self._service.tables_of(request.caller, limit), False
        except TimeoutError:
            return [], True

    def _is_ready(self, game: str) -> bool:
        """Tell whether the rules of a game are loaded."""
        return game in self._service.tables.warmup.ready

    @property
    def _patience(self) -> float | None:
        return None if all(map(self._is_ready, games.names())) else COLD_PATIENCE


def not_ready() -> Refusal:
    sentence = say(
        "The server is loading the rules. This takes about a minute, the first time only. The page "
        "will continue automatically."
    )
    return Refusal(NOT_READY, sentence)


def find_game(name: str) -> Game:
    try:
        return games.find(name)
    except games.UnknownGameError as error:
        raise Refusal("no_game", reason(error)) from None
