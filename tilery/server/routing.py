"""From a request to the handler that answers it, counted and logged on the way.

Starlette finds the route. Its application is not used: it wraps every request, and every piece of every stream, in six
layers that handle errors, which took longer than the move that was asked for.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, Router
from starlette.types import Message, Receive, Scope, Send

from tilery.server.answers import refuse
from tilery.server.hall import Hall
from tilery.server.metrics import Metrics
from tilery.server.table import Refusal
from tilery.words import say

log = logging.getLogger("tilery.server")

Handler = Callable[[Request], Awaitable[Response]]
Lifespan = Callable[[], AbstractAsyncContextManager[None]]


class Way(Route):
    """A route to a handler."""

    def __init__(self, method: str, path: str, handler: Handler) -> None:
        super().__init__(path, handler, methods=[method])
        self._handler = handler

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        assert self.methods is not None
        if scope["method"] in self.methods:
            response = await self._handler(Request(scope, receive, send))
        else:
            response = refuse(Refusal("wrong_method", say("That cannot be done here."), 405))
            response.headers["allow"] = ", ".join(sorted(self.methods))
        await response(scope, receive, send)


class Application:
    """All routes. Requests are counted and logged by their route, never by their path: paths may hold secrets."""

    def __init__(self, routes: Sequence[Way], lifespan: Lifespan, metrics: Metrics, hall: Hall) -> None:
        self.routes = routes
        self.hall = hall
        self.lifespan = lifespan
        self._router = Router(routes, redirect_slashes=False, default=_nothing_here, lifespan=lambda _app: lifespan())
        self._metrics = metrics
        self._paths: dict[object, str] = {route.endpoint: route.path for route in routes}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._router(scope, receive, send)
            return
        began = time.perf_counter()
        status = 0

        async def counted(message: Message) -> None:
            nonlocal status
            if not status:
                status = message["status"]
                self._metrics.count_request(scope["method"], self._route(scope), status, time.perf_counter() - began)
            await send(message)

        try:
            await self._router(scope, receive, counted)
        except Exception:
            log.exception("a request has failed")
            if status:  # too late for an answer: the connection is closed
                raise
            fault = Refusal("fault", say("Something is wrong with the server; nothing was changed."), 500)
            await refuse(fault)(scope, receive, counted)
        finally:
            level = logging.INFO if status >= 400 else logging.DEBUG
            if log.isEnabledFor(level):
                took = round((time.perf_counter() - began) * 1000, 2)
                told = {"method": scope["method"], "route": self._route(scope), "status": status, "ms": took}
                log.log(level, "request", extra=told)

    def _route(self, scope: Scope) -> str:
        """The path of the route that the router has found."""
        return self._paths.get(scope.get("endpoint"), "none")


async def _nothing_here(scope: Scope, receive: Receive, send: Send) -> None:
    await refuse(Refusal("not_found", say("There is nothing here."), 404))(scope, receive, send)
