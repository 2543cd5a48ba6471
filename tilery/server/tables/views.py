"""What a viewer may know of a table, as plain data. A viewer is a seat, or None for a spectator."""

from __future__ import annotations

from typing import Any

from tilery import games
from tilery.server.tables.events import Event
from tilery.server.tables.table import Table


def visible_event(table: Table, event: Event, viewer: int | None) -> dict[str, Any]:
    """Return an event as `viewer` may read it."""
    body = event.body
    if event.kind == "move":
        game = games.find(table.game)
        if game.faded is not None and _has_faded(table, event, viewer):
            body = {**body, "move": game.faded(_code_of_move(table, event))}
        elif event.seat != viewer:
            body = {**body, "move": game.notation.public(_code_of_move(table, event))}
    return {"number": event.number, "kind": event.kind, "seat": event.seat, **body, "at": event.at}


def _has_faded(table: Table, event: Event, viewer: int | None) -> bool:
    """Return whether a move is history in a game in which players have to remember: `Match.log` fades it as well."""
    if table.started_match.is_over or not games.find(table.game).is_memory_asked(table.options):
        return False
    for later in reversed(table.events):
        if later.kind == "move" and viewer in (None, later.seat):
            return event.number < later.number
    return False


def _code_of_move(table: Table, event: Event) -> int:
    """Return the code of a move; the last one, which everybody hears of now, need not be read again."""
    if table.match is not None and event.number == table.match_event:
        return table.match.moves[-1].code
    return games.find(table.game).notation.code(event.body["move"])


def summary(table: Table) -> dict[str, Any]:
    """Return a table as lists show it: what everybody may know who may know of it."""
    return {
        "id": table.id,
        "name": table.name,
        "game": table.game,
        "rules": table.rules,
        "seats": table.seats,
        "options": table.options,
        "public": table.public,
        "status": table.status,
        "number": table.number,
        "waiting": list(table.match.waiting) if table.match else [],
        "players": [
            {
                "kind": player.kind,
                "name": player.name if player.name or player.kind == "open" else f"player {seat + 1}",
                "level": player.level,
                "away": player.away,
                "seconds_used": round(player.used, 3),
                "time_up_at": table.time_up(seat),
                "holiday_until": player.holiday_end(table.settings),
            }
            for seat, player in enumerate(table.players)
        ],
    }


def view(table: Table, viewer: int | None) -> dict[str, Any]:
    """Return the table and the match as `viewer` may see them now."""
    seen: dict[str, Any] = {
        **summary(table),
        "seat": viewer,
        "seed_hash": table.seed_hash,
        "seed": None,
        "chat": table.settings.chat,
        "seconds_per_move": table.settings.seconds_per_move,
        "seconds_per_game": table.settings.seconds_per_game,
        "increment": table.settings.increment,
        "holiday_seconds": table.settings.holiday_seconds,
        "absent_after": table.settings.absent_after,
        "fair_wait": table.settings.fair_wait,
        "rematch": table.rematch,
        "view": None,
        "outcome": None,
    }
    if table.match is not None:
        of_match = table.match.view(viewer)
        seen["view"] = {
            "waiting": list(of_match.waiting),
            "legal_moves": list(of_match.legal_moves),
            "table": of_match.table,
            "picture": of_match.picture,
            "last_moves": [list(move) for move in of_match.last_moves],
        }
        if table.match.outcome is not None:
            seen["outcome"] = table.match.outcome.to_json()
            seen["seed"] = f"{table.seed:032x}"
    return seen
