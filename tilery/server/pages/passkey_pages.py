"""Passkeys on the page *Me*: created, used and removed there. A passkey leads to the page of one's personal link."""

from __future__ import annotations

import json
from typing import Any

from starlette.responses import RedirectResponse, Response

from tilery.server.config import Config
from tilery.server.http.routing import Route
from tilery.server.pages.me_pages import link_path
from tilery.server.pages.page_base import PageBase
from tilery.server.pages.page_request import PageRequest
from tilery.server.pages.preferences import known_name
from tilery.server.pages.templates import Renderer
from tilery.server.tables.passkeys import Passkeys, Site
from tilery.server.tables.refusal import Refusal
from tilery.server.tables.service import TableService
from tilery.words import say, translated

COST = 20.0
"""Milliseconds of work that checking a passkey counts as."""


class PasskeyPages(PageBase):
    """The handlers."""

    def __init__(self, service: TableService, config: Config, renderer: Renderer) -> None:
        super().__init__(service, config, renderer)
        self._passkeys = Passkeys(service.tables)

    def routes(self) -> list[Route]:
        return [
            self._route("POST", "/me/passkeys/options", self.options),
            self._route("POST", "/me/passkeys", self.make),
            self._route("POST", "/me/passkeys/challenge", self.challenge),
            self._route("POST", "/me/passkeys/use", self.use),
            self._route("POST", "/me/passkeys/remove", self.remove),
        ]

    async def options(self, request: PageRequest) -> Response:
        """Send the page's script what it needs to make a passkey."""
        self._service.budget.spend(request.caller, COST)
        name = known_name(request.http.cookies) or translated(say("Guest"), request.language)
        return self._json(await self._passkeys.options_to_make(_site(request), request.browser, name))

    async def make(self, request: PageRequest) -> Response:
        """Keep a passkey that was made."""
        form = await request.form()
        self._service.budget.spend(request.caller, COST)
        made = _read(form.get("passkey", ""))
        link = link_path(request, request.browser)
        await self._passkeys.make(_site(request), request.browser, link, form.get("handle", ""), made)
        return self._json({})

    async def challenge(self, request: PageRequest) -> Response:
        """Send the page's script what it needs to ask for a passkey."""
        return self._json(self._passkeys.options_to_use(_site(request)))

    async def use(self, request: PageRequest) -> Response:
        """Send the address to which a passkey leads: a personal link, whose page asks before it does anything."""
        form = await request.form()
        self._service.budget.spend(request.caller, COST)
        link = await self._passkeys.use(_site(request), _read(form.get("passkey", "")))
        return self._json({"link": request.root + link})

    async def remove(self, request: PageRequest) -> Response:
        passkey = (await request.form()).get("id", "")
        if request.caller.secret is not None:
            await self._passkeys.remove(request.caller.secret, passkey)
        return RedirectResponse("/me", 303)


def _site(request: PageRequest) -> Site:
    return Site(request.base.removesuffix(request.root))


def _read(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise Refusal("bad_request", say("That did not work. Please try again."))
    return found
