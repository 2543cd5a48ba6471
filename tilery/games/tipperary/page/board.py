"""The table of Tipperary before one player: the own county, the rounds on the river, and what is counted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilery.games.art import number, place, signed
from tilery.games.drawing import Picture, Room, Seen, main_seat
from tilery.games.lettering import Lettering
from tilery.games.tipperary.page import shapes
from tilery.games.tipperary.page.art import use
from tilery.games.tipperary.page.choices import cell_of
from tilery.games.tipperary.page.county import county
from tilery.games.tipperary.page.fields import fields_of
from tilery.games.tipperary.page.figures import CATEGORIES, Figures, strip
from tilery.games.tipperary.page.ids import category_id
from tilery.games.tipperary.page.table_art import RIVER_HEIGHT, RIVER_WIDTH, river_place
from tilery.games.tipperary.rules.components import RING, SIDES, TOWN_SHAPES
from tilery.words import Sentence, say

# The strip below one's own county: how wide a category is.
CATEGORY_WIDTH, STRIP_HEIGHT = 118, 60
NARROW_WIDTH, NARROW_HEIGHT = 64, 36
"""Where there is no room for words, signs and numbers alone."""


def board(seen: Seen, room: Room) -> list[Picture]:
    over, main = seen.table["stage"] == "over", main_seat(seen)
    targets = [cell_of(move) for move in seen.legal_moves if move.startswith("sheep")]
    own = county(seen, main, targets, over)
    if over:
        return [own]
    river = [_river(seen.table)] if room is Room.DESK else []
    return [own, *river, categories(seen.table, main, room)]


def _river(table: Mapping[str, Any]) -> Picture:
    """The rounds as places on a river, with a barrel on the present one."""
    rounds, current = table["rounds"], table["round"]
    x, y = river_place(current, rounds)
    body = f'{use(f"river-{rounds}")}<svg width="{number(x)}" height="{RIVER_HEIGHT}">{use(f"past-{rounds}")}</svg>'
    body += f'<use id="round" class="piece" href="#tipperary-barrel" {place(x, y, "scale(1.35)")}/>'
    label = say("Round {round} of {rounds}", round=current, rounds=rounds)
    return Picture("river", body, RIVER_WIDTH, RIVER_HEIGHT, label)


def _sign(name: str, display: Mapping[str, Any], has_marker: bool) -> str:
    match name:
        case "flock":
            return use("sheep-sign") if not has_marker else f'<g id="marker">{use("marker-sign")}</g>'
        case "ring":
            return _ring(display)
    return use(name)


def _ring(display: Mapping[str, Any]) -> str:
    """The places around the town, covered ones full."""
    side = SIDES.index(display["side"])
    covered = fields_of(display).keys()
    town = [(x, y) for y, row in enumerate(TOWN_SHAPES[display["side"]]) for x, kind in enumerate(row) if kind != "."]
    shown = f'<path class="tipperary-ring-open" d="{shapes.runs(RING[side] - covered)}"/>'
    shown += f'<path class="tipperary-ring-done" d="{shapes.runs(RING[side] & covered)}"/>'
    shown += f'<path class="tipperary-ring-town" d="{shapes.outline(town, 1)}"/>'
    return f'<g transform="translate(-9 -12)scale(6)" stroke-width=".16">{shown}</g>'


def categories(table: Mapping[str, Any], seat: int, room: Room) -> Picture:
    """What the seat's county is worth now, category by category."""
    if room is not Room.DESK:
        return _narrow_categories(table, seat)
    display, lettering = table["displays"][seat], Lettering()
    counted, names = strip(table, seat), _category_names()
    width = CATEGORY_WIDTH * len(CATEGORIES)
    body = f'<rect class="tipperary-strip" x=".5" y=".5" width="{width - 1}" height="{STRIP_HEIGHT - 1}" rx="10"/>'
    for index, name in enumerate(CATEGORIES):
        x = CATEGORY_WIDTH * index
        shown = f'<path class="tipperary-rule" d="M{x} 12v36"/>' if index else ""
        shown += f'<g transform="translate({x + 25} 30)">{_sign(name, display, table["marker"] == seat)}</g>'
        shown += lettering.at(x + 47, 29, counted[name], "tipperary-count")
        shown += lettering.at(x + 47, 47, names[name], "tipperary-label")
        body += f'<g id="{category_id(name)}">{shown}</g>'
    return Picture("categories", body, width, STRIP_HEIGHT, say("What your county is worth"), words=lettering.words)


def _narrow_categories(table: Mapping[str, Any], seat: int) -> Picture:
    display = table["displays"][seat]
    counted = strip(table, seat)
    body = ""
    for index, name in enumerate(CATEGORIES):
        x = NARROW_WIDTH * index
        sign = f'<g transform="translate({x + 15} 18)scale(.72)">{_sign(name, display, table["marker"] == seat)}</g>'
        number_ = f'<text class="tipperary-narrow-count" x="{x + 30}" y="24">{counted[name]}</text>'
        body += f'<g id="{category_id(name)}">{sign}{number_}</g>'
    label = say("What your county is worth")
    return Picture("categories", body, NARROW_WIDTH * len(CATEGORIES), NARROW_HEIGHT, label)


def _category_names() -> dict[str, Sentence]:
    return {
        "area": say("Area"),
        "flock": say("Sheep"),
        "ring": say("Exploration"),
        "whiskey": say("Whiskey"),
        "circles": say("Circles"),
        "towers": say("Towers"),
    }


def category_gains(table: Mapping[str, Any], seat: int, now: Figures, then: Figures, room: Room) -> str:
    """What is added, to be laid over the strip, each behind its number."""
    counted, shown = strip(table, seat), ""
    for index, name in enumerate(CATEGORIES):
        gain, digits = getattr(then, name) - getattr(now, name), len(str(counted[name]))
        if gain <= 0:
            continue
        if room is Room.DESK:
            x = CATEGORY_WIDTH * index + 51 + 10.8 * digits
            shown += f'<text class="tipperary-gain" x="{number(x)}" y="29">{signed(gain)}</text>'
        else:
            x = NARROW_WIDTH * index + 31 + 10 * digits
            shown += f'<text class="tipperary-narrow-gain" x="{x}" y="24">{signed(gain)}</text>'
    return shown
