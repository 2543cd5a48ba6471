"""What stands beside the names of Topiary's players: points that all can count, and the visitors to place."""

from __future__ import annotations

from tilery.games.art import mark
from tilery.games.drawing import Panel, Picture, Seen
from tilery.games.topiary.page.known_state import KnownState
from tilery.games.topiary.rules.components import VISITORS
from tilery.words import Sentence, say, say_many


def panels(seen: Seen, known: KnownState) -> list[Panel]:
    over = seen.table["stage"] == "over"
    points = known.totals() if over else known.seen_points()
    return [
        Panel(
            figure=str(points[seat]),
            meaning=say("points") if over else say_many("point now", "points now", points[seat]),
            note=_doing(seen) if seat in seen.waiting else None,
            picture=_visitors(seen, seat),
            facts=[(str(seen.table["visitors_left"][seat]), say("visitors still to place"))],
        )
        for seat in range(seen.seats)
    ]


def _visitors(seen: Seen, seat: int) -> Picture:
    count, left = int(VISITORS[seen.seats]), seen.table["visitors_left"][seat]
    marks = "".join(mark(seat, 9, 12 + 24 * index, 12, empty=index >= left) for index in range(count))
    label = say_many("{count} visitor to place", "{count} visitors to place", left)
    return Picture("visitors", marks, 24.0 * count, 24.0, label)


def _doing(seen: Seen) -> Sentence:
    match seen.table["stage"]:
        case "draft":
            return say("chooses tiles")
        case "visit":
            return say("places a visitor")
        case "take":
            return say("may take a tile")
    return say("plants a tile")
