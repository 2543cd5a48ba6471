"""What tiles, visitors and spots of Topiary are, for somebody who points at one and does not know."""

from __future__ import annotations

from tilery.games.topiary.page import phrases
from tilery.games.topiary.page.art import HEDGES
from tilery.games.topiary.rules.components import COMPASS, SERIES
from tilery.words import Sentence, say

HATS = 4


def glossary(seats: int) -> dict[str, Sentence]:
    del seats  # it is the same for all
    hedge = say("A face-down tile. Visitors look across it; a tile planted there can change what they see.")
    spot = say("A spot for a visitor, who looks in the direction of the arrow.")
    visitor = say(
        "A visitor. It sees the first topiary of its line, then each one that is taller than all before. What it sees "
        "scores its height, and two or more of the same series score 1 point more each."
    )
    found = {f"hedge-{variant}": hedge for variant in range(HEDGES)}
    found |= {f"spot-{name}": spot for name in COMPASS}
    found |= {f"body-{name}": visitor for name in COMPASS} | {f"hat-{hat + 1}": visitor for hat in range(HATS)}
    for series in SERIES:
        for value in range(1, 6):
            found[f"{series}-{value}"] = say(
                "{tile}. The number is its height and what it scores for each visitor who sees it.",
                tile=phrases.tile_name(f"{series}-{value}"),
            )
    return found
