"""The pages before a table: home, a new table, settings of the browser."""

from __future__ import annotations

from starlette.responses import RedirectResponse, Response

from tilery import bots, games
from tilery.server.http.routing import Route
from tilery.server.pages import forms
from tilery.server.pages.agreement_form import DAYS, NOTHING, read_options, read_settings, read_title
from tilery.server.pages.own_tables import OwnTable, sorted_tables
from tilery.server.pages.page_base import PageBase, find_game
from tilery.server.pages.page_request import THEMES, YEAR, PageRequest
from tilery.server.pages.preferences import (
    FIRST_LEVEL,
    USUAL_LEVEL,
    PlayChoice,
    known_name,
    play_choice,
    read_choice,
    remember_choice,
    remember_name,
)
from tilery.server.pages.table_page import TablePage
from tilery.server.tables.creation import TableOrder
from tilery.server.tables.players import Player, Settings
from tilery.server.tables.refusal import Refusal
from tilery.server.tables.roles import PUBLIC, viewing_seat
from tilery.server.tables.table import GOING_ON
from tilery.server.tables.texts import clean_name
from tilery.words import LANGUAGES, say, translated

OWN_TABLES = 100
"""How many of its tables that go on a browser is shown at home."""
FINISHED = 6
"""How many finished ones; the page of replays has them all."""


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
        cookies, caller = request.http.cookies, request.caller
        number = forms.page_number(request.query)
        going = await self._service.lists.going_on(caller, OWN_TABLES, (number - 1) * OWN_TABLES)
        pages = -(-await self._service.lists.count_tables(caller, GOING_ON) // OWN_TABLES)
        over = await self._service.lists.tables_of(caller, FINISHED, ("over",))
        public = await self._service.lists.public_tables(caller)
        language, now = request.language, self._service.tables.now()
        due, running, waiting = sorted_tables(OwnTable.of(table, roles, language, now) for table, roles in going)
        context = {
            "games": [games.find(name) for name in games.names()],
            "choices": {name: play_choice(cookies, games.find(name)) for name in games.names()},
            "levels": list(bots.FOR_PEOPLE),
            "known_name": known_name(cookies),
            "titles": {name: games.find(name).title for name in games.names()},
            "due": due,
            "due_count": len(due) if pages < 2 else await self._service.lists.count_due(caller),
            "number": number,
            "pages": pages,
            "running": running + waiting,
            "over": [TablePage(table, viewing_seat(roles), frozenset(roles), language) for table, roles in over],
            "public": [TablePage(table, None, frozenset({PUBLIC}), language) for table in public],
        }
        return self._page(request, "home.html", context)

    async def new_table(self, request: PageRequest) -> Response:
        game = find_game(request.http.path_params["game"])
        context = {
            "game": game,
            "levels": list(bots.FOR_PEOPLE),
            "days": DAYS,
            "chosen": NOTHING,
            "known_name": known_name(request.http.cookies),
        }
        return self._page(request, "new.html", context)

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
        options, settings = read_options(form, game), read_settings(form, self._config.bot_seconds)
        order = TableOrder(game.name, players, settings, options, form.get("public") == "on", read_title(form))
        response = await self._open_table(request, order)
        remember_name(response, players[-1 if form.get("place") == "last" else 0].name)
        return response

    async def play_now(self, request: PageRequest) -> Response:
        """Open a table with one click, ready for the first move: as the last time, or as the form says.

        Who learns a game plays against a beginner, which changes nothing that is remembered.
        """
        game = find_game(request.http.path_params["game"])
        cookies, form = request.http.cookies, await request.form()
        is_lesson = bool(form.get("guide"))
        choice = read_choice(form, game, play_choice(cookies, game))
        if is_lesson:
            choice = PlayChoice(FIRST_LEVEL, min(game.seats))
        name = clean_name(form["name"]) if form.get("name") else known_name(cookies)
        person = Player("person", name=name or translated(say("Guest"), request.language))
        others = [Player("bot", level=choice.level) for _ in range(choice.seats - 1)]
        settings = Settings(bot_seconds=self._config.bot_seconds, stand_in=USUAL_LEVEL)
        order = TableOrder(game.name, [person, *others], settings)
        response = await self._open_table(request, order, "#guide" if is_lesson else "")
        if not is_lesson:
            remember_choice(response, game, choice)
        if name:
            remember_name(response, name)
        return response

    async def _open_table(self, request: PageRequest, order: TableOrder, anchor: str = "") -> Response:
        """Make a table and go there."""
        new = await self._service.create_and_start(request.caller, order, request.browser)
        return RedirectResponse(f"/t/{new.id}{anchor}", 303)

    async def join(self, request: PageRequest) -> Response:
        """Follow a link that was pasted into the field."""
        link = (await request.form()).get("link", "").strip()
        path = "/" + link.partition("://")[2].partition("/")[2] if "://" in link else link
        path = path.removeprefix(request.root)
        if not path.startswith(("/t/", "/club/")) or "//" in path:
            raise Refusal("bad_link", say("That is not a link to a table or a club."))
        return RedirectResponse(path, 303)

    async def change_settings(self, request: PageRequest) -> Response:
        """Set the language or the theme, and return to the page that asked."""
        form = await request.form()
        response = RedirectResponse(request.came_from(form.get("back", "")), 303)
        for name, known in (("language", LANGUAGES), ("theme", THEMES)):
            if form.get(name) in known:
                response.set_cookie(name, form[name], max_age=YEAR, samesite="lax")
        return response

    async def about(self, request: PageRequest) -> Response:
        return self._page(request, "about.html", {"credits": self._render.credits()})
