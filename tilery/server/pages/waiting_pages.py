"""What is done at a table before its game begins: seats, ready marks, and how it is played."""

from __future__ import annotations

from starlette.responses import RedirectResponse, Response

from tilery import games
from tilery.server.http.requests import LAST_SEAT
from tilery.server.http.routing import Route
from tilery.server.pages import forms
from tilery.server.pages.agreement_form import DAYS, filled_in, read_options, read_settings, read_title
from tilery.server.pages.page_base import PageBase
from tilery.server.pages.page_request import PageRequest
from tilery.server.tables.refusal import Refusal
from tilery.server.tables.seating import Agreement
from tilery.server.tables.service import OWNING
from tilery.words import say

TABLE = "/t/{id}"


class WaitingPages(PageBase):
    """The handlers."""

    def routes(self) -> list[Route]:
        return [
            self._route("POST", f"{TABLE}/ready", self.ready),
            self._route("POST", f"{TABLE}/seat", self.change_seat),
            self._route("POST", f"{TABLE}/swap", self.swap),
            self._route("POST", f"{TABLE}/lots", self.draw_lots),
            self._route("POST", f"{TABLE}/remove-bot", self.remove_bot),
            self._route("POST", f"{TABLE}/fewer", self.begin_with_fewer),
            self._route("GET", f"{TABLE}/edit", self.show_agreement),
            self._route("POST", f"{TABLE}/edit", self.edit),
        ]

    async def ready(self, request: PageRequest) -> Response:
        is_on = (await request.form()).get("on") == "on"
        await self._service.waiting_room.ready(request.caller, request.table_id, is_on)
        return self._done(request)

    async def change_seat(self, request: PageRequest) -> Response:
        to = forms.number(await request.form(), "to", 0, LAST_SEAT)
        await self._service.waiting_room.change_seat(request.caller, request.table_id, to)
        return self._done(request)

    async def swap(self, request: PageRequest) -> Response:
        form = await request.form()
        one, other = (forms.number(form, name, 0, LAST_SEAT) for name in ("one", "other"))
        await self._service.waiting_room.swap(request.caller, request.table_id, one, other)
        return self._done(request)

    async def draw_lots(self, request: PageRequest) -> Response:
        await self._service.waiting_room.draw_lots(request.caller, request.table_id)
        return self._done(request)

    async def remove_bot(self, request: PageRequest) -> Response:
        seat = forms.number(await request.form(), "seat", 0, LAST_SEAT)
        await self._service.waiting_room.remove_bot(request.caller, request.table_id, seat)
        return self._done(request)

    async def begin_with_fewer(self, request: PageRequest) -> Response:
        await self._service.waiting_room.begin_with_fewer(request.caller, request.table_id)
        return self._done(request)

    async def show_agreement(self, request: PageRequest) -> Response:
        """Show the form that changes how the table is played."""
        await self._service.role(request.caller, request.table_id, OWNING)
        table = await self._table(request)
        if table.match is not None:
            raise Refusal("started", say("The game has already started."))
        context = {
            "table": table,
            "game": games.find(table.game),
            "chosen": filled_in(table),
            "days": DAYS,
            "taken": sum(player.kind != "open" for player in table.players),
        }
        return self._page(request, "edit.html", context)

    async def edit(self, request: PageRequest) -> Response:
        form = await request.form()
        table = await self._table(request)
        game = games.find(table.game)
        options = read_options(form, game)
        if game.own_set and game.own_set.option in table.options:  # it was entered in one browser, and stays
            options.setdefault(game.own_set.option, table.options[game.own_set.option])
        agreed = Agreement(
            forms.number(form, "seats", min(game.seats), max(game.seats)),
            options,
            read_settings(form, table.settings.bot_seconds),
            form.get("public") == "on",
            read_title(form),
        )
        await self._service.waiting_room.edit(request.caller, request.table_id, agreed)
        return RedirectResponse(f"/t/{request.table_id}", 303)

    def _done(self, request: PageRequest) -> Response:
        if request.is_script:
            return self._json({})
        return RedirectResponse(f"/t/{request.table_id}", 303)
