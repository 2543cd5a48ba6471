"""For a first game of Topiary: where the rules tell of the step at hand, and what to look for in it."""

from __future__ import annotations

from tilery.games.drawing import Seen
from tilery.words import Sentence, say

RULES = {"draft": "draft", "visit": "you-must", "take": "you-may", "put": "you-may", "over": "scoring"}


def rule(seen: Seen) -> str:
    return RULES[seen.table["stage"]]


def advice(seen: Seen) -> Sentence:
    stage = seen.table["stage"]
    if stage == "over":
        return say(
            "Every visitor scores the hedges that it sees, and one point more for each of a series seen twice."
            " Your tiles in hand score if one of your visitors sees a higher hedge of their series."
        )
    if seen.seat not in seen.waiting:
        return say(
            "Somebody else looks for a good view. Watch which hedges come into the garden: a low one near the edge"
            " is good for all who look from there, a high one hides what is behind it."
        )
    match stage:
        case "draft":
            return say(
                "These tiles are your secret until you plant them. Keep low ones of a series whose high hedge you hope"
                " to see, and a high one to plant where it helps your own visitors."
            )
        case "visit":
            return say(
                "A visitor sees the first open hedge of its line and after it each one that is higher than all before."
                " Point at a spot to see what it would score now; closed hedges may still become anything."
            )
        case "take":
            return say(
                "You may take one closed hedge of this line into your hand and plant a tile in its place."
                " That pays if one of your tiles makes the view of your visitors better or spoils that of others."
            )
    return say(
        "The tile that you plant should be seen by your visitors: taller than those before it, not hiding those behind."
        " What you keep in hand scores only if you see a higher hedge of the same series."
    )
