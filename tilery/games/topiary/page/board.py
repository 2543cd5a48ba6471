"""The garden of Topiary with its tiles, the spots around it and the visitors on them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from tilery.games.art import Point, at, button, place, seat_class, short
from tilery.games.drawing import Choice, Picture, Seen
from tilery.games.topiary.page.art import GARDEN, centre, figure, hedge, stand, use
from tilery.games.topiary.page.chips import chip
from tilery.games.topiary.page.ids import FREED, hedge_id, spot_id, tile_id, visitor_id
from tilery.games.topiary.page.known_state import KnownState
from tilery.games.topiary.page.log import turns
from tilery.games.topiary.page.phrases import tile_name
from tilery.games.topiary.rules.components import CELLS, SHORT_DIAGONAL, SPOTS
from tilery.words import Sentence, joined, say

EDGE = 18
"""How far within the edge of the garden points stand, so that no screen cuts them off."""


def board(seen: Seen, choices: Collection[Choice]) -> list[Picture]:
    table = seen.table
    targets = {choice.target for choice in choices}
    parts = [use("garden")]
    # What is face up comes after all hedges, so that a tile on its way to its place is seen above them.
    for cell, tile in sorted(enumerate(table["garden"]), key=lambda one: one[1] not in {None, "hidden"}):
        parts.append(_cell(cell, tile, targets))
    for spot in SPOTS:
        if spot in table["visitors"]:
            parts.append(_visitor(spot, table["visitors"][spot]))
        elif seen.options["diagonals"] == "all" or not SHORT_DIAGONAL[SPOTS.index(spot)]:
            parts.append(_spot(spot, targets))
    parts += _last_moves(seen)
    if table["stage"] == "over":
        known = KnownState(seen)
        parts += [_points(spot, seat, sum(known.look(spot))) for spot, seat in table["visitors"].items()]
    return [Picture("garden", "".join(parts), GARDEN, GARDEN, _described(table))]


def _described(table: dict[str, Any]) -> Sentence:
    """What lies where, for those who cannot see it."""
    up = [
        say("{tile} at {cell}", tile=tile_name(tile), cell=CELLS[cell])
        for cell, tile in enumerate(table["garden"])
        if tile not in {None, "hidden"}
    ]
    return say(
        "The garden. Face up: {open}. Face down: {closed}, visitors: {visitors}",
        open=joined(up) if up else 0,
        closed=table["garden"].count("hidden"),
        visitors=len(table["visitors"]),
    )


def _cell(cell: int, tile: str | None, targets: Collection[str | None]) -> str:
    where = place(*centre(cell))
    if tile is None:
        return f'<g id="{FREED}" {where}>{use("freed")}</g>'
    if tile != "hidden":
        return f'<g id="{tile_id(tile)}" class="piece" {where}>{use(tile)}</g>'
    name = hedge_id(CELLS[cell])
    state = f" {button(True)}" if name in targets else ""
    return f'<g id="{name}"{state} {where}>{hedge(cell)}</g>'


def _spot(spot: str, targets: Collection[str | None]) -> str:
    name = spot_id(spot)
    state = button(name in targets, "topiary-stand")
    return f'<g id="{name}" {state} {at(*short(stand(spot)))}>{use(f"spot-{spot[2:]}")}</g>'


def _visitor(spot: str, seat: int) -> str:
    state = f'class="{seat_class(seat)}" {at(*short(stand(spot)))}'
    return f'<g id="{visitor_id(spot)}" {state}>{figure(spot[2:], seat)}</g>'


def _points(spot: str, seat: int, points: int) -> str:
    """What a visitor has brought, outside of where it stands."""
    x, y = stand(spot)
    right, down = x - GARDEN / 2, y - GARDEN / 2
    if abs(right) > abs(down) + 1:
        x = GARDEN - EDGE if right > 0 else EDGE
    else:
        y = GARDEN - EDGE if down > 0 else EDGE
    return f'<g class="{seat_class(seat)}">{chip(x, y, str(points), "chip change", 34)}</g>'


def _last_moves(seen: Seen) -> list[str]:
    """Brackets around what others did since the seat's own last decision."""
    parts = []
    garden = seen.table["garden"]
    for turn in turns(seen.last_moves):
        if turn.spot:
            parts.append(_brackets("visitor", stand(turn.spot), turn.seat))
        if turn.tile:
            parts.append(_brackets("tile", centre(garden.index(turn.tile)), turn.seat))
        elif turn.cell:
            parts.append(_brackets("tile", centre(CELLS.index(turn.cell)), turn.seat))
    return parts


def _brackets(kind: str, where: Point, seat: int) -> str:
    return use(f"last-{kind}", f' class="{seat_class(seat)}" {at(*short(where))}')
