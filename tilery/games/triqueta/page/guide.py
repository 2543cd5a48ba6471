"""For a first game of Triqueta: where the rules tell of the step at hand, and what to look for in it."""

from __future__ import annotations

from tilery.games.drawing import Seen
from tilery.words import Sentence, say


def rule(seen: Seen) -> str:
    table = seen.table
    if table["stage"] == "over":
        return "end-and-scoring"
    if seen.options.get("two_player") == "designer":
        return "the-designers-duel"
    if table["stage"] == "treat":
        return "draw"
    return "a-round" if any(table["stacks"][table["round"] - 1].values()) else "take-a-row"


def goal(seen: Seen) -> Sentence:
    """How one wins."""
    del seen  # it is the same all through the game
    return say(
        "You win with the most points: three tiles of an animal score the number on them, a fourth one costs points."
    )


def advice(seen: Seen) -> Sentence:
    table = seen.table
    if table["stage"] == "over":
        return say(
            "Three of an animal score its number, one or two score 1 or 2 points, and more than three "
            "cost points. Kept tiles were added only where they helped."
        )
    if seen.seat not in seen.waiting:
        return say(
            "Watch what the others collect: a row with a tile they need will go soon. A fourth tile of "
            "an animal breaks a Triqueta, so you can spoil a row for someone."
        )
    if table["stage"] == "treat" and seen.options.get("two_player") == "designer":
        return say(
            "Choose a different action for each tile: put it in a row, keep it, or return it to the box. "
            "Return what only your opponent needs, and keep what completes a Triqueta for you."
        )
    if table["stage"] == "treat":
        return say(
            "Put the tile where it makes a row better for you or worse for the others. You can keep a "
            "tile face down only twice in the whole game, so save that for one that completes a "
            "Triqueta."
        )
    if "draw" not in seen.legal_moves:
        return say(
            "The stack is empty, so everyone takes a row now. The number beside each row shows what it "
            "would score for you."
        )
    return say(
        "Draw to improve the rows, or take a row while it suits you and leave the round. The number "
        "beside each row shows what it would score for you now. The last player left gets the rock "
        "and, except in the last round, a tree."
    )
