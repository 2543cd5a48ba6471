"""The pictures in the rules of Terraflip: moments of the game in `example.json`, which greedy bots have played."""

from __future__ import annotations

from tilery.games.drawing import Illustration
from tilery.words import say

ILLUSTRATIONS = (
    Illustration(
        "placing",
        say("Player 2 considers this space: the lines show what could be flipped from it."),
        moves=52,
        seat=1,
        pictures=("map",),
        preview="place mountain 3,0",
    ),
    Illustration(
        "flipping",
        say("The line from the tile just placed to another of its colour runs through the middle of the one to flip."),
        moves=70,
        seat=2,
        pictures=("map",),
        preview="flip -1,-1",
    ),
    Illustration(
        "chains",
        say("The flipped tile shows the right colour: the chain continues from there."),
        moves=74,
        seat=0,
        pictures=("map",),
        preview="flip 1,-2",
    ),
    Illustration(
        "special-tiles",
        say("The catapult throws a tile that touches it; the tile lands flipped."),
        moves=16,
        seat=0,
        pictures=("map",),
        preview="throw 1,0 2,0",
    ),
    Illustration(
        "end-and-scoring",
        say("A map at the end: most tiles touch another of their colour or the tower."),
        moves=97,
        seat=None,
        pictures=("map",),
    ),
)
