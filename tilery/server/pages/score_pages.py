"""The pages on which the final table of a real game is entered and scored.

Nothing is kept here: the document of the table travels with every request, is read as strictly as one from a file, and
goes back changed. What can be entered is the business of the game's editor.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup
from starlette.responses import Response

from tilery import games
from tilery.games import art
from tilery.games.drawing import Picture, player
from tilery.games.editing import Document, Editing, Place
from tilery.games.game import Game
from tilery.games.lettering import lettered
from tilery.games.reading import DocumentError, Node, json_fault, no_doubles
from tilery.match.position import FORMAT, score_position
from tilery.server.http.routing import Route
from tilery.server.pages.page_base import PageBase, find_game
from tilery.server.pages.page_request import PageRequest
from tilery.server.tables.callers import SCORE
from tilery.server.tables.refusal import Refusal
from tilery.words import Sentence, reason, say, translated, whole

MOST_CHANGES = 200
"""In one request."""


class ScorePages(PageBase):
    """The handlers."""

    def routes(self) -> list[Route]:
        return [
            self._route("GET", "/score", self.choose),
            self._route("POST", "/score", self.resume),
            self._route("GET", "/score/{game}", self.begin),
            self._route("POST", "/score/{game}", self.change),
        ]

    async def choose(self, request: PageRequest) -> Response:
        known = [game for name in games.names() if (game := games.find(name)).editor]
        return self._page(request, "score.html", {"games": known})

    async def begin(self, request: PageRequest) -> Response:
        game, editing = self._game(request.http.path_params["game"])
        seats = request.query.get("seats", str(min(game.seats)))
        if seats not in map(str, game.seats):
            low, high = min(game.seats), max(game.seats)
            raise Refusal("bad_request", say("Choose a number from {low} to {high}.", low=low, high=high))
        return self._show(request, game, editing, editing.empty(int(seats)), fresh=True)

    async def resume(self, request: PageRequest) -> Response:
        """Continue with a table that was saved."""
        self._service.budget.spend(request.visitor, SCORE)
        document = read_document((await request.form()).get("document", ""))
        game, editing = self._game(document["game"])
        return self._show(request, game, editing, document)

    async def change(self, request: PageRequest) -> Response:
        """Put something somewhere, as often as the form says so, and show the table."""
        game, editing = self._game(request.http.path_params["game"])
        form = await request.form()
        self._service.budget.spend(request.visitor, SCORE)
        document = read_document(form.get("document", ""))
        if document["game"] != game.name:
            other = games.find(document["game"]).title
            raise Refusal("other_game", say("That is a {game} table.", game=other))
        board = form.get("board", "")
        changes = form.get("changes", "").split("\n") if form.get("changes") else []
        if len(changes) > MOST_CHANGES:
            raise Refusal("too_many", say("You can make at most {most} changes at once.", most=MOST_CHANGES))
        for one in changes:
            place, _, thing = one.strip().partition(" ")
            document = editing.changed(document, place, thing)
        return self._show(request, game, editing, document, int(board) if board in "01234" and board else 0)

    def _game(self, name: str) -> tuple[Game, Editing]:
        """Return a game whose tables can be entered."""
        game = find_game(name)
        if game.editor is None:
            raise Refusal("no_editor", say("This game cannot be scored here."))
        return game, game.editor

    def _show(
        self,
        request: PageRequest,
        game: Game,
        editing: Editing,
        document: Document,
        board: int = 0,
        *,
        fresh: bool = False,
    ) -> Response:
        editor = editing.editor(document, board)
        context: dict[str, Any] = {
            "game": game,
            "editor": editor,
            "document": json.dumps(document, ensure_ascii=False, separators=(",", ":")),
            "board": board if board < len(editor.boards) else 0,
            "seats": len(document["players"]),
            "players": [player(seat) for seat in range(len(document["players"]))],
            "pictures": [svg(picture, editor.places, request.language) for picture in editor.pictures],
            "even": _are_alike(editor.pictures),
            "fresh": fresh,
            **_sheet(document),
        }
        return self._page(request, "score-table.html" if request.is_script else "score-game.html", context)


def read_document(text: str) -> Document:
    """Read a position of a game that can be entered here, or say what is wrong with it."""
    try:
        value = json.loads(text, object_pairs_hook=no_doubles, parse_constant=_no_constant)
        json.dumps(value, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise DocumentError(say("the position is not JSON: {fault}", fault=json_fault(error))) from None
    except DocumentError:
        raise
    except (ValueError, RecursionError):
        raise DocumentError(say("the position is not readable JSON")) from None
    node = Node(value)
    if node["position"].value != FORMAT or isinstance(node["position"].value, bool):
        node["position"].fail(say("only version {version} of the format can be read", version=FORMAT))
    node["game"].choice(games.names())
    found: Document = value
    return found


def _no_constant(name: str) -> None:
    raise DocumentError(say("{name} is not valid JSON", name=name))


def _sheet(document: Document) -> dict[str, Any]:
    """Return the score sheet, or why there is none yet."""
    try:
        return {"sheet": score_position(document), "problem": None}
    except DocumentError as error:
        return {"sheet": None, "problem": whole(_plainly(reason(error)))}


def _plainly(told: Sentence) -> Sentence:
    """Say what is wrong with the player, but without the place in a document that nobody here has written."""
    sentence = told.values.get("sentence", told)
    seat = re.match(r"players\[(\d+)\]", str(told.values.get("place", "")))
    return say("{player}: {sentence}", player=player(int(seat[1])), sentence=sentence) if seat else sentence


def _are_alike(pictures: Sequence[Picture]) -> bool:
    """Return whether all pictures are as important as the first."""
    return len({(picture.width, picture.height) for picture in pictures}) == 1


def svg(picture: Picture, places: Mapping[str, Place], language: str) -> Markup:
    """Render a picture as an element of a page, in which every place tells what it is and what it takes."""

    def told(match: re.Match[str]) -> str:
        place = places.get(match[1])
        if place is None:
            return match[0]
        words = art.text(translated(place.words, language))
        takes = f'data-kit="{place.kit}" data-now="{place.now}"' if place.kit else f'data-press="{place.press}"'
        return f'{match[0]} aria-label="{words}" {takes}'

    body = re.sub(r'<g id="([^"]+)"', told, lettered(picture, language))
    box = f"0 0 {art.number(picture.width)} {art.number(picture.height)}"
    label = art.text(translated(picture.label, language))
    ratio = f"--ratio:{picture.width / picture.height:.4f}"
    return Markup(
        f'<svg class="picture {picture.name}" viewBox="{box}" role="group" aria-label="{label}" style="{ratio}">'
        f"{body}</svg>"
    )
