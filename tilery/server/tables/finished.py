"""Finished games: their matches, and records of games whose rules this server no longer has."""

from __future__ import annotations

from tilery.match.match import Match
from tilery.match.record import Record
from tilery.server.storage import queries
from tilery.server.tables.events import undone_in
from tilery.server.tables.refusal import Refusal
from tilery.server.tables.table import Table
from tilery.words import say


def finished_match(table: Table) -> Match:
    if table.match is None or not table.match.is_over:
        raise Refusal("running", say("The record will be available when the game is over."))
    return table.match


def old_record(stored: queries.StoredTable) -> Record:
    """Return what is known of a finished game without its rules: not how it ended, but how it was played."""
    moves: list[tuple[int, str]] = []
    for event in stored.log:
        if event.kind == "move" and event.seat is not None:
            moves.append((event.seat, event.body["move"]))
        elif event.kind == "undo":
            del moves[-event.body.get("count", 1) :]
    table = stored.table
    return Record(
        table.game,
        table.rules,
        table.seats,
        table.options,
        table.seed,
        tuple(moves),
        None,
        undone=undone_in(stored.log),
    )
