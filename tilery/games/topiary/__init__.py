"""Topiary: visitors around a garden of clipped hedges, each wanting the best view."""

from pathlib import Path

from tilery.games.game import ChoiceOption, Game
from tilery.games.topiary import rules
from tilery.games.topiary.learn import actions, observation
from tilery.games.topiary.learn.levels import LEVELS
from tilery.games.topiary.learn.useless import useless_moves
from tilery.games.topiary.page import drawing, editor, log
from tilery.games.topiary.page.lessons import LESSONS
from tilery.games.topiary.rules.scoring import CATEGORIES
from tilery.games.topiary.rules.state import TopiaryOptions, TopiaryState
from tilery.games.topiary.text import notation, position, refusal, states, view
from tilery.words import say

GAME = Game[TopiaryState, TopiaryOptions](
    name="topiary",
    title="Topiary",
    version=1,
    seats=range(2, 5),
    options=(
        ChoiceOption(
            "diagonals",
            ("all", "long"),
            say("visitors may look along every diagonal, or only along the two longest"),
            words=(say("every diagonal"), say("the two longest")),
        ),
        ChoiceOption(
            "draft",
            ("off", "on"),
            say("starting hands are dealt, or drafted from tiles passed around the table"),
            words=(say("dealt"), say("drafted")),
        ),
    ),
    tagline=say("Place your visitors where the view is best."),
    minutes=20,
    categories=CATEGORIES,
    tiebreaks=(say("more points from tiles in hand"), say("later in turn order")),
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
    useless_moves=useless_moves,
    levels=LEVELS,
    lessons=LESSONS,
)
