"""Triqueta: rows of animal tiles, and three of a kind, no more, to collect."""

from pathlib import Path

from tilery.games.game import ChoiceOption, Game
from tilery.games.triqueta import rules
from tilery.games.triqueta.learn import actions, observation
from tilery.games.triqueta.learn.levels import LEVELS, LEVELS_BY_SEATS
from tilery.games.triqueta.learn.useless import useless_moves
from tilery.games.triqueta.page import drawing, editor
from tilery.games.triqueta.page.lessons import LESSONS
from tilery.games.triqueta.rules.scoring import CATEGORIES
from tilery.games.triqueta.rules.state import TriquetaOptions, TriquetaState
from tilery.games.triqueta.text import notation, position, refusal, states, view
from tilery.words import say

GAME = Game[TriquetaState, TriquetaOptions](
    name="triqueta",
    title="Triqueta",
    version=1,
    seats=range(2, 6),
    options=(
        ChoiceOption(
            "two_player",
            ("plain", "designer"),
            say("the standard rules, or the designer's duel, in which you draw two tiles at a time"),
            seats=(2,),
            words=(say("standard rules"), say("the duel")),
        ),
        ChoiceOption(
            "wolves",
            ("off", "on"),
            say("adds grey tiles with hidden wolves to the bottom of the last three stacks"),
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
    states=states,
    actions=actions,
    observation=observation,
    shown=view.shown,
    folder=Path(__file__).parent,
    drawing=drawing,
    editor=editor,
    useless_moves=useless_moves,
    levels=LEVELS,
    levels_by_seats=LEVELS_BY_SEATS,
    lessons=LESSONS,
)
