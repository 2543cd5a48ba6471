"""Entering the components of a player's own box: the page, and the check of what was entered so far.

Nothing is kept here. The browser keeps what was entered, can write it to a file, and sends it along with a new table.
"""

from __future__ import annotations

import json
from typing import Any

from starlette.responses import Response

from tilery.games.game import Game, OptionError
from tilery.games.own_set import OwnSet, Rows
from tilery.server.http.routing import Route
from tilery.server.pages.page_base import PageBase, find_game
from tilery.server.pages.page_request import PageRequest
from tilery.server.tables.callers import SCORE
from tilery.server.tables.refusal import Refusal
from tilery.words import reason, say, translated, whole

PATH = "/own/{game}"


class OwnSetPages(PageBase):
    """The handlers."""

    def routes(self) -> list[Route]:
        return [
            self._route("GET", PATH, self.show),
            self._route("POST", PATH, self.check),
        ]

    async def show(self, request: PageRequest) -> Response:
        game, own = _game(request)
        return self._page(request, "own-set.html", {"game": game, "own": own})

    async def check(self, request: PageRequest) -> Response:
        """Tell what is wrong with the pieces so far, and give them as a file; or read them from one."""
        _, own = _game(request)
        form = await request.form()
        self._service.budget.spend(request.visitor, SCORE)
        if "file" in form:
            try:
                pieces = own.read(form["file"])
            except OptionError as error:
                raise Refusal("bad_request", whole(reason(error))) from None
        else:
            pieces = read_pieces(form.get("pieces", ""), own)
        faults = {
            number: translated(whole(fault), request.language)
            for number, rows in enumerate(pieces, 1)
            if rows and (fault := own.fault(rows, number))
        }
        return self._json({"pieces": pieces, "faults": faults, "file": own.written(pieces)})


def _game(request: PageRequest) -> tuple[Game[Any, Any], OwnSet]:
    game = find_game(request.http.path_params["game"])
    if game.own_set is None:
        raise Refusal("no_editor", say("This game has no set of components to enter."))
    return game, game.own_set


def read_pieces(text: str, own: OwnSet) -> list[Rows]:
    """Read the pieces that a page sends; the game checks what they are."""
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    rows_fit = isinstance(value, list) and all(
        isinstance(rows, list) and all(isinstance(row, str) and len(row) < 100 for row in rows) for rows in value
    )
    if not rows_fit or len(value) > own.count:
        raise Refusal("bad_request", say("Send the pieces as a list of their rows."))
    return [list(rows) for rows in value]
