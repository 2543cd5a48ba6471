"""What all pages for people have in common: handlers, and answers to refusals."""

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
from tilery.server.http.prefix import add_prefix
from tilery.server.http.requests import address_of
from tilery.server.http.routing import Route
from tilery.server.pages.page_request import PageRequest
from tilery.server.pages.templates import Renderer
from tilery.server.tables.callers import PAGE
from tilery.server.tables.clients import client_at
from tilery.server.tables.refusal import Refusal
from tilery.server.tables.service import TableService
from tilery.server.tables.table import Table
from tilery.words import reason, translated, whole

Handler = Callable[[PageRequest], Awaitable[Response]]


class PageBase:
    """Handlers of pages."""

    def __init__(self, service: TableService, config: Config, renderer: Renderer) -> None:
        self._service = service
        self._config = config
        self._render = renderer

    def _route(self, method: str, path: str, handler: Handler) -> Route:
        async def respond(http: Request) -> Response:
            if method == "GET":
                self._service.budget.count_request(address_of(http), PAGE)
                # Pages are written by the event loop, one after another: of many that one client asks for at once,
                # others should not have to wait for all.
                async with self._service.turns.of(client_at(address_of(http))):
                    await asyncio.sleep(0)
            request = PageRequest(http, self._config)
            return add_prefix(request.remember(await handler(request)), self._config.prefix)

        return Route(method, path, respond, self._refuse)

    def _refuse(self, http: Request, refusal: Refusal) -> Response:
        """Answer with a page for a person, and with a sentence for the script."""
        request = PageRequest(http, self._config)
        sentence, status = whole(refusal.sentence), STATUS[refusal.code]
        if request.is_script:
            return self._json({"error": translated(sentence, request.language)}, status)
        return self._page(request, "refused.html", {"sentence": sentence}, status)

    def _page(self, request: PageRequest, name: str, context: dict[str, Any], status: int = 200) -> Response:
        return self._render.page(request, name, context, status)

    def _json(self, value: Any, status: int = 200) -> Response:
        return self._render.plain(json.dumps(value, ensure_ascii=False), "application/json", status)

    async def _table(self, request: PageRequest) -> Table:
        """Return the table of a page."""
        live = await self._service.tables.find_fresh(request.table_id)
        live.note_look()
        return live.table


def find_game(name: str) -> Game:
    try:
        return games.find(name)
    except games.UnknownGameError as error:
        raise Refusal("no_game", reason(error)) from None
