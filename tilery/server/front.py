"""What all pages for people have in common: who asks and what that opens, and answers when something cannot be."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from tilery import games
from tilery.games.game import Game
from tilery.server.answers import check_origin
from tilery.server.config import Config
from tilery.server.hall import Hall
from tilery.server.routing import Way
from tilery.server.shelf import Role
from tilery.server.storage import ConflictError, StorageDownError
from tilery.server.table import Refusal
from tilery.server.templates import Renderer
from tilery.server.visit import Visit
from tilery.words import Sentence, reason, say, translated, whole

Handler = Callable[[Visit], Awaitable[Response]]


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
                return self._refused(visit, refusal.sentence, refusal.status)
            except ConflictError:
                return self._refused(visit, say("Somebody else did that first; look again."), 409)
            except StorageDownError:
                sentence = say("The storage cannot be reached just now; nothing was changed. Please try again.")
                return self._refused(visit, sentence, 503)

        return Way(method, path, careful)

    def _refused(self, visit: Visit, sentence: Sentence, status: int) -> Response:
        """A page for a person, a sentence for the script."""
        if visit.request.headers.get("x-tilery") == "script":
            return self._json(visit, {"error": translated(sentence, visit.language)}, status)
        return self._page(visit, "refused.html", {"sentence": sentence}, status)

    def _page(self, visit: Visit, name: str, context: dict[str, Any], status: int = 200) -> Response:
        return self._render.page(visit, name, context, status)

    def _json(self, _visit: Visit, value: Any, status: int = 200) -> Response:
        return self._render.plain(json.dumps(value, ensure_ascii=False), "application/json", status)

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


def table_id(visit: Visit) -> str:
    return str(visit.request.path_params["id"])


def no_table() -> Refusal:
    return Refusal("no_table", say("There is no such table, or this link does not open it."), 404)


def game_of(visit: Visit) -> Game:
    try:
        return games.find(visit.request.path_params["game"])
    except games.UnknownGameError as error:
        raise Refusal("no_game", whole(reason(error)), 404) from None
