"""The rules of the games as pages: the texts of `rules.*.md` with anchors, and pictures drawn from real matches.

Anchors are made from the English text, so that an address leads to the same place in every language.
"""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup
from starlette.responses import Response

from tilery import games
from tilery.games import art
from tilery.games.drawing import Illustration, Picture, named, player
from tilery.games.game import Game
from tilery.games.lettering import lettered
from tilery.match.match import Match
from tilery.match.record import Record
from tilery.server.http.routing import Route
from tilery.server.pages.page_base import PageBase, find_game
from tilery.server.pages.page_request import PageRequest
from tilery.server.pages.symbols import cover
from tilery.words import LANGUAGES, translated

RULING = re.compile(r"[A-Z]+-\d+")


class RulesPages(PageBase):
    """The handlers."""

    def routes(self) -> list[Route]:
        return [self._route("GET", "/rules", self.index), self._route("GET", "/rules/{game}", self.rules)]

    async def index(self, request: PageRequest) -> Response:
        return self._page(request, "rules_index.html", {"games": [games.find(name) for name in games.names()]})

    async def rules(self, request: PageRequest) -> Response:
        """Show the rules of a game."""
        game = find_game(request.http.path_params["game"])
        drawn = game.drawing is not None
        text = await asyncio.to_thread(rules_text, game.name, request.language, drawn)
        return self._page(request, "rules.html", {"game": game, "text": text, "drawn": drawn})


@dataclass(frozen=True)
class RulesText:
    """Rules, ready to be shown."""

    body: Markup
    sections: list[tuple[str, str]]
    """The headings: anchor and title."""
    lid: Markup
    """The game as on the lid of its box, with the symbols of the page."""


@cache
def rules_text(game: str, language: str, drawn: bool) -> RulesText:
    found = games.find(game)
    tokens = _parsed(found, language)
    marked = _marked(tokens)
    anchors = anchors_of(game)
    if len(anchors) != len(marked):
        anchors = _anchors(marked)
    for anchor, (block, _) in zip(anchors, marked, strict=True):
        block.attrSet("id", anchor)
    sections = [
        (anchor, words.partition("(")[0].strip())
        for anchor, (block, words) in zip(anchors, marked, strict=True)
        if block.tag in ("h2", "h3")
    ]
    if drawn and found.drawing is not None:
        figures = [
            (one.section, _figure(found, one, language, number))
            for number, one in enumerate(found.drawing.ILLUSTRATIONS, 1)
        ]
        tokens = _illustrated(tokens, figures)
    body = MARKDOWN.renderer.render(tokens, MARKDOWN.options, {})
    body = re.sub(r"<strong>([A-Z]+-\d+)</strong>", r'<a class="ruling" href="#\1">\1</a>', body)
    lid = _svg(found.drawing.cover(), "", language, [], "lid-") if drawn and found.drawing else cover(game, language)
    return RulesText(Markup(body), sections, Markup(lid))


MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


def _parsed(game: Game, language: str) -> list[Token]:
    tokens = MARKDOWN.parse(game.rules_text(language))
    return tokens[3:] if tokens and tokens[0].tag == "h1" else tokens


# Anchors.


@cache
def anchors_of(game: str) -> list[str]:
    """Return all anchors of the rules to which a link can lead, in their order."""
    return _anchors(_marked(_parsed(games.find(game), LANGUAGES[0])))


def _marked(tokens: list[Token]) -> list[tuple[Token, str]]:
    """Return the blocks that get an anchor, with the words that name them: headings, and what begins with emphasis."""
    found = []
    parents: list[Token] = []
    for token in tokens:
        if token.nesting == 1:
            parents.append(token)
        elif token.nesting == -1:
            parents.pop()
        elif token.type == "inline" and parents:
            if parents[-1].type == "heading_open":
                found.append((parents[-1], _plain(token.children or [])))
            elif parents[-1].type == "paragraph_open" and (words := _lead(token.children or [])):
                in_list = len(parents) > 1 and parents[-2].type == "list_item_open"
                found.append((parents[-2] if in_list else parents[-1], words))
    return found


def _lead(children: list[Token]) -> str:
    """Return the emphasized words with which a paragraph begins."""
    children = [child for child in children if child.type != "text" or child.content]
    if not children or children[0].type not in ("strong_open", "em_open"):
        return ""
    end = next(index for index, child in enumerate(children) if child.type == children[0].type.replace("open", "close"))
    return _plain(children[1:end])


def _plain(children: list[Token]) -> str:
    return "".join(child.content for child in children if child.type in ("text", "code_inline"))


def _anchors(marked: list[tuple[Token, str]]) -> list[str]:
    found: list[str] = []
    for _, words in marked:
        anchor = words if RULING.fullmatch(words) else _slug(words)
        found.append(f"{anchor}-{found.count(anchor) + 1}" if anchor in found else anchor)
    return found


def _slug(words: str) -> str:
    kept = re.sub(r"['’]", "", words.partition("(")[0].lower())  # noqa: RUF001
    return re.sub(r"[^a-z0-9]+", "-", kept).strip("-")


# Pictures.


def _illustrated(tokens: list[Token], figures: list[tuple[str, str]]) -> list[Token]:
    """Add pictures to the text: a single one beside what it shows, several of one section together below it."""
    found: list[Token] = []
    starts = [index for index, token in enumerate(tokens) if token.tag == "h2" and token.nesting == 1]
    for start, end in pairwise([0, *starts, len(tokens)]):
        section = tokens[start:end]
        anchors = [token.attrGet("id") for token in section]
        inside = [(anchors.index(anchor), figure) for anchor, figure in figures if anchor in anchors]
        if len(inside) == 1:
            where = _beside(section, inside[0][0])
            section[where:where] = [_block(inside[0][1])]
        elif inside:
            section.append(_block(f'<div class="scenes">{"".join(figure for _, figure in inside)}</div>\n'))
        found += section
    return found


def _beside(section: list[Token], index: int) -> int:
    """Return where a picture for a block stands: after a heading, before a paragraph or a list."""
    if section[index].type == "heading_open":
        return index + 3
    if section[index].type == "list_item_open":
        return max(at for at in range(index) if section[at].type in ("bullet_list_open", "ordered_list_open"))
    return index


def _block(content: str) -> Token:
    return Token("html_block", "", 0, content=content, block=True)


def _figure(game: Game, illustration: Illustration, language: str, number: int) -> str:
    assert game.drawing is not None
    match = _played(game, illustration.record, illustration.moves)
    view = match.view(illustration.seat)
    scene = game.drawing.scene(replace(view, legal_moves=()))
    overlays: Any = {}
    if illustration.preview is not None:
        overlays = game.drawing.preview(view, illustration.preview).overlays
    names = [translated(player(seat), language) for seat in range(match.seats)]
    pictures = {picture.name: picture for picture in (*scene.board, *scene.hand, *scene.aside)}
    shown = "".join(
        _svg(pictures[name], str(overlays.get(name, "")), language, names, f"figure-{number}-")
        for name in illustration.pictures
    )
    caption = art.text(translated(named(illustration.caption, names), language))
    return f'<figure class="scene" id="figure-{number}">{shown}<figcaption>{caption}</figcaption></figure>\n'


def _svg(picture: Picture, overlay: str, language: str, names: list[str], prefix: str) -> str:
    """Render a picture to look at: nothing in it can be chosen, and its ids are its own."""
    body = lettered(picture, language, names) + overlay
    body = re.sub(r' tabindex="-?\d"| role="button"', "", body)
    own = set(re.findall(r' id="([^"]+)"', body))
    body = re.sub(r' id="([^"]+)"', rf' id="{prefix}{picture.name}-\1"', body)
    body = re.sub(
        r'(href="#|url\(#)([^")]+)',
        lambda found: f"{found[1]}{prefix}{picture.name}-{found[2]}" if found[2] in own else found[0],
        body,
    )
    label = art.text(translated(named(picture.label, names), language))
    box = f"0 0 {art.number(picture.width)} {art.number(picture.height)}"
    return f'<svg class="picture {picture.name}" viewBox="{box}" role="img" aria-label="{label}">{body}</svg>'


def _played(game: Game, record: str, moves: int) -> Match:
    return Record.parse((game.page_folder / f"{record}.json").read_text("utf-8")).replay(moves)
