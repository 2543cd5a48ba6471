"""The pictures in the rules of Terraflip: moments of the game in `example.json`, which greedy bots have played."""

from tilery.games.drawing import Illustration
from tilery.words import say

ILLUSTRATIONS = (
    Illustration(
        "placing",
        say("Player 2 thinks of this place: lines show what could be flipped from there."),
        record="example",
        moves=52,
        seat=1,
        pictures=("map",),
        preview="place mountain 3,0",
    ),
    Illustration(
        "flipping",
        say("The line from the tile just placed to another of its colour runs through the middle of the one to flip."),
        record="example",
        moves=70,
        seat=2,
        pictures=("map",),
        preview="flip -1,-1",
    ),
    Illustration(
        "chains",
        say("The flipped tile has shown the right colour: the chain goes on from there."),
        record="example",
        moves=74,
        seat=0,
        pictures=("map",),
        preview="flip 1,-2",
    ),
    Illustration(
        "special-tiles",
        say("The catapult throws a tile that touches it; it is turned over where it lands."),
        record="example",
        moves=16,
        seat=0,
        pictures=("map",),
        preview="throw 1,0 2,0",
    ),
    Illustration(
        "the-end",
        say("A map at the end: most tiles touch another of their colour or the tower."),
        record="example",
        moves=97,
        seat=None,
        pictures=("map",),
    ),
)
