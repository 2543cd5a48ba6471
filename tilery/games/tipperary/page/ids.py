"""The ids of elements, by which choices, previews, scores and the log point at them."""

from __future__ import annotations

from tilery.games.tipperary.page.shapes import Cell

UNDER, ABOVE = "county-places", "county-marks"
"""In which a page marks where a piece could lie: beside the county, or on it too."""
TOWERS = "towers-at-hand"


def tile_id(tile: int) -> str:
    return f"tile-{tile}"


def bonus_id(tile: int) -> str:
    return f"bonus-{tile}"


def meadow_id(at: Cell) -> str:
    """A meadow on which a sheep could stand."""
    return f"at-{at[0]},{at[1]}"


def land_id(seat: int) -> str:
    """The whole county of another player, on its small map."""
    return f"land-{seat + 1}"


def category_id(category: str) -> str:
    """A number below one's own county."""
    return f"category-{category}"


def source_id(category: str, seat: int) -> str:
    """The fields that a category of the score comes from."""
    return f"{category}-{seat + 1}"
