"""Terraflip: four families around a tower, turning each other's land over to their own colour."""

from pathlib import Path

from tilery.games.game import Choice, Game
from tilery.games.terraflip import notation, position, refusal, rules, view
from tilery.games.terraflip.scoring import CATEGORIES

GAME = Game(
    name="terraflip",
    title="Terraflip",
    version=1,
    seats=range(2, 5),
    options=(
        Choice(
            "lines",
            ("any", "rows"),
            "tiles are surrounded along every straight line, or only along the rows of the grid",
        ),
        Choice(
            "memory", ("aided", "pure"), "undersides once seen stay shown to those who saw them, or only for a moment"
        ),
    ),
    categories=CATEGORIES,
    tiebreaks=("more tiles of the colour",),
    rules=rules,
    notation=notation,
    views=view,
    refusals=refusal,
    positions=position,
    folder=Path(__file__).parent,
)
