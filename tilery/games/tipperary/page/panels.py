"""What stands beside the names of Tipperary's players: points, what they are doing, and the counties of others."""

from __future__ import annotations

from tilery.games.drawing import Panel, Seen, main_seat
from tilery.games.tipperary.page.figures import CATEGORIES, explained, figures, total
from tilery.games.tipperary.page.small_map import small_map
from tilery.words import Sentence, say, say_many


def panels(seen: Seen) -> list[Panel]:
    totals = [total(seen.table, seat) for seat in range(seen.seats)]
    is_over = seen.table["stage"] == "over"
    return [
        Panel(
            figure=str(totals[seat]),
            meaning=say("points") if is_over else say_many("point now", "points now", totals[seat]),
            note=_doing(seen, seat),
            picture=None if seat == main_seat(seen) else small_map(seen, seat),
            facts=_facts(seen, seat),
        )
        for seat in range(seen.seats)
    ]


def _facts(seen: Seen, seat: int) -> list[tuple[str, Sentence]]:
    counted, about = figures(seen.table["displays"][seat]), explained()
    return [(str(getattr(counted, name)), about[name]) for name in CATEGORIES]


def _doing(seen: Seen, seat: int) -> Sentence | None:
    display = seen.table["displays"][seat]
    match seen.table["stage"]:
        case "over":
            return None
        case "end":
            return say("places towers") if seat in seen.waiting else say("is done")
    if seat not in seen.waiting:
        return say("has moved")
    return say("places what was gained") if display["has_placed"] else say("is choosing")
