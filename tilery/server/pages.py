"""The pages for people: home, a new table, a table, and all that is done at one. The server renders; htmx shows.

A browser is known by its cookie alone, and forms of other sites are refused. Everything that is done here goes the same
way as through the API.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from starlette.responses import RedirectResponse, Response

from tilery import bots, games
from tilery.games.game import Game
from tilery.server.api import EVERYBODY, address_of, seat_of
from tilery.server.config import Config
from tilery.server.front import Front, game_of, is_script, no_table, table_id
from tilery.server.hall import Hall
from tilery.server.meter import Meter
from tilery.server.routing import Way
from tilery.server.shelf import Role
from tilery.server.stage import Stage
from tilery.server.stream import PageStream
from tilery.server.table import Player, Refusal, Settings, Table, Wish, clean_name, tidy
from tilery.server.templates import Renderer
from tilery.server.visit import THEMES, YEAR, Visit
from tilery.words import LANGUAGES, say, translated


class Pages(Front):
    """The handlers, over one hall."""

    def __init__(self, hall: Hall, config: Config, renderer: Renderer) -> None:
        super().__init__(hall, config, renderer)
        self._new_tables = Meter(config.new_tables_a_minute)
        self._chats = Meter(config.chats_a_minute)
        self._links = Meter(config.links_a_minute)
        self._hints = asyncio.Semaphore(1)

    def routes(self) -> list[Way]:
        table = "/t/{id}"
        return [
            self._route("GET", "/", self.home),
            self._route("GET", "/new/{game}", self.new_table),
            self._route("POST", "/new/{game}", self.create),
            self._route("POST", "/play/{game}", self.play_now),
            self._route("POST", "/join", self.join),
            self._route("POST", "/settings", self.set_up),
            self._route("GET", "/about", self.about),
            self._route("GET", table, self.table),
            self._route("GET", f"{table}/stream", self.stream),
            self._route("GET", f"{table}/preview", self.preview),
            self._route("GET", f"{table}/hint", self.hint),
            self._route("POST", f"{table}/sit", self.sit),
            self._route("POST", f"{table}/bot", self.seat_bot),
            self._route("POST", f"{table}/start", self.start),
            self._route("POST", f"{table}/move", self.move),
            self._route("POST", f"{table}/undo", self.undo),
            self._route("POST", f"{table}/chat", self.chat),
            self._route("POST", f"{table}/leave", self.leave),
            self._route("POST", f"{table}/back", self.come_back),
            self._route("POST", f"{table}/hand-over", self.hand_over),
            self._route("POST", f"{table}/rematch", self.rematch),
            self._route("POST", f"{table}/erase", self.erase),
            self._route("POST", f"{table}/delete", self.delete),
            self._route("POST", f"{table}/link", self.link),
            self._route("GET", f"{table}/with/{{secret}}", self.open_link),
        ]

    # Before a table.

    async def home(self, visit: Visit) -> Response:
        mine, is_waiting = await self._tables_of(visit, 20)
        context = {
            "is_waiting": is_waiting,
            "games": [games.find(name) for name in games.names()],
            "titles": {name: games.find(name).title for name in games.names()},
            "mine": [
                (Stage(table, _own_seat(roles), frozenset(roles), visit.language), _is_due(table, roles))
                for table, roles in mine
                if table.status != "over"
            ],
            "over": [
                Stage(table, _own_seat(roles), frozenset(roles), visit.language)
                for table, roles in mine
                if table.status == "over"
            ],
            "public": [
                Stage(table, None, frozenset({Role("public")}), visit.language)
                for table in await self._hall.public_tables(self._config.listed_tables)
            ],
        }
        return self._page(visit, "home.html", context, refresh=is_waiting)

    async def new_table(self, visit: Visit) -> Response:
        game = game_of(visit)
        return self._page(visit, "new.html", {"game": game, "levels": list(bots.FOR_PEOPLE)})

    async def create(self, visit: Visit) -> Response:
        game = game_of(visit)
        form = await visit.form()
        seats = _number(form, "seats", min(game.seats), max(game.seats))
        name = clean_name(form.get("name", ""))
        players = [Player("person", name=name)]
        for seat in range(1, seats):
            kind = form.get(f"seat{seat}", "open")
            players.append(Player("bot", level=kind) if kind in bots.LEVELS else Player())
        options = {
            option.name: form[f"option-{option.name}"] for option in game.options if f"option-{option.name}" in form
        }
        if form.get("place") == "last":
            players = players[1:] + players[:1]
        settings = Settings(
            chat=form.get("chat") == "on",
            seconds_per_move=_minutes(form, "minutes_per_move"),
            seconds_per_game=_minutes(form, "minutes_per_game"),
            bot_seconds=self._config.bot_seconds,
            stand_in=usual_level(),
        )
        public = form.get("public") == "on"
        title = tidy(form.get("title", ""))[:40]
        return await self._open_table(visit, game, players, settings, options=options, public=public, name=title)

    async def play_now(self, visit: Visit) -> Response:
        """One click to the first move."""
        game = game_of(visit)
        guide = "#guide" if (await visit.form()).get("guide") else ""
        guest = translated(say("Guest"), visit.language)
        others = [Player("bot", level=usual_level()) for _ in range(min(game.seats) - 1)]
        settings = Settings(bot_seconds=self._config.bot_seconds, stand_in=usual_level())
        return await self._open_table(visit, game, [Player("person", name=guest), *others], settings, anchor=guide)

    async def _open_table(
        self,
        visit: Visit,
        game: Game,
        players: list[Player],
        settings: Settings,
        *,
        options: dict[str, Any] | None = None,
        public: bool = False,
        name: str = "",
        anchor: str = "",
    ) -> Response:
        """Make a table and go there; the game begins once nobody is missing and its rules are prepared."""
        self._new_tables.count(address_of(visit.request))
        is_full = all(player.kind != "open" for player in players)
        is_ready = game.name in self._hall.kitchen.ready
        new = await self._hall.create(
            game.name,
            options or {},
            players=players,
            settings=settings,
            public=public,
            name=name,
            start=is_full and is_ready,
            browser=visit.browser,
        )
        if is_full and not is_ready:
            self._hall.start_soon(new.id)
        return RedirectResponse(f"/t/{new.id}{anchor}", 303)

    async def join(self, visit: Visit) -> Response:
        """Go where a link leads that was copied into the field."""
        link = (await visit.form()).get("link", "").strip()
        path = "/" + link.partition("://")[2].partition("/")[2] if "://" in link else link
        if not path.startswith("/t/") or "//" in path:
            raise Refusal("bad_link", say("That is no link to a table."), 422)
        return RedirectResponse(path, 303)

    async def set_up(self, visit: Visit) -> Response:
        """Choose a language or a theme, and go on where one was."""
        form = await visit.form()
        response = RedirectResponse(visit.came_from, 303)
        for name, known in (("language", LANGUAGES), ("theme", THEMES)):
            if form.get(name) in known:
                response.set_cookie(name, form[name], max_age=YEAR, samesite="lax")
        return response

    async def about(self, visit: Visit) -> Response:
        return self._page(visit, "about.html", {"credits": self._render.credits()})

    # At a table.

    async def table(self, visit: Visit) -> Response:
        roles = await self._roles(visit, *EVERYBODY)
        table = await self._table(visit)
        stage = Stage(table, self._seat(visit, roles), roles, visit.language)
        return self._page(visit, "table.html", stage.context())

    async def stream(self, visit: Visit) -> Response:
        """The whole picture of the table, again whenever something has happened."""
        stage = await self._stage(visit)
        place = await self._hall.place(stage.table.id)
        if self._hall.watchers >= self._config.streams or place.watchers >= self._config.streams_a_table:
            raise Refusal("too_many_streams", say("Too many streams are open; try again later."), 503)

        async def picture() -> str:
            roles = await self._roles(visit, *EVERYBODY)
            now = Stage(place.table, self._seat(visit, roles), roles, visit.language)
            return self._render.fragment(visit, "room.html", now.context())

        return PageStream(self._hall, place, picture)

    async def preview(self, visit: Visit) -> Response:
        stage = await self._stage(visit)
        if stage.table.match is None or stage.seat is None:
            return self._json(visit, {})
        return self._json(visit, stage.preview(visit.request.query_params.get("move", "")))

    async def hint(self, visit: Visit) -> Response:
        """What the best bot would do, from what this seat knows."""
        stage = await self._stage(visit)
        match = stage.table.match
        if match is None or stage.seat is None or stage.seat not in match.waiting:
            raise Refusal("not_your_turn", say("There is nothing to decide for you now."))
        await self._hall.kitchen.prepare(stage.table.game, "bots")
        async with self._hints:
            move = await asyncio.to_thread(bots.choose, "hard", match.copy(), stage.seat, 0)
        return self._json(visit, {"move": str(move), **stage.preview(str(move))})

    async def sit(self, visit: Visit) -> Response:
        await self._need(visit, "owner", "invite", "public")
        form = await visit.form()
        seat = _number(form, "seat", 0, 63) if form.get("seat") else None
        await self._hall.sit(table_id(visit), form.get("name", ""), seat, visit.browser)
        return self._back(visit)

    async def seat_bot(self, visit: Visit) -> Response:
        await self._need(visit, "owner")
        form = await visit.form()
        seat = _number(form, "seat", 0, 63)
        level = form.get("level", "")
        if level not in bots.LEVELS:
            raise Refusal("bad_level", say("There is no such bot."), 422)
        return await self._do(visit, lambda table: table.seat_bot(seat, level))

    async def start(self, visit: Visit) -> Response:
        await self._need(visit, "owner", "seat")
        return await self._do(visit, Table.start)

    async def move(self, visit: Visit) -> Response:
        role = await self._need(visit, "seat")
        form = await visit.form()
        client = form.get("id", "")
        if not (0 < len(client) <= 64 and client.isascii() and client.isprintable()):
            raise Refusal("bad_request", say("A move needs an id."), 422)
        client = f"{role.seat} {client}"
        move = form.get("move", "")
        event = await self._hall.do(table_id(visit), lambda table: table.play(seat_of(role), move, client), client)
        return self._back(visit, {"number": event.number if event else 0})

    async def undo(self, visit: Visit) -> Response:
        role = await self._need(visit, "seat")
        await self._hall.undo(table_id(visit), seat_of(role))
        return self._back(visit)

    async def chat(self, visit: Visit) -> Response:
        role = await self._need(visit, "seat")
        text = (await visit.form()).get("text", "")

        def ask(table: Table) -> Wish:
            wish = table.chat(seat_of(role), text)
            self._chats.count((table.id, role.seat))
            return wish

        return await self._do(visit, ask)

    async def leave(self, visit: Visit) -> Response:
        role = await self._need(visit, "seat")
        await self._hall.leave(table_id(visit), seat_of(role))
        return self._back(visit)

    async def come_back(self, visit: Visit) -> Response:
        role = await self._need(visit, "seat")
        return await self._do(visit, lambda table: table.come_back(seat_of(role)))

    async def hand_over(self, visit: Visit) -> Response:
        await self._need(visit, "seat", "owner")
        seat = _number(await visit.form(), "seat", 0, 63)
        return await self._do(visit, lambda table: table.hand_over(seat, self._hall.now()))

    async def rematch(self, visit: Visit) -> Response:
        await self._need(visit, "seat", "owner")
        self._new_tables.count(address_of(visit.request))
        made = await self._hall.rematch(table_id(visit))
        table = (await self._hall.place(made)).table
        if table.status == "open" and [player.kind for player in table.players].count("person") == 1:
            await self._hall.do(made, Table.start)
        return RedirectResponse(f"/t/{made}", 303)

    async def erase(self, visit: Visit) -> Response:
        role = await self._need(visit, "seat")
        await self._hall.erase(table_id(visit), seat_of(role))
        return self._back(visit)

    async def delete(self, visit: Visit) -> Response:
        await self._need(visit, "owner")
        await self._hall.delete(table_id(visit))
        return RedirectResponse("/", 303)

    # Links.

    async def link(self, visit: Visit) -> Response:
        """A new secret link: to sit down, to look on, or to one's own seat from another device."""
        kind = (await visit.form()).get("kind", "")
        if kind == "seat":
            role = await self._need(visit, "seat")
        elif kind in ("invite", "watch"):
            await self._need(visit, "owner", "seat")
            role = Role(kind)
        else:
            raise Refusal("bad_link", say("There is no such link."), 422)
        self._links.count(address_of(visit.request))
        secret = await self._hall.new_secret(table_id(visit), role, visit.browser)
        base = f"{visit.request.url.scheme}://{visit.request.headers.get('host', '')}"
        return self._json(visit, {"link": f"{base}/t/{table_id(visit)}/with/{secret}"})

    async def open_link(self, visit: Visit) -> Response:
        """Let the browser have what a secret link opens, and go to the table without the secret in its address."""
        here, secret = table_id(visit), visit.request.path_params["secret"]
        found = await self._hall.roles(here, secret, EVERYBODY)
        if not found:
            raise no_table()
        self._links.count(address_of(visit.request))
        await self._hall.grant(here, visit.browser, secret)
        return RedirectResponse(f"/t/{here}", 303)

    # Who may do what.

    async def _need(self, visit: Visit, *wanted: str) -> Role:
        """The role by which something is done."""
        roles = await self._roles(visit, *wanted)
        seat = visit.request.query_params.get("seat")
        fitting = [
            role
            for role in sorted(roles, key=lambda role: (EVERYBODY.index(role.kind), role.seat or 0))
            if role.kind in wanted and (seat is None or role.seat is None or str(role.seat) == seat)
        ]
        if not fitting:
            raise Refusal("forbidden", say("This link does not allow that."), 403)
        return fitting[0]

    async def _stage(self, visit: Visit) -> Stage:
        roles = await self._roles(visit, *EVERYBODY)
        place = await self._hall.place(table_id(visit))
        return Stage(place.table, self._seat(visit, roles), roles, visit.language)

    async def _do(self, visit: Visit, ask: Callable[[Table], Wish | None], client: str | None = None) -> Response:
        await self._hall.do(table_id(visit), ask, client)
        return self._back(visit)

    def _back(self, visit: Visit, told: dict[str, Any] | None = None) -> Response:
        """What was asked for is done: little more to say to the script, the table to a form."""
        if is_script(visit):
            return self._json(visit, told or {})
        return RedirectResponse(f"/t/{table_id(visit)}", 303)


def usual_level() -> str:
    """The bot that plays when nobody has chosen one."""
    return "medium"


def _own_seat(roles: list[Role]) -> int | None:
    return next((role.seat for role in roles if role.seat is not None), None)


def _is_due(table: Table, roles: list[Role]) -> bool:
    waiting = table.match.waiting if table.match else ()
    return any(role.seat in waiting for role in roles if role.seat is not None)


def _number(form: dict[str, str], name: str, low: int, high: int) -> int:
    text = form.get(name, "")
    if not (text.isascii() and text.isdecimal() and len(text) < 9 and low <= int(text) <= high):
        raise Refusal("bad_request", say("Choose a number from {low} to {high}.", low=low, high=high), 422)
    return int(text)


def _minutes(form: dict[str, str], name: str) -> float | None:
    return 60.0 * _number(form, name, 1, 10**6) if form.get(name) else None
