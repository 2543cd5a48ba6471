"""Cairn: Pebbles with a heap of 120, so that a game is long enough to be measured. It has the rest from Pebbles."""

from pathlib import Path

from tilery.games.pebbles import actions, observation, words  # type: ignore[import-not-found]  # found through TILERY_GAMES

from tilery.games.game import Game

from . import rules

GAME = Game(
    name="cairn",
    title="Cairn",
    version=1,
    seats=range(2, 4),
    options=(),
    categories=("stones", "card"),
    tiebreaks=("a higher card",),
    rules=rules,
    notation=words,
    views=words,
    refusals=words,
    positions=words,
    actions=actions,
    observation=observation,
    folder=Path(__file__).parent,
)
