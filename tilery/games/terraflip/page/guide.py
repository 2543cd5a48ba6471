"""For a first game of Terraflip: where the rules tell of the step at hand, and what to look for in it."""

from __future__ import annotations

from tilery.games.drawing import Seen
from tilery.words import Sentence, say


def rule(seen: Seen) -> str:
    table = seen.table
    match table["stage"]:
        case "over":
            return "end-and-scoring"
        case "place":
            return "placing"
    special = _special(seen)
    if table["throws"] or special == "camp":
        return str(special)
    return "flipping" if table["flips"] else "spies"


def _special(seen: Seen) -> str | None:
    """The special tile from which the next flip starts, if it is one."""
    tiles = seen.table["tiles"]
    return next((tile["special"] for tile in tiles if tile["place"] == seen.table["origin"]), None)


def goal(seen: Seen) -> Sentence:
    """How one wins."""
    del seen  # it is the same all through the game
    return say(
        "You win if your colour has the most points at the end: 2 for each tile beside the tower or another tile of "
        "your colour, 1 for any other."
    )


def advice(seen: Seen) -> Sentence:
    table = seen.table
    if table["stage"] == "over":
        return say(
            "Each tile of your colour scores 2 points if it touches the tower or another of your tiles, "
            "and 1 if it stands alone. The earlier you play, the larger your turn-order bonus."
        )
    if seen.seat not in seen.waiting:
        return say(
            "Watch what is flipped and remember what lies underneath: a tile that was yours can become yours again."
        )
    if table["stage"] == "place":
        return say(
            "Choose a tile from your hand, then a space next to the tower or another tile. Look for a "
            "space from which a straight line runs through a tile of another colour to one of yours or "
            "to the tower: you may flip the tile in between. The folded corner shows what is under your "
            "tile if someone flips it."
        )
    if table["throws"]:
        return say(
            "The catapult may throw a tile that touches it to another space, where it lands flipped. "
            "Throw one that will show your colour, or one whose loss breaks up another player's tiles."
        )
    if _special(seen) == "camp":
        return say(
            "The camp may flip any tile of another colour that touches it, without a line. If your "
            "colour comes up, you may continue from there."
        )
    if table["flips"]:
        return say(
            "You can flip a tile on one of the lines shown. If your colour comes up, you may flip again "
            "from that tile; if not, your flipping ends. You can also stop at any time."
        )
    return say(
        "Nothing can be flipped now. You may still send a spy to look under one tile: useful if you "
        "might flip that tile later."
    )
