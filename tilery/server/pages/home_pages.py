"""The pages before a table: home, a new table, settings of the browser."""

from __future__ import annotations

from starlette.responses import RedirectResponse, Response

from tilery import bots, games
from tilery.server.http.routing import Route
from tilery.server.pages import forms
from tilery.server.pages.page_base import PageBase, find_game
from tilery.server.pages.page_request import THEMES, YEAR, PageRequest
from tilery.server.pages.table_page import TablePage
from tilery.server.tables.creation import TableOrder
from tilery.server.tables.players import Player, Settings
from tilery.server.tables.refusal import Refusal
from tilery.server.tables.roles import PUBLIC, Role, own_seats, viewing_seat
from tilery.server.tables.table import Table
from tilery.server.tables.texts import LONGEST_NAME, clean_name, tidy
from tilery.words import LANGUAGES, say, translated

OWN_TABLES = 20
"""How many of its tables a browser is shown at home."""
USUAL_LEVEL = "medium"
"""The bot that plays when nobody has chosen one."""


class HomePages(PageBase):
    """The handlers."""

    def routes(self) -> list[Route]:
        return [
            self._route("GET", "/", self.home),
            self._route("GET", "/new/{game}", self.new_table),
            self._route("POST", "/new/{game}", self.create),
            self._route("POST", "/play/{game}", self.play_now),
            self._route("POST", "/join", self.join),
            self._route("POST", "/settings", self.change_settings),
            self._route("GET", "/about", self.about),
        ]

    async def home(self, request: PageRequest) -> Response:
        mine, is_waiting = await self._tables_of(request, OWN_TABLES)
        language = request.language
        own = [(TablePage(table, viewing_seat(roles), frozenset(roles), language), roles) for table, roles in mine]
        context = {
            "is_waiting": is_waiting,
            "games": [games.find(name) for name in games.names()],
            "titles": {name: games.find(name).title for name in games.names()},
            "mine": [(page, _is_due(page.table, roles)) for page, roles in own if page.table.status != "over"],
            "over": [page for page, _ in own if page.table.status == "over"],
            "public": [
                TablePage(table, None, frozenset({PUBLIC}), language) for table in await self._service.public_tables()
            ],
        }
        return self._page(request, "home.html", context, refresh=is_waiting)

    async def new_table(self, request: PageRequest) -> Response:
        game = find_game(request.http.path_params["game"])
        return self._page(request, "new.html", {"game": game, "levels": list(bots.FOR_PEOPLE)})

    async def create(self, request: PageRequest) -> Response:
        game = find_game(request.http.path_params["game"])
        form = await request.form()
        seats = forms.number(form, "seats", min(game.seats), max(game.seats))
        players = [Player("person", name=clean_name(form.get("name", "")))]
        for seat in range(1, seats):
            kind = form.get(f"seat{seat}", "open")
            players.append(Player("bot", level=kind) if kind in bots.LEVELS else Player())
        if form.get("place") == "last":
            players = players[1:] + players[:1]
        options = {
            option.name: form[f"option-{option.name}"] for option in game.options if f"option-{option.name}" in form
        }
        settings = Settings(
            chat=form.get("chat") == "on",
            seconds_per_move=forms.seconds(form, "minutes_per_move"),
            seconds_per_game=forms.seconds(form, "minutes_per_game"),
            bot_seconds=self._config.bot_seconds,
            stand_in=USUAL_LEVEL,
        )
        title = tidy(form.get("title", ""))[:LONGEST_NAME]
        order = TableOrder(game.name, players, settings, options, form.get("public") == "on", title)
        return await self._open_table(request, order)

    async def play_now(self, request: PageRequest) -> Response:
        """Open a table with one click, ready for the first move."""
        game = find_game(request.http.path_params["game"])
        anchor = "#guide" if (await request.form()).get("guide") else ""
        guest = Player("person", name=translated(say("Guest"), request.language))
        others = [Player("bot", level=USUAL_LEVEL) for _ in range(min(game.seats) - 1)]
        settings = Settings(bot_seconds=self._config.bot_seconds, stand_in=USUAL_LEVEL)
        return await self._open_table(request, TableOrder(game.name, [guest, *others], settings), anchor)

    async def _open_table(self, request: PageRequest, order: TableOrder, anchor: str = "") -> Response:
        """Make a table and go there."""
        new = await self._service.create_and_start(request.caller, order, request.browser)
        return RedirectResponse(f"/t/{new.id}{anchor}", 303)

    async def join(self, request: PageRequest) -> Response:
        """Go where a link leads that was copied into the field."""
        link = (await request.form()).get("link", "").strip()
        path = "/" + link.partition("://")[2].partition("/")[2] if "://" in link else link
        if not path.startswith("/t/") or "//" in path:
            raise Refusal("bad_link", say("That is not a link to a table."))
        return RedirectResponse(path, 303)

    async def change_settings(self, request: PageRequest) -> Response:
        """Choose a language or a theme, and go on where one was."""
        form = await request.form()
        response = RedirectResponse(request.came_from, 303)
        for name, known in (("language", LANGUAGES), ("theme", THEMES)):
            if form.get(name) in known:
                response.set_cookie(name, form[name], max_age=YEAR, samesite="lax")
        return response

    async def about(self, request: PageRequest) -> Response:
        return self._page(request, "about.html", {"credits": self._render.credits()})


def _is_due(table: Table, roles: list[Role]) -> bool:
    """Tell whether one of one's own seats owes a decision."""
    waiting = table.match.waiting if table.match else ()
    return any(seat in waiting for seat in own_seats(roles))
