"""The fields of a county by their places, from what a view tells of a display."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from tilery.games.tipperary.page.shapes import Cell
from tilery.games.tipperary.rules.landscapes import NO_FIELD


def fields_of(display: Mapping[str, Any]) -> Mapping[Cell, str]:
    """The tokens of a display's fields by their places."""
    left, top = display["corner"]
    return _fields(left, top, tuple(display["drawing"]))


@lru_cache(maxsize=512)  # asked for again and again while a table is drawn
def _fields(left: int, top: int, rows: tuple[str, ...]) -> Mapping[Cell, str]:
    return {
        (left + x, top + y): token
        for y, row in enumerate(rows)
        for x, token in enumerate(row.split())
        if token != NO_FIELD
    }
