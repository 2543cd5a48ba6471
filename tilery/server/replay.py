"""Pages for looking back: a table at any of its moves, as a seat saw it then, and records that are brought along.

While a game runs, nobody looks back from another's seat: each moment is the view that the seat had, made by playing
the moves again up to there. After the end everything may be looked at from every seat.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

from starlette.responses import Response

from tilery import games
from tilery.match.match import Match
from tilery.match.record import Record, RecordError, seed_hash
from tilery.server.answers import read_bytes
from tilery.server.api import EVERYBODY, address_of
from tilery.server.changes import Changes
from tilery.server.config import Config
from tilery.server.front import Front, table_id
from tilery.server.hall import Hall
from tilery.server.meter import Meter
from tilery.server.routing import Way
from tilery.server.shelf import Role
from tilery.server.stage import Stage
from tilery.server.table import Refusal, Table
from tilery.server.templates import Renderer
from tilery.server.visit import Visit
from tilery.words import reason, say, translated, whole

LISTED = 100
REMEMBERED = 200
EVERYONE = "all"
"""The point of view of those who sit nowhere, in addresses."""


class Replays(Front):
    """The handlers, over one hall."""

    def __init__(self, hall: Hall, config: Config, renderer: Renderer) -> None:
        super().__init__(hall, config, renderer)
        self._new_tables = Meter(config.new_tables_a_minute)
        self._moments: dict[tuple[str, int, int | None, int, str], str] = {}

    def routes(self) -> list[Way]:
        return [
            self._route("GET", "/replay", self.index),
            self._route("POST", "/replay", self.bring),
            self._route("GET", "/t/{id}/replay", self.moment),
            self._route("GET", "/t/{id}/record", self.record),
        ]

    async def index(self, visit: Visit) -> Response:
        """This browser's finished games, and a place to bring a record."""
        mine, is_waiting = await self._tables_of(visit, LISTED)
        over = [Stage(table, None, frozenset(roles), visit.language) for table, roles in mine if table.status == "over"]
        titles = {name: games.find(name).title for name in games.names()}
        context = {"over": over, "titles": titles, "is_waiting": is_waiting}
        return self._page(visit, "replays.html", context, refresh=is_waiting)

    async def bring(self, visit: Visit) -> Response:
        """Make a table to look at from the text of a record; the script goes there."""
        kind = visit.request.headers.get("content-type", "").split(";")[0].strip().lower()
        if kind != "text/plain":
            raise Refusal("not_text", say("Send the record as text/plain."), 415)
        body = await read_bytes(visit.request, self._config.record_bytes, self._config.request_seconds)
        try:
            record = Record.parse(body.decode("utf-8-sig").strip())
        except UnicodeDecodeError:
            raise Refusal("bad_record", say("This is no record: it is not written in UTF-8."), 422) from None
        except RecordError as error:
            raise Refusal("bad_record", whole(reason(error)), 422) from None
        self._new_tables.count(address_of(visit.request))
        new = await self._hall.import_record(record, visit.browser)
        return self._json(visit, {"replay": f"/t/{new.id}/replay?move=0"})

    async def record(self, visit: Visit) -> Response:
        """The record of a finished game, as a file."""
        await self._roles(visit, *EVERYBODY)
        record = await self._hall.record(table_id(visit))
        response = self._render.plain(f"{record}\n", "application/json")
        response.headers["content-disposition"] = f'attachment; filename="{record.game}-{table_id(visit)}.json"'
        return response

    async def moment(self, visit: Visit) -> Response:
        """A table after one of its moves: the whole page, or what of it is new to a page that shows another move."""
        roles = await self._roles(visit, *EVERYBODY)
        table = await self._table(visit)
        lookback = Lookback(table, *_asked(visit, table, roles), visit.language)
        if visit.request.headers.get("hx-request") != "true":
            context = {**lookback.moment(), **lookback.frame(own_seats(roles))}
            return self._page(visit, "replay.html", await _checked(context))
        changes = Changes()
        if shown := visit.request.headers.get("x-shown"):
            number = min(_whole_number(shown), len(table.match.moves) if table.match else 0)
            changes.to(await self._moment(visit, replace(lookback, number=number)))
        picture = changes.to(await self._moment(visit, lookback))
        return self._render.plain(picture, "text/html", request=visit.request)

    async def _moment(self, visit: Visit, lookback: Lookback) -> str:
        """The part of a page that differs from move to move. Whoever steps on asks for it again as what is shown."""
        table = lookback.table
        key = (table.id, table.number, lookback.seat, lookback.number, lookback.language)
        if key not in self._moments:
            if len(self._moments) >= REMEMBERED:
                del self._moments[next(iter(self._moments))]
            context = await _checked(lookback.moment())
            self._moments[key] = self._render.fragment(visit, "moment.html", context)
        return self._moments[key]


def own_seats(roles: frozenset[Role]) -> list[int]:
    return sorted(role.seat for role in roles if role.seat is not None)


def _asked(visit: Visit, table: Table, roles: frozenset[Role]) -> tuple[int | None, int]:
    """From which seat and at which move to look, if that is allowed."""
    if table.match is None:
        raise Refusal("not_started", say("The game has not started yet."))
    if not table.match.is_over and table.match.game.is_memory_asked(table.options):
        raise Refusal("memory", say("While this game runs nobody can look back: remembering is part of it."), 403)
    query = visit.request.query_params
    count = len(table.match.moves)
    number = min(_whole_number(query.get("move", str(count))), count)
    own = own_seats(roles)
    asked = query.get("seat")
    if asked is None:
        return own[0] if own else None, number
    if asked == EVERYONE:
        return None, number
    seat = _whole_number(asked)
    if seat >= table.seats:
        raise Refusal("no_seat", say("This table has seats 0 to {last}.", last=table.seats - 1), 404)
    if seat not in own and not table.match.is_over:
        raise Refusal("forbidden", say("While the game runs you can look back only from your own seat."), 403)
    return seat, number


def _whole_number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 6):
        raise Refusal("bad_number", say("Moves and seats are whole numbers."), 422)
    return int(text)


@dataclass(frozen=True)
class Lookback:
    """A table after some of its moves, as one viewer saw it; `seat` is None for those who sit nowhere."""

    table: Table
    seat: int | None
    number: int
    language: str

    @cached_property
    def _stage(self) -> Stage:
        return Stage(self.table, self.seat, frozenset(), self.language)

    @cached_property
    def _log(self) -> list[tuple[int, str]]:
        """All moves so far, as the viewer may read them."""
        assert self.table.match is not None
        return self.table.match.log(self.seat)

    def moment(self) -> dict[str, Any]:
        """What changes from move to move, for the template."""
        match = position(self.table, self.number)
        game = match.game
        stage = self._stage
        entry = self._entry()
        found: dict[str, Any] = {
            "stage": stage,
            "table": self.table,
            "match": match,
            "game": game,
            "seat": self.seat,
            "number": self.number,
            "count": len(self._log),
            "names": stage.names,
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
            found["verdict"] = Stage(self.table, None, frozenset(), self.language).verdict(match.outcome)
        view = match.view(self.seat)
        if game.drawing is None:
            found["text"] = view.picture
        else:
            since = 0 if entry is None else ([0, *self._ends()])[entry]
            last = tuple(self._log[since : self.number])
            found["scene"] = game.drawing.scene(replace(view, legal_moves=(), last_moves=last))
        found["signs"] = stage.signs(found["scene"])
        return found

    def frame(self, own: list[int]) -> dict[str, Any]:
        """What stays while one steps through the moves: the whole log, and from where one can look."""
        told = self._told(len(self._log))
        return {
            "entries": [(end, seat, words) for end, (seat, words) in zip(self._ends(), told, strict=True)],
            "own": own,
            "points_of_view": list(range(self.table.seats)) if self.table.status == "over" else own,
        }

    def _told(self, number: int) -> list[tuple[int, str]]:
        """The first moves in words, each entry with its seat."""
        assert self.table.match is not None
        drawing = self.table.match.game.drawing
        moves = self.table.match.story(self.seat)[:number]
        if drawing is None:
            return moves
        told = drawing.tell(moves, self._stage.names)
        return [(seat, translated(sentence, self.language)) for seat, sentence, _ in told]

    def _ends(self) -> tuple[int, ...]:
        return entry_ends(self.table.game, tuple(self._log))

    def _entry(self) -> int | None:
        """The index of the entry of the log that tells of the last move."""
        return next((index for index, end in enumerate(self._ends()) if end >= self.number), None)


def position(table: Table, number: int) -> Match:
    """The match as it was after its first moves."""
    assert table.match is not None
    match = table.match.copy()
    if number < len(match.moves):
        match.undo(len(match.moves) - number)
    return match


@lru_cache(maxsize=512)
def entry_ends(game: str, log: tuple[tuple[int, str], ...]) -> tuple[int, ...]:
    """For each entry of the log in words, how many moves were played when it was complete.

    A drawing tells of several moves in one entry; which they are is seen by how many entries the first moves make.
    """
    drawing = games.find(game).drawing
    if drawing is None:
        return tuple(range(1, len(log) + 1))
    nobody = [""] * 64
    ends: dict[int, int] = {}
    for number in range(1, len(log) + 1):
        ends[len(drawing.tell(log[:number], nobody))] = number
    return tuple(ends[entry] for entry in sorted(ends))


async def _checked(context: dict[str, Any]) -> dict[str, Any]:
    """What a template shows of a moment, with the check of the deal if that is the end."""
    if context["outcome"] is not None:
        context["deal_fits"] = await asyncio.to_thread(_deal_fits, context["match"])
    return context


def _deal_fits(match: Match) -> bool:
    """Whether all moves can be played again on what the seed deals, with the same end."""
    try:
        match.record().replay()
    except RecordError:
        return False
    return True
