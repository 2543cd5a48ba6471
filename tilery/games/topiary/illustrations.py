"""The pictures in the rules of Topiary: moments of the game in `example.json`, which greedy bots have played."""

from tilery.games.drawing import Illustration
from tilery.words import say

ILLUSTRATIONS = (
    Illustration(
        "getting-ready",
        say("The garden before the first turn: one tile lies open in the middle."),
        record="example",
        moves=0,
        seat=0,
        pictures=("garden",),
    ),
    Illustration(
        "you-must",
        say("Player 2 thinks of a visitor left of row 3: the hedges in sight are lit, with the points that they give."),
        record="example",
        moves=15,
        seat=1,
        pictures=("garden",),
        preview="visit a3E",
    ),
    Illustration(
        "you-may",
        say(
            "The visitor stands. A closed hedge of its line can be taken; a tile from the hand is planted in its place."
        ),
        record="example",
        moves=16,
        seat=1,
        pictures=("garden",),
        preview="take a3",
    ),
    Illustration(
        "visitors",
        say("A view along row 4: a hedge that is not higher than all before it stays hidden."),
        record="example",
        moves=41,
        seat=1,
        pictures=("garden",),
        preview="visit a4E",
    ),
    Illustration(
        "bonus",
        say("Two hedges of one series in sight: each of them gives one point more."),
        record="example",
        moves=27,
        seat=1,
        pictures=("garden",),
        preview="visit a1SE",
    ),
    Illustration(
        "hand",
        say("A hand at the end: the number below a tile is what it scores, a line is nothing."),
        record="example",
        moves=44,
        seat=1,
        pictures=("hand",),
    ),
)
