"""For a first game of Topiary: where the rules tell of the step at hand, and what to look for in it."""

from __future__ import annotations

from tilery.games.drawing import Seen
from tilery.words import Sentence, say

RULES = {"draft": "draft", "visit": "you-must", "take": "you-may", "put": "you-may", "over": "end-and-scoring"}


def rule(seen: Seen) -> str:
    return RULES[seen.table["stage"]]


def goal(seen: Seen) -> Sentence:
    """How one wins."""
    del seen  # it is the same all through the game
    return say(
        "You win with the most points: each of your visitors scores the numbers on the topiaries that it sees "
        "from the edge of the garden."
    )


def advice(seen: Seen) -> Sentence:
    stage = seen.table["stage"]
    if stage == "over":
        return say(
            "Each visitor scores the topiaries it sees, plus 1 point for each topiary of a series it "
            "sees more than once. A tile in your hand scores if one of your visitors sees a taller "
            "topiary of the same series."
        )
    if seen.seat not in seen.waiting:
        return say(
            "Another player is choosing a view. Watch what is planted: a short topiary near the edge "
            "helps everyone looking from that side; a tall one hides what is behind it."
        )
    match stage:
        case "draft":
            return say(
                "These tiles stay secret until you plant them. Keep short ones of a series whose tall "
                "topiary you hope to see, and a tall one to plant where it helps your own visitors."
            )
        case "visit":
            return say(
                "A visitor sees the first face-up topiary in its line, then every one that is taller than "
                "all those in front of it. Hover over or tap a spot to see what it would score now; the "
                "face-down tiles may still change that."
            )
        case "take":
            return say(
                "You may take one face-down tile from this line into your hand and plant a tile in its "
                "place. That pays off when one of your tiles improves your visitors' view or spoils someone "
                "else's."
            )
    return say(
        "Plant a tile that your visitors will see: taller than those in front of it, without hiding "
        "those behind. A tile in your hand scores only if one of your visitors sees a taller topiary "
        "of the same series."
    )
