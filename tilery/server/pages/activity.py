"""What has happened at a table besides moves: who left, who let a bot play for whom, who is on holiday."""

from __future__ import annotations

from datetime import UTC, datetime

from tilery.server.tables.events import Event
from tilery.server.tables.expiry import BY_RULES
from tilery.server.tables.table import GOING_ON, Table
from tilery.words import Sentence, say

KINDS = frozenset({"away", "back", "vote", "holiday", "mute", "unsay", "close", "expiry"})
LATEST = 3


def latest_activity(table: Table, names: list[str]) -> list[Sentence]:
    """Describe the latest events, the newest first."""
    found = [event for event in table.events if event.kind in KINDS or "who" in event.body]
    return [_told(event, names) for event in reversed(found[-LATEST:])]


def _told(event: Event, names: list[str]) -> Sentence:
    if event.kind in ("close", "expiry"):
        return _told_of_end(event)
    assert event.seat is not None
    player = names[event.seat]
    match event.kind:
        case "rise":
            return say("A player was removed from the table.")
        case "mute":
            if event.body["on"]:
                return say("The owner has muted {player}.", player=player)
            return say("{player} may chat again.", player=player)
        case "unsay":
            return say("The host has removed a message.")
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
        case "removed":
            return say("{player} was removed from the table. A bot is playing.", player=player)
        case "voted":
            return say("The others agreed to let a bot play for {player}.", player=player)
    if "by" in event.body:
        return say("{other} let a bot play for {player}.", other=names[event.body["by"]], player=player)
    return say("A bot is playing for {player}, who kept the table waiting.", player=player)


def _told_of_end(event: Event) -> Sentence:
    """Say that a table has ended, or when it will."""
    if event.kind == "close":
        if event.body["who"] == BY_RULES:
            return say("This table was closed because nobody played.")
        return say("The host has closed this table.")
    day = datetime.fromtimestamp(event.body["at"], UTC).date().isoformat()
    if event.body["status"] in GOING_ON:
        return say("Nobody has played for a while. This table will be closed on {date} unless someone does.", date=day)
    return say("This table will be deleted on {date}. Download the record to keep the game.", date=day)
