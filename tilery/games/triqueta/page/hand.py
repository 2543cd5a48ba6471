"""What a player of Triqueta has at hand: the stack, drawn tiles, and tiles kept face down."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tilery.games.art import button, number, place
from tilery.games.drawing import Picture, Room, Seen, main_seat
from tilery.games.triqueta.page import art
from tilery.games.triqueta.page.art import use
from tilery.games.triqueta.page.ids import KEEP, RETURN, STACK
from tilery.games.triqueta.page.phrases import in_words
from tilery.games.triqueta.rules.components import KEEPS, ROUNDS
from tilery.words import Sentence, say, say_many


def hand(seen: Seen, room: Room) -> list[Picture]:
    if seen.table["stage"] == "over":
        return []
    drawn = [_drawn(seen)] if seen.table["hand_size"] else []
    return [_stack(seen, room), *drawn, _kept(seen, main_seat(seen))]


def _stack(seen: Seen, room: Room) -> Picture:
    """The stack of this round, layer upon layer, so that what is left can be counted; later rounds beside it."""
    table = seen.table
    stack = table["stacks"][table["round"] - 1]
    layers = ["g-5"] * (stack["grey"] // 5) + [f"g-{stack['grey'] % 5}"] * bool(stack["grey"] % 5)
    layers += ["l-5"] * (stack["white"] // 5) + [f"l-{stack['white'] % 5}"] * bool(stack["white"] % 5)
    left = stack["white"] + stack["grey"]
    shown = "".join(use(layer, 0, -art.LIFT * height) for height, layer in enumerate(layers))
    legal = "draw" in seen.legal_moves
    ring = f'<path class="ring" d="{art.flower_outline(7)}"/>' if legal else ""
    shown = f'<g class="triqueta-flower">{shown}</g>{ring}'
    body = f'<g id="{STACK}" {button(legal, "triqueta-stack")} {place(98, 112)}>{shown}</g>'
    later = ROUNDS - table["round"]
    more = say_many("{left}, {count} more stack", "{left}, {count} more stacks", later, left=_left(left))
    label = say_many("Stack of {count} tile", "Stack of {count} tiles", left)
    if room is Room.DESK:
        return Picture("stack", body + _rounds(table), 262, 204, label, _left(left))
    return Picture("stack", body, 196, 204, label, more if later else _left(left))


def _left(count: int) -> Sentence:
    return say_many("{count} tile left", "{count} tiles left", count)


def _rounds(table: Mapping[str, Any]) -> str:
    """Small stacks: spent ones, that of this round, and those to come with their trees."""
    shown = ""
    for index in range(ROUNDS):
        current = table["round"] - 1
        style = "triqueta-spent" if index < current else "triqueta-now" if index == current else "triqueta-next"
        tree = ""
        if index > current:
            tree = '<circle class="triqueta-medal" r="42"/>'
            tree += f'<g transform="scale(3)">{use("tree", 0, -1, "triqueta-tree")}</g>'
        at = f'transform="translate(232 {30 + 48 * index})scale(.24)"'
        shown += f'<g {at}><g class="{style}">{use("flower")}</g>{tree}</g>'
    return shown


def _drawn(seen: Seen) -> Picture:
    """The tiles that the seat on turn has drawn; face down for all others."""
    table = seen.table
    tiles = table["hand"] or ["back"] * table["hand_size"]
    body = ""
    for index, tile in enumerate(tiles):
        name = tile if tile == "back" else f"t-{tile}"
        fade = " triqueta-dim" if index else ""
        x = (88 if len(tiles) > 1 or "return" in seen.legal_moves else 135) + 90 * index
        body += (
            f'<use id="drawn-{index + 1}" class="piece{fade}" href="#triqueta-{name}" {place(x, 44, "scale(1.3)")}/>'
        )
    if "return" in seen.legal_moves:
        body += f'<g id="{RETURN}" {button(True, "triqueta-row")} {place(228, 44)}>{use("gap")}{_RETURN}'
        body += f'<path class="ring" d="{art.outline(-2)}"/></g>'
    label = (
        in_words(table["hand"]) if table["hand"] else say_many("{count} drawn tile", "{count} drawn tiles", len(tiles))
    )
    return Picture("drawn", body, 270, 126, label)


_RETURN = '<path class="triqueta-plus" d="M-13 6h26v18h-26zM-13 6l5-8h16l5 8M0-14v14m-5-5 5 5 5-5"/>'


def _kept(seen: Seen, seat: int) -> Picture:
    """The places for two tiles kept face down, grey tiles, and how many were returned to the box."""
    table = seen.table
    tiles = table["kept"][seat] or [""] * table["kept_sizes"][seat]
    body = ""
    for index, tile in enumerate(tiles):
        burnt = use(f"i-{tile}", 0, art.FACE, "triqueta-burnt") if tile else ""
        body += f'<g id="kept-{index + 1}" class="piece" {place(44 + 84 * index, 30)}>{use("back")}{burnt}</g>'
    body += "".join(use("gap", 44 + 84 * index, 30) for index in range(len(tiles), KEEPS))
    if "keep" in seen.legal_moves:
        x = 44 + 84 * len(tiles)
        body += f'<g id="{KEEP}" {button(True, "triqueta-row")} {place(x, 30)}>{use("place")}'
        body += f'<path class="ring" d="{art.outline(-2)}"/></g>'
    body += _grey(table, seat)
    left = KEEPS - len(tiles)
    words = say_many("{count} tile can still be kept", "{count} tiles can still be kept", left)
    words = words if left else say("You have already kept two tiles")
    if returned := table["returned_sizes"][seat]:
        words = say("{kept}; returned to the box: {count}", kept=words, count=returned)
    label = in_words(table["kept"][seat]) if table["kept"][seat] else say("Tiles kept face down")
    width = 262 if table["grey_sizes"][seat] else 172
    return Picture("kept", body, width, 92, label, words)


def _grey(table: Mapping[str, Any], seat: int) -> str:
    """The grey tiles before a seat, small, with the animals that it may see."""
    known = table["grey"][seat] or {}
    tiles = [animal for animal, n in known.items() for _ in range(n)] or [""] * table["grey_sizes"][seat]
    step = min(30.0, 60 / max(1, len(tiles) - 1))
    shown = ""
    for index, animal in enumerate(tiles):
        burnt = use(f"i-{animal}", 0, art.FACE, "triqueta-burnt") if animal else ""
        at = f'transform="translate({number(192 + step * index)} 32)scale(.6)"'
        shown += f"<g {at}>{use('grey')}{burnt}</g>"
    return shown
