"""Tipperary: tiles around an Irish town, for wide land, large flocks and good whiskey."""

from pathlib import Path

from tilery.games.game import Game
from tilery.games.tipperary import rules
from tilery.games.tipperary.learn import actions, observation
from tilery.games.tipperary.learn.levels import LEVELS
from tilery.games.tipperary.learn.useless import useless_moves
from tilery.games.tipperary.page import drawing, editor, log
from tilery.games.tipperary.page.lessons import LESSONS
from tilery.games.tipperary.page.own_tiles import OWN_TILES
from tilery.games.tipperary.rules.scoring import CATEGORIES
from tilery.games.tipperary.rules.state import TipperaryOptions, TipperaryState
from tilery.games.tipperary.rules.tileset import TileSet
from tilery.games.tipperary.text import notation, position, refusal, states, view
from tilery.words import say

GAME = Game[TipperaryState, TipperaryOptions](
    name="tipperary",
    title="Tipperary",
    version=1,
    seats=range(2, 6),
    options=(TileSet(),),
    tagline=say("Build a county of fields, flocks and whiskey."),
    minutes=45,
    categories=CATEGORIES,
    tiebreaks=(),
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
    is_told_by_notation=False,
    own_set=OWN_TILES,
    levels=LEVELS,
    useless_moves=useless_moves,
    lessons=LESSONS,
)
