"""Terraflip: four families around a tower, turning each other's land over to their own colour."""

from pathlib import Path

from tilery.games.game import ChoiceOption, Game
from tilery.games.terraflip import rules
from tilery.games.terraflip.learn import actions, observation
from tilery.games.terraflip.learn.levels import LEVELS, LEVELS_BY_SEATS
from tilery.games.terraflip.learn.useless import useless_moves
from tilery.games.terraflip.page import drawing, editor, log
from tilery.games.terraflip.page.lessons import LESSONS
from tilery.games.terraflip.rules.scoring import CATEGORIES
from tilery.games.terraflip.rules.state import TerraflipOptions, TerraflipState
from tilery.games.terraflip.text import notation, position, refusal, states, view
from tilery.words import say

GAME = Game[TerraflipState, TerraflipOptions](
    name="terraflip",
    title="Terraflip",
    version=2,
    oldest=1,
    seats=range(2, 5),
    options=(
        ChoiceOption(
            "lines",
            ("any", "rows"),
            say("lines may run in every direction, or only along the rows of the grid"),
            words=(say("every line"), say("only rows")),
        ),
        ChoiceOption(
            "memory",
            ("aided", "pure"),
            say("undersides you have seen stay visible to you, or are shown only for a moment"),
            words=(say("stay visible"), say("shown once")),
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
    states=states,
    actions=actions,
    observation=observation,
    folder=Path(__file__).parent,
    drawing=drawing,
    editor=editor,
    shown=log.shown,
    memory={"memory": "pure"},
    faded=notation.faded,
    useless_moves=useless_moves,
    has_chance=False,
    levels=LEVELS,
    levels_by_seats=LEVELS_BY_SEATS,
    lessons=LESSONS,
)
