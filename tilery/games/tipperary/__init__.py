"""Tipperary: tiles around an Irish town, for wide land, large flocks and good whiskey."""

from pathlib import Path

from tilery.games.game import Game
from tilery.games.tipperary import actions, drawing, editor, notation, observation, position, refusal, rules, view
from tilery.games.tipperary.levels import LEVELS
from tilery.games.tipperary.scoring import CATEGORIES
from tilery.games.tipperary.tileset import TileSet
from tilery.words import say

GAME = Game(
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
    actions=actions,
    observation=observation,
    folder=Path(__file__).parent,
    drawing=drawing,
    editor=editor,
    levels=LEVELS,
)
