"""For a first game of Tipperary: where the rules tell of the step at hand, and what to look for in it."""

from __future__ import annotations

from tilery.games.drawing import Seen
from tilery.words import Sentence, say


def rule(seen: Seen) -> str:
    if seen.table["stage"] != "round":
        return "end-and-scoring"
    if seen.seat is None or seen.seat not in seen.waiting:
        return "a-round"
    display = seen.table["displays"][seen.seat]
    if not display["has_placed"]:
        return "place"
    return "sheep" if display["sheep_to_place"] else "bonus-tiles"


def goal(seen: Seen) -> Sentence:
    """How one wins."""
    del seen  # it is the same all through the game
    return say(
        "You win with the most points. The largest gap-free rectangle of your county usually scores the most: "
        "1 point for each space."
    )


def advice(seen: Seen) -> Sentence:
    table = seen.table
    if table["stage"] == "over":
        return say(
            "Your largest gap-free rectangle usually scores the most. Sheep, whiskey, stone circles, the "
            "marker and a closed ring around the town make the difference."
        )
    if seen.seat is None or seen.seat not in seen.waiting:
        return say(
            "Everyone plays at the same time; the next round starts when all are done. Meanwhile, check "
            "the other flocks: the player whose flock is larger than everyone else's takes the marker, "
            "worth 5 points."
        )
    display = table["displays"][seen.seat]
    if table["stage"] == "end":
        return say(
            "A tower covers one space. Use yours to close gaps in your largest rectangle or in the ring "
            "around the town."
        )
    if not display["has_placed"]:
        return say(
            "Fill gaps to grow your largest rectangle, which is outlined. Also place grain next to a "
            "distillery, pastures next to pastures, ruins three in a line and bogs side by side."
        )
    if display["sheep_to_place"]:
        return say(
            "A wooden sheep turns a meadow into a pasture. Place it where it joins two flocks or adds to "
            "your largest one."
        )
    return say(
        "A bonus tile is a single space. Use it to close a gap or to cover a meadow without sheep; "
        "next to the right neighbours it can earn even more."
    )
