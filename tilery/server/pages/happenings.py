"""What has happened at a table besides moves: who left, who let a bot play for whom, who is on holiday."""

from __future__ import annotations

from tilery.server.tables.events import Event
from tilery.server.tables.table import Table
from tilery.words import Sentence, say

KINDS = frozenset({"away", "back", "vote", "holiday"})
LATEST = 3


def latest_happenings(table: Table, names: list[str]) -> list[Sentence]:
    """Tell the latest of them, the newest first."""
    found = [event for event in table.events if event.kind in KINDS]
    return [_told(event, names) for event in reversed(found[-LATEST:])]


def _told(event: Event, names: list[str]) -> Sentence:
    assert event.seat is not None
    player = names[event.seat]
    match event.kind:
        case "back":
            return say("{player} is back.", player=player)
        case "vote":
            against = names[event.body["against"]]
            return say("{player} would like a bot to play for {other}.", player=player, other=against)
        case "holiday":
            if event.body["on"]:
                return say("{player} is on holiday; the clock has stopped.", player=player)
            return say("{player} is back from holiday.", player=player)
    match event.body["why"]:
        case "left":
            return say("{player} left. A bot is playing.", player=player)
        case "time":
            return say("Time is up for {player}. A bot is playing.", player=player)
        case "voted":
            return say("The others agreed to let a bot play for {player}.", player=player)
    if "by" in event.body:
        return say("{other} let a bot play for {player}.", other=names[event.body["by"]], player=player)
    return say("A bot is playing for {player}, who kept the table waiting.", player=player)
