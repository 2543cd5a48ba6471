"""What is counted of a county of Tipperary: the numbers below one's own and beside those of others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tilery.games.tipperary.page import shapes
from tilery.games.tipperary.page.fields import fields_of
from tilery.games.tipperary.rules.components import RING_SIZE
from tilery.words import Sentence, say

RING_POINTS, MARKER_POINTS = 5, 5
CATEGORIES = ("area", "flock", "ring", "whiskey", "circles", "towers")
"""What is shown of a county in numbers, in this order."""


def explained() -> dict[str, Sentence]:
    """What each number is."""
    return {
        "area": say("spaces in the largest gap-free rectangle: 1 point each"),
        "flock": say("sheep in the largest flock: 1 point each, and 5 more for whoever holds the marker"),
        "ring": say("of the {places} spaces around the town: 5 points once all are covered", places=RING_SIZE),
        "whiskey": say("points on the whiskey track: grain beside a distillery moves the barrel"),
        "circles": say("points for stone circles"),
        "towers": say("towers, to be placed after the last round: each covers one space"),
    }


def told(display: Mapping[str, Any]) -> dict[str, Sentence]:
    """What each number of a county is, with the number, for somebody who presses its sign."""
    counted = figures(display)
    return {name: say("{count} {what}", count=getattr(counted, name), what=what) for name, what in explained().items()}


@dataclass(frozen=True)
class Figures:
    """What is counted of a county."""

    area: int
    flock: int
    ring: int
    whiskey: int
    circles: int
    towers: int
    sheep: int
    """Wooden sheep still to place."""
    bonus: int
    """Bonus tiles still to place."""


def figures(display: Mapping[str, Any]) -> Figures:
    _, _, width, height = shapes.largest_rectangle(set(fields_of(display)))
    return Figures(
        area=width * height,
        flock=display["flock"],
        ring=display["ring"],
        whiskey=display["barrel"],
        circles=display["circles"],
        towers=display["towers_to_place"],
        sheep=display["sheep_to_place"],
        bonus=len(display["bonus_to_place"]),
    )


def difference(before: Figures, after: Figures) -> dict[str, int]:
    """What has changed, by the names of the figures; `closed` is what a ring is worth that is complete now."""
    changes = {name: getattr(after, name) - getattr(before, name) for name in Figures.__dataclass_fields__}
    changes["closed"] = RING_POINTS if after.ring == RING_SIZE > before.ring else 0
    return {name: change for name, change in changes.items() if change}


def total(table: Mapping[str, Any], seat: int) -> int:
    """The points of a seat if the game ended now."""
    display = table["displays"][seat]
    counted = figures(display)
    points = counted.area + counted.flock + counted.whiskey + counted.circles
    return points + RING_POINTS * int(display["ring_closed"]) + MARKER_POINTS * int(table["marker"] == seat)


def strip(table: Mapping[str, Any], seat: int) -> dict[str, int]:
    """The numbers below a county. The marker counts as sheep, so that a total that falls with it can be followed."""
    counted = figures(table["displays"][seat])
    found: dict[str, int] = {name: getattr(counted, name) for name in CATEGORIES}
    found["flock"] += MARKER_POINTS * int(table["marker"] == seat)
    return found
