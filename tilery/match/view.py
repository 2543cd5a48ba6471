"""What one seat may know of a match at a moment."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from tilery import games
from tilery.words import Sentence


@dataclass(frozen=True)
class View:
    """All that one seat may know of a match now; `seat` is None for a spectator."""

    game: str
    seats: int
    options: dict[str, Any]
    seat: int | None
    waiting: tuple[int, ...]
    legal_moves: tuple[str, ...]
    table: dict[str, Any]
    last_moves: tuple[tuple[int, str], ...]

    @property
    def picture(self) -> Sentence:
        """The table as text."""
        return games.find(self.game).views.picture(self.table)

    def to_json(self) -> str:
        return json.dumps({**vars(self), "picture": self.picture}, ensure_ascii=False, separators=(",", ":"))

    def __str__(self) -> str:
        return self.picture

    def _repr_svg_(self) -> str | None:
        """Draw it for a notebook; as text if the game has no drawing."""
        from tilery.match.picture import to_svg  # noqa: PLC0415  (pictures show views)

        return to_svg(self) if games.find(self.game).drawing else None
