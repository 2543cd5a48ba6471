"""The pictures in the rules of Topiary: moments of the game in `example.json`, which greedy bots have played."""

from __future__ import annotations

from tilery.games.drawing import Illustration
from tilery.words import say

ILLUSTRATIONS = (
    Illustration(
        "setup",
        say("The garden before the first turn: one tile lies face up in the middle."),
        moves=0,
        seat=0,
        pictures=("garden",),
    ),
    Illustration(
        "you-must",
        say(
            "Player 2 considers a visitor to the left of row 3: the topiaries in view light up, with the points "
            "they score."
        ),
        moves=15,
        seat=1,
        pictures=("garden",),
        preview="visit a3E",
    ),
    Illustration(
        "you-may",
        say(
            "The visitor has been placed. A face-down tile in its line can be taken; a tile from the hand is "
            "planted in its place."
        ),
        moves=16,
        seat=1,
        pictures=("garden",),
        preview="take a3",
    ),
    Illustration(
        "visitors",
        say("A view along row 4: a topiary that is not taller than all those in front of it stays hidden."),
        moves=41,
        seat=1,
        pictures=("garden",),
        preview="visit a4E",
    ),
    Illustration(
        "bonus",
        say("Two topiaries of one series in view: each of them scores 1 bonus point."),
        moves=27,
        seat=1,
        pictures=("garden",),
        preview="visit a1SE",
    ),
    Illustration(
        "hand",
        say("A hand at the end: the number below each tile is its score; a dash means none."),
        moves=44,
        seat=1,
        pictures=("own-hand",),
    ),
)
