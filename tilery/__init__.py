"""Tilery: Topiary, Triqueta, Tipperary and Terraflip, exact and at native speed.

`Match` is one running game, `Record` a match in a file. Importing this compiles and loads nothing heavy; that waits
for the first match.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tilery.games.game import NotationError, OptionError
    from tilery.games.reading import DocumentError
    from tilery.match.match import IllegalMoveError, ImaginedMatchError, Match
    from tilery.match.moves import Move
    from tilery.match.position import score_position
    from tilery.match.record import Record, RecordError
    from tilery.match.scores import ScoreSheet
    from tilery.match.view import View

__version__ = "0.2.0"

__all__ = [
    "DocumentError",
    "IllegalMoveError",
    "ImaginedMatchError",
    "Match",
    "Move",
    "NotationError",
    "OptionError",
    "Record",
    "RecordError",
    "ScoreSheet",
    "View",
    "score_position",
]

_HOMES = {
    "DocumentError": "games.reading",
    "IllegalMoveError": "match.match",
    "ImaginedMatchError": "match.match",
    "Match": "match.match",
    "Move": "match.moves",
    "NotationError": "games.game",
    "OptionError": "games.game",
    "Record": "match.record",
    "RecordError": "match.record",
    "ScoreSheet": "match.scores",
    "View": "match.view",
    "score_position": "match.position",
}


if not TYPE_CHECKING:  # type checkers take the imports above, and would take any name from here

    def __getattr__(name: str) -> object:
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*__all__, "__version__"])
