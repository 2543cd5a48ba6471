"""Topiary: visitors around a garden of clipped hedges, each wanting the best view."""

from pathlib import Path

from tilery.games.game import Choice, Game
from tilery.games.topiary import actions, drawing, editor, notation, observation, position, refusal, rules, view
from tilery.games.topiary.levels import LEVELS
from tilery.games.topiary.scoring import CATEGORIES
from tilery.words import say

GAME = Game(
    name="topiary",
    title="Topiary",
    version=1,
    seats=range(2, 5),
    options=(
        Choice(
            "diagonals",
            ("all", "long"),
            say("visitors may look along every diagonal, or only along the two longest"),
            words=(say("every diagonal"), say("the two longest")),
        ),
        Choice(
            "draft",
            ("off", "on"),
            say("the first three tiles of all players are dealt, or chosen from a packet that goes round"),
            words=(say("dealt"), say("chosen")),
        ),
    ),
    tagline=say("Place your visitors where the view is best."),
    minutes=20,
    categories=CATEGORIES,
    tiebreaks=(say("more points from tiles in hand"), say("played later")),
    rules=rules,
    notation=notation,
    views=view,
    refusals=refusal,
    positions=position,
    actions=actions,
    observation=observation,
    folder=Path(__file__).parent,
    drawing=drawing,
    editor=editor,
    levels=LEVELS,
)
