"""From a request to the handler that answers it, counted and logged on the way.

Starlette finds the route. Its application is not used: it wraps every request, and every piece of every stream, in six
layers that handle errors, which took longer than the move that was asked for.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager

import starlette.routing
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import Message, Receive, Scope, Send

from tilery.server.http.errors import EXPECTED, refusal_of
from tilery.server.http.requests import COUNT_WORK, HOST_STATE, check_ban, check_budget, check_origin
from tilery.server.http.responses import error_response
from tilery.server.metrics import Metrics
from tilery.server.tables.refusal import Refusal
from tilery.server.tables.service import TableService
from tilery.words import say

log = logging.getLogger("tilery.server")

Handler = Callable[[Request], Awaitable[Response]]
OnRefusal = Callable[[Request, Refusal], Response]
Lifespan = Callable[[], AbstractAsyncContextManager[None]]


def refuse_in_json(_request: Request, refusal: Refusal) -> Response:
    return error_response(refusal)


class Route(starlette.routing.Route):
    """A route to a handler, which may refuse; `on_refusal` writes the answer then."""

    def __init__(self, method: str, path: str, handler: Handler, on_refusal: OnRefusal = refuse_in_json) -> None:
        super().__init__(path, handler, methods=[method])
        self._handler = handler
        self._on_refusal = on_refusal

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        assert self.methods is not None
        if scope["method"] in self.methods:
            response = await self._respond(Request(scope, receive, send))
        else:
            response = error_response(Refusal("wrong_method", say("That is not possible here.")))
            response.headers["allow"] = ", ".join(sorted(self.methods))
        await response(scope, receive, send)

    async def _respond(self, request: Request) -> Response:
        try:
            check_origin(request)
            check_ban(request)
            check_budget(request)
            return await self._handler(request)
        except EXPECTED as error:
            return self._on_refusal(request, refusal_of(error))


class Application:
    """All routes. Requests are counted and logged by their route, never by their path: paths may hold secrets."""

    def __init__(
        self,
        routes: Sequence[Route],
        lifespan: Lifespan,
        metrics: Metrics,
        service: TableService,
        open_storage: Callable[[], None],
        prefix: str = "",
    ) -> None:
        self._prefix = prefix
        self.routes = routes
        self.open_storage = open_storage
        self.service = service
        self.lifespan = lifespan
        self._router = starlette.routing.Router(
            routes, redirect_slashes=False, default=_not_found, lifespan=lambda _app: lifespan()
        )
        self._metrics = metrics
        self._paths: dict[object, str] = {route.endpoint: route.path for route in routes}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._router(scope, receive, send)
            return
        began = time.perf_counter()
        status = 0
        scope[HOST_STATE] = self.service.tables.host
        scope[COUNT_WORK] = self.service.budget.count_request
        scope["root_path"] = self._prefix

        async def counted(message: Message) -> None:
            nonlocal status
            if not status:
                status = message["status"]
                self._metrics.count_request(scope["method"], self._route(scope), status, time.perf_counter() - began)
            await send(message)

        try:
            if self._prefix and scope["path"] == self._prefix:
                await RedirectResponse(f"{self._prefix}/", 308)(scope, receive, counted)
            else:
                await self._router(scope, receive, counted)
        except Exception:
            log.exception("a request has failed")
            if status:  # too late for an answer: the connection is closed
                raise
            fault = Refusal("fault", say("Something went wrong on the server. Nothing was changed."))
            await error_response(fault)(scope, receive, counted)
        finally:
            level = logging.INFO if status >= 400 else logging.DEBUG
            if log.isEnabledFor(level):
                took = round((time.perf_counter() - began) * 1000, 2)
                told = {"method": scope["method"], "route": self._route(scope), "status": status, "ms": took}
                log.log(level, "request", extra=told)

    def _route(self, scope: Scope) -> str:
        """Return the path of the route that the router has found."""
        return self._paths.get(scope.get("endpoint"), "none")


async def _not_found(scope: Scope, receive: Receive, send: Send) -> None:
    await error_response(Refusal("not_found", say("There is nothing at this address.")))(scope, receive, send)
