"""Notices in the browser: the installable app, its service worker, and subscriptions."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

from starlette.responses import Response

from tilery import games
from tilery.server.config import Config
from tilery.server.http.routing import Route
from tilery.server.notices.notifier import Notifier
from tilery.server.notices.outbound import ForbiddenAddressError, check_address
from tilery.server.notices.subscriptions import Subscriptions
from tilery.server.notices.web_push import Subscriber
from tilery.server.pages import forms
from tilery.server.pages.icons import SIZES
from tilery.server.pages.page_base import PageBase
from tilery.server.pages.page_request import PageRequest
from tilery.server.pages.static_files import WEB, static_url
from tilery.server.pages.templates import Renderer
from tilery.server.tables.rate_limit import RateLimit
from tilery.server.tables.refusal import Refusal
from tilery.server.tables.service import TableService
from tilery.words import say, translated

LONGEST_ADDRESS = 1000
WORKER = WEB / "service-worker.js"
COST = 20.0
"""Milliseconds of work that a subscription counts as: it makes this server send something later."""
SUBSCRIPTIONS_A_MINUTE = 60
"""How many browsers of one address may subscribe: each is stored, whoever it belongs to."""
COUNTING = 5.0
"""Milliseconds that counting somebody's tables counts as."""


class NoticePages(PageBase):
    """The handlers."""

    def __init__(self, service: TableService, config: Config, renderer: Renderer, notifier: Notifier) -> None:
        super().__init__(service, config, renderer)
        self._notifier = notifier
        self._subscriptions = Subscriptions(service.tables)
        self._new = RateLimit(SUBSCRIPTIONS_A_MINUTE)

    def routes(self) -> list[Route]:
        return [
            self._route("GET", "/manifest.webmanifest", self.manifest),
            self._route("GET", "/service-worker.js", self.worker),
            self._route("GET", "/due", self.due),
            self._route("GET", "/notices", self.state),
            self._route("POST", "/notices", self.subscribe),
            self._route("POST", "/notices/stop", self.stop),
        ]

    async def manifest(self, request: PageRequest) -> Response:
        """Describe the app that a browser can install."""
        at = request.root
        icons = [
            {
                "src": at + static_url(f"icon-{size}.png"),
                "type": "image/png",
                "sizes": f"{size}x{size}",
                "purpose": "any",
            }
            for size in SIZES
        ]
        whole = f"{max(SIZES)}x{max(SIZES)}"
        icons += [
            {"src": at + static_url("icon-maskable.png"), "type": "image/png", "sizes": whole, "purpose": "maskable"},
            {"src": at + static_url("logo.svg"), "type": "image/svg+xml", "sizes": "any", "purpose": "any"},
        ]
        described = {
            "id": f"{request.root}/",
            "name": "Tilery",
            "short_name": "Tilery",
            "description": translated(say("Four tile games with friends or against bots"), request.language),
            "lang": request.language,
            "start_url": f"{request.root}/",
            "scope": f"{request.root}/",
            "display": "standalone",
            "background_color": "#f6efe3",
            "theme_color": "#f6efe3",
            "icons": icons,
        }
        return self._render.plain(json.dumps(described, ensure_ascii=False), "application/manifest+json")

    async def worker(self, _request: PageRequest) -> Response:
        """Send the script that receives messages; it must not come from a cache."""
        return self._render.plain(_read(WORKER), "text/javascript")

    async def due(self, request: PageRequest) -> Response:
        """Tell the page's script at how many tables it is this person's turn; a table's page, also where to go next."""
        if request.caller.secret is None:
            return self._json({"due": 0, "next": None})
        self._service.budget.spend(request.caller, COUNTING)
        told: dict[str, Any] = {"due": await self._service.lists.count_due(request.caller)}
        if "from" in request.query:
            table = await self._service.lists.next_due(request.caller, request.query["from"])
            told["next"] = (
                None
                if table is None
                else {
                    "address": f"{request.root}/t/{table.id}",
                    "title": table.name or games.find(table.game).title,
                    "game": table.game,
                }
            )
        return self._json(told)

    async def state(self, request: PageRequest) -> Response:
        """Tell the page's script by which key it subscribes, and whether a browser has."""
        if not self._config.notices or self._notifier.signer is None:
            return self._json({"key": None, "subscribed": False})
        endpoint = request.query.get("endpoint", "")
        holder = request.caller.secret
        known = bool(endpoint and holder) and await self._subscriptions.has(_id(endpoint), holder or "")
        return self._json({"key": self._notifier.signer.public, "subscribed": known})

    async def subscribe(self, request: PageRequest) -> Response:
        """Subscribe this browser to notices."""
        if not self._config.notices:
            raise Refusal("forbidden", say("This server does not send notifications."))
        form = await request.form()
        self._service.budget.spend(request.caller, COST)
        self._new.count(request.caller.client)
        address = {name: form.get(name, "") for name in ("endpoint", "key", "auth")}
        try:
            if len(address["endpoint"]) > LONGEST_ADDRESS:
                raise ForbiddenAddressError("the address is too long")
            check_address(address["endpoint"], private=self._config.notices_to_private)
            Subscriber.read(**address)
        except (ForbiddenAddressError, ValueError):
            raise Refusal("bad_request", say("That is not an address of a push service.")) from None
        await self._subscriptions.add(
            _id(address["endpoint"]),
            request.browser,
            json.dumps(address),
            language=request.language,
            zone=form.get("zone", "")[:64],
            quiet=quiet_hours(form),
        )
        return self._json({})

    async def stop(self, request: PageRequest) -> Response:
        """Unsubscribe this browser."""
        endpoint = (await request.form()).get("endpoint", "")
        if request.caller.secret is not None:
            await self._subscriptions.remove(_id(endpoint), request.caller.secret)
        return self._json({})


def quiet_hours(form: dict[str, str]) -> tuple[int | None, int | None]:
    """Read between which hours somebody does not want to be told anything."""
    first, last = (forms.number(form, name, 0, 23) if form.get(name) else None for name in ("quiet_from", "quiet_to"))
    return first, last


def _id(endpoint: str) -> str:
    return hashlib.sha256(endpoint.encode()).hexdigest()


def _read(path: Path) -> str:
    return path.read_text("utf-8")
