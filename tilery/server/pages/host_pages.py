"""The host's page, behind a key that `tilery admin token` makes: tables, people, reports, bans, load, and actions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from starlette.responses import RedirectResponse, Response

import tilery
from tilery import games
from tilery.server.config import Config
from tilery.server.http.requests import LAST_SEAT
from tilery.server.http.routing import Route
from tilery.server.pages import forms
from tilery.server.pages.host_load import load_of
from tilery.server.pages.page_base import PageBase
from tilery.server.pages.page_request import YEAR, PageRequest
from tilery.server.pages.table_page import LEVELS
from tilery.server.pages.templates import Renderer
from tilery.server.tables.events import Event
from tilery.server.tables.host import STILL_SECONDS, Host, ListedTable, TableFilter, name_of_key
from tilery.server.tables.rate_limit import RateLimit
from tilery.server.tables.refusal import Refusal
from tilery.server.tables.service import TableService
from tilery.server.tables.table import GOING_ON, STATUSES, Table
from tilery.server.tables.texts import duration
from tilery.server.tables.tokens import LONGEST_SECRET
from tilery.words import Sentence, say, translated

COOKIE = "tilery-host"
HOST_TABLE = "/host/t/{id}"
AT_ONCE = 50
LOG_LINES = 20
KEYS_A_MINUTE = 10
LONGEST_BAN = 24 * 366
MOST_EVENTS = 10**8 - 1
STATUS_WORDS: dict[str, Sentence] = {
    "open": say("waiting"),
    "running": say("running"),
    "over": say("finished"),
    "closed": say("closed"),
}
SPANS: dict[int, Sentence] = {
    1: say("1 hour"),
    24: say("1 day"),
    24 * 7: say("1 week"),
    24 * 30: say("30 days"),
}
"""How long bans and announcements last, in hours."""
ACTIONS: dict[str, Sentence] = {
    "add key": say("key added"),
    "announce": say("announcement"),
    "ban": say("ban"),
    "close": say("table closed"),
    "delete": say("table deleted"),
    "end announcement": say("announcement ended"),
    "handle reports": say("reports handled"),
    "lift ban": say("ban lifted"),
    "remove key": say("key revoked"),
    "remove message": say("message removed"),
    "remove person": say("player removed"),
    "watch": say("watched a table"),
}


@dataclass(frozen=True)
class HostRow:
    """A table in the list, in words."""

    id: str
    game: str
    title: str
    about: str
    status: str
    state: Sentence
    people: str
    changed: Sentence
    ends: Sentence | None
    reports: int


class HostPages(PageBase):
    """The handlers."""

    def __init__(self, service: TableService, config: Config, renderer: Renderer) -> None:
        super().__init__(service, config, renderer)
        self._tries = RateLimit(KEYS_A_MINUTE)

    def routes(self) -> list[Route]:
        return [
            self._route("GET", "/host", self.overview),
            self._route("POST", "/host/enter", self.enter),
            self._route("POST", "/host/leave", self.leave),
            self._route("POST", "/host/ban", self.ban),
            self._route("POST", "/host/unban", self.unban),
            self._route("POST", "/host/announce", self.announce),
            self._route("GET", HOST_TABLE, self.table),
            self._route("POST", f"{HOST_TABLE}/watch", self.watch),
            self._route("POST", f"{HOST_TABLE}/close", self.close),
            self._route("POST", f"{HOST_TABLE}/delete", self.delete),
            self._route("POST", f"{HOST_TABLE}/remove-person", self.remove_person),
            self._route("POST", f"{HOST_TABLE}/ban-person", self.ban_person),
            self._route("POST", f"{HOST_TABLE}/remove-message", self.remove_message),
            self._route("POST", f"{HOST_TABLE}/handled", self.handled),
        ]

    # Coming in.

    async def _host(self, request: PageRequest) -> Host:
        """Return the host whose key a browser has."""
        name = await self._name(request.http.cookies.get(COOKIE, ""))
        if name is None:
            raise Refusal("no_secret", say("Enter the host's key first."))
        return Host(self._service.tables, name)

    async def _name(self, key: str) -> str | None:
        return await name_of_key(self._service.tables, key) if 0 < len(key) <= LONGEST_SECRET else None

    async def enter(self, request: PageRequest) -> Response:
        """Take a key, and keep it in a cookie that no script reads."""
        self._tries.count(request.caller.client)
        key = (await request.form()).get("key", "").strip()
        if await self._name(key) is None:
            return self._page(request, "host-key.html", {"is_wrong": True}, 403)
        response = RedirectResponse("/host", 303)
        secure = request.http.url.scheme == "https"
        response.set_cookie(COOKIE, key, max_age=YEAR, httponly=True, samesite="strict", secure=secure)
        return response

    async def leave(self, _request: PageRequest) -> Response:
        response = RedirectResponse("/host", 303)
        response.delete_cookie(COOKIE)
        return response

    # Looking.

    async def overview(self, request: PageRequest) -> Response:
        if await self._name(request.http.cookies.get(COOKIE, "")) is None:
            return self._page(request, "host-key.html", {"is_wrong": False})
        host = await self._host(request)
        state, search = request.query.get("state", ""), request.query.get("search", "")[:100].strip()
        statuses = (state,) if state in STATUSES else ()
        wanted = TableFilter(statuses, search, state == "reported", state == "still")
        count = await host.count(wanted)
        pages = max(1, -(-count // AT_ONCE))
        number = min(pages, forms.page_number(request.query))
        found = await host.tables(wanted, AT_ONCE, (number - 1) * AT_ONCE)
        told = await host.overview()
        context = {
            "rows": [self._row(listed, request.language) for listed in found],
            "state": state,
            "search": search,
            "count": count,
            "number": number,
            "pages": pages,
            "told": told,
            "load": load_of(self._service, self._config, host.disk()),
            "ago": self._ago,
            "until": self._until,
            "spans": SPANS,
            "actions": ACTIONS,
            "done": await host.done_lately(LOG_LINES),
            "version": tilery.__version__,
        }
        return self._page(request, "host.html", context)

    def _row(self, listed: ListedTable, language: str) -> HostRow:
        row = listed.row
        title = games.find(row.game).title if row.game in games.names() else row.game
        people = [_person(listed.people.get(seat), language) for seat in range(row.seats)]
        is_still = row.status in GOING_ON and self._service.tables.now() - row.changed > STILL_SECONDS
        return HostRow(
            id=row.id,
            game=row.game,
            title=row.name or title,
            about=" · ".join([title] * bool(row.name) + [translated(say("public"), language)] * row.public),
            status="reported" if row.reports else "still" if is_still else row.status,
            state=say("reported") if row.reports else say("stands still") if is_still else STATUS_WORDS[row.status],
            people=", ".join(people),
            changed=self._ago(row.changed),
            ends=None if row.ends is None else self._ending(row.status, row.ends),
            reports=row.reports,
        )

    def _ago(self, at: float) -> Sentence:
        return say("{time} ago", time=duration(self._service.tables.now() - at))

    def _until(self, at: float) -> Sentence:
        return say("{time} left", time=duration(at - self._service.tables.now()))

    def _ending(self, status: str, at: float) -> Sentence:
        left = duration(at - self._service.tables.now())
        return say("closes in {time}", time=left) if status in GOING_ON else say("deleted in {time}", time=left)

    async def table(self, request: PageRequest) -> Response:
        """Show people, messages and reports of one table, and what can be done there; never its match."""
        host = await self._host(request)
        listed = await host.find(request.table_id)
        reports: dict[int, list[Any]] = {}
        for report in await host.reports(request.table_id):
            reports.setdefault(report.number, []).append(report)
        table = await self._open(host, request.table_id)
        context = {
            "row": self._row(listed, request.language),
            "removed": {seat for seat, player in enumerate(table.players) if player.is_removed} if table else set(),
            "people": [
                (seat, _person(listed.people[seat], request.language), not listed.people[seat].startswith("["))
                for seat in sorted(listed.people)
            ],
            "is_going_on": listed.row.status in GOING_ON,
            "messages": _messages(table) if table else [],
            "names": {seat: _person(name, request.language) for seat, name in listed.people.items()},
            "reports": reports,
            "ago": self._ago,
            "spans": SPANS,
        }
        return self._page(request, "host-table.html", context)

    async def _open(self, host: Host, table_id: str) -> Table | None:
        try:
            return await host.open(table_id)
        except Refusal:  # its rules are not here
            return None

    async def watch(self, request: PageRequest) -> Response:
        """Show a table to the host as spectators see it."""
        await (await self._host(request)).watch(request.table_id, request.browser)
        return RedirectResponse(f"/t/{request.table_id}", 303)

    # Acting.

    async def close(self, request: PageRequest) -> Response:
        await (await self._host(request)).close(request.table_id)
        return _back(request)

    async def delete(self, request: PageRequest) -> Response:
        await (await self._host(request)).delete(request.table_id)
        return RedirectResponse("/host", 303)

    async def remove_person(self, request: PageRequest) -> Response:
        """Take a player's seat away, and shut them out for a time if the form says so."""
        host, form = await self._host(request), await request.form()
        seat = forms.number(form, "player", 0, LAST_SEAT)
        if form.get("hours"):
            hours = forms.number(form, "hours", 1, LONGEST_BAN)
            await host.ban_person(request.table_id, seat, hours, wide=form.get("wide") == "on")
        await host.remove_person(request.table_id, seat)
        return _back(request)

    async def ban_person(self, request: PageRequest) -> Response:
        """Shut out somebody who has no seat to lose: whom the table's owner has removed, or whose game is over."""
        host, form = await self._host(request), await request.form()
        hours = forms.number(form, "hours", 1, LONGEST_BAN)
        seat = forms.number(form, "player", 0, LAST_SEAT)
        await host.ban_person(request.table_id, seat, hours, wide=form.get("wide") == "on")
        return _back(request)

    async def remove_message(self, request: PageRequest) -> Response:
        host = await self._host(request)
        number = forms.number(await request.form(), "message", 1, MOST_EVENTS)
        await host.remove_message(request.table_id, number)
        return _back(request)

    async def handled(self, request: PageRequest) -> Response:
        await (await self._host(request)).handle_reports(request.table_id)
        return _back(request)

    async def ban(self, request: PageRequest) -> Response:
        host, form = await self._host(request), await request.form()
        hours = forms.number(form, "hours", 1, LONGEST_BAN)
        await host.ban_network(form.get("address", "").strip(), hours, form.get("reason", ""))
        return RedirectResponse("/host", 303)

    async def unban(self, request: PageRequest) -> Response:
        host = await self._host(request)
        await host.lift_ban((await request.form()).get("ban", ""))
        return RedirectResponse("/host", 303)

    async def announce(self, request: PageRequest) -> Response:
        host, form = await self._host(request), await request.form()
        await host.announce(form.get("text", ""), forms.number(form, "hours", 1, LONGEST_BAN))
        return RedirectResponse("/host", 303)


def _back(request: PageRequest) -> Response:
    return RedirectResponse(f"/host/t/{request.table_id}", 303)


def _person(name: str | None, language: str) -> str:
    """Return who sits on a seat: levels of bots come in brackets."""
    if name is None:
        return translated(say("Open seat"), language)
    if name.startswith("["):
        return translated(LEVELS.get(name.strip("[]"), say("bot")), language)
    return name or translated(say("no name"), language)


def _messages(table: Table) -> list[Event]:
    """Return what was said at a table, the latest first."""
    return [event for event in reversed(table.events) if event.kind == "chat" and event.body["text"]]
