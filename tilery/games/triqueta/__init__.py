"""Triqueta: rows of animal tiles, and three of a kind, no more, to collect."""

from pathlib import Path

from tilery.games.game import Choice, Game
from tilery.games.triqueta import actions, drawing, editor, notation, observation, position, refusal, rules, view
from tilery.games.triqueta.levels import LEVELS
from tilery.games.triqueta.scoring import CATEGORIES
from tilery.words import say

GAME = Game(
    name="triqueta",
    title="Triqueta",
    version=1,
    seats=range(2, 6),
    options=(
        Choice(
            "two_player",
            ("plain", "designer"),
            say("the common rules, or the designer's duel of two drawn tiles"),
            seats=(2,),
            words=(say("common rules"), say("the duel")),
        ),
        Choice(
            "wolves",
            ("off", "on"),
            say("grey tiles with hidden wolves lie below the last three stacks"),
            words=(say("without wolves"), say("with wolves")),
        ),
    ),
    tagline=say("Three of a kind is a knot. Four is a tangle."),
    minutes=25,
    categories=CATEGORIES,
    tiebreaks=(say("more animal tiles"),),
    rules=rules,
    notation=notation,
    views=view,
    refusals=refusal,
    positions=position,
    actions=actions,
    observation=observation,
    shown=view.shown,
    folder=Path(__file__).parent,
    drawing=drawing,
    editor=editor,
    levels=LEVELS,
)
