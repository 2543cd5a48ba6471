"""What a choice of Tipperary would do: how the county grows, and what that brings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilery.games.art import at, number, pair
from tilery.games.drawing import Preview, Room, Seen
from tilery.games.tipperary.page import county, phrases, shapes
from tilery.games.tipperary.page.art import S, use
from tilery.games.tipperary.page.board import category_gains
from tilery.games.tipperary.page.choices import cell_of
from tilery.games.tipperary.page.fields import fields_of
from tilery.games.tipperary.page.figures import Figures, difference
from tilery.games.tipperary.page.known_state import KnownState
from tilery.games.tipperary.page.shapes import Cell
from tilery.games.tipperary.page.tiles import placed
from tilery.games.tipperary.rules.landscapes import TOKENS, landscape_of
from tilery.words import say


def preview(seen: Seen, move: str, room: Room = Room.DESK) -> Preview:
    assert seen.seat is not None
    if move == "done":
        return Preview(say("Unplaced towers score nothing"))
    display = seen.table["displays"][seen.seat]
    known = KnownState(seen)
    now, then = known.figures(), known.after(seen.seat, move).figures()
    new = _laid(seen.table, seen.seat, move)
    overlay = _ghost(move) + _rectangle(display, now, then, new) + _whiskey(display, now, then, new)
    x, y = county.origin(display)
    overlays = {"county": f'<g pointer-events="none" {at(x, y)}>{overlay}</g>'}
    if gains := category_gains(seen.table, seen.seat, now, then, room):
        overlays["categories"] = gains
    return Preview(phrases.gains(difference(now, then), then.ring), overlays)


def _laid(seen: Mapping[str, Any], seat: int, move: str) -> dict[Cell, str]:
    """The fields that a move lays, with their tokens."""
    x, y = cell_of(move)
    match move.split():
        case ["place", tile, orientation, _]:
            lying = placed(seen["tiles"][tile], orientation)
            return {(x + dx, y + dy): TOKENS[landscape_of(kind)] for (dx, dy), kind in lying.items()}
        case ["bonus", tile, _]:
            return {(x, y): _face(seen, seat, tile)}
        case ["sheep", _]:
            return {(x, y): "ms"}
    return {(x, y): "t"}


def _face(seen: Mapping[str, Any], seat: int, tile: str) -> str:
    waiting = seen["displays"][seat]["bonus_to_place"]
    return str(next(bonus["face"] for bonus in waiting if bonus["tile"] == int(tile)))


def _ghost(move: str) -> str:
    """A sheep that would stand on a meadow; the page itself shows pieces in hand."""
    if not move.startswith("sheep"):
        return ""
    x, y = cell_of(move)
    shown = use("wooden")
    return f'<g class="tipperary-ghost" transform="translate({pair((x * S, y * S))})">{shown}{use("pointed")}</g>'


def _rectangle(display: Mapping[str, Any], now: Figures, then: Figures, new: Mapping[Cell, str]) -> str:
    """The largest rectangle as it would be, if it grows."""
    if then.area == now.area:
        return ""
    fields = {*fields_of(display), *new}
    x, y, width, height = largest = shapes.largest_rectangle(fields)
    size = f'width="{number(width * S)}" height="{number(height * S)}"'
    corner = f'x="{number(x * S)}" y="{number(y * S)}"'
    tab = county.tab(largest, fields, county.open_ring(display, fields))
    return f'<rect class="tipperary-rectangle-then" {corner} {size} rx="4"/>{tab}'


def _whiskey(display: Mapping[str, Any], now: Figures, then: Figures, new: Mapping[Cell, str]) -> str:
    """A barrel wherever grain would meet a distillery, and the place on the track that would be reached."""
    if then.whiskey == now.whiskey:
        return ""
    fields = {**fields_of(display), **new}
    shown = ""
    for x, y in sorted(fields):
        for other in ((x + 1, y), (x, y + 1)):
            if {fields[x, y], fields.get(other)} == {"g", "d"} and ((x, y) in new or other in new):
                middle = pair(((x + other[0] + 1) * S / 2, (y + other[1] + 1) * S / 2))
                shown += f'<g transform="translate({middle})"><circle class="tipperary-badge" r="13"/>'
                shown += f'<g transform="scale(.72)">{use("barrel")}</g></g>'
    x_, y_ = county.barrel_at(then.whiskey)
    return f'{shown}<circle class="tipperary-next" cx="{number(x_)}" cy="{number(y_)}" r="13"/>'
