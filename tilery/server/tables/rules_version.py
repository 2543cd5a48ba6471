"""Tables that were started with rules which this server does not have: they are kept, but cannot continue here."""

from __future__ import annotations

from tilery import games
from tilery.server.tables.refusal import Refusal
from tilery.server.tables.table import Table
from tilery.words import Sentence, say


def check_rules(table: Table) -> None:
    """Refuse to continue a game with other rules than those it was started with."""
    game = games.find(table.game) if table.game in games.names() else None
    if game is None or table.rules not in game.versions:
        raise Refusal("old_rules", _other_rules(table, None if game is None else game.version))


def _other_rules(table: Table, version: int | None) -> Sentence:
    if version is None:
        return say(
            "This table uses version {old} of the {game} rules, and this server does not have that game. "
            "The table is kept as it is; a server with those rules can continue it.",
            old=table.rules,
            game=table.game,
        )
    return say(
        "This table uses version {old} of the {game} rules, and this server has version {new}. The "
        "table is kept as it is; a server with the old rules can continue it.",
        old=table.rules,
        game=table.game,
        new=version,
    )
