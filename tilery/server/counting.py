"""The pages on which the final table of a real game is entered and counted.

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
from tilery.server.front import Front, is_script, not_ready
from tilery.server.routing import Way
from tilery.server.table import Refusal
from tilery.server.visit import Visit
from tilery.words import Sentence, reason, say, translated, whole

MOST_CHANGES = 200
"""In one request."""


class Counting(Front):
    """The handlers."""

    def routes(self) -> list[Way]:
        return [
            self._route("GET", "/score", self.choose),
            self._route("POST", "/score", self.resume),
            self._route("GET", "/score/{game}", self.begin),
            self._route("POST", "/score/{game}", self.change),
        ]

    async def choose(self, visit: Visit) -> Response:
        known = [game for name in games.names() if (game := games.find(name)).editor]
        return self._page(visit, "score.html", {"games": known})

    async def begin(self, visit: Visit) -> Response:
        game, editing = self._game(visit.request.path_params["game"])
        seats = visit.request.query_params.get("seats", str(min(game.seats)))
        if seats not in map(str, game.seats):
            low, high = min(game.seats), max(game.seats)
            raise Refusal("bad_seats", say("Choose a number from {low} to {high}.", low=low, high=high), 422)
        return self._show(visit, game, editing, editing.empty(int(seats)), fresh=True)

    async def resume(self, visit: Visit) -> Response:
        """Go on with a table that was saved."""
        document = read_document((await visit.form()).get("document", ""))
        game, editing = self._game(document["game"])
        return self._show(visit, game, editing, document)

    async def change(self, visit: Visit) -> Response:
        """Put something somewhere, as often as the form says so, and show the table."""
        game, editing = self._game(visit.request.path_params["game"])
        form = await visit.form()
        document = read_document(form.get("document", ""))
        if document["game"] != game.name:
            other = games.find(document["game"]).title
            raise Refusal("other_game", say("This is a table of {game}.", game=other), 422)
        board = form.get("board", "")
        changes = form.get("changes", "").split("\n") if form.get("changes") else []
        if len(changes) > MOST_CHANGES:
            raise Refusal("too_many", say("At most {most} changes at once.", most=MOST_CHANGES), 422)
        for one in changes:
            place, _, thing = one.strip().partition(" ")
            document = editing.changed(document, place, thing)
        return self._show(visit, game, editing, document, int(board) if board in "01234" and board else 0)

    def _game(self, name: str) -> tuple[Game, Editing]:
        """A game whose tables can be entered, as soon as its rules are there."""
        try:
            game = games.find(name)
        except games.UnknownGameError as error:
            raise Refusal("no_game", whole(reason(error)), 404) from None
        if game.editor is None:
            raise Refusal("no_editor", say("Tables of this game cannot be entered here."), 404)
        if name not in self._hall.kitchen.ready:
            raise not_ready()
        return game, game.editor

    def _show(
        self, visit: Visit, game: Game, editing: Editing, document: Document, board: int = 0, *, fresh: bool = False
    ) -> Response:
        editor = editing.editor(document, board)
        context: dict[str, Any] = {
            "game": game,
            "editor": editor,
            "document": json.dumps(document, ensure_ascii=False, separators=(",", ":")),
            "board": board if board < len(editor.boards) else 0,
            "seats": len(document["players"]),
            "players": [player(seat) for seat in range(len(document["players"]))],
            "pictures": [svg(picture, editor.places, visit.language) for picture in editor.pictures],
            "even": _are_alike(editor.pictures),
            "fresh": fresh,
            **_sheet(document),
        }
        return self._page(visit, "score-table.html" if is_script(visit) else "score-game.html", context)


def read_document(text: str) -> Document:
    """A position that begins as one, of a game that can be entered here; or a sentence about what is wrong."""
    try:
        value = json.loads(text, object_pairs_hook=no_doubles, parse_constant=_no_constant)
        json.dumps(value, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise DocumentError(say("the position is not JSON: {fault}", fault=json_fault(error))) from None
    except DocumentError:
        raise
    except (ValueError, RecursionError):
        raise DocumentError(say("the position is not JSON that can be read here")) from None
    node = Node(value)
    if node["position"].value != FORMAT or isinstance(node["position"].value, bool):
        node["position"].fail(say("this reads version {version} of the format", version=FORMAT))
    node["game"].choice(games.names())
    found: Document = value
    return found


def _no_constant(name: str) -> None:
    raise DocumentError(say("{name} is no JSON", name=name))


def _sheet(document: Document) -> dict[str, Any]:
    """The score sheet, or why there is none yet."""
    try:
        return {"sheet": score_position(document), "problem": None}
    except DocumentError as error:
        return {"sheet": None, "problem": whole(_plainly(reason(error)))}


def _plainly(told: Sentence) -> Sentence:
    """What is wrong, without the place in a document that nobody here has written; but with the player."""
    sentence = told.values.get("sentence", told)
    seat = re.match(r"players\[(\d+)\]", str(told.values.get("place", "")))
    return say("{player}: {sentence}", player=player(int(seat[1])), sentence=sentence) if seat else sentence


def _are_alike(pictures: Sequence[Picture]) -> bool:
    """Whether all pictures are as important as the first."""
    return len({(picture.width, picture.height) for picture in pictures}) == 1


def svg(picture: Picture, places: Mapping[str, Place], language: str) -> Markup:
    """A picture as an element of a page, in which every place tells what it is and what it takes."""

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
