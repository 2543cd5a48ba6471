"""A match as one picture that stands alone, for notebooks, files and documents: board, hand and players in SVG.

It holds its own style and symbols and follows the reader's light or dark. It is for looking at; pages are for playing.
"""

from __future__ import annotations

import re
from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from tilery import games
from tilery.games.drawing import Panel, Picture, Scene, named
from tilery.kernel.arguments import instance
from tilery.match.view import View
from tilery.words import SpokenError, say, translated

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tilery.games.game import Game

SHARED = Path(games.__file__).parent
WIDTH, HEIGHT, EDGE = 1200, 720, 16
PLAYERS, HANDS = 220, 240  # the widths of the columns beside the board

STYLE = """
.tilery { --light: 0ms; --travel: 0ms; --flip: 0ms; }
.tilery-ground { fill: var(--ground); }
.tilery-tray { fill: var(--tray); }
.tilery-title { fill: var(--ink); font: 700 24px var(--title); }
.tilery-name { fill: var(--ink); font: 600 16px var(--text); }
.tilery-figure { fill: var(--ink); font: 700 26px var(--title); text-anchor: end; }
.tilery-words { fill: var(--ink-2); font: 14px var(--text); }
"""


class NoDrawingError(SpokenError):
    """The game is shown as text only."""


def to_svg(view: View, players: Sequence[str] | None = None, language: str = "en") -> str:
    """Draw what a seat sees, as an SVG document. Without names, players are numbered."""
    game = games.find(instance(view, View, say("what is drawn")).game)
    if game.drawing is None:
        raise NoDrawingError(say("{game} has no drawing; print the match instead", game=game.title))
    names = list(players) if players else [translated(say("Player {number}", number=n + 1), language) for n in range(5)]
    scene = game.drawing.scene(view)
    board, *more = scene.board
    middle = PLAYERS + 2 * EDGE
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="tilery game-{game.name}" viewBox="0 0 {WIDTH} {HEIGHT}">',
        f"<style>{_style(game.page_folder)}</style><defs>{game.drawing.symbols()}</defs>",
        f'<rect class="tilery-ground" width="{WIDTH}" height="{HEIGHT}"/>',
        _column_of_players(game, scene, names, language),
        _placed(board, middle, EDGE, WIDTH - middle - HANDS - 2 * EDGE, HEIGHT - 2 * EDGE),
        _column_of_hands([*more, *scene.hand, *scene.aside], names, language),
        "</svg>",
    ]
    return re.sub(r' tabindex="-?\d"| role="button"', "", "".join(parts))


def _placed(picture: Picture, x: float, y: float, width: float, height: float) -> str:
    return (
        f'<svg class="{picture.name}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
        f' viewBox="0 0 {picture.width:g} {picture.height:g}" overflow="visible">{picture.body}</svg>'
    )


def _column_of_players(game: Game, scene: Scene, names: Sequence[str], language: str) -> str:
    parts = [_text("title", EDGE, 44, game.title)]
    y = 84
    for seat, panel in enumerate(scene.panels):
        parts.append(_panel(panel, y, names[seat]))
        y += 66
    for sentence in (scene.heading, scene.todo, *scene.notes):
        if sentence:
            for line in _wrapped(translated(named(sentence, names), language), 32):
                parts.append(_text("words", EDGE, y, line))
                y += 19
            y += 9
    return "".join(parts)


def _panel(panel: Panel, y: float, name: str) -> str:
    mark = _placed(panel.mark, EDGE, y - 18, 24, 24) if panel.mark else ""
    picture = _placed(panel.picture, EDGE, y + 10, *_fitted(panel.picture, 150, 24)) if panel.picture else ""
    figure = _text("figure", EDGE + PLAYERS - 8, y + 4, panel.figure)
    return mark + _text("name", EDGE + (32 if mark else 0), y, name) + figure + picture


def _column_of_hands(pictures: Sequence[Picture], names: Sequence[str], language: str) -> str:
    parts, x, y = [], WIDTH - HANDS - EDGE, float(EDGE)
    for picture in pictures:
        if picture.caption:
            y += 18
            parts.append(_text("words", x, y, translated(named(picture.caption, names), language)))
            y += 10
        width, height = _fitted(picture, HANDS - 24, 300)
        tray = f'x="{x:g}" y="{y:g}" width="{HANDS}" height="{height + 24:g}" rx="16"'
        parts.append(f'<rect class="tilery-tray" {tray}/>' + _placed(picture, x + 12, y + 12, width, height))
        y += height + 36
    return "".join(parts)


def _fitted(picture: Picture, width: float, height: float) -> tuple[float, float]:
    """Return the size of a picture in a box, never larger than it was drawn."""
    scale = min(width / picture.width, height / picture.height, 1)
    return picture.width * scale, picture.height * scale


def _text(style: str, x: float, y: float, words: str) -> str:
    return f'<text class="tilery-{style}" x="{x:g}" y="{y:g}">{escape(words)}</text>'


def _wrapped(text: str, width: int) -> list[str]:
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + len(word) >= width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


@cache
def _style(folder: Path) -> str:
    """Return the style sheets of all pictures and of the game, limited to this picture, dark if the reader prefers."""
    files = (SHARED / "tokens.css", SHARED / "states.css", folder / "drawing.css")
    text = "".join(path.read_text("utf-8") for path in files) + STYLE
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    text = re.sub(r"[^{}]*\[data-(?:contrast|patterns|speed)\b[^{}]*\{[^{}]*\}", "", text)  # settings of a page
    text = text.replace(":root {", ".tilery {")
    dark = "@media (prefers-color-scheme: dark) {.tilery {"
    text = re.sub(r"^\.dark \{(.*?)^\}", lambda found: f"{dark}{found[1]}}}}}", text, flags=re.DOTALL | re.MULTILINE)
    return re.sub(r"\s+", " ", text)
