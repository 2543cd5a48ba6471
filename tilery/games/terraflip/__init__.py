"""Terraflip: four families around a tower, turning each other's land over to their own colour."""

from pathlib import Path

from tilery.games.game import Choice, Game
from tilery.games.terraflip import actions, drawing, editor, notation, observation, position, refusal, rules, view
from tilery.games.terraflip.levels import LEVELS
from tilery.games.terraflip.scoring import CATEGORIES
from tilery.words import say

GAME = Game(
    name="terraflip",
    title="Terraflip",
    version=1,
    seats=range(2, 5),
    options=(
        Choice(
            "lines",
            ("any", "rows"),
            say("tiles are surrounded along every straight line, or only along the rows of the grid"),
            words=(say("every line"), say("only rows")),
        ),
        Choice(
            "memory",
            ("aided", "pure"),
            say("undersides once seen stay shown to those who saw them, or only for a moment"),
            words=(say("shown again"), say("only once")),
        ),
    ),
    tagline=say("Remember what lies under every tile."),
    minutes=30,
    categories=CATEGORIES,
    tiebreaks=(say("more tiles of the colour"),),
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
    memory={"memory": "pure"},
    has_chance=False,
    levels=LEVELS,
)
