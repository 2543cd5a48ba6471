"""Pebbles, the smallest game that has chance and secrets: take one to three from the heap; a secret card counts too.

It lives outside the package to show that a game is a folder and nothing else.
"""

from pathlib import Path

from tilery.games.game import ChoiceOption, Game
from tilery.words import say

from . import learn, rules, text

GAME = Game[rules.PebblesState, rules.PebblesOptions](
    name="pebbles",
    title="Pebbles",
    version=1,
    seats=range(2, 4),
    options=(ChoiceOption("most", ("three", "two"), say("how many pebbles may be taken at once")),),
    categories={"pebbles": say("pebbles"), "card": say("card")},
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
