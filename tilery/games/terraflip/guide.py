"""For a first game of Terraflip: where the rules tell of the step at hand, and what to look for in it."""

from __future__ import annotations

from tilery.games.drawing import Seen
from tilery.words import Sentence, say


def rule(seen: Seen) -> str:
    table = seen.table
    match table["stage"]:
        case "over":
            return "the-end"
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


def advice(seen: Seen) -> Sentence:
    table = seen.table
    if table["stage"] == "over":
        return say(
            "A tile of your colour gives 2 points if it touches the tower or another of your colour, and 1 if it stands"
            " alone. Whoever plays earlier gets more points for the order of play."
        )
    if seen.seat not in seen.waiting:
        return say(
            "Watch what is turned over and remember what lies underneath: a tile that was yours can become yours again."
        )
    if table["stage"] == "place":
        return say(
            "Choose a tile of your hand, then a place next to the tower or to another tile. Look for a place from which"
            " a straight line runs through a tile of another colour to one of yours or to the tower: you may flip it."
            " The folded corner shows what your tile has underneath, should somebody flip it."
        )
    if table["throws"]:
        return say(
            "The catapult may throw a tile that touches it to another place, where it lands turned over."
            " Throw one that shows your colour then, or that tears others' tiles apart."
        )
    if _special(seen) == "camp":
        return say(
            "The camp may flip any tile of another colour that touches it, without a line."
            " If your colour comes up, you may go on from there."
        )
    if table["flips"]:
        return say(
            "Tiles on the drawn lines can be flipped. If your colour comes up, you may flip again from that tile;"
            " if not, your turn is over. You can also stop."
        )
    return say(
        "Nothing can be flipped now. A spy may still look under one tile: that pays if you could flip that tile later."
    )
