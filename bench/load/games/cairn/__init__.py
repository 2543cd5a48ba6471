"""Cairn: Pebbles with a heap of 120, so that a game is long enough to be measured. It has the rest from Pebbles."""

from pathlib import Path

from tilery.games.pebbles import text  # type: ignore[import-not-found]  # found through TILERY_GAMES

from tilery.games.game import Game
from tilery.words import say

from . import learn, rules

GAME = Game(
    name="cairn",
    title="Cairn",
    version=1,
    seats=range(2, 4),
    options=(),
    categories={"stones": say("stones"), "card": say("card")},
    tiebreaks=(say("a higher card"),),
    rules=rules,
    notation=text,
    views=text,
    refusals=text,
    positions=text,
    actions=learn,
    observation=learn,
    folder=Path(__file__).parent,
)
