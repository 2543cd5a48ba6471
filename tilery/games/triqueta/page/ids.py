"""The ids of elements, by which choices, previews, scores and the log point at them."""

from __future__ import annotations

STACK, KEEP, RETURN = "stack", "keep", "return"


def row_id(row: int) -> str:
    """A row, which counts from 1 as in moves."""
    return f"row-{row}"


def row_tile_id(row: int, place: int) -> str:
    """A tile of a row; both count from 1."""
    return f"row-{row}-{place}"


def animal_id(seat: int, animal: str) -> str:
    """The tiles of an animal before a player."""
    return f"animal-{seat + 1}-{animal}"


def rock_id(seat: int) -> str:
    return f"rock-{seat + 1}"


def trees_id(seat: int) -> str:
    return f"trees-{seat + 1}"
