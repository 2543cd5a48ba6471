"""For a first game of Triqueta: where the rules tell of the step at hand, and what to look for in it."""

from __future__ import annotations

from tilery.games.drawing import Seen
from tilery.words import Sentence, say


def rule(seen: Seen) -> str:
    table = seen.table
    if table["stage"] == "over":
        return "score"
    if seen.options.get("two_player") == "designer":
        return "the-designers-duel"
    if table["stage"] == "treat":
        return "draw"
    return "a-round" if any(table["stacks"][table["round"] - 1].values()) else "take-a-row"


def advice(seen: Seen) -> Sentence:
    table = seen.table
    if table["stage"] == "over":
        return say(
            "Three of an animal are worth its number, one or two are worth 1 or 2 points, and more than three cost"
            " points. Kept tiles were added only where they helped."
        )
    if seen.seat not in seen.waiting:
        return say(
            "Look at what the others collect: a row with a tile that they need will be taken soon."
            " A fourth tile of an animal spoils a knot, so rows can be made bad for somebody."
        )
    if table["stage"] == "treat" and seen.options.get("two_player") == "designer":
        return say(
            "Both tiles get a different treatment: into a row, kept, or back to the box."
            " Send back what only the other player needs, and keep what closes a knot for you."
        )
    if table["stage"] == "treat":
        return say(
            "Lay the tile where it makes a row good for you or bad for the others."
            " Only twice in the whole game can you keep a tile face down: best for one that closes a knot."
        )
    if "draw" not in seen.legal_moves:
        return say("No tile is left, so all take a row now. The number beside each row says what it would bring you.")
    return say(
        "Draw to make the rows better, or take a row while it is good for you: then you are out of this round."
        " The number beside each row says what it would bring you now. Whoever stays last gets the rock and a tree."
    )
