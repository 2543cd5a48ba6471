"""How a final table is entered by hand: the clicks from an empty editor to a position, for every game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

Document = dict[str, Any]
Clicks = Iterator[tuple[str, str]]


def triqueta(position: Document) -> Clicks:
    yield "wolves", "yes" if position["wolves"] else "no"
    for seat, player in enumerate(position["players"], 1):
        for animal, count in player["collection"].items():
            yield from [(f"more-{seat}-{animal}", "more")] * count
        if player["rock"]:
            yield f"rock-{seat}", "rock"
        yield from [(f"more-{seat}-tree", "more")] * player["trees"]


def topiary(position: Document) -> Clicks:
    for row, tiles in enumerate(position["garden"], 1):
        for column, tile in zip("abcde", tiles.split(), strict=True):
            yield f"cell-{column}{row}", tile
    for seat, player in enumerate(position["players"], 1):
        for spot in player["visitors"]:
            yield f"spot-{spot}", str(seat)
        for slot, tile in enumerate(player["hand"], 1):
            yield f"hand-{seat}-{slot}", tile


def terraflip(position: Document) -> Clicks:
    for seat, player in enumerate(position["players"], 1):
        yield f"family-{seat}", player["family"]
    for tile in position["tiles"]:
        yield f"at-{tile['place']}", "-".join(filter(None, (tile["colour"], tile.get("special"))))


def tipperary(position: Document) -> Clicks:
    for seat, player in enumerate(position["players"], 1):
        yield f"side-{seat}", player["side"]
        yield f"whiskey-{seat}:{player['whiskey']}", "barrel"
        rows = [row.split() for row in player["display"]]
        town = [(x, y) for y, row in enumerate(rows) for x, token in enumerate(row) if token == "#"]
        left, top = min(x for x, _ in town), min(y for _, y in town) - 1
        for y, row in enumerate(rows):
            for x, token in enumerate(row):
                if token not in ".#":
                    yield f"field-{seat}:{x - left},{y - top}", token.rstrip("*+")
    yield "marker", "nobody" if position["marker"] is None else str(position["marker"])


CLICKS: dict[str, Callable[[Document], Clicks]] = {
    "triqueta": triqueta,
    "topiary": topiary,
    "terraflip": terraflip,
    "tipperary": tipperary,
}
