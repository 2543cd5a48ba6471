"""The pictures in the rules of Triqueta: moments of the game in `example.json`, which greedy bots have played."""

from __future__ import annotations

from tilery.games.drawing import Illustration
from tilery.words import say

ILLUSTRATIONS = (
    Illustration(
        "a-round",
        say(
            "The first round: player 3 has taken row I and is out; the numbers show what each row would score "
            "for player 2."
        ),
        moves=13,
        seat=1,
        pictures=("rows",),
    ),
    Illustration(
        "draw",
        say("Player 2 has drawn a tile: with it, row III would be worth 11 points instead of 5."),
        moves=42,
        seat=1,
        pictures=("drawn", "rows"),
        preview="row 3",
    ),
    Illustration(
        "take-a-row",
        say("Player 2's tiles after taking two rows: singles, pairs and a complete Triqueta."),
        moves=51,
        seat=1,
        pictures=("collection",),
    ),
    Illustration(
        "end-and-scoring",
        say("Game over: what each player has collected."),
        moves=72,
        seat=None,
        pictures=("collections",),
    ),
)
