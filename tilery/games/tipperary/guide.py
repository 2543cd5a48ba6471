"""For a first game of Tipperary: where the rules tell of the step at hand, and what to look for in it."""

from __future__ import annotations

from tilery.games.drawing import Seen
from tilery.words import Sentence, say


def rule(seen: Seen) -> str:
    if seen.table["stage"] != "round":
        return "the-end"
    if seen.seat is None or seen.seat not in seen.waiting:
        return "a-round"
    display = seen.table["displays"][seen.seat]
    if not display["has_placed"]:
        return "lay"
    return "sheep" if display["sheep_to_place"] else "bonus-tiles"


def advice(seen: Seen) -> Sentence:
    table = seen.table
    if table["stage"] == "over":
        return say(
            "The largest rectangle without gaps usually gives most. Sheep, whiskey, stone circles, the marker and the"
            " closed ring around the town make the difference."
        )
    if seen.seat is None or seen.seat not in seen.waiting:
        return say(
            "All play at the same time; the next round begins when everybody is done."
            " Look at the others' flocks meanwhile: whoever alone has the largest holds the marker, worth 5 points."
        )
    display = table["displays"][seen.seat]
    if table["stage"] == "end":
        return say(
            "A tower covers one field. Use yours to close gaps in your largest rectangle or in the ring around the"
            " town."
        )
    if not display["has_placed"]:
        return say(
            "Fill gaps so that your largest rectangle grows; its outline shows it."
            " Beside that, lay grain next to a distillery, pastures next to pastures, ruins in a line of three and bogs"
            " side by side. R turns the tile, F flips it."
        )
    if display["sheep_to_place"]:
        return say(
            "A wooden sheep makes a meadow a pasture. Put it where it joins two flocks or enlarges your largest one."
        )
    return say(
        "A bonus tile is a single field. It closes a gap, or covers a meadow without sheep, and can earn more by what"
        " lies beside it."
    )
