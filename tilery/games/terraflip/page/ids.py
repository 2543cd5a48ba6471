"""The ids of elements, by which choices, previews, scores and the log point at them."""

from __future__ import annotations

SPY = "hand-spy"


def tile_id(where: str) -> str:
    """A tile on the map."""
    return "tile-" + joined(where)


def field_id(where: str) -> str:
    """A free place of the map."""
    return "field-" + joined(where)


def held_id(kind: str) -> str:
    """The tiles of a kind in the hand."""
    return f"hand-{kind}"


def bonus_id(seat: int) -> str:
    """The points for the order of play."""
    return f"bonus-{seat + 1}"


def joined(where: str) -> str:
    """A place as a part of an id."""
    return where.replace(",", "_")
