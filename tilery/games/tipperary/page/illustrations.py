"""The pictures in the rules of Tipperary: moments of the game in `example.json`, which greedy bots have played."""

from __future__ import annotations

from tilery.games.drawing import Illustration
from tilery.words import say

ILLUSTRATIONS = (
    Illustration(
        "components",
        say("A town at the start; the numbers on it are the whiskey track."),
        moves=0,
        seat=0,
        pictures=("county",),
    ),
    Illustration(
        "a-round",
        say("The wheel points each crest to a region with two tiles; player 1 chooses one of these."),
        moves=26,
        seat=0,
        pictures=("wheel", "tiles"),
    ),
    Illustration(
        "place",
        say("After ten rounds: the thin line marks the largest gap-free rectangle."),
        moves=40,
        seat=0,
        pictures=("county",),
    ),
    Illustration("end-and-scoring", say("Player 3's county at the end."), moves=55, seat=2, pictures=("county",)),
)
