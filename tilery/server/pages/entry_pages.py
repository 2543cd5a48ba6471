"""What people see of a table that they have not joined: who invites, how to get in, and a picture for messengers."""

from __future__ import annotations

import asyncio
import re
from typing import Any
from zlib import crc32

import segno
from starlette.responses import RedirectResponse, Response

from tilery import games
from tilery.server.config import Config
from tilery.server.http.routing import Route
from tilery.server.pages import card
from tilery.server.pages.page_base import PageBase
from tilery.server.pages.page_request import PageRequest
from tilery.server.pages.preferences import known_name, remember_name
from tilery.server.pages.table_page import TablePage
from tilery.server.pages.templates import Renderer
from tilery.server.tables.callers import CARD
from tilery.server.tables.refusal import Refusal
from tilery.server.tables.service import HOSTING, TableService
from tilery.server.tables.table import Table
from tilery.words import LANGUAGES, say

TABLE = "/t/{id}"
CODE = re.compile(r"[A-Za-z0-9_-]{20,100}")
CARD_SECONDS = 60
"""For how long others may keep a picture: the game goes on."""


class EntryPages(PageBase):
    """The handlers."""

    def __init__(self, service: TableService, config: Config, renderer: Renderer) -> None:
        super().__init__(service, config, renderer)
        self._drawing = asyncio.Lock()

    def routes(self) -> list[Route]:
        return [
            self._route("GET", f"{TABLE}/card.png", self.card),
            self._route("POST", f"{TABLE}/code", self.enter),
            self._route("POST", f"{TABLE}/ask", self.ask),
            self._route("POST", f"{TABLE}/answer", self.answer),
            self._route("POST", f"{TABLE}/qr", self.qr),
        ]

    async def card(self, request: PageRequest) -> Response:
        """Send the picture of a table, for whoever has its address: it shows only what anyone may see."""
        live = await self._service.tables.find_fresh(request.table_id)
        asked = request.query.get("language", "")
        language = asked if asked in LANGUAGES else request.language
        key = ("card", language)
        if (png := live.rendered.get(key)) is None:
            self._service.budget.spend(request.caller, CARD)
            async with self._service.turns.of(("card", request.caller.client)), self._drawing:
                table = live.table.for_thread()
                inviter = await self._service.joining.inviter(table)
                png = live.rendered.get(key) or await card.png_of(table, language, inviter)
                if live.table.number == table.number:
                    live.rendered[key] = png
        headers = {"cache-control": f"public, max-age={CARD_SECONDS}", "x-content-type-options": "nosniff"}
        return Response(png, headers=headers, media_type="image/png")

    async def enter(self, request: PageRequest) -> Response:
        """Open a table by a link that somebody pastes, or by the code at the end of one."""
        text = (await request.form()).get("code", "").strip().rstrip("/").rpartition("/")[2]
        if not CODE.fullmatch(text):
            raise Refusal("bad_link", say("That is not the code of a link. Copy the whole link that you were sent."))
        try:
            await self._service.open_link(request.caller, request.table_id, text, request.browser)
        except Refusal as refusal:
            if refusal.code != "no_table":
                raise
            raise Refusal("bad_link", say("That code does not open this table.")) from None
        return RedirectResponse(f"/t/{request.table_id}", 303)

    async def ask(self, request: PageRequest) -> Response:
        """Ask the people at a table to be let in."""
        name = (await request.form()).get("name", "")
        await self._service.joining.ask(request.caller, request.table_id, request.browser, name)
        response = RedirectResponse(f"/t/{request.table_id}", 303)
        remember_name(response, name)
        return response

    async def answer(self, request: PageRequest) -> Response:
        """Admit or turn away somebody who has asked to join."""
        await self._service.role(request.caller, request.table_id, HOSTING)
        form = await request.form()
        accept = form.get("answer") == "yes"
        await self._service.joining.answer(request.table_id, form.get("request", ""), accept=accept)
        if request.is_script:
            return self._json({})
        return RedirectResponse(f"/t/{request.table_id}", 303)

    async def qr(self, request: PageRequest) -> Response:
        """Send an invite link and its QR code to the page's script, never as part of a page."""
        secret = await self._service.make_link(request.caller, request.table_id, "invite")
        link = f"{request.base}/t/{request.table_id}/with/{secret}"
        return self._json({"link": link, "picture": qr_code(link)})


async def entry_context(service: TableService, request: PageRequest, table: Table) -> dict[str, Any]:
    """Return what a visitor without a link is shown of a table: who invites, and how to get in."""
    inviter = await service.joining.inviter(table)
    return {
        "table": table,
        "game": games.find(table.game),
        "inviter": inviter,
        "asked": await service.joining.state(request.visitor, table.id),
        "known_name": known_name(request.http.cookies),
        "preview": preview(request, TablePage(table, None, frozenset(), request.language), inviter),
    }


def qr_code(link: str) -> str:
    """Draw a QR code of a link, dark on white in both themes."""
    return segno.make(link, error="m").svg_inline(border=3, light="#fff", omitsize=True)


def preview(request: PageRequest, page: TablePage, inviter: str) -> dict[str, str]:
    """Return what messengers show of a table's address."""
    address = f"{request.base}/t/{page.table.id}"
    title, description = card.headline(page, inviter), page.words(card.about(page.table, page.language))
    # Messengers keep a picture by its address, which therefore changes with it; but the number of events at a table
    # that shows its cover alone is nobody's business.
    version = page.table.number if card.is_shown(page.table) else crc32(f"{title} {description}".encode())
    return {
        "title": title,
        "description": description,
        "address": address,
        "picture": f"{address}/card.png?language={page.language}&v={version}",
    }
