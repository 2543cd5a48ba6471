"""The page of a table and all that is done there. The server renders; htmx shows.

A browser is known by its cookie alone, and forms of other sites are refused. Everything goes the same way as through
the API.
"""

from __future__ import annotations

import time
from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import Any
from weakref import WeakValueDictionary

from starlette.responses import RedirectResponse, Response

from tilery import bots
from tilery.games.drawing import Room
from tilery.server.config import Config
from tilery.server.http.audience import Audience, PageContent
from tilery.server.http.requests import LAST_SEAT
from tilery.server.http.routing import Route
from tilery.server.http.streams import PageStream
from tilery.server.pages import forms
from tilery.server.pages.entry_pages import entry_context, preview
from tilery.server.pages.page_base import PageBase
from tilery.server.pages.page_request import PageRequest
from tilery.server.pages.preferences import remember_name
from tilery.server.pages.table_facts import facts_of
from tilery.server.pages.table_page import TablePage
from tilery.server.pages.templates import Renderer
from tilery.server.tables.callers import PICTURE, PREVIEW
from tilery.server.tables.joining import JoinRequest
from tilery.server.tables.live_table import LiveTable
from tilery.server.tables.refusal import Refusal
from tilery.server.tables.roles import PUBLIC, Role, own_seats, viewing_seat
from tilery.server.tables.service import HOSTING, TableService
from tilery.server.tables.table import Table
from tilery.words import say, translated

TABLE = "/t/{id}"


@dataclass(frozen=True)
class Viewpoint:
    """All that the picture of a table depends on besides the table."""

    seat: int | None
    roles: frozenset[Role]
    language: str
    theme: str
    room: Room
    join_requests: tuple[JoinRequest, ...] = ()
    """Who waits to be let in, for those who can do so."""
    owners: tuple[int, ...] = ()
    """The seats of whoever made the table, as long as it is open."""

    @classmethod
    def of(cls, page: TablePage, theme: str) -> Viewpoint:
        """Reduce roles to those that change the picture: all spectators see the same."""
        kinds = {role.kind for role in page.roles}
        roles = {Role("owner")} & page.roles
        if not roles and page.table.status == "open" and kinds & {"invite", "public"}:
            roles = {PUBLIC}
        return cls(page.seat, frozenset(roles), page.language, theme, page.room, page.join_requests, page.owners)


class PlayPages(PageBase):
    """The handlers."""

    def __init__(self, service: TableService, config: Config, renderer: Renderer) -> None:
        super().__init__(service, config, renderer)
        self._audiences: WeakValueDictionary[LiveTable, Audience] = WeakValueDictionary()  # streams keep theirs

    def routes(self) -> list[Route]:
        return [
            self._route("GET", TABLE, self.table),
            self._route("GET", f"{TABLE}/stream", self.stream),
            self._route("GET", f"{TABLE}/preview", self.preview),
            self._route("GET", f"{TABLE}/hint", self.hint),
            self._route("GET", f"{TABLE}/look", self.look),
            self._route("GET", f"{TABLE}/tools", self.tools),
            self._route("POST", f"{TABLE}/sit", self.sit),
            self._route("POST", f"{TABLE}/bot", self.seat_bot),
            self._route("POST", f"{TABLE}/start", self.start),
            self._route("POST", f"{TABLE}/move", self.move),
            self._route("POST", f"{TABLE}/undo", self.undo),
            self._route("POST", f"{TABLE}/chat", self.chat),
            self._route("POST", f"{TABLE}/leave", self.leave),
            self._route("POST", f"{TABLE}/back", self.come_back),
            self._route("POST", f"{TABLE}/hand-over", self.hand_over),
            self._route("POST", f"{TABLE}/holiday", self.holiday),
            self._route("POST", f"{TABLE}/rematch", self.rematch),
            self._route("POST", f"{TABLE}/erase", self.erase),
            self._route("POST", f"{TABLE}/delete", self.delete),
            self._route("POST", f"{TABLE}/link", self.link),
            self._route("GET", f"{TABLE}/with/{{secret}}", self.open_link),
        ]

    # Looking.

    async def table(self, request: PageRequest) -> Response:
        self._service.budget.spend(request.caller, PICTURE)
        try:
            roles = await self._roles(request)
        except Refusal as refusal:
            if refusal.code != "no_table":
                raise
            table = (await self._service.tables.find_fresh(request.table_id)).table
            return self._page(request, "entry.html", await entry_context(self._service, request, table))
        page = await self._page_of(request, await self._table(request), roles)
        inviter = await self._service.joining.inviter(page.table)
        more = {"preview": preview(request, page, inviter), "now": round(self._service.tables.now(), 2)}
        return self._page(request, "table.html", {**self._context(page), **more})

    async def stream(self, request: PageRequest) -> Response:
        """Send the picture of the table now, and again whenever something has happened; `?each` asks for one after
        every event, for pages that show them at their reader's pace."""
        watching = await self._service.watch(request.visitor, request.table_id)
        live = watching.live

        async def find_viewpoint() -> Viewpoint:
            roles = await self._roles(request)
            return Viewpoint.of(await self._page_of(request, live.table, roles), request.theme)

        farewell = translated(say("This table was deleted."), request.language)
        tables, audience, each = self._service.tables, self._audience(live), "each" in request.query
        return PageStream(request.http, tables, audience, watching, find_viewpoint, farewell, wants_each=each)

    def _audience(self, live: LiveTable) -> Audience:
        """Return all pages that show a table."""
        audience = self._audiences.get(live)
        if audience is None:
            audience = self._audiences[live] = Audience(self._service.tables, live, self._content, _seat_of)
        return audience

    def _context(self, page: TablePage) -> dict[str, Any]:
        warming = not self._service.tables.warmup.is_compiled(page.table.game, "bots")
        if page.table.match is not None:
            return {**page.context(), "warming": warming, "shown": "room.html"}
        taken = sum(player.kind != "open" for player in page.table.players)
        waiting = {"shown": "waiting.html", "facts": facts_of(page.table), "taken": taken}
        return {**page.context(), "warming": warming, **waiting}

    def _content(self, table: Table, viewpoint: Hashable) -> PageContent:
        """Render a table for all viewers who see the same."""
        assert isinstance(viewpoint, Viewpoint)
        began = time.perf_counter()
        context = self._context(
            TablePage(
                table,
                viewpoint.seat,
                viewpoint.roles,
                viewpoint.language,
                viewpoint.room,
                viewpoint.join_requests,
                viewpoint.owners,
            )
        )
        picture, chat = (self._render.fragment(viewpoint, name, context) for name in (context["shown"], "chat.html"))
        self._render.note_render(time.perf_counter() - began)
        return PageContent(picture, chat)

    async def preview(self, request: PageRequest) -> Response:
        page = await self._find(request)
        if page.table.match is None or page.seat is None:
            return self._json({})
        self._service.budget.spend(request.caller, PREVIEW)
        return self._json(page.preview(request.query.get("move", "")))

    async def hint(self, request: PageRequest) -> Response:
        page = await self._find(request)
        hint = await self._service.hint(request.caller, page.table, page.seat)
        move = str(hint.move)
        return self._json({"move": move, "why": page.words(hint.why), **page.preview(move)})

    async def look(self, request: PageRequest) -> Response:
        """Send what is shown of one player, large."""
        page = await self._find(request)
        player = forms.number(dict(request.query), "player", 0, page.table.seats - 1)
        return self._page(request, "look.html", page.look(player))

    async def tools(self, request: PageRequest) -> Response:
        """Send the tools at the top right, for a page whose tools are out of date."""
        return self._page(request, "tools.html", (await self._find(request)).context())

    async def _find(self, request: PageRequest) -> TablePage:
        """Return the table as the browser may see it now."""
        roles = await self._roles(request)
        return _plain_page(request, (await self._service.tables.find(request.table_id)).table, roles)

    async def _page_of(self, request: PageRequest, table: Table, roles: frozenset[Role]) -> TablePage:
        """Return the table as the browser sees it, with those who ask to be let in there."""
        page = _plain_page(request, table, roles)
        if table.match is None:
            page = replace(page, owners=await self._service.waiting_room.owner_seats(table.id))
        if not any(role.kind in HOSTING for role in roles):
            return page
        return replace(page, join_requests=tuple(await self._service.joining.unanswered(table.id)))

    async def _roles(self, request: PageRequest) -> frozenset[Role]:
        return await self._service.roles(request.visitor, request.table_id)

    # Acting.

    async def sit(self, request: PageRequest) -> Response:
        form = await request.form()
        seat = forms.number(form, "seat", 0, LAST_SEAT) if form.get("seat") else None
        if own_seats(await self._roles(request)):
            return self._done(request)  # pressed twice, or the first answer was lost
        name = form.get("name", "")
        await self._service.sit(request.caller, request.table_id, name, seat, request.browser)
        response = self._done(request)
        remember_name(response, name)
        return response

    async def seat_bot(self, request: PageRequest) -> Response:
        form = await request.form()
        seat = forms.number(form, "seat", 0, LAST_SEAT)
        level = form.get("level", "")
        if level not in bots.LEVELS:
            raise Refusal("bad_level", say("That bot does not exist."))
        await self._service.seat_bot(request.caller, request.table_id, seat, level)
        return self._done(request)

    async def start(self, request: PageRequest) -> Response:
        await self._service.start(request.caller, request.table_id)
        return self._done(request)

    async def move(self, request: PageRequest) -> Response:
        form = await request.form()
        event = await self._service.move(
            request.caller, request.table_id, form.get("move", ""), client=form.get("id", "")
        )
        return self._done(request, {"number": event.number})

    async def undo(self, request: PageRequest) -> Response:
        client = (await request.form()).get("id") or None
        await self._service.undo(request.caller, request.table_id, client)
        return self._done(request)

    async def chat(self, request: PageRequest) -> Response:
        form = await request.form()
        await self._service.chat(request.caller, request.table_id, form.get("text", ""), form.get("id") or None)
        return self._done(request)

    async def leave(self, request: PageRequest) -> Response:
        await self._service.leave(request.caller, request.table_id)
        return self._done(request)

    async def come_back(self, request: PageRequest) -> Response:
        await self._service.come_back(request.caller, request.table_id)
        return self._done(request)

    async def hand_over(self, request: PageRequest) -> Response:
        seat = forms.number(await request.form(), "seat", 0, LAST_SEAT)
        await self._service.hand_over(request.caller, request.table_id, seat)
        return self._done(request)

    async def holiday(self, request: PageRequest) -> Response:
        await self._service.holiday(request.caller, request.table_id, (await request.form()).get("on") == "on")
        return self._done(request)

    async def rematch(self, request: PageRequest) -> Response:
        new = await self._service.rematch(request.caller, request.table_id, start_if_alone=True)
        return RedirectResponse(f"/t/{new}", 303)

    async def erase(self, request: PageRequest) -> Response:
        await self._service.erase(request.caller, request.table_id)
        return self._done(request)

    async def delete(self, request: PageRequest) -> Response:
        await self._service.delete(request.caller, request.table_id)
        return RedirectResponse("/", 303)

    def _done(self, request: PageRequest, told: dict[str, Any] | None = None) -> Response:
        """Confirm a command: answer a script with JSON, and redirect a form to the table."""
        if request.is_script:
            return self._json(told or {})
        return RedirectResponse(f"/t/{request.table_id}", 303)

    # Links.

    async def link(self, request: PageRequest) -> Response:
        """Make a secret link: to join, to watch, or to one's own seat from another device."""
        kind = (await request.form()).get("kind", "")
        secret = await self._service.make_link(request.caller, request.table_id, kind)
        return self._json({"link": f"{request.base}/t/{request.table_id}/with/{secret}"})

    async def open_link(self, request: PageRequest) -> Response:
        """Grant the browser what a secret link opens, and redirect to the table without the secret in its address."""
        secret = request.http.path_params["secret"]
        await self._service.open_link(request.caller, request.table_id, secret, request.browser)
        reviewed = request.query.get("review", "")
        is_number = reviewed.isascii() and reviewed.isdecimal()
        there = f"/review?move={reviewed[:6]}" if is_number else ""
        return RedirectResponse(f"/t/{request.table_id}{there}", 303)


def _seat_of(viewpoint: Hashable) -> int | None:
    return viewpoint.seat if isinstance(viewpoint, Viewpoint) else None


def _plain_page(request: PageRequest, table: Table, roles: frozenset[Role]) -> TablePage:
    return TablePage(table, viewing_seat(roles, request.caller.seat), roles, request.language, request.room)
