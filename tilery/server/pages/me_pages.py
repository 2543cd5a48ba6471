"""The page *Me*: the personal link that opens all of a player's tables on another device, and erasing oneself."""

from __future__ import annotations

from datetime import UTC, datetime
from urllib.parse import urlencode

from babel.dates import format_date
from starlette.responses import RedirectResponse, Response

from tilery.server.config import Config
from tilery.server.http.routing import Route
from tilery.server.notices.addresses import Addresses, shown
from tilery.server.pages.entry_pages import qr_code
from tilery.server.pages.page_base import PageBase
from tilery.server.pages.page_request import COOKIE, THEMES, YEAR, PageRequest
from tilery.server.pages.preferences import NAME, known_name, remember_name
from tilery.server.pages.templates import Renderer
from tilery.server.tables.passkeys import Passkeys
from tilery.server.tables.people import People
from tilery.server.tables.refusal import no_table
from tilery.server.tables.service import TableService
from tilery.server.tables.texts import LONGEST_NAME, clean_name
from tilery.server.tables.tokens import is_browser_secret
from tilery.words import LANGUAGES

LINK = "/me/with/{secret}"
KEPT = ("language", "theme")
COST = 50.0
"""Milliseconds of work that a change at all of one's tables counts as."""


class MePages(PageBase):
    """The handlers."""

    def __init__(self, service: TableService, config: Config, renderer: Renderer, addresses: Addresses) -> None:
        super().__init__(service, config, renderer)
        self._people = People(service.tables)
        self._passkeys = Passkeys(service.tables)
        self._addresses = addresses

    def routes(self) -> list[Route]:
        return [
            self._route("GET", "/me", self.me),
            self._route("POST", "/me/link", self.link),
            self._route("POST", "/me/renew", self.renew),
            self._route("POST", "/me/erase", self.erase),
            self._route("GET", LINK, self.ask),
            self._route("POST", LINK, self.become),
        ]

    async def me(self, request: PageRequest) -> Response:
        count = await self._service.lists.count_tables(request.caller)
        found = await self._addresses.of(request.browser) if self._addresses.carriers else []
        found_passkeys = await self._passkeys.of(request.browser)
        context = {
            "known_name": known_name(request.http.cookies),
            "count": count,
            "addresses": [(one.id, shown(one), one.confirmed) for one in found],
            "carriers": self._addresses.carriers,
            "services": self._addresses.services,
            "passkeys": [(one.id, _day(one.created, request.language)) for one in found_passkeys],
        }
        return self._page(request, "me.html", context)

    async def link(self, request: PageRequest) -> Response:
        """Send the personal link and its QR code to the page's script, never as part of a page."""
        link = request.base + link_path(request, request.browser)
        return self._json({"link": link, "picture": qr_code(link)})

    async def renew(self, request: PageRequest) -> Response:
        """Shut out all other devices."""
        response = RedirectResponse("/me", 303)
        if request.caller.secret is not None:
            self._service.budget.spend(request.caller, COST)
            _remember(request, response, await self._people.renew(request.caller.secret))
        return response

    async def erase(self, request: PageRequest) -> Response:
        """Forget this person everywhere."""
        response = RedirectResponse("/", 303)
        if request.caller.secret is not None:
            self._service.budget.spend(request.caller, COST)
            await self._people.erase(request.caller.secret)
        for cookie in (COOKIE, NAME):
            response.delete_cookie(cookie)
        return response

    async def ask(self, request: PageRequest) -> Response:
        """Ask for confirmation before this device takes over an identity: a link may have been sent by anybody."""
        secret = _secret(request)
        own = await self._service.lists.count_tables(request.caller)
        is_same = request.caller.secret == secret
        context = {
            "known_name": request.query.get("name", "")[:LONGEST_NAME],
            "own": 0 if is_same else own,
            "is_same": is_same,
            "kept": {name: request.query[name] for name in KEPT if name in request.query},
        }
        return self._page(request, "become.html", context)

    async def become(self, request: PageRequest) -> Response:
        """Give this device the secret of a personal link."""
        secret, form = _secret(request), await request.form()
        self._service.budget.spend(request.caller, COST)
        if form.get("along") == "on" and request.caller.secret not in (None, secret):
            await self._people.bring_along(str(request.caller.secret), secret)
        response = RedirectResponse("/", 303)
        _remember(request, response, secret)
        if form.get("name"):
            remember_name(response, clean_name(form["name"]))
        for name, known in (("language", LANGUAGES), ("theme", THEMES)):
            if form.get(name) in known:
                response.set_cookie(name, form[name], max_age=YEAR, samesite="lax")
        return response


def _day(at: float, language: str) -> str:
    return str(format_date(datetime.fromtimestamp(at, UTC), "long", locale=language))


def _secret(request: PageRequest) -> str:
    secret = str(request.http.path_params["secret"])
    if not is_browser_secret(secret):
        raise no_table()
    return secret


def link_path(request: PageRequest, secret: str) -> str:
    """Return the path that brings a person's secret, name and settings to another device."""
    kept = {name: request.http.cookies[name] for name in KEPT if name in request.http.cookies}
    name = known_name(request.http.cookies)
    query = urlencode({**({"name": name} if name else {}), **kept})
    return LINK.format(secret=secret) + (f"?{query}" if query else "")


def _remember(request: PageRequest, response: Response, secret: str) -> None:
    secure = request.http.url.scheme == "https"
    response.set_cookie(COOKIE, secret, max_age=YEAR, httponly=True, samesite="lax", secure=secure)
    request.is_new = False  # the cookie of a new browser must not replace this one
