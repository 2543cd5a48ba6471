"""Replays: a table at any of its moves, as a seat saw it then, and records that people upload.

While a game runs, nobody looks back from another's seat: each moment is the view that the seat had, made by playing
the moves again up to there. After the end everything may be looked at from every seat.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from starlette.responses import Response

from tilery import games
from tilery.games.drawing import Picture, Room, Scene
from tilery.match.match import Match
from tilery.match.record import RecordError, seed_hash
from tilery.match.view import View
from tilery.server.http.requests import content_type, read_bytes
from tilery.server.http.routing import Route
from tilery.server.pages import forms
from tilery.server.pages.page_base import PageBase
from tilery.server.pages.page_request import PageRequest
from tilery.server.pages.table_page import LOG_ENTRIES, TablePage
from tilery.server.tables.callers import REPLAY
from tilery.server.tables.refusal import Refusal
from tilery.server.tables.roles import Role, own_seats, viewing_seat
from tilery.server.tables.table import Table
from tilery.words import say, translated

LISTED = 20
EVERYONE = "all"
"""The point of view of those who sit nowhere, in addresses."""


class ReplayPages(PageBase):
    """The handlers."""

    def routes(self) -> list[Route]:
        return [
            self._route("GET", "/replay", self.index),
            self._route("POST", "/replay", self.upload),
            self._route("GET", "/t/{id}/replay", self.moment),
            self._route("GET", "/t/{id}/happened", self.happened),
            self._route("GET", "/t/{id}/record", self.record),
        ]

    async def index(self, request: PageRequest) -> Response:
        """Show this browser's finished games, and a place to upload a record."""
        number = forms.page_number(request.query)
        mine = await self._service.lists.tables_of(request.caller, LISTED, ("over",), (number - 1) * LISTED)
        over = [
            TablePage(table, viewing_seat(roles), frozenset(roles), request.language) for table, roles in mine
        ]  # fmt: skip
        titles = {name: games.find(name).title for name in games.names()}
        pages = -(-await self._service.lists.count_tables(request.caller, ("over",)) // LISTED)
        context = {"over": over, "titles": titles, "number": number, "pages": pages}
        return self._page(request, "replays.html", context)

    async def upload(self, request: PageRequest) -> Response:
        """Make a table to look at from the text of a record; the script goes there. Its address can be passed on."""
        if content_type(request.http) != "text/plain":
            raise Refusal("wrong_type", say("Send the record as text/plain."))
        self._service.begin_import(request.caller)
        body = await read_bytes(request.http, self._config.record_bytes, self._config.request_seconds)
        try:
            text = body.decode("utf-8-sig").strip()
        except UnicodeDecodeError:
            raise Refusal("bad_record", say("This is not a game record: it is not UTF-8 text.")) from None
        names = [name for name in request.query.get("names", "").split(",") if name.strip()]
        new = await self._service.import_record(request.caller, text, request.browser, names, public=True)
        return self._json({"replay": f"{request.root}/t/{new.id}/replay?move=0"})

    async def record(self, request: PageRequest) -> Response:
        """Send the record of a finished game, as a file."""
        record = await self._service.record(request.visitor, request.table_id)
        response = self._render.plain(f"{record}\n", "application/json")
        response.headers["content-disposition"] = f'attachment; filename="{record.game}-{request.table_id}.json"'
        return response

    async def moment(self, request: PageRequest) -> Response:
        """Show a table after one of its moves: the whole page, or what of it differs from move to move."""
        roles = await self._service.roles(request.visitor, request.table_id)
        self._service.budget.spend(request.visitor, REPLAY)
        table = await self._table(request)
        moment = ReplayMoment(table, *_asked(request, table, roles), request.language)
        if request.http.headers.get("hx-request") == "true":
            return self._page(request, "moment.html", await _checked(moment.context()))
        context = {**moment.context(), **moment.frame(own_seats(roles))}
        return self._page(request, "replay.html", await _checked(context))

    async def happened(self, request: PageRequest) -> Response:
        """Show one of the latest turns again, as the viewer saw it."""
        roles = await self._service.roles(request.visitor, request.table_id)
        self._service.budget.spend(request.visitor, REPLAY)
        table = await self._table(request)
        seat = viewing_seat(roles, request.caller.seat)
        turns = latest_turns(table, seat)
        if not turns or table.started_match.game.drawing is None:
            raise Refusal("nothing_happened", say("Nothing has happened since your last move."))
        step = min(whole_number(request.query.get("step", "0")), len(turns) - 1)
        moment = ReplayMoment(table, seat, turns[step], request.language, request.room)
        context = moment.context()
        who, what = context["told"][0]
        pictures = moment.before(who, context["scene"])
        more = {"step": step, "steps": len(turns), "who": who, "what": what, "pictures": pictures}
        return self._page(request, "happened.html", {**context, **more})


def latest_turns(table: Table, seat: int | None) -> list[int]:
    """Return after how many moves each turn ended that was taken since the seat last decided.

    If that is none, as in the middle of one's own turn, those that the log at the table shows; but where remembering is
    part of the game, nothing is shown that has passed.
    """
    match = table.started_match
    log = match.log(seat)
    own = max((number for number, (who, _) in enumerate(log, 1) if who == seat), default=0)
    ends = entry_ends(table.game, log)
    since = [end for end in ends if end > own]
    if not match.is_over and match.game.is_memory_asked(table.options):
        return since if seat is not None else ends[-1:]
    return since or ends[-LOG_ENTRIES:]


def _asked(request: PageRequest, table: Table, roles: frozenset[Role]) -> tuple[int | None, int]:
    """Return from which seat and at which move to look, if that is allowed."""
    match = table.started_match
    if not match.is_over and match.game.is_memory_asked(table.options):
        raise Refusal("memory", say("Replays are off until the game ends: remembering is part of this game."))
    query = request.query
    count = len(match.moves)
    number = min(whole_number(query.get("move", str(count))), count)
    own = own_seats(roles)
    asked = query.get("seat")
    if asked is None:
        return own[0] if own else None, number
    if asked == EVERYONE:
        return None, number
    seat = whole_number(asked)
    if seat >= table.seats:
        raise Refusal("no_seat", say("This table has seats 0 to {last}.", last=table.seats - 1))
    if seat not in own and not match.is_over:
        raise Refusal("forbidden", say("During the game you can replay it only from your own seat."))
    return seat, number


def whole_number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 6):
        raise Refusal("bad_number", say("Moves and seats must be whole numbers."))
    return int(text)


@dataclass(frozen=True)
class ReplayMoment:
    """A table after some of its moves, as one viewer saw it; `seat` is None for spectators."""

    table: Table
    seat: int | None
    number: int
    language: str
    room: Room = Room.DESK

    @cached_property
    def _page(self) -> TablePage:
        return TablePage(self.table, self.seat, frozenset(), self.language)

    @cached_property
    def _log(self) -> list[tuple[int, str]]:
        """All moves, as the viewer may read them."""
        return self.table.started_match.log(self.seat)

    def context(self) -> dict[str, Any]:
        """Return what the template needs that changes from move to move."""
        match = match_after(self.table, self.number)
        game = match.game
        page = self._page
        found: dict[str, Any] = {
            "page": page,
            "table": self.table,
            "match": match,
            "game": game,
            "seat": self.seat,
            "number": self.number,
            "count": len(self._log),
            "names": page.names,
            "told": self._told(self.number)[-1:],
            "scene": None,
            "text": "",
            "outcome": match.outcome,
            "verdict": "",
            "deal_fits": False,
            "seed_hash": seed_hash(self.table.seed),
            "seed": f"{self.table.seed:032x}" if match.is_over else "",
            "address": f"/t/{self.table.id}/replay",
        }
        if match.outcome is not None:
            found["verdict"] = TablePage(self.table, None, frozenset(), self.language).verdict(match.outcome)
        if game.drawing is None:
            found["text"] = match.view(self.seat).picture
        else:
            found["scene"] = game.drawing.scene(self._view, self.room)
        found["signs"] = page.signs(found["scene"])
        return found

    @cached_property
    def _view(self) -> View:
        """What the viewer saw, with the moves that the entry of the log tells of."""
        entry = self._entry()
        since = 0 if entry is None else ([0, *self._ends])[entry]
        last = tuple(self._log[since : self.number])
        return replace(match_after(self.table, self.number).view(self.seat), legal_moves=(), last_moves=last)

    def before(self, who: int, scene: Scene) -> list[Picture]:
        """Return the pictures of what a seat did: the board, with that seat's own things instead of the viewer's.

        Whatever stands below one's own things belongs to them, such as a strip of numbers, and is left out with them.
        """
        drawing = self.table.started_match.game.drawing
        assert drawing is not None
        theirs = {picture.name: picture for picture in drawing.display(self._view, who)} if who != self.seat else {}
        own = next((index for index, picture in enumerate(scene.board) if picture.name in theirs), None)
        return list(scene.board) if own is None else [*scene.board[:own], *theirs.values()]

    def frame(self, own: list[int]) -> dict[str, Any]:
        """Return what stays while one steps through the moves: the whole log, and from where one can look."""
        told = self._told(len(self._log))
        return {
            "entries": [(end, seat, words) for end, (seat, words) in zip(self._ends, told, strict=True)],
            "own": own,
            "points_of_view": list(range(self.table.seats)) if self.table.status == "over" else own,
        }

    def _told(self, number: int) -> list[tuple[int, str]]:
        """Tell the first moves in words, each entry with its seat."""
        match = self.table.started_match
        drawing = match.game.drawing
        moves = match.story(self.seat)[:number]
        if drawing is None:
            return moves
        told = drawing.tell(moves, self._page.names)
        return [(entry.seat, translated(entry.sentence, self.language)) for entry in told]

    @cached_property
    def _ends(self) -> list[int]:
        return entry_ends(self.table.game, self._log)

    def _entry(self) -> int | None:
        """Return the index of the entry of the log that tells of the last move."""
        return next((index for index, end in enumerate(self._ends) if end >= self.number), None)


def match_after(table: Table, number: int) -> Match:
    """Return the match as it was after its first moves."""
    match = table.started_match.copy()
    if number < len(match.moves):
        match.undo(len(match.moves) - number)
    return match


def entry_ends(game: str, log: Sequence[tuple[int, str]]) -> list[int]:
    """Return for each entry of the log in words how many moves were played when it was complete."""
    drawing = games.find(game).drawing
    if drawing is None:
        return list(range(1, len(log) + 1))
    nameless = [""] * (1 + max((seat for seat, _ in log), default=0))
    return [entry.end for entry in drawing.tell(log, nameless)]


async def _checked(context: dict[str, Any]) -> dict[str, Any]:
    """Complete what a template shows of a moment with the check of the deal, if that is the end."""
    if context["outcome"] is not None:
        context["deal_fits"] = await asyncio.to_thread(_deal_fits, context["match"])
    return context


def _deal_fits(match: Match) -> bool:
    """Return whether all moves can be played again on what the seed deals, with the same end."""
    try:
        match.record().replay()
    except RecordError:
        return False
    return True
