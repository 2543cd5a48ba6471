"""The pictures in the rules of Tipperary: moments of the game in `example.json`, which greedy bots have played."""

from tilery.games.drawing import Illustration
from tilery.words import say

ILLUSTRATIONS = (
    Illustration(
        "what-is-there",
        say("A town at the start; the numbers on it are the whiskey track."),
        record="example",
        moves=0,
        seat=0,
        pictures=("county",),
    ),
    Illustration(
        "a-round",
        say("The wheel points each crest to an area with two tiles; player 1 chooses one of these."),
        record="example",
        moves=26,
        seat=0,
        pictures=("wheel", "tiles"),
    ),
    Illustration(
        "lay",
        say("After ten rounds: the thin line is the largest rectangle without gaps."),
        record="example",
        moves=40,
        seat=0,
        pictures=("county",),
    ),
    Illustration(
        "the-end",
        say("The county of player 3 at the end."),
        record="example",
        moves=55,
        seat=2,
        pictures=("county",),
    ),
)
