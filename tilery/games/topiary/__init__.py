"""Topiary: visitors around a garden of clipped hedges, each wanting the best view."""

from pathlib import Path

from tilery.games.game import Choice, Game
from tilery.games.topiary import notation, position, refusal, rules, view
from tilery.games.topiary.scoring import CATEGORIES

GAME = Game(
    name="topiary",
    title="Topiary",
    version=1,
    seats=range(2, 5),
    options=(
        Choice("diagonals", ("all", "long"), "visitors may look along every diagonal, or only along the two longest"),
        Choice("draft", ("off", "on"), "players choose their three tiles from a packet that goes round"),
    ),
    categories=CATEGORIES,
    tiebreaks=("more points from tiles in hand", "played later"),
    rules=rules,
    notation=notation,
    views=view,
    refusals=refusal,
    positions=position,
    folder=Path(__file__).parent,
)
