"""Keeping order at a table: removing and muting a player, reporting a message; browsers hide messages by themselves."""

from __future__ import annotations

from starlette.responses import RedirectResponse, Response

from tilery.server.config import Config
from tilery.server.http.requests import LAST_SEAT
from tilery.server.http.routing import Route
from tilery.server.pages import forms
from tilery.server.pages.page_base import PageBase
from tilery.server.pages.page_request import PageRequest
from tilery.server.pages.play_pages import TABLE
from tilery.server.pages.templates import Renderer
from tilery.server.tables.moderation import LAST_NUMBER, Moderation
from tilery.server.tables.service import TableService


class ModerationPages(PageBase):
    """The handlers."""

    def __init__(self, service: TableService, config: Config, renderer: Renderer) -> None:
        super().__init__(service, config, renderer)
        self._moderation = Moderation(service)

    def routes(self) -> list[Route]:
        return [
            self._route("POST", f"{TABLE}/remove", self.remove),
            self._route("POST", f"{TABLE}/mute", self.mute),
            self._route("POST", f"{TABLE}/report", self.report),
        ]

    async def remove(self, request: PageRequest) -> Response:
        """Take a player's seat away for good."""
        player = forms.number(await request.form(), "player", 0, LAST_SEAT)
        await self._moderation.remove(request.visitor, request.table_id, player)
        return self._done(request)

    async def mute(self, request: PageRequest) -> Response:
        """Mute a player in the chat, or unmute them."""
        form = await request.form()
        player = forms.number(form, "player", 0, LAST_SEAT)
        await self._moderation.mute(request.visitor, request.table_id, player, form.get("on") == "on")
        return self._done(request)

    async def report(self, request: PageRequest) -> Response:
        """Report a message to the host."""
        form = await request.form()
        number = forms.number(form, "message", 1, LAST_NUMBER)
        await self._moderation.report(request.caller, request.table_id, number, form.get("note", ""))
        return self._done(request)

    def _done(self, request: PageRequest) -> Response:
        return self._json({}) if request.is_script else RedirectResponse(f"/t/{request.table_id}", 303)
