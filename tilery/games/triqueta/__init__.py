"""Triqueta: rows of animal tiles, and three of a kind, no more, to collect."""

from pathlib import Path

from tilery.games.game import Choice, Game
from tilery.games.triqueta import notation, position, refusal, rules, view
from tilery.games.triqueta.scoring import CATEGORIES

GAME = Game(
    name="triqueta",
    title="Triqueta",
    version=1,
    seats=range(2, 6),
    options=(
        Choice(
            "two_player",
            ("plain", "designer"),
            "the common rules, or the designer's duel of two drawn tiles",
            seats=(2,),
        ),
        Choice("wolves", ("off", "on"), "grey tiles with hidden wolves lie below the last three stacks"),
    ),
    categories=CATEGORIES,
    tiebreaks=("more animal tiles",),
    rules=rules,
    notation=notation,
    views=view,
    refusals=refusal,
    positions=position,
    folder=Path(__file__).parent,
)
