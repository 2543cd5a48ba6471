"""What a player of Tipperary has at hand: the tiles to choose from, what was earned; aside the wheel and the supply."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilery.games.art import button, number, pair, place
from tilery.games.drawing import Picture, Room, Seen, main_seat
from tilery.games.lettering import Lettering
from tilery.games.tipperary.page.art import S, use
from tilery.games.tipperary.page.ids import TOWERS, bonus_id, tile_id
from tilery.games.tipperary.page.tiles import drawn, size
from tilery.games.tipperary.page.wheel import wheel
from tilery.games.tipperary.rules.tileset import fields_of
from tilery.words import say

TRAYS = {Room.PHONE: (178, 78), Room.TABLET: (150, 116), Room.DESK: (132, 132)}
"""How wide and how high the tray of a tile is."""


def hand(seen: Seen, room: Room) -> list[Picture]:
    stage, main = seen.table["stage"], main_seat(seen)
    if stage == "over":
        return []
    display = seen.table["displays"][main]
    shown = []
    if stage == "round" and not display["has_placed"]:
        shown.append(_tiles(seen, main, TRAYS[room]))
    if display["bonus_to_place"] or display["sheep_to_place"] or stage == "end":
        shown.append(_earned(seen, main, room))
    return shown


def aside(seen: Seen) -> list[Picture]:
    """The wheel and the supply."""
    stage = seen.table["stage"]
    turning = [wheel(seen, main_seat(seen))] if stage == "round" else []
    return [] if stage == "over" else [*turning, _supply(seen.table)]


def _tiles(seen: Seen, seat: int, tray: tuple[int, int]) -> Picture:
    """The tiles of the seat's area, each on a tray."""
    table = seen.table
    display = table["displays"][seat]
    legal = any(move.startswith("place") for move in seen.legal_moves)
    body = ""
    for slot, tile in enumerate(table["areas"][display["area"]]):
        lying = fields_of(table["tiles"][str(tile)])
        width, height = size(lying)
        scale = min(0.6, (tray[0] - 20) / (width * S), (tray[1] - 12) / (height * S))
        corner = ((tray[0] - width * S * scale) / 2, (tray[1] - height * S * scale) / 2)
        at = f'transform="translate({pair(corner)})scale({number(scale)})"'
        frame = f'width="{tray[0]}" height="{tray[1]}" rx="12"'
        body += f'<g id="{tile_id(tile)}" {button(legal)} {place(2 + (tray[0] + 8) * slot, 2)}>'
        body += f'<rect class="tipperary-tray" {frame}/><rect class="ring" {frame}/>'
        body += f'<g class="tipperary-tile tipperary-cards" {at}>{drawn(lying)}</g></g>'
    label = say("The tiles in your region")
    return Picture("tiles", body, 2 * tray[0] + 12, tray[1] + 4, label, say("Your tiles"))


def _earned(seen: Seen, seat: int, room: Room) -> Picture:
    """What waits to be placed: bonus tiles, wooden sheep and towers."""
    display, own = seen.table["displays"][seat], seat == seen.seat and seat in seen.waiting
    body, x = "", 4.0
    for bonus in display["bonus_to_place"]:
        shown = f'<g class="tipperary-cards">{use(bonus["face"])}{use("bonus")}</g>{use("ring")}'
        body += f'<g id="{bonus_id(bonus["tile"])}" {button(own, "piece")} {place(x, 5)}>{shown}</g>'
        x += 60
    if sheep := display["sheep_to_place"]:
        body += use("wooden", x, 4) + _times(x, sheep)
        x += 100
    if towers := display["towers_to_place"]:
        legal = any(move.startswith("tower") for move in seen.legal_moves)
        body += f'<g id="{TOWERS}" {button(legal)} {place(x, 5)}>{use("t")}{use("ring")}</g>{_times(x, towers)}'
        x += 100
    width = max(276, x) if room is Room.DESK else max(100, x)  # elsewhere the words stand beside it
    return Picture("earned", body, width, 60, say("Still to place"), say("Still to place"))


def _times(x: float, count: int) -> str:
    return f'<text class="tipperary-count" x="{number(x + 54)}" y="37">\N{MULTIPLICATION SIGN} {count}</text>'


def _supply(table: Mapping[str, Any]) -> Picture:
    lettering = Lettering()
    left = (("sheep-left", "sheep_left"), ("towers", "towers_left"), ("fox", "bonus_left"), ("bag", "bag"))
    signs = counts = ""
    for index, (symbol, name) in enumerate(left):
        x = 16 + 68 * index
        scale = {"sheep-left": 0.62, "towers": 0.66}.get(symbol, 1)
        sign = use("sheep-sign", style="tipperary-wooden") if symbol == "sheep-left" else use(symbol)
        signs += f'<g transform="translate({x} 15)scale({scale})">{sign}</g>'
        counts += lettering.at(x + 15, 20, table[name], "tipperary-figure")
    label = say(
        "In supply: wooden sheep {sheep}, towers {towers}, bonus tiles {bonus}; tiles in the bag {tiles}",
        sheep=table["sheep_left"],
        towers=table["towers_left"],
        bonus=table["bonus_left"],
        tiles=table["bag"],
    )
    return Picture(
        "supply", f'<g id="supply-signs">{signs}</g>{counts}', 276, 30, label, say("Supply"), lettering.words
    )
