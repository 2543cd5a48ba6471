"""The ids of elements, by which choices, previews, scores and the log point at them."""

from __future__ import annotations

FREED = "freed"
"""The cell from which a tile was taken this turn."""


def tile_id(tile: str) -> str:
    """A tile that lies face up or in a hand."""
    return f"tile-{tile}"


def hedge_id(cell: str) -> str:
    """A tile that lies face down."""
    return f"hedge-{cell}"


def spot_id(spot: str) -> str:
    """A free place for a visitor."""
    return f"spot-{spot}"


def visitor_id(spot: str) -> str:
    return f"visitor-{spot}"
