"""The pictures in the rules of Triqueta: moments of the game in `example.json`, which greedy bots have played."""

from tilery.games.drawing import Illustration
from tilery.words import say

ILLUSTRATIONS = (
    Illustration(
        "a-round",
        say("The first round: player 3 has taken row I and is out; the numbers say what a row would bring player 2."),
        record="example",
        moves=13,
        seat=1,
        pictures=("rows",),
    ),
    Illustration(
        "draw",
        say("Player 2 has drawn a tile: in row III it would bring 11 points instead of 5."),
        record="example",
        moves=42,
        seat=1,
        pictures=("drawn", "rows"),
        preview="row 3",
    ),
    Illustration(
        "take-a-row",
        say("What lies before player 2 after taking two rows: single tiles, pairs and a closed knot."),
        record="example",
        moves=51,
        seat=1,
        pictures=("collection",),
    ),
    Illustration(
        "score",
        say("The end: what each player has collected."),
        record="example",
        moves=72,
        seat=None,
        pictures=("collections",),
    ),
)
