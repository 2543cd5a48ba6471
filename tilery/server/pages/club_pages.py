"""Pages of clubs: those one belongs to, and each club with its members, tables, tournaments and ratings."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence
from typing import Any

from starlette.responses import RedirectResponse, Response

from tilery import bots, games
from tilery.server.clubs import commands
from tilery.server.clubs.club import SYSTEMS, Club
from tilery.server.clubs.service import ClubService
from tilery.server.config import Config
from tilery.server.http.routing import Route
from tilery.server.pages import forms
from tilery.server.pages.agreement_form import read_options
from tilery.server.pages.club_page import ClubPage, standings_rows, tournament_rows
from tilery.server.pages.entry_pages import qr_code
from tilery.server.pages.page_base import Handler, PageBase, find_game
from tilery.server.pages.page_request import PageRequest
from tilery.server.pages.preferences import USUAL_LEVEL, known_name, remember_name
from tilery.server.pages.templates import Renderer
from tilery.server.tables.callers import Caller
from tilery.server.tables.creation import TableOrder
from tilery.server.tables.events import Command
from tilery.server.tables.players import DAY, Player, Settings
from tilery.server.tables.refusal import Refusal
from tilery.server.tables.service import TableService
from tilery.server.tables.texts import clean_name
from tilery.server.tables.tokens import new_token
from tilery.words import say

CLUB = "/club/{club}"
TOURNAMENT = f"{CLUB}/tournaments/{{number}}"
EVENING = {"5": 300.0, "10": 600.0, "20": 1200.0, "40": 2400.0}
"""Clocks of an evening: minutes for each player, as seconds."""
INCREMENT = 5.0
DAYS = {"1d": 1, "3d": 3, "7d": 7}
HOLIDAY_DAYS = 14
LIVE_SECONDS = 3

Propose = Callable[[Club, int | None], Command]


class ClubPages(PageBase):
    """The handlers."""

    def __init__(self, service: TableService, config: Config, renderer: Renderer, clubs: ClubService) -> None:
        super().__init__(service, config, renderer)
        self._clubs = clubs

    def routes(self) -> list[Route]:
        found: list[tuple[str, str, Handler]] = [
            ("GET", "/clubs", self.index),
            ("POST", "/clubs", self.create),
            ("GET", CLUB, self.club),
            ("GET", f"{CLUB}/live", self.live),
            ("GET", f"{CLUB}/standings.csv", self.standings_csv),
            ("POST", f"{CLUB}/join", self.join),
            ("POST", f"{CLUB}/leave", self.leave),
            ("POST", f"{CLUB}/remove", self.remove),
            ("POST", f"{CLUB}/bots", self.add_bots),
            ("POST", f"{CLUB}/link", self.renew_link),
            ("POST", f"{CLUB}/rename", self.rename),
            ("POST", f"{CLUB}/seasons", self.new_season),
            ("POST", f"{CLUB}/tables", self.open_table),
            ("POST", f"{CLUB}/tables/{{table}}", self.enter_table),
            ("GET", "/t/{id}/club", self.club_of_table),
            ("POST", f"{CLUB}/tournaments", self.plan),
            ("GET", f"{TOURNAMENT}/results.csv", self.tournament_csv),
            ("POST", f"{TOURNAMENT}/enter", self.enter),
            ("POST", f"{TOURNAMENT}/bots", self.enter_bots),
            ("POST", f"{TOURNAMENT}/withdraw", self.withdraw),
            ("POST", f"{TOURNAMENT}/begin", self.begin),
            ("POST", f"{TOURNAMENT}/close", self.close),
        ]
        return [self._route(method, path, handler) for method, path, handler in found]

    # Looking.

    async def index(self, request: PageRequest) -> Response:
        found = await self._clubs.clubs_of(request.caller)
        context = {"clubs": found, "known_name": known_name(request.http.cookies), "key": new_token()}
        return self._page(request, "clubs.html", context)

    async def club(self, request: PageRequest) -> Response:
        page = await self._club_page(request)
        address = self._address(request)
        context = {
            "page": page,
            "picture": qr_code(request.base + address) if page.access.member is not None else "",
            "known_name": known_name(request.http.cookies),
            "address": request.root + address,
            "games": [games.find(name) for name in games.names()],
            "levels": list(bots.FOR_PEOPLE),
            "evening": list(EVENING),
            "days": DAYS,
            "key": new_token(),
            "most": commands.MOST_PLAYERS,
            "seconds": LIVE_SECONDS,
        }
        return self._page(request, "club.html", context)

    async def live(self, request: PageRequest) -> Response:
        """Send what changes on the page of a club, if something has."""
        page = await self._club_page(request)
        if request.query.get("after") == str(page.club.number):
            return Response(status_code=204)
        return self._page(request, "club-live.html", {"page": page, "address": request.root + self._address(request)})

    async def standings_csv(self, request: PageRequest) -> Response:
        return self._csv(standings_rows(await self._club_page(request)), "standings.csv")

    async def tournament_csv(self, request: PageRequest) -> Response:
        page = await self._club_page(request)
        tournament = page.club.tournament(_number(request))
        return self._csv(tournament_rows(page, tournament), f"tournament-{tournament.number}.csv")

    async def _club_page(self, request: PageRequest) -> ClubPage:
        access = await self._clubs.access(_caller(request), _link(request))
        seasons = access.club.seasons
        number = forms.number(dict(request.query), "season", 1, len(seasons)) if "season" in request.query else None
        shown = seasons[(number or len(seasons)) - 1]
        if number is None:
            await self._clubs.note_look(access.club)
        ratings = await self._clubs.strengths(request.caller, access.club, shown.number)
        return ClubPage(access, shown, ratings, request.language)

    def _csv(self, rows: Sequence[Sequence[object]], name: str) -> Response:
        text = io.StringIO()
        csv.writer(text).writerows([[_plain(cell) for cell in row] for row in rows])
        response = self._render.plain("\N{ZERO WIDTH NO-BREAK SPACE}" + text.getvalue(), "text/csv")
        response.headers["content-disposition"] = f'attachment; filename="{name}"'
        return response

    # Members.

    async def create(self, request: PageRequest) -> Response:
        form = await request.form()
        person = clean_name(form.get("person", ""))
        club = await self._clubs.create(_caller(request), form.get("name", ""), person, form.get("key") or None)
        response = RedirectResponse(f"/club/{club.link}", 303)
        remember_name(response, person)
        return response

    async def join(self, request: PageRequest) -> Response:
        name = clean_name((await request.form()).get("name", ""))
        await self._clubs.join(_caller(request), _link(request), name)
        response = self._back(request)
        remember_name(response, name)
        return response

    async def leave(self, request: PageRequest) -> Response:
        access = await self._clubs.access(_caller(request), _link(request))
        await self._do(request, lambda club, by: commands.remove(club, by, by or 0))
        return RedirectResponse("/clubs" if access.member else self._address(request), 303)

    async def remove(self, request: PageRequest) -> Response:
        member = forms.number(await request.form(), "member", 1, commands.MOST_EVENTS)
        return await self._do(request, lambda club, by: commands.remove(club, by, member))

    async def add_bots(self, request: PageRequest) -> Response:
        form = await request.form()
        level = form.get("level", "")
        if level not in bots.FOR_PEOPLE:
            raise Refusal("bad_level", say("Choose one of the levels."))
        for _ in range(forms.number(form, "count", 1, commands.MOST_BOTS)):
            await self._clubs.add_bot(_caller(request), _link(request), level)
        return self._back(request)

    async def renew_link(self, request: PageRequest) -> Response:
        return RedirectResponse(f"/club/{await self._clubs.renew_link(_caller(request), _link(request))}", 303)

    async def rename(self, request: PageRequest) -> Response:
        name = (await request.form()).get("name", "")
        return await self._do(request, lambda club, by: commands.rename(club, by, name))

    async def new_season(self, request: PageRequest) -> Response:
        name = (await request.form()).get("name", "")
        return await self._do(request, lambda club, by: commands.season(club, by, name))

    # Tables.

    async def open_table(self, request: PageRequest) -> Response:
        form = await request.form()
        access = await self._clubs.access(_caller(request), _link(request))
        game = find_game(form.get("game", ""))
        seats = _seats(form, min(game.seats))
        member = commands.check_member(access.club, access.member)
        players = [Player("person", name=member.name), *(Player() for _ in range(seats - 1))]
        settings = Settings(bot_seconds=self._config.bot_seconds, stand_in=USUAL_LEVEL, **_clock(form))
        order = TableOrder(game.name, players, settings, read_options(form, game), name=access.club.name)
        table = await self._clubs.open_table(_caller(request), _link(request), order, form.get("key") or None)
        return RedirectResponse(f"/t/{table}", 303)

    async def enter_table(self, request: PageRequest) -> Response:
        table = str(request.http.path_params["table"])
        await self._clubs.enter_table(_caller(request), _link(request), table)
        return RedirectResponse(f"/t/{table}", 303)

    async def club_of_table(self, request: PageRequest) -> Response:
        """Lead a member from a table to its club, whose link the page of the table, seen by others, must not name."""
        club = await self._clubs.club_of_table(_caller(request), request.table_id)
        return RedirectResponse(f"/club/{club.link}", 303)

    # Tournaments.

    async def plan(self, request: PageRequest) -> Response:
        form = await request.form()
        game = find_game(form.get("game", ""))
        system, fill = form.get("system", ""), form.get("fill", "")
        clock = _clock(form)
        if system not in SYSTEMS or (fill and fill not in bots.FOR_PEOPLE) or not clock:
            raise Refusal("bad_request", say("Choose a system and a clock."))
        planned = {
            "name": form.get("name", ""),
            "game": game.name,
            "seats": _seats(form, min(game.seats)),
            "options": read_options(form, game),
            "settings": Settings(bot_seconds=self._config.bot_seconds, stand_in=USUAL_LEVEL, rated=True, **clock),
            "system": system,
            "wanted": forms.number(form, "rounds", 1, commands.MOST_PLAYERS) if form.get("rounds") else None,
            "fill": fill or None,
        }
        await self._clubs.plan_tournament(_caller(request), _link(request), planned, form.get("key") or None)
        return self._back(request)

    async def enter(self, request: PageRequest) -> Response:
        number = _number(request)
        return await self._do(request, lambda club, by: commands.enter(club, by, number, [by or 0]))

    async def enter_bots(self, request: PageRequest) -> Response:
        """Enter all bots of the club."""
        number = _number(request)

        def propose(club: Club, by: int | None) -> Command:
            return commands.enter(club, by, number, [each.number for each in club.present if each.kind == "bot"])

        return await self._do(request, propose)

    async def withdraw(self, request: PageRequest) -> Response:
        number = _number(request)
        return await self._do(request, lambda club, by: commands.withdraw(club, by, number, by or 0))

    async def begin(self, request: PageRequest) -> Response:
        await self._clubs.begin(_caller(request), _link(request), _number(request))
        return self._back(request)

    async def close(self, request: PageRequest) -> Response:
        number = _number(request)
        return await self._do(request, lambda club, by: commands.close(club, by, number))

    async def _do(self, request: PageRequest, propose: Propose) -> Response:
        await self._clubs.do(_caller(request), _link(request), propose)
        return self._back(request)

    def _back(self, request: PageRequest) -> Response:
        return RedirectResponse(self._address(request), 303)

    def _address(self, request: PageRequest) -> str:
        return f"/club/{_link(request)}"


def _link(request: PageRequest) -> str:
    return str(request.http.path_params["club"])


def _number(request: PageRequest) -> int:
    return forms.number({"number": str(request.http.path_params["number"])}, "number", 1, commands.MOST_EVENTS)


def _caller(request: PageRequest) -> Caller:
    """Return who asks: a browser that is new here is remembered from now on, so it may join."""
    return Caller(request.browser, request.visitor.address, browser=request.browser)


def _seats(form: dict[str, str], usual: int) -> int:
    return forms.number(form, "seats", 2, 9) if form.get("seats") else usual


def _clock(form: dict[str, str]) -> dict[str, Any]:
    """Read a clock; an empty one is none."""
    pace = form.get("pace", "")
    if pace in DAYS:
        return {"seconds_per_move": DAYS[pace] * DAY, "holiday_seconds": HOLIDAY_DAYS * DAY}
    return {"seconds_per_game": EVENING[pace], "increment": INCREMENT} if pace in EVENING else {}


def _plain(cell: object) -> object:
    """Keep programs for sheets from taking somebody's name for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell[:1] in ("=", "+", "-", "@") else cell
