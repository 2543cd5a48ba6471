"""The picture of a table for messengers and for sharing: what it is, who plays, and at the end the result.

It needs no secret, because messengers have none. So it shows what everybody may see who has the address: the board of a
public table or of a finished game as a spectator sees it. Of a private table before its end it shows no more than an
invitation does: the game's cover, for how many it is, and who invites or plays.
"""

from __future__ import annotations

import asyncio
import re
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from html import escape
from pathlib import Path

from babel.dates import format_date

from tilery import games
from tilery.games import art
from tilery.games.drawing import Picture
from tilery.games.lettering import lettered
from tilery.server.pages.flat_svg import StyleSheet
from tilery.server.pages.rasterizer import rasterized
from tilery.server.pages.static_files import WEB
from tilery.server.pages.symbols import used_symbols
from tilery.server.pages.table_page import TablePage
from tilery.server.tables.table import Table
from tilery.words import Sentence, joined, say, say_many

WIDTH, HEIGHT, EDGE = 1200, 630, 56
BOARD_X, BOARD_Y, BOARD_SIZE = 612, 36, 560
TEXT_WIDTH = BOARD_X - EDGE - 24
HEADLINES = ((58, 3), (46, 4))
"""Sizes of the headline, each with how many lines of it there is room for."""
LETTER = 0.52
"""How wide a letter of the headline is on average, as a share of its size."""
SIGN = 36
ROW = 70
FONTS = sorted(str(path) for path in (WEB / "vendor").glob("*.ttf"))
STYLE = """
:root { --title: "Source Serif 4"; --text: "Cabin"; }
.card-ground { fill: var(--ground); }
.card-foot { fill: var(--accent); }
.card-brand { fill: var(--ink); font: 700 27px var(--title); }
.card-headline { fill: var(--ink); font-family: var(--title); font-weight: 700; }
.card-about { fill: var(--ink-2); font: 400 26px var(--text); }
.card-name { fill: var(--ink); font: 400 28px var(--text); }
.card-figure { fill: var(--ink); font: 700 42px var(--title); text-anchor: end; }
.card-winner { fill: var(--card); stroke: var(--seat); stroke-width: 3; }
.card-frame { fill: var(--tray); }
"""


@dataclass(frozen=True)
class Row:
    """A player on the card."""

    seat: int
    name: str
    figure: str = ""
    has_won: bool = False
    sign: Picture | None = None
    """The game's own sign of the seat, if it has one."""


@dataclass(frozen=True)
class Card:
    """What a card shows, in one language."""

    game: str
    language: str
    headline: str
    about: str
    picture: Picture | None
    names: Sequence[str] = ()
    """The players, for the words inside the picture."""
    rows: tuple[Row, ...] = ()
    is_cover: bool = False
    """Whether the picture is the game's cover, which may be cut."""


def is_shown(table: Table) -> bool:
    """Return whether everybody who has the address of a table may see what a spectator sees."""
    return table.public or table.status == "over"


def card_of(table: Table, language: str, inviter: str = "") -> Card:
    """Choose what is shown of a table to people who are not at it."""
    page = TablePage(table, None, frozenset(), language)
    return Card(
        table.game,
        language,
        headline(page, inviter),
        page.words(about(table, language)),
        _picture(table),
        page.names,
        _rows(page) if is_shown(table) else (),
        is_cover=table.match is None or not is_shown(table),
    )


def headline(page: TablePage, inviter: str) -> str:
    """Say in a few words what there is to see."""
    table = page.table
    if table.match is not None and table.match.outcome is not None:
        return page.verdict(table.match.outcome)
    if table.is_closed:
        return page.words(say("This table has been closed."))
    if table.name and table.public:
        return table.name
    if table.status == "running":
        game = games.find(table.game).title
        return page.words(
            say("{player} is playing {game}", player=inviter, game=game)
            if inviter
            else say("A table of {game}", game=game)
        )
    if inviter:
        return page.words(say("{player} invites you to play", player=inviter))
    return page.words(say("Join the table"))


def about(table: Table, language: str) -> Sentence:
    """Say which game it is, for how many, and when it was finished."""
    players = say_many("{count} player", "{count} players", table.seats)
    told = [games.find(table.game).title, players]
    if table.status == "over":
        ended = datetime.fromtimestamp(table.events[-1].at, UTC)
        told.append(format_date(ended, "long", locale=language))
    return joined(told, " · ")


def _rows(page: TablePage) -> tuple[Row, ...]:
    match, drawing = page.table.match, games.find(page.table.game).drawing
    outcome = match.outcome if match is not None else None
    panels = drawing.scene(match.view(None)).panels if match is not None and drawing is not None else ()
    signs = {seat: panel.mark for seat, panel in enumerate(panels)}
    if outcome is None:
        return tuple(Row(seat, name, sign=signs.get(seat)) for seat, name in enumerate(page.names))
    order = sorted(range(page.table.seats), key=lambda seat: (seat not in outcome.winners, -outcome.totals[seat]))
    return tuple(
        Row(
            seat,
            page.names[seat],
            str(outcome.totals[seat]).replace("-", "\N{MINUS SIGN}"),
            seat in outcome.winners,
            signs.get(seat),
        )
        for seat in order
    )


def _picture(table: Table) -> Picture | None:
    """Return the board as a spectator sees it; where each player has one, that of the winner. Else the cover."""
    drawing = games.find(table.game).drawing
    if drawing is None:
        return None
    if table.match is None or not is_shown(table):
        return drawing.cover()
    view = table.match.view(None)
    board = drawing.scene(view).board
    winner = table.match.outcome.winners[0] if table.match.outcome is not None else 0
    own = [picture for picture in drawing.display(view, winner) if board and picture.name == board[0].name]
    return next(iter([*own, *board]), drawing.cover())


# Drawing it.


async def png_of(table: Table, language: str, inviter: str = "") -> bytes:
    """Draw the card of a table, 1200 by 630."""

    def draw() -> str:
        card = card_of(table, language, inviter)
        return _sheet(card.game).flatten(to_svg(card))

    return await rasterized(await asyncio.to_thread(draw), FONTS)


def to_svg(card: Card) -> str:
    """Draw a card as an SVG document that needs the style sheets of the game."""
    size, lines = _headline(card.headline)
    y = 172.0
    parts = []
    for line in lines:
        parts.append(f'<g font-size="{size}">{_text("headline", EDGE, y, line)}</g>')
        y += size * 1.08
    parts.append(_text("about", EDGE, y - 12, card.about))
    height = min(ROW, (HEIGHT - 40 - y) / max(1, len(card.rows)))
    top = HEIGHT - 36 - height * len(card.rows)
    signs = "".join(row.sign.body for row in card.rows if row.sign is not None)
    parts.append(f"<defs>{used_symbols(card.game, signs)}</defs>")
    parts += [_row(row, top + index * height, height) for index, row in enumerate(card.rows)]
    picture = _placed(card) if card.picture is not None else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="game-{card.game}" width="{WIDTH}" height="{HEIGHT}"'
        f' viewBox="0 0 {WIDTH} {HEIGHT}"><rect class="card-ground" width="{WIDTH}" height="{HEIGHT}"/>'
        f'<g transform="translate({EDGE} 46)">{_logo()}</g>{_text("brand", EDGE + 50, 76, "Tilery")}'
        f'{"".join(parts)}{picture}<rect class="card-foot" y="{HEIGHT - 12}" width="{WIDTH}" height="12"/></svg>'
    )


def _placed(card: Card) -> str:
    """Place the picture, with just the symbols that it uses, in a frame of its own."""
    picture = card.picture
    assert picture is not None
    body = lettered(picture, card.language, card.names)
    box = f'x="{BOARD_X}" y="{BOARD_Y}" width="{BOARD_SIZE}" height="{BOARD_SIZE}"'
    fit = "slice" if card.is_cover else "meet"
    view = f'viewBox="0 0 {picture.width:g} {picture.height:g}" preserveAspectRatio="xMidYMid {fit}"'
    return (
        f'<defs>{used_symbols(card.game, body)}<clipPath id="card-clip"><rect {box} rx="18"/></clipPath></defs>'
        f'<rect class="card-frame" {box} rx="18"/><g clip-path="url(#card-clip)"><svg class="picture {picture.name}"'
        f" {box} {view}>{body}</svg></g>"
    )


def _row(row: Row, y: float, height: float) -> str:
    middle = y + height / 2
    frame = ""
    if row.has_won:
        box = f'x="{EDGE}" y="{y + 3:g}" width="{TEXT_WIDTH}" height="{height - 6:g}" rx="14"'
        frame = f'<rect class="card-winner" {box}/>'
    return (
        f'<g class="{art.seat_class(row.seat)}">{frame}'
        f"{_sign(row, EDGE + 42, middle)}"
        f"{_text('name', EDGE + 80, middle + 10, _shortened(row.name, 24))}"
        f"{_text('figure', EDGE + TEXT_WIDTH - 24, middle + 14, row.figure)}</g>"
    )


def _sign(row: Row, x: float, y: float) -> str:
    if row.sign is None:
        return f'<g transform="translate({x:g} {y:g})scale(1.25)">{art.mark(row.seat, 10)}</g>'
    box = f'viewBox="0 0 {row.sign.width:g} {row.sign.height:g}"'
    place = f'x="{x - SIGN / 2:g}" y="{y - SIGN / 2:g}" width="{SIGN}" height="{SIGN}"'
    return f"<svg {place} {box}>{row.sign.body}</svg>"


def _text(style: str, x: float, y: float, words: str) -> str:
    return f'<text class="card-{style}" x="{x:g}" y="{y:g}">{escape(words)}</text>'


def _headline(text: str) -> tuple[int, list[str]]:
    """Break the headline into lines, smaller if it is long; if it is still too long, cut it with an ellipsis."""
    size, lines = 0, [""]
    for size, most in HEADLINES:
        letters = int(TEXT_WIDTH / (size * LETTER))
        lines = textwrap.wrap(text, letters, max_lines=most, placeholder="…") or [""]
        if not lines[-1].endswith("…"):
            return size, _balanced(text, lines)
    return size, lines


def _balanced(text: str, lines: list[str]) -> list[str]:
    """As many lines of about the same length, so that no word stands alone in the last one."""
    for letters in range(max(map(len, text.split()), default=1), max(map(len, lines)) + 1):
        narrow = textwrap.wrap(text, letters)
        if len(narrow) <= len(lines):
            return narrow or lines
    return lines


def _shortened(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


@cache
def _logo() -> str:
    return re.sub(r"</?svg[^>]*>", "", (WEB / "logo.svg").read_text("utf-8"))


@cache
def _sheet(game: str) -> StyleSheet:
    shared = Path(games.__file__).parent
    files = [shared / "tokens.css", shared / "states.css"]
    if games.find(game).drawing is not None:
        files.append(games.find(game).page_folder / "drawing.css")
    return StyleSheet("".join(path.read_text("utf-8") for path in files) + STYLE)
