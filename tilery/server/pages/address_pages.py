"""Pages for addresses that notices go to, other than browsers: entered, confirmed, stopped."""

from __future__ import annotations

from starlette.responses import RedirectResponse, Response

from tilery.server.config import Config
from tilery.server.http.routing import Route
from tilery.server.notices.addresses import CONFIRM, STOP, Addresses, shown
from tilery.server.pages.notice_pages import quiet_hours
from tilery.server.pages.page_base import PageBase
from tilery.server.pages.page_request import PageRequest
from tilery.server.pages.templates import Renderer
from tilery.server.tables.refusal import Refusal
from tilery.server.tables.service import TableService
from tilery.words import say

COST = 500.0
"""Milliseconds of work that an address counts as: a process sends a message to it."""
LONGEST_ZONE = 64


class AddressPages(PageBase):
    """The handlers."""

    def __init__(self, service: TableService, config: Config, renderer: Renderer, addresses: Addresses) -> None:
        super().__init__(service, config, renderer)
        self._addresses = addresses

    def routes(self) -> list[Route]:
        link = "/notices/{action}/{id}/with/{token}"
        return [
            self._route("POST", "/notices/addresses", self.add),
            self._route("POST", "/notices/addresses/remove", self.remove),
            self._route("GET", link, self.ask),
            self._route("POST", link, self.answer),
        ]

    async def add(self, request: PageRequest) -> Response:
        """Send a link to an address, by which its owner confirms it."""
        form = await request.form()
        self._service.budget.spend(request.caller, COST)
        await self._addresses.add(
            request.caller,
            request.browser,
            form.get("address", ""),
            language=request.language,
            zone=form.get("zone", "")[:LONGEST_ZONE],
            quiet=quiet_hours(form),
        )
        return RedirectResponse("/me#notices", 303)

    async def remove(self, request: PageRequest) -> Response:
        """Forget an address of one's own."""
        wanted = (await request.form()).get("id", "")
        if wanted in {one.id for one in await self._addresses.of(request.browser)}:
            await self._addresses.stop(wanted)
        return RedirectResponse("/me#notices", 303)

    async def ask(self, request: PageRequest) -> Response:
        """Ask before anything changes: programs that look after mail open links, too. The page's own script presses
        the button that stops messages, so that a person need not."""
        return await self._answer(request, is_done=False)

    async def answer(self, request: PageRequest) -> Response:
        """Confirm an address, or stop messages to it; mail programs do this by themselves (RFC 8058)."""
        return await self._answer(request, is_done=True)

    async def _answer(self, request: PageRequest, *, is_done: bool) -> Response:
        action, own_id, token = (str(request.http.path_params[name]) for name in ("action", "id", "token"))
        if action not in (CONFIRM, STOP) or not self._addresses.is_link(action, own_id, token):
            raise Refusal("not_found", say("There is nothing at this address."))
        found = await self._addresses.find(own_id)
        if is_done and found is not None:
            await (self._addresses.stop if action == STOP else self._addresses.confirm)(own_id)
        context = {
            "action": action,
            "is_done": is_done or found is None,
            "is_known": found is not None,
            "address": shown(found) if found is not None else "",
        }
        return self._page(request, "address.html", context)
