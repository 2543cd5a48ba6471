"""The form that says how a table is played: read for a new table, and again when its owner changes it."""

from __future__ import annotations

from typing import Any

from tilery.games.game import Game
from tilery.server.pages import forms
from tilery.server.pages.own_set_pages import read_pieces
from tilery.server.pages.preferences import USUAL_LEVEL
from tilery.server.tables.players import DAY, Settings
from tilery.server.tables.table import Table
from tilery.server.tables.texts import LONGEST_NAME, tidy

DAYS = {"1": 1, "3": 3, "7": 7}
"""Paces of tables over days: how many days a move may take."""
HOLIDAY_DAYS = 14
"""For how long one may stop one's clock at such a table."""


def read_options(form: forms.Form, game: Game) -> dict[str, Any]:
    """Read the options of a game."""
    options: dict[str, Any] = {
        option.name: form[f"option-{option.name}"] for option in game.options if f"option-{option.name}" in form
    }
    if game.own_set and form.get("own"):
        options[game.own_set.option] = read_pieces(form["own"], game.own_set)
    return options


def read_settings(form: forms.Form, bot_seconds: float) -> Settings:
    """Read clocks and chat."""
    days = DAYS.get(form.get("pace", ""))
    return Settings(
        chat=form.get("chat") == "on",
        seconds_per_move=days * DAY if days else forms.seconds(form, "minutes_per_move"),
        seconds_per_game=None if days else forms.seconds(form, "minutes_per_game"),
        increment=float(forms.number(form, "increment", 0, 3600)) if form.get("increment") and not days else 0.0,
        holiday_seconds=HOLIDAY_DAYS * DAY if days else 0.0,
        bot_seconds=bot_seconds,
        stand_in=USUAL_LEVEL,
    )


def read_title(form: forms.Form) -> str:
    return tidy(form.get("title", ""))[:LONGEST_NAME]


def filled_in(table: Table) -> dict[str, Any]:
    """Return what the form shows for a table as it is."""
    settings = table.settings
    days = {number * DAY: pace for pace, number in DAYS.items()}
    pace = days.get(settings.seconds_per_move or 0.0, "live") if settings.holiday_seconds else "live"
    return {
        "seats": table.seats,
        "options": table.options,
        "pace": pace,
        "title": table.name,
        "minutes_per_move": _minutes(settings.seconds_per_move) if pace == "live" else "",
        "minutes_per_game": _minutes(settings.seconds_per_game),
        "increment": f"{settings.increment:g}" if settings.increment else "",
        "public": table.public,
        "chat": settings.chat,
    }


NOTHING: dict[str, Any] = {
    "seats": None,
    "options": {},
    "pace": "live",
    "title": "",
    "minutes_per_move": "",
    "minutes_per_game": "",
    "increment": "",
    "public": False,
    "chat": True,
}
"""What the form shows for a new table."""


def _minutes(seconds: float | None) -> str:
    return "" if seconds is None else f"{seconds / 60:g}"
