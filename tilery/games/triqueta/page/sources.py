"""Where the points of Triqueta came from, by the ids of what lies on the table at the end."""

from __future__ import annotations

from tilery.games.drawing import Seen
from tilery.games.triqueta.page.board import animals_of
from tilery.games.triqueta.page.ids import animal_id, rock_id, trees_id


def sources(seen: Seen) -> dict[tuple[int, str], list[str]]:
    found: dict[tuple[int, str], list[str]] = {}
    for seat in range(seen.seats):
        for animal in animals_of(seen):
            found[seat, animal] = [animal_id(seat, animal)]
        if seen.table["rock"] == seat:
            found[seat, "rock"] = [rock_id(seat)]
        if seen.table["trees"][seat]:
            found[seat, "trees"] = [trees_id(seat)]
    return found
